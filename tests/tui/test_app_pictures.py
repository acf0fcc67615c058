"""Every screen looks as it did when somebody last looked at it; `make goldens` draws them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.app_games import run
from support.app_pictures import LANGUAGES, SIZES, SNAPSHOTS, take_pictures
from support.serving import RunningServer

CASES = [(size, language) for size in SIZES for language in LANGUAGES]


@pytest.mark.parametrize(("size", "language"), CASES)
def test_every_screen_looks_as_it_did(
    tmp_path: Path, running: RunningServer, size: tuple[int, int], language: str
) -> None:
    async def work() -> None:
        taken = await take_pictures(tmp_path, running.url, size, language)
        assert len(taken) >= (15 if language == "en" else 1)
        for name, text in taken.items():
            known = (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")
            assert text == known, f"{name}: make goldens, and look at the difference"

    run(work)


def test_no_snapshot_is_left_over() -> None:
    names = {path.stem.rpartition("-")[0].rpartition("-")[2] for path in SNAPSHOTS.iterdir()}
    assert names == {f"{width}x{height}" for width, height in SIZES}
