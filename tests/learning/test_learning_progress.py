"""The progress bar, in a terminal and out of it."""

from __future__ import annotations

import io

from learning.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bar_with_rate_and_time_left() -> None:
    clock, terminal = Clock(), Terminal()
    progress = Progress(200, "games", stream=terminal, clock=clock)
    clock.now += 5
    progress.update(50, "best 61 %")
    assert "██████░" in terminal.getvalue()
    assert progress.line() == "50/200 games  25%  10/s  0:15 left  best 61 %"


def test_what_was_done_before_does_not_count_for_the_rate() -> None:
    clock = Clock()
    progress = Progress(10_000, "games", done=4000, stream=io.StringIO(), clock=clock)
    assert progress.line() == "4,000/10,000 games  40%"
    clock.now += 2
    progress.update(4004)
    assert progress.line() == "4,004/10,000 games  40%  2.00/s  0:49:58 left".replace("0:4", "4")


def test_without_a_terminal_a_line_every_ten_seconds() -> None:
    clock, stream = Clock(), io.StringIO()
    progress = Progress(100, "games", stream=stream, clock=clock)
    for i in range(1, 26):
        clock.now += 1
        progress.update(i)
    progress.finish()
    lines = stream.getvalue().splitlines()
    assert [line.split("/")[0] for line in lines] == ["1", "11", "21", "25"]
    assert not any("\r" in line or "\x1b" in line for line in lines)


def test_lines_that_stay_cover_the_bar() -> None:
    terminal = Terminal()
    progress = Progress(2, "epochs", stream=terminal, clock=Clock())
    progress.update(1)
    progress.say("epoch 1")
    assert terminal.getvalue().endswith("\r\x1b[2Kepoch 1\n")


def test_nothing_to_do_is_done() -> None:
    progress = Progress(0, "games", stream=Terminal(), clock=Clock())
    progress.finish()
    assert progress.line() == "0/0 games 100%"
