"""What thinks for bots: in this process, or in one of its own.

A search takes a whole core for as long as it may. In a thread of the server it takes Python's lock
again and again; when the system then lets another program run, nobody gets the lock, and people's
moves wait for bots at other tables. A process of its own holds nobody up.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import openregicide

from ...bots import make_bot
from ...bots.api.bot import Bot
from ...bots.players.search_bot import Candidate, SearchBot
from ...core import Generator, Move, RuleSet, View
from .. import clock

__all__ = ["FarMind", "Mind", "NearMind", "ThoughtError"]

KEPT = 4
"""How many bots a mind keeps for the next table; a search may hold tens of megabytes."""
NICENESS = 10
"""Of a process that thinks where others want all cores too."""
ENOUGH = 0.3
"""The share of a core that a process has to get, to be content with what nobody else wants."""
TRIAL_SECONDS = 0.05
"""How much time says whether it is enough."""


class ThoughtError(Exception):
    """A bot failed in another process; says how."""


class Mind(Protocol):
    """Thinks about one thing after the other."""

    def choose(self, spec: str, view: View, seed: int) -> Move:
        """Return a bot's move."""

    def analyse(self, spec: str, view: View, seed: int) -> Sequence[Candidate]:
        """Return the moves that a search has tried, the best first."""

    def close(self) -> None:
        """Think no more."""


class NearMind:
    """Thinks in this process, and keeps its bots: one never serves two tables at once."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, RuleSet], Bot] = {}

    def choose(self, spec: str, view: View, seed: int) -> Move:
        return self._bot(spec, view.rules).choose(view, Generator(seed))

    def analyse(self, spec: str, view: View, seed: int) -> Sequence[Candidate]:
        search = self._bot(spec, view.rules)
        assert isinstance(search, SearchBot)
        found = search.analyse(view, Generator(seed))
        return [each for each in found.candidates if each.visits]

    def close(self) -> None:
        self._bots.clear()

    def _bot(self, spec: str, rules: RuleSet) -> Bot:
        bot = self._bots.pop((spec, rules), None) or make_bot(spec)
        self._bots[spec, rules] = bot
        while len(self._bots) > KEPT:
            del self._bots[next(iter(self._bots))]
        return bot


class FarMind:
    """Thinks in a process of its own, which begins with the first question."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def choose(self, spec: str, view: View, seed: int) -> Move:
        move: Move = self._ask("choose", spec, view, seed)
        return move

    def analyse(self, spec: str, view: View, seed: int) -> Sequence[Candidate]:
        found: Sequence[Candidate] = self._ask("analyse", spec, view, seed)
        return found

    def close(self) -> None:
        self._closed = True
        self._end()

    def _ask(self, *question: object) -> Any:
        """Return the answer to a question.

        :raises ThoughtError: the bot failed, or its process did; the next question begins another.
        """
        if self._closed:
            raise ThoughtError("closed")
        try:
            process = self._process or self._begin()
            assert process.stdin is not None
            assert process.stdout is not None
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            answer, problem, last = pickle.load(process.stdout)
        except Exception as error:
            self._end()
            raise ThoughtError(type(error).__name__) from error
        if last:
            self._end()
        if problem:
            raise ThoughtError(problem)
        return pickle.loads(answer)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    # What was not sent is not wanted any more.
                    with suppress(OSError):
                        pipe.close()
            process.wait()

    def _begin(self) -> subprocess.Popen[bytes]:
        # The same package, wherever this one was found.
        here = str(Path(openregicide.__file__).parents[1])
        paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        return self._process


def serve(questions: BinaryIO, answers: BinaryIO, modest: bool) -> None:
    """Answer questions until there are no more.

    :param modest: whether we get what nobody else wants; if that is too little, it is the end.
    """
    mind = NearMind()
    last = False
    while not last:
        try:
            name, *details = pickle.load(questions)
        except EOFError:
            return
        begun, used = clock.monotonic(), clock.thread_time()
        answer, problem = b"", ""
        try:
            answer = pickle.dumps(getattr(mind, name)(*details))
        except (Exception, SystemExit) as error:
            problem = type(error).__name__
        used, elapsed = clock.thread_time() - used, clock.monotonic() - begun
        last = modest and elapsed > TRIAL_SECONDS and not _enough(used, elapsed)
        pickle.dump((answer, problem, last), answers)
        answers.flush()


def _enough(used: float, elapsed: float) -> bool:
    return used > ENOUGH * elapsed


def _stand_back() -> bool:
    """Let moves of people go first: they wait for the disk, and the disk for a core.

    :returns: whether we only get what nobody else wants.
    """
    if sys.platform != "linux":
        return False
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, cores[1:])
    # Nothing else makes way at once. But where others want all cores, it would be no time at all,
    # and there is no way back; so a thread tries it first.
    with ThreadPoolExecutor(1) as trial:
        modest = trial.submit(_try_modesty).result()
    if modest:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(NICENESS)
    return modest


def _try_modesty() -> bool:
    """Return whether this thread gets enough if it takes what nobody else wants."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    begun, used = clock.monotonic(), clock.thread_time()
    while (elapsed := clock.monotonic() - begun) < TRIAL_SECONDS:
        pass
    return _enough(clock.thread_time() - used, elapsed)


def main() -> None:
    # Ctrl-C is for the server, whose end is ours.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    modest = _stand_back()
    answers = sys.stdout.buffer
    # A bot that prints something must not spoil an answer.
    sys.stdout = sys.stderr
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, answers, modest)
    # Nobody reads what may be left.
    os._exit(0)


if __name__ == "__main__":
    main()
