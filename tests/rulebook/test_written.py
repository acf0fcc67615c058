"""What is written from the rulebook is up to date."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import cast

import msgspec
import pytest

from openregicide.core import OPTIONS
from openregicide.i18n import PLURALS
from openregicide.protocol import BookData, ExampleData
from openregicide.rulebook.examples import all_examples
from openregicide.server.web.rulebook import rulebook_files

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "rules_doc.py"))

written = cast("Callable[[], dict[Path, str]]", SCRIPT["written"])


@pytest.mark.parametrize("name", ["rules.md", "rules.js"])
def test_the_files_are_up_to_date(name: str) -> None:
    [(path, text)] = [(path, text) for path, text in written().items() if path.name == name]
    assert path.read_text(encoding="utf-8") == text, "run scripts/rules_doc.py"


def test_the_browser_gets_every_language_and_every_example() -> None:
    files = rulebook_files()
    for language in PLURALS:
        book = msgspec.json.decode(files.pop(f"rulebook/{language}.json"), type=BookData)
        assert book.language == language
        assert sum(len(chapter.sections) for chapter in book.chapters) == 31 + len(OPTIONS)
    examples = msgspec.json.decode(files.pop("rulebook/examples.json"), type=dict[str, ExampleData])
    assert list(examples) == list(all_examples())
    assert [
        name for name, each in examples.items() if (each.refused is None) != (each.problem is None)
    ] == []
    assert files == {}
