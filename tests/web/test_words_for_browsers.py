"""The words that browsers get: all that the client can say, and not what only terminals say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import openregicide
from openregicide.i18n import PLURALS, Catalogue
from openregicide.server.web.pages import Assets

WEB = Path(openregicide.__file__).parent / "web"
FORM = re.compile(r"\.(one|few|many|other)$")
FINDING = re.compile(r'finding\(\s*"(\w+)",\s*"\w+",\s*([^,)]+)')
ASSETS = Assets()


def sources() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(WEB.rglob("*.js")))


def served(language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads(ASSETS.files[f"i18n/{language}.json"].content)
    return texts


@pytest.mark.parametrize("language", PLURALS)
def test_whatever_the_client_spells_out_is_served(language: str) -> None:
    said = set(re.findall(r'"((?:\w+\.)+\w+)"', sources()))
    missing = {
        key
        for key in Catalogue(language).texts
        if FORM.sub("", key) in said and key not in served(language)
    }
    assert not missing


def test_what_only_terminals_say_is_not_served() -> None:
    texts = served("en")
    assert "tui.table" in texts, "the rulebook's examples say this"
    assert len(texts) < 0.8 * len(Catalogue("en").texts)
    assert not [key for key in texts if key.startswith(("arena.", "verify.", "error.position."))]


def test_everything_that_is_found_about_a_deal_has_its_sentence() -> None:
    found = {
        f"web.fair.{about}.{why}"
        for about, reasons in FINDING.findall(sources())
        for why in re.findall(r'"(\w+)"', reasons)
    }
    assert len(found) > 30
    written = {FORM.sub("", key) for key in Catalogue("en").texts}
    assert not found - written
    kinds = {key.split(".")[2] for key in found}
    unused = {
        key
        for key in written - found - {"web.fair.seed.unreadable"}
        if key.startswith("web.fair.") and key.split(".")[2] in kinds
    }
    assert not unused, "sentences for what is never found"
