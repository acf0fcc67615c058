"""The file of a run, and beside it the journal of an unfinished run.

    FILE        the summary and all games, written when the run ends or is interrupted
    FILE.part   while there are games to play: a line with the plan, then a line for each game

A game is in the journal as soon as it is over, so a run can be resumed whatever ended it. The
journal is removed when the run is finished: as long as it exists, there is something to resume.
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
"""Seconds between two fsyncs of the journal."""


class Journal:
    """Keeps the results of a run in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self._file: BufferedWriter | None = None
        self._synced = 0.0

    def files(self) -> tuple[Path, Path]:
        return self.path, self.part

    def unfinished(self) -> Run | None:
        """Return the unfinished run here, if any of its games were played.

        :raises InvalidRecordError: the file is not a journal.
        """
        run = _read_part(self.part) if self.part.exists() else None
        return run if run and run.results else None

    def past(self) -> Run | None:
        """Return the run in this file, finished or not.

        :raises InvalidRecordError: the file does not hold a run.
        """
        return self.unfinished() or (read_run(self.path) if self.path.exists() else None)

    def begin(self, plan: Plan, wanted: int, results: Iterable[GameResult]) -> None:
        """Open the journal, with the games played so far."""
        lines = [json.dumps(_head(plan, wanted))]
        lines += [json.dumps(result.as_json()) for result in results]
        # Rewritten: the last line of a killed run may be incomplete.
        write_text(self.part, "\n".join(lines) + "\n")
        self._file = self.part.open("ab")
        self._synced = time.monotonic()

    def add(self, result: GameResult) -> None:
        """Add a game. It survives a crash of the program at once, of the machine within seconds."""
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
        """Write the file; remove the journal if all games were played."""
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
    """Return the text of the file: the summary, indented for people, then one game a line."""
    summary = summarize(results, len(plan.seats))
    head = json.dumps({**_head(plan, wanted), **summary.as_json()}, indent=2)
    rows = ",\n".join("    " + json.dumps(result.as_json()) for result in results)
    return head.removesuffix("\n}") + ',\n  "results": [\n' + rows + "\n  ]\n}\n"


def _read_part(path: Path) -> Run | None:
    """Read a journal; `None` if the run was killed before its first line was complete."""
    # The last piece is empty, or an incomplete line.
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
