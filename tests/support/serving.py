"""A real server process for tests: started, killed and started again on the same data."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.patience import SECONDS

__all__ = ["RunningServer", "running_server"]


class RunningServer:
    """`regicide serve` on a free port of this machine."""

    program: tuple[str, ...] = ("-m", "openregicide")
    """What Python runs."""
    before: tuple[str, ...] = ()
    """What comes before the command, to run it somewhere else."""
    host = "127.0.0.1"

    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        self.settings: dict[str, object] = {
            "bot_pause_ms": 0,
            "tables_per_address": 100_000,
            "joins_per_address": 100_000,
            "requests_per_address": 10_000,
            "sockets_per_address": 1000,
            "messages": 1000,
            **settings,
        }
        self.log = folder / "server.log"
        self.port = 0
        self.process: subprocess.Popen[str]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and return once it listens; a second start takes the same port."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [
            *self.before, sys.executable, *self.program, "serve",
            f"--host={self.host}", f"--port={self.port}", f"--data={self.folder / 'data'}",
            *(f"--{name.replace('_', '-')}={value}" for name, value in self.settings.items()),
        ]  # fmt: skip
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ)
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\w.]+:(\d+)", line)
        if found is None:
            self.process.wait(SECONDS)
            raise AssertionError(f"no server: {line!r} {self.log.read_text()}")
        self.port = int(found[1])

    def stop(self) -> int:
        """Ask it to stop; return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self._wait()

    def _wait(self) -> int:
        code = self.process.wait(SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def logged(self) -> str:
        return self.log.read_text()


@contextmanager
def running_server(folder: Path, **settings: object) -> Iterator[RunningServer]:
    """Run a server for as long as the block lasts."""
    server = RunningServer(folder, **settings)
    server.start()
    try:
        yield server
    finally:
        server.kill()
