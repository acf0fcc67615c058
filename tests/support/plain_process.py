"""`regicide play --plain` as a process of its own, typed to through a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["SECONDS", "PlainProcess", "plain_process"]

SECONDS = 120.0
PROMPT = "> "


class PlainProcess:
    """A person far away: what they read, and what they type."""

    def __init__(self, *arguments: str, saves: Path, language: str = "en") -> None:
        command = ["play", "--plain", f"--saves={saves}", f"--lang={language}", *arguments]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "openregicide", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": ""},
        )
        self.text = ""
        self.answered = 0
        """How much of the text was there when something was typed last."""
        self._news = threading.Condition()
        self._over = False
        self._subscriber = threading.Thread(target=self._read, daemon=True)
        self._subscriber.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while data := os.read(self.process.stdout.fileno(), 65536):
            with self._news:
                # Everything is flushed at the end of a line, so no character is ever torn.
                self.text += data.decode(errors="replace")
                self._news.notify_all()
        with self._news:
            self._over = True
            self._news.notify_all()

    def until(self, condition: Callable[[str], bool], what: str = "") -> str:
        """Wait until that is true of what was written since the last answer; return it."""
        with self._news:
            there = self._news.wait_for(
                lambda: self._over or condition(self.text[self.answered :]), SECONDS
            )
            fresh = self.text[self.answered :]
            assert there, f"never said {what!r}: {self.text[-3000:]}"
            assert condition(fresh), f"ended before it said {what!r}: {self.text[-3000:]}"
            return fresh

    def says(self, said: str) -> str:
        """Wait until something is written, on however many lines, after the last answer."""
        return self.until(lambda text: said in " ".join(text.split()), said)

    def asks(self) -> str:
        """Wait for a question; return all that was written since the last answer."""
        return self.until(lambda text: text.endswith(PROMPT), "a question")

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        with self._news:
            self.answered = len(self.text)
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def hang_up(self) -> None:
        """End the input."""
        assert self.process.stdin is not None
        with self._news:
            self.answered = len(self.text)
        self.process.stdin.close()

    @property
    def question(self) -> str:
        """What is asked now, with all that was written since the last answer, if anything is."""
        with self._news:
            text = self.text[self.answered :]
        return text if text.endswith(PROMPT) else ""

    def exit_code(self) -> int:
        return self.process.wait(SECONDS)

    def end(self) -> None:
        """Whatever it does, it stops."""
        self.process.kill()
        self.process.wait()
        self._subscriber.join()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()


@contextmanager
def plain_process(*arguments: str, saves: Path, language: str = "en") -> Iterator[PlainProcess]:
    process = PlainProcess(*arguments, saves=saves, language=language)
    try:
        yield process
    finally:
        process.end()
