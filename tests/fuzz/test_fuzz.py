"""Whatever once broke something, and a few seconds of new nonsense where atheris is there."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from fuzz.__main__ import main
from fuzz.corpus import CORPUS, crash_of, kept, minimised
from fuzz.targets import TARGETS

SECONDS = "8"
MOST_BYTES = 400_000


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_that_is_kept_breaks_anything(target: str) -> None:
    files = list(kept(target))
    assert files
    assert {file.name: crash_of(target, file.read_bytes()) for file in files} == {
        file.name: "" for file in files
    }


def test_the_corpus_is_small_and_nothing_in_it_is_without_a_target() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)
    assert sum(file.stat().st_size for file in CORPUS.rglob("*") if file.is_file()) < MOST_BYTES


@pytest.mark.skipif(not importlib.util.find_spec("atheris"), reason="atheris is not installed")
def test_some_seconds_of_new_nonsense_break_nothing() -> None:
    # All at once: most of the time goes into making the code tell what it covers.
    assert main(["all", "--seconds", SECONDS]) == 0


def test_what_breaks_is_found_and_made_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def easily_broken(data: bytes) -> None:
        assert b"]" not in data

    monkeypatch.setitem(TARGETS, "entries", easily_broken)
    file = tmp_path / "found"
    file.write_bytes(b"some text with ] in it")
    assert main(["entries", "--replay", str(file)]) == 1
    assert "AssertionError" in capsys.readouterr().out
    small = minimised(file.read_bytes(), lambda data: bool(crash_of("entries", data)))
    assert small == b"]"
