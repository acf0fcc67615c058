"""A run from start to finish: the options, the games, the report and the files."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TextIO

from ..errors import InvalidOptionError
from ..files import write_bytes, write_text
from ..i18n import Catalogue
from ..notation import format_rules, format_seed
from .files import check_writable
from .journal import Journal
from .plan import Plan
from .plot import draw, prepare
from .progress import Progress
from .report import comparison_lines, csv_text, report_lines
from .results import GameResult, Run, read_run
from .summary import Summary, summarize
from .workers import Played, play_all

__all__ = ["DEFAULT_GAMES", "INTERRUPTED", "ArenaOptions", "run", "run_comparison"]

DEFAULT_GAMES = 100
INTERRUPTED = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaOptions:
    plan: Plan | None
    """`None` for the plan of the file to resume."""
    seed_given: bool = True
    """Whether the seed was asked for; otherwise a resumed run keeps its own."""
    games: int | None = None
    jobs: int = 1
    json: Path | None = None
    csv: Path | None = None
    records: Path | None = None
    plot: Path | None = None
    resume: bool = False


def run(options: ArenaOptions, *, stdout: TextIO, stderr: TextIO) -> int:
    """Play, report and write; return the exit code.

    :raises RegicideError: the options are impossible; no game was played.
    :raises OSError: a file cannot be written.
    """
    t = Catalogue()
    this = _Session(options)
    this.prepare()
    with _Interruption() as interruption:
        this.play(interruption, this.progress(stderr, t))
    this.write(t)
    print(*report_lines(t, this.plan, this.summary()), sep="\n", file=stdout, flush=True)
    if not this.missing():
        return 0
    how = t("arena.cannot_go_on")
    if options.json:
        how = t("arena.go_on", file=shlex.quote(str(options.json)))
    done = this.wanted - len(this.missing())
    print(t("arena.interrupted", done=done, total=this.wanted, how=how), file=stderr)
    return INTERRUPTED


def run_comparison(files: Sequence[Path], plot: Path | None, *, stdout: TextIO) -> int:
    """Report on the runs in some files, and plot them side by side.

    :raises RegicideError: a file does not hold a run, or the plot cannot be drawn.
    :raises OSError: a file cannot be read or written.
    """
    t = Catalogue()
    if plot:
        prepare(plot)
        check_writable([plot])
    runs = []
    for file in files:
        found = read_run(file)
        results = list(found.results.values())
        runs.append((found.plan, summarize(results, len(found.plan.seats))))
    if plot:
        write_bytes(plot, draw(t, runs, plot))
    print(*comparison_lines(t, runs), sep="\n", file=stdout)
    return 0


class _Session:
    """The plan, the results so far, and the files they go to."""

    def __init__(self, options: ArenaOptions) -> None:
        self.options = options
        self.journal = Journal(options.json) if options.json else None
        past = _past(options, self.journal)
        self.plan = _agreed_plan(options, past)
        self.results: dict[int, GameResult] = past.results if past else {}
        self.wanted = options.games or (past.wanted if past else DEFAULT_GAMES)

    def missing(self) -> list[int]:
        """Return the numbers of the games still to be played."""
        return [number for number in range(1, self.wanted + 1) if number not in self.results]

    def progress(self, stderr: TextIO, t: Catalogue) -> Progress:
        wins = sum(result.won for result in self.results.values())
        return Progress(stderr, t, total=self.wanted, done=len(self.results), wins=wins)

    def summary(self) -> Summary:
        return summarize(self._played(), len(self.plan.seats))

    def prepare(self) -> None:
        """Fail now if something cannot work, not after a thousand games."""
        options = self.options
        self.plan.make_bots()
        if options.plot:
            prepare(options.plot)
        files = [path for path in (options.csv, options.plot) if path]
        check_writable([*files, *(self.journal.files() if self.journal else ())])
        if options.records:
            options.records.mkdir(parents=True, exist_ok=True)
            check_writable([self._record_file(1)])
        if self.journal:
            self.journal.begin(self.plan, self.wanted, self._played())

    def play(self, interruption: _Interruption, progress: Progress) -> None:
        """Play the missing games until all are done or the run is interrupted."""
        keep_records = self.options.records is not None
        games = play_all(self.plan, self.missing(), jobs=self.options.jobs, records=keep_records)
        with closing(games):
            for played in games:
                if played is None:
                    progress.tick()
                else:
                    self._keep(played)
                    progress.add(played.result.won)
                if interruption.noted:
                    break
        progress.finish()

    def write(self, t: Catalogue) -> None:
        """Write everything that was asked for, finished or not."""
        if self.journal:
            finished = not self.missing()
            self.journal.end(self.plan, self.wanted, self._played(), finished=finished)
        if self.options.csv:
            write_text(self.options.csv, csv_text(self._played()))
        if self.options.plot:
            runs = [(self.plan, self.summary())]
            write_bytes(self.options.plot, draw(t, runs, self.options.plot))

    def _keep(self, played: Played) -> None:
        result = played.result
        if played.record is not None:
            # Before the journal, so that every game in it has its record.
            self._record_file(result.number).write_text(played.record, encoding="utf-8")
        if self.journal:
            self.journal.add(result)
        self.results[result.number] = result

    def _played(self) -> list[GameResult]:
        return [self.results[number] for number in sorted(self.results)]

    def _record_file(self, number: int) -> Path:
        assert self.options.records is not None
        return self.options.records / f"{number:06}.rgn"


def _past(options: ArenaOptions, journal: Journal | None) -> Run | None:
    """Return the run to resume, if there is one."""
    if journal is None:
        return None
    if not options.resume:
        if unfinished := journal.unfinished():
            # It may hold hours of play.
            count = len(unfinished.results)
            raise InvalidOptionError("arena.unfinished", file=str(journal.part), count=count)
        return None
    past = journal.past()
    if past is None and options.plan is None:
        raise InvalidOptionError("arena.nothing_to_resume", file=str(journal.path))
    return past


def _agreed_plan(options: ArenaOptions, past: Run | None) -> Plan:
    """Return the plan that was asked for, or the one in the file.

    :raises InvalidOptionError: the file to resume has another plan than was asked for.
    """
    asked = options.plan
    if past is None:
        assert asked is not None
        return asked
    if asked is not None:
        file, found = options.json, past.plan
        _same("arena.other_rules", format_rules(asked.rules), format_rules(found.rules), file=file)
        _same("arena.other_seats", ",".join(asked.seats), ",".join(found.seats), file=file)
        if options.seed_given:
            _same("arena.other_seed", format_seed(asked.seed), format_seed(found.seed), file=file)
    return past.plan


def _same(code: str, asked: str, found: str, *, file: Path | None) -> None:
    if asked != found:
        raise InvalidOptionError(code, file=str(file), asked=asked, found=found)


class _Interruption:
    """Ctrl-C as a flag instead of an exception, so that no result is lost; a second one raises."""

    def __init__(self) -> None:
        self.noted = False

    def __enter__(self) -> _Interruption:
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.noted:
            raise KeyboardInterrupt
        self.noted = True
