"""The glossary and the code use the same words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from openregicide.cli import command_names

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "openregicide"
TEXT = (ROOT / "docs" / "glossary.md").read_text()

WORDS, UNUSED = TEXT.split("## Words we do not use")
CODE = sorted(set(re.findall(r"\| `([^`]+)` \|$", WORDS, re.MULTILINE)))
NOT_USED = re.findall(r"^\| `([a-z]+)` \|", UNUSED, re.MULTILINE)


@cache
def modules() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text()) for path in sorted(PACKAGE.rglob("*.py"))}


def definitions(tree: ast.AST, inside: str = "") -> Iterator[str]:
    """Yield the names that a module defines; members as `Class.member` as well."""
    for node in ast.iter_child_nodes(tree):
        names: list[str] = []
        match node:
            case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                names = [name]
            case ast.Assign(targets=targets):
                names = [each for target in targets for each in _target(target)]
            case ast.AnnAssign(target=target):
                names = list(_target(target))
        for name in names:
            yield name
            if inside:
                yield f"{inside}.{name}"
        yield from definitions(node, node.name if isinstance(node, ast.ClassDef) else inside)


def _target(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Attribute):
        yield target.attr


def parts(name: str) -> set[str]:
    """Return the words of an identifier: `place_at` and `PlaceAt` have `place` and `at`."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_the_glossary_is_read() -> None:
    assert len(CODE) > 80
    assert len(NOT_USED) > 5


@pytest.mark.parametrize("code", CODE)
def test_code_that_the_glossary_names_exists(code: str) -> None:
    if code.startswith("regicide "):
        assert code.removeprefix("regicide ") in command_names()
    elif "/" in code:
        assert (PACKAGE / code).exists() or (ROOT / code).exists()
    else:
        assert any(code in definitions(tree) for tree in modules().values())


def test_a_word_is_explained_once() -> None:
    words = re.findall(r"^\| ([^|`]+?) \| ", WORDS, re.MULTILINE)
    words = [word for word in words if word not in ("word", "---")]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("word", NOT_USED)
def test_a_word_that_we_do_not_use_names_nothing(word: str) -> None:
    for path, tree in modules().items():
        assert word not in parts(path.stem), path
        named = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        for node in ast.walk(tree):
            if isinstance(node, named):
                assert word not in parts(node.name), f"{path}: {node.name}"
