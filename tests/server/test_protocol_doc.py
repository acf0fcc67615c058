"""What is written down about the protocol is what it is."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from types import UnionType
from typing import get_args

import msgspec
import pytest

from openregicide import protocol

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "protocol.md"
SCHEMA = ROOT / "docs" / "protocol.schema.json"
CATALOGUE = ROOT / "src" / "openregicide" / "i18n" / "en.json"


def tags(union: UnionType) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in get_args(union)]


def test_the_schema_is_what_its_script_writes() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "protocol_schema.py"))
    assert SCHEMA.read_text() == script["schema"](), "run scripts/protocol_schema.py"


@pytest.mark.parametrize("kind", ["hello", *tags(protocol.Request), *tags(protocol.Message)])
def test_the_docs_mention_every_kind_of_message(kind: str) -> None:
    assert re.search(rf'`{kind}`|"type": "{kind}"', DOCS.read_text())


def test_the_examples_in_the_docs_can_be_read() -> None:
    examples = re.findall(r"```json\n(.*?)```", DOCS.read_text(), re.DOTALL)
    read = [
        msgspec.json.decode(example, type=kind)
        for example in examples
        for kind in (protocol.NewTable, protocol.Hello, protocol.Request)
        if _reads(example, kind)
    ]
    assert len(read) == len(examples) == 3


def _reads(text: str, kind: object) -> bool:
    try:
        msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError:
        return False
    return True


def test_the_docs_name_only_addresses_that_exist() -> None:
    from openregicide.server.web.daily import DAILY_HANDLERS
    from openregicide.server.web.http import HANDLERS
    from openregicide.server.web.lessons import LEARN_HANDLERS

    routes = {
        f"{method} {re.sub(r':str', '', path)}"
        for handler in (*HANDLERS, *DAILY_HANDLERS, *LEARN_HANDLERS)
        for path in handler.paths
        for method in handler.http_methods
    }
    named = re.findall(r"`(GET|POST) (/api/[^?`]*)(?:\?[^`]*)?`", DOCS.read_text())
    assert named
    for method, path in named:
        assert f"{method} {path.replace('{id}', '{game}')}" in routes


def test_every_code_that_the_server_may_send_has_words() -> None:
    words = json.loads(CATALOGUE.read_text())
    code = re.compile(r'(?:Error|Problem|close|refuse)\((?:\d+, )?"([a-z_]+\.[a-z_0-9.]+)"')
    folders = [ROOT / "src" / "openregicide" / name for name in ("server", "table", "client")]
    found = {
        match
        for folder in folders
        for file in folder.rglob("*.py")
        for match in code.findall(file.read_text())
    }
    assert len(found) > 20
    assert not {name for name in found if f"error.{name}" not in words and name != "reader.gone"}
