"""The shape of the browser client: imports point one way, and every module is used."""

from __future__ import annotations

from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import openregicide
from openregicide.server.browser.modules import modules_of, read_alone, read_module

WEB = Path(openregicide.__file__).parent / "web"
ALONE = ("loader.js", "sw.js")
"""These stand by themselves: the server adds what they need."""

MODULES = {
    name: (read_alone if name in ALONE else read_module)(name, path.read_text(encoding="utf-8"))
    for path in sorted(WEB.rglob("*.js"))
    for name in [path.relative_to(WEB).as_posix()]
}

SHOWN = {"address", "i18n", "settings", "sound", "vibration", "store", "words", "view/parts"}
"""What every part of the screen may use. Nothing here asks the server: pages do."""

MAY_IMPORT: dict[str, set[str]] = {
    "i18n": set(),
    "settings": set(),
    "device": set(),
    "progress": set(),
    "sound": {"settings"},
    "vibration": {"settings"},
    "net": {"address"},
    "address": set(),
    "qr": set(),
    "store": set(),
    "companion": {"store"},
    "fairness": {"store"},
    "words": {"i18n", "store"},
    "view/parts": SHOWN - {"view/parts"} | {"qr"},
    "view/motion": SHOWN,
    "view/board": SHOWN | {"view/motion"},
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
    "app": {"address", "i18n", "net", "settings", "router", "pages"},
    "loader": set(),
    "sw": set(),
}
"""Which part may import which, besides itself. Rooms of the view do not know each other."""
MAY_IMPORT["pages"] = set(MAY_IMPORT) - {"app", "loader", "sw"}


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
        for imported in [*MODULES[module].imports, *MODULES[module].later]
        if part_of(imported) not in MAY_IMPORT[part] | {part}
    ]
    assert not wrong, f"{module} must not import {wrong}: {part} may import {MAY_IMPORT[part]}"


@pytest.mark.parametrize("module", MODULES)
def test_every_import_is_of_a_module_that_there_is(module: str) -> None:
    missing = {*MODULES[module].imports, *MODULES[module].later} - set(MODULES)
    assert not missing, f"{module} imports {missing}, which is not there"


def test_every_module_is_used() -> None:
    unused = set(MODULES) - {*modules_of(MODULES, "app.js", later=True), *ALONE}
    assert not unused, f"nothing leads from app.js to {sorted(unused)}"
