"""The shape of the code: imports point one way, and the core knows no language and no world."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import openregicide

SOURCE = Path(openregicide.__file__).parent

# Each may import itself and whatever stands before it.
ORDER = ["errors", "files", "engine", "core", "notation", "protocol", "table", "i18n", "rulebook"]
ORDER += ["lessons", "bots"]
ORDER += ["bench", "arena", "verify", "client", "tui", "server", "cli", "__main__"]

# The core: no I/O, no clock, no randomness but its own, no third party.
ALLOWED_IN_CORE = {"__future__", "abc", "collections", "dataclasses", "enum", "typing"}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def part_of(path: Path) -> str:
    relative = path.relative_to(SOURCE)
    return relative.parts[0].removesuffix(".py")


def imports(path: Path) -> list[tuple[int, str]]:
    """Each import as the level of its dots and its name."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found += [(node.level, name) for name in names]
        elif isinstance(node, ast.Import):
            found += [(0, alias.name) for alias in node.names]
    return found


def packages_imported(path: Path) -> set[str]:
    """The parts of our own package that a module imports."""
    depth = len(path.relative_to(SOURCE).parts)
    own = set()
    for level, name in imports(path):
        if level == depth:
            own.add(name.split(".")[0])
        elif level == 0 and name.split(".")[0] == "openregicide":
            own.add(name.partition(".")[2].partition(".")[0])
    return own - {"__version__", ""}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        assert packages_imported(path) == set()
        return
    allowed = ORDER[: ORDER.index(part) + 1]
    assert packages_imported(path) <= set(allowed)


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
