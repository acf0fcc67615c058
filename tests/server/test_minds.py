"""Bots that think in a process of their own say the same, and nothing is lost with the process."""

from __future__ import annotations

import io
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from openregicide.core import RuleSet, moves_of, new_state, view_for
from openregicide.server.tables import minds
from openregicide.server.tables.minds import FarMind, NearMind, ThoughtError
from support.patience import SECONDS

VIEW = view_for(new_state(RuleSet(players=2), 5, first=0), 0)
SPEC = "search:iterations=200"


@pytest.fixture
def far() -> Iterator[FarMind]:
    mind = FarMind()
    yield mind
    mind.close()


def pid_of(mind: FarMind) -> int:
    assert mind._process is not None
    return mind._process.pid


def test_a_far_mind_thinks_as_a_near_one(far: FarMind) -> None:
    near = NearMind()
    for seed in range(3):
        assert far.choose(SPEC, VIEW, seed) == near.choose(SPEC, VIEW, seed)
    assert far.analyse(SPEC, VIEW, 7) == near.analyse(SPEC, VIEW, 7)


def test_a_bot_that_fails_is_named_and_the_process_goes_on(far: FarMind) -> None:
    far.choose("policy", VIEW, 0)
    process = pid_of(far)
    with pytest.raises(ThoughtError, match="InvalidOptionError"):
        far.choose("nobody", VIEW, 0)
    with pytest.raises(ThoughtError, match="AssertionError"):
        far.analyse("policy", VIEW, 0)
    assert far.choose("policy", VIEW, 0) in moves_of(VIEW)
    assert pid_of(far) == process


def test_after_a_process_that_died_there_is_another(far: FarMind) -> None:
    far.choose("policy", VIEW, 0)
    os.kill(pid_of(far), signal.SIGKILL)
    with pytest.raises(ThoughtError):
        far.choose("policy", VIEW, 0)
    assert far.choose("policy", VIEW, 0) in moves_of(VIEW)


def test_who_is_closed_thinks_no_more(far: FarMind) -> None:
    far.choose("policy", VIEW, 0)
    far.close()
    far.close()
    with pytest.raises(ThoughtError, match="closed"):
        far.choose("policy", VIEW, 0)


def answered(questions: list[object], *, modest: bool) -> list[tuple[bytes, str, bool]]:
    answers = io.BytesIO()
    minds.serve(io.BytesIO(b"".join(map(pickle.dumps, questions))), answers, modest)
    answers.seek(0)
    found = []
    while answers.tell() < len(answers.getvalue()):
        found.append(pickle.load(answers))
    return found


def test_who_gets_too_little_time_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    question = ("choose", "policy", VIEW, 0)
    # The time of the processor stands still, while the time on the wall flies.
    hours = iter(range(100))
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)
    monkeypatch.setattr(time, "monotonic", lambda: 3600.0 * next(hours))
    assert [last for *_, last in answered([question] * 3, modest=True)] == [True]
    assert [last for *_, last in answered([question] * 3, modest=False)] == [False] * 3


def test_the_process_ends_with_the_server_however_that_ends() -> None:
    program = (
        "import time\n"
        "from openregicide.core import RuleSet, new_state, view_for\n"
        "from openregicide.server.tables.minds import FarMind\n"
        "mind = FarMind()\n"
        "mind.choose('policy', view_for(new_state(RuleSet(players=2), 5, first=0), 0), 0)\n"
        "print(mind._process.pid, flush=True)\n"
        "time.sleep(1000)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        thinking = int(server.stdout.readline())
        server.kill()
    until = time.monotonic() + SECONDS
    while is_running(thinking):
        assert time.monotonic() < until
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # An orphan that nobody has asked about is there, but does nothing.
    with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123 - it may vanish
        return file.read().rpartition(")")[2].split()[0] != "Z"
