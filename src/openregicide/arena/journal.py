"""The file of a run, and beside it the journal of a run that is not finished.

    FILE        the summary and all games, written when the run ends or is interrupted
    FILE.part   while there are games to play: a line with the plan, then a line for each game

A game is in the journal as soon as it is over, so a run can be taken up again whatever ended it.
The journal goes when the run is finished: while it is there, there is something to resume.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from io import BufferedWriter
from pathlib import Path

from .. import __version__
from ..engine import engine_name
from ..files import write_text
from .plan import Plan
from .results import FORMAT, GameResult, Run, damaged, read_run, run_from_json
from .summary import summarize

__all__ = ["Journal"]

SYNC_EVERY = 5.0
"""Seconds between two times that the journal is forced to the disk."""


class Journal:
    """Keeps what was played in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self._file: BufferedWriter | None = None
        self._synced = 0.0

    def files(self) -> tuple[Path, Path]:
        return self.path, self.part

    def unfinished(self) -> Run | None:
        """Return the run that was begun here and not finished, if any of its games were played.

        :raises InvalidRecordError: the journal is no journal.
        """
        run = _read_part(self.part) if self.part.exists() else None
        return run if run and run.results else None

    def past(self) -> Run | None:
        """Return the run that lies here, finished or not.

        :raises InvalidRecordError: the file is no run's file.
        """
        return self.unfinished() or (read_run(self.path) if self.path.exists() else None)

    def begin(self, plan: Plan, wanted: int, results: Iterable[GameResult]) -> None:
        """Open the journal, with the games that there are already."""
        lines = [json.dumps(_head(plan, wanted))]
        lines += [json.dumps(result.as_json()) for result in results]
        # Written anew: the last line of a run that was killed may be half a line.
        write_text(self.part, "\n".join(lines) + "\n")
        self._file = self.part.open("ab")
        self._synced = time.monotonic()

    def add(self, result: GameResult) -> None:
        """Note a game. It survives this program at once, and the machine in a few seconds."""
        assert self._file is not None
        self._file.write(json.dumps(result.as_json()).encode() + b"\n")
        self._file.flush()
        if time.monotonic() > self._synced + SYNC_EVERY:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def end(self, plan: Plan, wanted: int, results: list[GameResult], *, finished: bool) -> None:
        """Write the file; if everything wanted was played, the journal has done its duty."""
        self.close()
        write_text(self.path, _document(plan, wanted, results))
        if finished:
            self.part.unlink(missing_ok=True)


def _head(plan: Plan, wanted: int) -> dict[str, object]:
    return {
        "format": FORMAT,
        "version": __version__,
        "engine": engine_name(),
        **plan.as_json(),
        "wanted": wanted,
    }


def _document(plan: Plan, wanted: int, results: list[GameResult]) -> str:
    """Return the file as text: the summary spread out for people, then a game to a line."""
    summary = summarize(results, len(plan.seats))
    head = json.dumps({**_head(plan, wanted), **summary.as_json()}, indent=2)
    rows = ",\n".join("    " + json.dumps(result.as_json()) for result in results)
    return head.removesuffix("\n}") + ',\n  "results": [\n' + rows + "\n  ]\n}\n"


def _read_part(path: Path) -> Run | None:
    """Read a journal; `None` if the run was killed before the first line was complete."""
    # Without the last piece: it is empty, or a line that was not finished.
    lines = path.read_bytes().split(b"\n")[:-1]
    run = None
    for number, line in enumerate(lines, 1):
        try:
            data = json.loads(line)
            if run is None:
                run = run_from_json(data, [])
            else:
                result = GameResult.from_json(data)
                run.results.setdefault(result.number, result)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise damaged(path, number) from None
    return run
