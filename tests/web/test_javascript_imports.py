"""The shape of the browser client: imports point one way, and every module is used."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from graphlib import TopologicalSorter
from pathlib import Path
from typing import cast

import pytest

import openregicide

ROOT = Path(__file__).parents[2]
WEB = Path(openregicide.__file__).parent / "web"
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "web_files.py"))

code_of = cast("Callable[[str], str]", SCRIPT["code_of"])
imports_of = cast("Callable[..., list[str]]", SCRIPT["imports_of"])
modules_of = cast("Callable[..., list[str]]", SCRIPT["modules_of"])

MODULES = sorted(path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js"))
BEGINNINGS = ("app.js", "sw.js")

SHOWN = {"i18n", "settings", "sound", "store", "words", "view/parts"}
"""What every part of the screen may use. Nothing here asks the server: pages do."""

MAY_IMPORT: dict[str, set[str]] = {
    "i18n": set(),
    "settings": set(),
    "device": set(),
    "progress": set(),
    "sound": {"settings"},
    "net": set(),
    "store": set(),
    "companion": {"store"},
    "fairness": {"store"},
    "words": {"i18n", "store"},
    "view/parts": SHOWN - {"view/parts"},
    "view/board": SHOWN,
    "view/companion": SHOWN | {"companion"},
    "view/daily": SHOWN,
    "view/fairness": SHOWN,
    "view/history": SHOWN,
    "view/lesson": SHOWN,
    "view/replay": SHOWN,
    "view/rulebook": SHOWN,
    "view/table": SHOWN | {"view/daily"},
    "input": SHOWN,
    "router": SHOWN | {"net"},
    "start": SHOWN | {"net", "device", "router", "fairness"},
    "app": {"i18n", "settings", "router", "pages"},
    "sw": set(),
}
"""Which part may import which, besides itself. Rooms of the view do not know each other."""
MAY_IMPORT["pages"] = set(MAY_IMPORT) - {"app", "sw"}


def part_of(module: str) -> str:
    """Return the part of the client that a module belongs to: a room, a folder, or itself."""
    folder = module.rpartition("/")[0]
    return folder or module.removesuffix(".js")


def test_the_parts_have_an_order() -> None:
    # Raises if some part could import another that imports it, by whatever way.
    list(TopologicalSorter(MAY_IMPORT).static_order())
    assert {part_of(module) for module in MODULES} == set(MAY_IMPORT)


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_one_way(module: str) -> None:
    part = part_of(module)
    wrong = [
        imported
        for imported in imports_of(module, later=True)
        if part_of(imported) not in MAY_IMPORT[part] | {part}
    ]
    assert not wrong, f"{module} must not import {wrong}: {part} may import {MAY_IMPORT[part]}"


@pytest.mark.parametrize("module", MODULES)
def test_every_import_is_of_a_module_that_there_is(module: str) -> None:
    imported = imports_of(module, later=True)
    written = re.findall(r"\bimport\b(?!\.meta)", code_of(module))
    assert len(imported) == len(written), f"{module}: an import that this test cannot read"
    missing = set(imported) - set(MODULES)
    assert not missing, f"{module} imports {missing}, which is not there"


def test_every_module_is_used() -> None:
    unused = set(MODULES) - set(modules_of(*BEGINNINGS, later=True))
    assert not unused, f"nothing leads from {BEGINNINGS} to {sorted(unused)}"
