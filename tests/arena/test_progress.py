"""The bar in a terminal, and the lines in a log."""

from __future__ import annotations

import io

import pytest

from openregicide.arena.progress import LINE_EVERY, Progress, duration
from openregicide.i18n import Catalogue


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def progress(stream: io.StringIO, clock: Clock, **values: int) -> Progress:
    return Progress(stream, Catalogue(), clock=clock, **{"done": 0, "wins": 0, **values}, total=40)


def test_the_bar_has_games_rate_interval_and_the_time_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream, clock = Terminal(), Clock()
    bar = progress(stream, clock)
    for number in range(10):
        clock.now += 2.0
        bar.add(number % 2 == 0)
    last = stream.getvalue().split("\r")[-1].removesuffix("\x1b[K")
    assert last == "[#####...............]  10 of 40  won 50.0% (23.7 to 76.3)  1:00 left"
    bar.finish()
    assert stream.getvalue().endswith("\r\x1b[K")
    assert "\n" not in stream.getvalue()


def test_games_of_an_earlier_run_count_but_say_nothing_about_the_speed() -> None:
    stream, clock = io.StringIO(), Clock()
    bar = progress(stream, clock, done=20, wins=10)
    clock.now += 3.0
    bar.add(True)
    assert bar.text(bar=False) == "21 of 40  won 52.4% (32.4 to 71.7)  0:57 left"


def test_a_log_gets_a_line_now_and_then() -> None:
    stream, clock = io.StringIO(), Clock()
    bar = progress(stream, clock)
    for _ in range(20):
        clock.now += LINE_EVERY / 10
        bar.add(False)
    assert stream.getvalue().count("\n") == 2
    assert "\r" not in stream.getvalue()
    bar.finish()
    assert stream.getvalue().count("\n") == 2


def test_a_narrow_terminal_is_not_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "30")
    stream = Terminal()
    progress(stream, Clock()).tick()
    assert len(stream.getvalue().strip("\r").removesuffix("\x1b[K")) <= 29


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (3599, "59:59"), (4020, "1:07:00")]
)
def test_times_are_written_as_on_a_clock(seconds: float, text: str) -> None:
    assert duration(seconds) == text
