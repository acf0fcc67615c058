"""A server whose search thinks about a hint for as long as the test likes.

This module, run as a program, is the command that people run, with that one change.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

# Run as a program, this file has to find its neighbours itself.
sys.path.insert(0, str(Path(__file__).parents[1]))

from support.serving import RunningServer

__all__ = ["ThoughtfulServer", "thoughtful_server"]

FILE = "thinking"


class ThoughtfulServer(RunningServer):
    """A running server that gives no hints between `think` and `speak`."""

    program = (__file__,)

    def think(self) -> None:
        (self.folder / FILE).touch()

    async def lost_in_thought(self, searches: int = 1) -> None:
        """Wait until so many searches are held up."""
        while len((self.folder / FILE).read_text()) < searches:
            await asyncio.sleep(0.01)

    def speak(self) -> None:
        (self.folder / FILE).unlink()


@contextmanager
def thoughtful_server(folder: Path, **settings: object) -> Iterator[ThoughtfulServer]:
    """Run a server for as long as the block lasts."""
    server = ThoughtfulServer(folder, **settings)
    server.start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def main() -> int:
    from openregicide import cli
    from openregicide.bots.players.search_bot import Candidate
    from openregicide.core import View
    from openregicide.server.tables.bot_pool import BotPool
    from openregicide.server.tables.lanes import Source

    (data,) = (word for word in sys.argv if word.startswith("--data="))
    file = Path(data.removeprefix("--data=")).parent / FILE
    search = BotPool.hint

    async def hint(pool: BotPool, view: View, source: Source) -> Sequence[Candidate]:
        found = await search(pool, view, source)
        if file.exists():
            with file.open("a") as searches:
                searches.write(".")
        while file.exists():
            await asyncio.sleep(0.01)
        return found

    setattr(BotPool, "hint", hint)  # noqa: B010
    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
