"""A process that appends until it is killed, and says what was acknowledged.

It reads the path of a database from each line of its input. For each it forks and says `pid N`;
the fork says `opened`, and then `TABLE VERSION` for every append that came back. Forking spares
the time to import everything again.
"""

from __future__ import annotations

import asyncio
import os
import sys

from openregicide.server.store.store import Store


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


async def append_for_ever(path: str) -> None:
    store = await Store.open(path, rest=0.001)
    say("opened")

    async def play(table: str) -> None:
        version = len(await store.load(table)) + 1
        while True:
            # Now and then several at once, and some that take more than a page.
            length = 1 + version % 3
            size = 6000 if version % 7 == 0 else 80
            data = [f"{table} {v} ".encode().ljust(size) for v in range(version, version + length)]
            await store.append(table, version, data)
            version += length
            say(f"{table} {version - 1}")

    await asyncio.gather(*(play(f"table{number}") for number in range(12)))


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(append_for_ever(line.rstrip("\n")))
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main()
