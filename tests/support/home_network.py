"""A network at home for tests: one machine with a server, one beside it, and a cable between.

Both are network namespaces of this machine, so nothing that is sent there can leave it, and every
port is free. It takes Linux, `iproute2`, and the right to make namespaces.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

from support.patience import SECONDS
from support.serving import RunningServer

__all__ = ["HERE", "THERE", "HomeNetwork", "HomeServer", "home_network"]

HERE, THERE = "10.77.0.1", "10.77.0.2"
"""The address of the machine that has the server, and of the one beside it."""

TOOLS = ("unshare", "nsenter", "ip")


class _Machine:
    """A namespace, for as long as somebody sleeps in it."""

    def __init__(self, *within: str) -> None:
        # Whoever is not root is root in a namespace of users.
        mapped = () if os.geteuid() == 0 or within else ("--user", "--map-root-user")
        command = [*within, "unshare", *mapped, "--net", "sh", "-c", "echo; exec sleep infinity"]
        self._sleeper = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._sleeper.stdout is not None
        if self._sleeper.stdout.readline() != "\n":
            self.end()
            raise OSError("no namespace")
        users = () if os.geteuid() == 0 else ("--user", "--preserve-credentials")
        self.inside = ("nsenter", f"--target={self._sleeper.pid}", *users, "--net")

    @property
    def pid(self) -> int:
        return self._sleeper.pid

    def run(self, *command: str) -> None:
        subprocess.run([*self.inside, *command], check=True, capture_output=True, timeout=SECONDS)

    def end(self) -> None:
        self._sleeper.kill()
        self._sleeper.wait(SECONDS)
        assert self._sleeper.stdout is not None
        self._sleeper.stdout.close()


class HomeNetwork:
    """`here` and `there` are what to put before a command, to run it on one of the machines."""

    def __enter__(self) -> HomeNetwork:
        with ExitStack() as undo:
            here = _Machine()
            undo.callback(here.end)
            there = _Machine(*here.inside)
            undo.callback(there.end)
            here.run("ip", "link", "add", "cable", "type", "veth", "peer", "name", "other")
            here.run("ip", "link", "set", "other", "netns", str(there.pid))
            for machine, end, address in ((here, "cable", HERE), (there, "other", THERE)):
                machine.run("ip", "link", "set", "lo", "up")
                machine.run("ip", "address", "add", f"{address}/24", "dev", end)
                machine.run("ip", "link", "set", end, "up")
                machine.run("ip", "route", "add", "default", "dev", end)
            self._here = here
            self.here, self.there = here.inside, there.inside
            self._undo = undo.pop_all()
        return self

    def unplug(self) -> None:
        """Take the machine that has the server off the network."""
        self._here.run("ip", "link", "set", "cable", "down")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._undo.close()


@cache
def _can_be_made() -> bool:
    if not sys.platform.startswith("linux") or not all(map(shutil.which, TOOLS)):
        return False
    try:
        with HomeNetwork():
            return True
    except (OSError, subprocess.SubprocessError):
        return False


@contextmanager
def home_network() -> Iterator[HomeNetwork]:
    """Make one for as long as the block lasts; skip the test where that cannot be."""
    if not _can_be_made():
        pytest.skip("this machine lets us make no network of our own (namespaces, iproute2)")
    with HomeNetwork() as network:
        yield network


class HomeServer(RunningServer):
    """`regicide serve`, as `make play` has it, on one of the machines."""

    host = "0.0.0.0"

    def __init__(self, inside: tuple[str, ...], folder: Path, **settings: Any) -> None:
        super().__init__(folder, **settings)
        self.before = inside

    @property
    def url(self) -> str:
        """Where it is for whoever sits at the machine."""
        return f"http://localhost:{self.port}"
