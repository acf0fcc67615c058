"""A server that lives on a day of the test's choice, where time stands still until it is told.

This module, run as a program, is the command that people run, with another clock put in. What
time it is stands in a file beside the data, so that it survives the server.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

# Run as a program, this file has to find its neighbours itself.
sys.path.insert(0, str(Path(__file__).parents[1]))

from support.serving import RunningServer

__all__ = ["ClockedServer", "clocked_server"]

FILE = "time"


class ClockedServer(RunningServer):
    """A running server, and the hands of its clock."""

    program = (__file__,)

    def __init__(self, folder: Path, moment: str, **settings: object) -> None:
        super().__init__(folder, **settings)
        self.set(moment)

    def set(self, moment: str) -> None:
        """Let it be another time: as in 2026-11-16 23:59."""
        seconds = datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp()
        new = self.folder / f"{FILE}.new"
        new.write_text(str(int(seconds)))
        new.replace(self.folder / FILE)


@contextmanager
def clocked_server(folder: Path, moment: str, **settings: object) -> Iterator[ClockedServer]:
    """Run a server for as long as the block lasts."""
    server = ClockedServer(folder, moment, **settings)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def main() -> int:
    from openregicide import cli
    from openregicide.server import clock

    (data,) = (word for word in sys.argv if word.startswith("--data="))
    file = Path(data.removeprefix("--data=")).parent / FILE
    clock.now = lambda: int(file.read_text())
    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
