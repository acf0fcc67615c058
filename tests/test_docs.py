"""The documents say what is true: examples run, commands and files exist."""

from __future__ import annotations

import doctest
import re
from functools import cache
from pathlib import Path

import pytest

from openregicide.cli import command_names

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "openregicide"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
GUIDES = [ROOT / "learning" / "README.md", PACKAGE / "web" / "README.md"]
SOURCES = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "learning").glob("*.py")])

QUOTED_PATH = re.compile(r"`((?:[\w-]+/)+(?:[\w.-]+)?|[\w-]+\.(?:py|pxd|js))`")
"""A folder, a path in it, or a source file: `bots/search/`, `docs/rules.md`, `engine.py`."""
NOT_OURS = {"cautious.py", "build/"}
"""Files that a reader makes, or that a command writes."""


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_the_examples_in_a_document_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some read files of the repository.
    monkeypatch.chdir(ROOT)
    text = path.read_text()
    blocks = re.findall(r"```python\n(>>>.*?)```", text, re.DOTALL)
    if path.name == "engine.md":
        assert len(blocks) > 4
    parser = doctest.DocTestParser()
    test = parser.get_doctest("\n".join(blocks), {}, path.name, str(path), 0)
    complaints: list[str] = []
    result = doctest.DocTestRunner().run(test, out=complaints.append)
    assert result.failed == 0, "".join(complaints)


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_inside_the_repository_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text()):
        if not target.startswith("https://"):
            assert (path.parent / target).exists(), target


def exists(quoted: str, path: Path) -> bool:
    if "/" in quoted:
        bases = (ROOT, PACKAGE, PACKAGE.parent, path.parent)
        return any((base / quoted).exists() for base in bases)
    return quoted in source_names()


@cache
def source_names() -> set[str]:
    folders = (
        "src",
        "simulation",
        "fuzz",
        "learning",
        "scripts",
        "tests",
        "benchmarks",
        "examples",
    )
    return {path.name for folder in folders for path in (ROOT / folder).rglob("*.*")}


# The changelog tells of files that have moved since.
@pytest.mark.parametrize(
    "path", [path for path in [*DOCUMENTS, *GUIDES] if path.name != "CHANGELOG.md"], ids=name_of
)
def test_files_named_in_a_document_exist(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
    quoted = {each for each in QUOTED_PATH.findall(text) if not each.startswith(tuple(NOT_OURS))}
    assert not [each for each in sorted(quoted) if not exists(each, path)]


def test_the_map_names_every_package_and_every_room_of_the_browser() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    [map_] = re.findall(r"```\n(src/openregicide/\n.*?)```", text, flags=re.DOTALL)
    packages = {path.parent for path in PACKAGE.rglob("__init__.py")} - {PACKAGE}
    rooms = {path.parent for path in (PACKAGE / "web").rglob("*.js")} - {PACKAGE / "web"}
    # The versions of a database are files of the migrations, and no room.
    named = {path.name for path in packages | rooms} - {"versions"}
    assert named - set(re.findall(r"(\w+)/", map_)) == set()
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    assert modules <= set(re.findall(r"(\w+)\.py", map_))


def test_files_named_in_docstrings_exist() -> None:
    for path in SOURCES:
        for quoted in QUOTED_PATH.findall(path.read_text()):
            assert exists(quoted, path), f"{path}: {quoted}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_commands_named_in_a_document_exist(path: Path) -> None:
    for command in re.findall(r"`regicide ([a-z]+)", path.read_text()):
        assert command in command_names(), command
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for target in re.findall(r"`make ([a-z]+)", path.read_text()):
        assert target in targets, target


def test_the_rules_document_has_every_rule_by_its_number() -> None:
    text = (ROOT / "docs" / "rules.md").read_text()
    for number in [*range(1, 29), 30, 31]:
        assert re.search(rf"^### R{number} · ", text, re.MULTILINE), f"R{number}"


def test_every_rule_that_the_code_cites_exists() -> None:
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        for number in re.findall(r"\bR(\d+)\b", path.read_text()):
            assert 1 <= int(number) <= 31, (path, number)
            assert int(number) != 29, path


def test_the_repository_stands_alone() -> None:
    """Nothing names a registry, and nothing needs a folder that only the developers have."""
    files = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in (".ci", "benchmarks", "docs", "scripts", "src", "tests"):
        found = (ROOT / folder).rglob("*")
        files += [path for path in found if path.is_file() and path.suffix != ".pyc"]
    words = ["../" + "shared", "pypi" + ".org", "npmjs" + ".org", "--index" + "-url"]
    for path in files:
        text = path.read_text(errors="ignore")
        assert not [word for word in words if word in text], path
