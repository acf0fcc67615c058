"""What is written down about the protocol is what it is."""

from __future__ import annotations

import ast
import inspect
import json
import re
import runpy
from pathlib import Path
from types import UnionType
from typing import cast, get_args

import msgspec
import pytest

from openregicide import protocol
from openregicide.core import OPTIONS
from openregicide.core.options import Choice

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "protocol.md"
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "protocol_files.py"))
CATALOGUE = ROOT / "src" / "openregicide" / "i18n" / "en.json"


def tags(union: UnionType) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in get_args(union)]


def test_the_files_are_what_their_script_writes() -> None:
    written = cast("dict[Path, str]", SCRIPT["files"]())
    assert len(written) == 4
    for path, text in written.items():
        assert path.read_text(encoding="utf-8") == text, "run scripts/protocol_files.py"


def test_every_struct_is_in_the_schema_and_in_the_types() -> None:
    defined = set(re.findall(r"^class (\w+)", "".join(_sources().values()), re.MULTILINE))
    # The words of options are the engine's own.
    words = {kind.words.__name__ for kind in OPTIONS if isinstance(kind, Choice)}
    assert set(json.loads(SCRIPT["schema"]())["$defs"]) == defined | words | {*SCRIPT["unions"]()}
    assert set(re.findall(r"^export interface (\w+)", SCRIPT["types"](), re.MULTILINE)) == defined
    assert {"Request", "Message"} <= set(SCRIPT["unions"]())


def test_the_protocol_is_types_and_nothing_else() -> None:
    for name, source in _sources().items():
        for node in ast.walk(ast.parse(source)):
            assert not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef), name
            if isinstance(node, ast.ImportFrom) and node.level > 1:
                assert node.module in ("core.options",), name


def test_the_server_and_the_client_define_nothing_that_travels() -> None:
    for folder in ("server", "client"):
        for path in (ROOT / "src" / "openregicide" / folder).rglob("*.py"):
            # Structs of its own are for reading what it cannot trust to be a message.
            assert not re.search(r"^class [A-Z]\w*\(.*Struct\b", path.read_text(), re.MULTILINE)


def test_descriptions_do_not_depend_on_the_version_of_python() -> None:
    """Since 3.13 docstrings come without the indentation that they have in the source."""
    parts = json.loads(SCRIPT["schema"]())["$defs"].values()
    told = [part["description"] for part in parts if "description" in part]
    assert any("\n" in each for each in told)
    assert all(each == inspect.cleandoc(each) for each in told)


def _sources() -> dict[str, str]:
    return {path.name: path.read_text() for path in Path(protocol.__path__[0]).glob("*.py")}


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
    from openregicide.server.web.damaged import DAMAGED_HANDLERS
    from openregicide.server.web.http import HANDLERS
    from openregicide.server.web.lessons import LEARN_HANDLERS

    routes = {
        f"{method} {re.sub(r':str', '', path)}"
        for handler in (*HANDLERS, *DAMAGED_HANDLERS, *DAILY_HANDLERS, *LEARN_HANDLERS)
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
