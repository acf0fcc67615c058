"""Many plans, one after another or side by side, until one of them fails or it is enough."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count, islice

from .defects import defect
from .disk import Disks
from .history import Event
from .judge import judge
from .plan import parse_plan
from .shrink import shrink

__all__ = ["Campaign", "Outcome", "Tally", "first_seed", "play", "shorten"]

CHUNK = 5
"""How many plans a process is given at once."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one plan."""

    word: str
    findings: tuple[str, ...]
    rule: str
    happened: Counter[str]
    entries: int
    frames: int
    digest: str


@dataclass(slots=True)
class Tally:
    """What has been seen so far."""

    schedules: int = 0
    entries: int = 0
    frames: int = 0
    happened: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        self.schedules += 1
        self.entries += outcome.entries
        self.frames += outcome.frames
        self.happened.update(outcome.happened)


def first_seed(master: int) -> int:
    """Return the seed of a campaign's first plan; the others follow it."""
    return master * 1_000_000


def play(word: str, disks: Disks) -> Outcome:
    """Run a plan and check what came of it."""
    verdict = judge(parse_plan(word), disks)
    run = verdict.run
    happened = Counter(run.happened)
    happened.update(situations(run.history))
    return Outcome(
        word,
        tuple(str(finding) for finding in verdict.findings),
        verdict.rule,
        happened,
        sum(map(len, run.stored.journals.values())),
        len(run.history),
        run.digest(),
    )


def situations(history: Iterable[Event]) -> Counter[str]:
    """Count what is worth coming about, by what clients were told."""
    seen: Counter[str] = Counter()
    for event in history:
        if event.kind == "heard":
            data = event.data
            if b'"code":"move.stale"' in data or b'"code": "move.stale"' in data:
                seen["(stale)"] += 1
            elif b'"code":"storage.' in data:
                seen["(refused)"] += 1
            elif b'"what":"stood_in"' in data:
                seen["(stand-in)"] += 1
            elif b'"by":"clock"' in data:
                seen["(clock)"] += 1
            elif b'"code":"won"' in data or b'"code":"lost"' in data:
                seen["(game over)"] += 1
            elif b'"type":"bye"' in data:
                seen["(bye)"] += 1
    return seen


def shorten(word: str, rule: str, disks: Disks) -> str:
    """Return the word of a smaller plan that breaks the same promise."""
    plan = parse_plan(word)
    small = shrink(plan, lambda smaller: judge(smaller, disks).rule == rule)
    return small.word


class Campaign:
    """Plans from one seed on, for a while."""

    def __init__(
        self,
        seed: int,
        *,
        schedules: int | None = None,
        seconds: float | None = None,
        cpu_seconds: float | None = None,
        jobs: int = 1,
        bug: str | None = None,
    ) -> None:
        self.tally = Tally()
        self.begun = time.monotonic()
        self._seed = seed
        self._schedules = schedules
        self._seconds = seconds
        self._cpu_seconds = cpu_seconds
        self._jobs = jobs
        self._bug = bug

    def outcomes(self) -> Iterator[Outcome]:
        """Yield what comes of each plan, until it is enough."""
        source = self._one_by_one() if self._jobs == 1 else self._side_by_side()
        with closing(source):
            for outcome in islice(source, self._schedules):
                self.tally.add(outcome)
                yield outcome
                if self._enough():
                    return

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.begun

    def _enough(self) -> bool:
        if self._cpu_seconds is not None and time.process_time() >= self._cpu_seconds:
            return True
        return self._seconds is not None and self.elapsed >= self._seconds

    def _one_by_one(self) -> Generator[Outcome, None, None]:
        with closing(Disks()) as disks, defect(self._bug):
            for seed in count(self._seed):
                yield play(str(seed), disks)

    def _side_by_side(self) -> Generator[Outcome, None, None]:
        starts = count(self._seed, CHUNK)
        with ProcessPoolExecutor(self._jobs) as pool:
            running = {pool.submit(_chunk, next(starts), self._bug) for _ in range(self._jobs)}
            try:
                while True:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for chunk in done:
                        running.add(pool.submit(_chunk, next(starts), self._bug))
                        yield from chunk.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def _chunk(start: int, bug: str | None) -> list[Outcome]:
    with closing(Disks()) as disks, defect(bug):
        return [play(str(seed), disks) for seed in range(start, start + CHUNK)]
