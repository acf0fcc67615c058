"""The shape of the code: a partial order of rooms, and a core that needs nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import openregicide

SOURCE = Path(openregicide.__file__).parent

# Each room with the rooms that it imports, and no others. A room is a folder with its modules, or
# a single module where that is an idea of its own; the longest name that fits a module is its room.
MAY_IMPORT: dict[str, str] = {
    "errors": "",
    "files": "",
    "showable": "",
    "engine": "",
    "core": "errors engine",
    "notation": "errors core",
    "i18n": "errors core notation",
    "protocol": "core",
    "table": "errors showable core notation protocol",
    "rulebook": "errors core notation",
    "lessons": "errors core notation i18n",
    "bots/search": "engine core",
    "bots/api": "errors core",
    "bots/players": "errors core bots/search",
    "bots": "bots/api",
    "bench": "engine core",
    "arena": "errors files engine core notation i18n bots/api bots",
    "verify": "errors showable core notation i18n table",
    "client": "errors showable core notation protocol table bots verify",
    "server": "errors core notation protocol bots",
    "server/store": "errors core server table",
    "server/upkeep": "errors notation protocol table verify server/store",
    "server/tables": (
        "errors core notation protocol table bots/api bots/players bots server server/store"
    ),
    "server/wire": "protocol server",
    "server/browser": "",
    "server/web": (
        "errors core notation i18n protocol table rulebook lessons bots server "
        "server/browser server/store server/tables server/wire"
    ),
    "server/serve": "i18n server server/store server/tables server/web server/wire",
    "tui/tables": (
        "errors files showable core notation protocol table bots/api bots/players bots client"
    ),
    "tui/words": "errors core notation i18n rulebook table bots tui/tables",
    "tui/plain": "errors files showable core notation i18n rulebook lessons tui/tables tui/words",
    "tui/app": "errors files core i18n tui/tables tui/words",
    "tui/app/panels": "core i18n tui/tables tui/words tui/app",
    "tui/app/screens": (
        "errors showable core notation i18n tui/tables tui/words tui/app tui/app/panels"
    ),
    "tui/app/play": "errors core i18n tui/tables tui/app tui/app/screens",
    "tui/app/watch": "core i18n tui/app tui/app/screens",
    "tui/app/__init__": "core i18n tui/tables tui/app/play tui/app/watch",
    "tui/__init__": "tui/tables tui/plain",
    "cli": (
        "errors files showable engine core notation i18n protocol bots/api bots bench arena verify "
        "client server server/serve server/upkeep tui/tables tui/plain tui/app/__init__"
    ),
    "__init__": "",
    "__main__": "cli",
}

# The core: no I/O, no clock, no randomness but its own, no third party.
ALLOWED_IN_CORE = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "typing",
}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def room_of(parts: tuple[str, ...]) -> str:
    """Return the room of a module, or of a name in one."""
    for length in range(len(parts), 0, -1):
        name = "/".join(parts[:length])
        # A package's `__init__` may be a room above the modules beside it.
        for room in (f"{name}/__init__", name) if length == len(parts) else (name,):
            if room in MAY_IMPORT:
                return room
    raise AssertionError(f"{'/'.join(parts)} is in no room: add it to MAY_IMPORT")


def own_room(path: Path) -> str:
    return room_of(path.relative_to(SOURCE).with_suffix("").parts)


def imports(path: Path) -> list[tuple[int, str]]:
    """Each import as the level of its dots and its name."""
    tree = ast.parse(path.read_text())
    # What only a type checker reads does not count.
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            # `from . import bits, codes` names modules; `from .cards import Card` does not.
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found += [(node.level, name) for name in names]
        elif isinstance(node, ast.Import):
            found += [(0, alias.name) for alias in node.names]
    return found


def rooms_imported(path: Path) -> set[str]:
    """The other rooms of our own package that a module imports."""
    folder = path.relative_to(SOURCE).parts[:-1]
    rooms = set()
    for level, name in imports(path):
        if level:
            parts = (*folder[: len(folder) - level + 1], *name.split("."))
        elif name.split(".")[0] == "openregicide":
            parts = tuple(name.split(".")[1:])
        else:
            continue
        if parts and parts != ("__version__",):
            rooms.add(room_of(parts))
    return rooms - {own_room(path)}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_what_the_table_says(room: str) -> None:
    found = {
        other for path in modules() if own_room(path) == room for other in rooms_imported(path)
    }
    assert found == set(MAY_IMPORT[room].split())


def test_the_rooms_have_an_order() -> None:
    # Raises if some room could import another that imports it, by whatever way.
    list(TopologicalSorter({room: may.split() for room, may in MAY_IMPORT.items()}).static_order())


def reach(room: str) -> set[str]:
    """Every room that a room can see, however far away."""
    near = set(MAY_IMPORT[room].split())
    return near | {far for each in near for far in reach(each)}


def test_server_and_terminal_cannot_see_each_other() -> None:
    for room in MAY_IMPORT:
        seen = {each.split("/")[0] for each in reach(room)}
        if room.startswith("server"):
            assert "tui" not in seen
        if room.startswith("tui"):
            assert "server" not in seen


def test_no_room_is_crowded() -> None:
    for folder in {path.parent for path in modules()} - {SOURCE / "core"}:
        count = sum(path.suffix == ".py" and path.stem != "__init__" for path in folder.iterdir())
        assert count <= 14, f"{folder} holds {count} modules"


@pytest.mark.parametrize("path", sorted((SOURCE / "core").glob("*.py")), ids=lambda path: path.name)
def test_the_core_needs_little(path: Path) -> None:
    outside = {name.split(".")[0] for level, name in imports(path) if level == 0}
    assert outside <= ALLOWED_IN_CORE


ALONE = """
import pkgutil, sys
from importlib import import_module
from importlib.abc import MetaPathFinder


class StandardLibrary(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        part = name.partition(".")[0]
        if part != "openregicide" and part not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"{name} is not in the standard library", name=name)


sys.meta_path.insert(0, StandardLibrary())
for part in ("core", "notation", "bots", "arena"):
    package = import_module(f"openregicide.{part}")
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        import_module(module.name)
        print(module.name)
"""


def test_engine_bots_and_arena_need_the_standard_library_alone() -> None:
    """The package depends on msgspec; whoever computes with the game need not have it."""
    result = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert "openregicide.arena.run" in result.stdout
