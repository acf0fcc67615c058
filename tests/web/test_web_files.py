"""The lists in the browser client name the files that there are."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import openregicide

ROOT = Path(__file__).parents[2]
WEB = Path(openregicide.__file__).parent / "web"
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "web_files.py"))

written = cast("Callable[[], dict[Path, str]]", SCRIPT["written"])
modules_of = cast("Callable[..., list[str]]", SCRIPT["modules_of"])


@pytest.mark.parametrize("name", ["index.html", "sw.js"])
def test_the_lists_are_up_to_date(name: str) -> None:
    [text] = [text for path, text in written().items() if path.name == name]
    assert (WEB / name).read_text(encoding="utf-8") == text, "run scripts/web_files.py"


def test_imports_are_followed_over_several_lines_and_folders() -> None:
    found = modules_of("pages/table.js")
    assert {"store/table.js", "input/drag.js", "view/parts/dom.js"} <= set(found)
    assert all((WEB / name).is_file() for name in found)
