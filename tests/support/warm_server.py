"""Servers that start in a fraction of a second, for tests that start hundreds of them.

Starting Python, importing everything and packing the browser's files takes most of a server's
start. Here one process, this module run as a program, has done so already, and every server is a
fork of it. Otherwise it is the command that people run: a process of its own that can be killed
like any other.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

# Run as a program, this file has to find its neighbours itself.
sys.path.insert(0, str(Path(__file__).parents[1]))

from support.serving import RunningServer

__all__ = ["WarmServer"]

USED = (
    "alembic.command",
    "alembic.config",
    "openregicide.server.serve",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "uvicorn.lifespan.off",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvloop",
)
"""What a server imports, now or later."""


class WarmServer(RunningServer):
    """A running server that is quick to start again."""

    def __init__(self, folder: Path, **settings: object) -> None:
        super().__init__(folder, **settings)
        self._pid = 0
        folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("a") as log:
            self._mother = subprocess.Popen(
                [sys.executable, __file__],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip

    def start(self) -> None:
        arguments = [
            "serve", "--host=127.0.0.1", f"--port={self.port}", f"--data={self.folder / 'data'}",
            *(f"--{name.replace('_', '-')}={value}" for name, value in self.settings.items()),
        ]  # fmt: skip
        assert self._mother.stdin is not None
        print(json.dumps(arguments), file=self._mother.stdin, flush=True)
        self._pid = int(self._line())
        line = self._line()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found is not None, f"no server: {line!r} {self.logged()}"
        self.port = int(found[1])

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        assert self._gone() == -signal.SIGKILL

    def stop(self) -> int:
        os.kill(self._pid, signal.SIGTERM)
        return self._gone()

    def close(self) -> None:
        """No more servers: the last one has to be gone."""
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        self._mother.stdin.close()
        self._mother.wait(10)
        self._mother.stdout.close()

    def _gone(self) -> int:
        while not (line := self._line()).startswith("gone "):
            pass
        return int(line.removeprefix("gone "))

    def _line(self) -> str:
        assert self._mother.stdout is not None
        line = self._mother.stdout.readline()
        assert line, self.logged()
        return line


def bear() -> None:
    """Fork a server for every line of arguments, and tell when it is gone."""
    from openregicide.cli import main

    for name in USED:
        importlib.import_module(name)
    # Every server sends the same files; to read and pack them takes half of its start.
    names = vars(importlib.import_module("openregicide.server.web.app"))
    names["Assets"] = functools.cache(names["Assets"])
    names["Assets"](plain=False)
    # Neither has any of them to look for garbage among all this.
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            print(os.getpid(), flush=True)
            os._exit(main(json.loads(line)))
        _, status = os.waitpid(pid, 0)
        # On a line of its own: the server may have been killed in the middle of one.
        print("\ngone", os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    bear()
