"""The load one server can carry: many tables of two clients that play at random.

    python benchmarks/server_load.py --tables 1000 --rate 500 --seconds 30 --json

Starts a server of its own on this machine and plays over real sockets. A move's time is from
sending it to the moment the last of the table's seats has seen it. At the end every move that was
acknowledged is looked up in the server's file. A rate of 0 sends as fast as the server answers.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect

SETTINGS = {
    "tables-per-address": 1_000_000,
    "joins-per-address": 1_000_000,
    "requests-per-address": 1_000_000,
    "sockets-per-address": 1_000_000,
    "messages": 1000,
    "idle-seconds": 3600,
    "log-level": "warning",
}
IN_FLIGHT = 200
"""With a rate of 0, how many tables wait for an answer at once."""
FEW = 10
SETTLE_SECONDS = 3.0


class Move(msgspec.Struct):
    move: str


class Game(msgspec.Struct):
    result: str | None = None


class Table(msgspec.Struct):
    game: Game | None = None


class Message(msgspec.Struct):
    """The parts of a message that this program needs."""

    type: str
    version: int = 0
    id: str = ""
    moves: list[Move] | None = None
    table: Table | None = None
    error: Any = None


read = msgspec.json.Decoder(Message).decode


@dataclass
class Pair:
    """A table with its two seats."""

    code: str
    tokens: tuple[str, str]
    sockets: list[ClientConnection] = field(default_factory=list)
    version: int = 0
    seen: list[int] = field(default_factory=lambda: [0, 0])
    moves: list[list[Move]] = field(default_factory=lambda: [[], []])
    over: bool = False
    sent_at: float = 0.0
    awaited: int = 0
    """The version that both seats have to see."""
    waiting: bool = False
    moving: bool = False
    """Whether it waits for a move, and not for a new game."""


class Load:
    def __init__(self, url: str, tables: int, rate: float, seconds: float) -> None:
        self.url, self.count, self.rate, self.seconds = url, tables, rate, seconds
        self.pairs: list[Pair] = []
        self.ready: deque[Pair] = deque()
        self.times: list[float] = []
        self.acknowledged = 0
        self.refused: dict[str, int] = {}
        self.flying = 0
        self.late = 0
        self.counting = False
        self.random = random.Random(1)

    def call(self, path: str, body: object) -> dict[str, Any]:
        request = Request(f"{self.url}{path}", json.dumps(body).encode(), method="POST")
        with urlopen(request, timeout=30) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    async def sit_down(self) -> None:
        """Make the tables, and connect both seats of each."""
        for _ in range(self.count):
            made = await asyncio.to_thread(
                self.call, "/api/tables", {"name": "A", "settings": {"rules": {"players": 2}}}
            )
            code = made["table"]
            joined = await asyncio.to_thread(self.call, f"/api/tables/{code}/seats", {"name": "B"})
            self.pairs.append(Pair(code, (made["token"], joined["token"])))

    async def connect(self) -> None:
        gate = asyncio.Semaphore(50)

        async def both(pair: Pair) -> None:
            for seat in (0, 1):
                async with gate:
                    socket = await connect(
                        f"{self.url.replace('http', 'ws')}/api/tables/{pair.code}/socket",
                        compression=None,
                        ping_interval=None,
                        max_size=None,
                        open_timeout=60,
                    )
                await socket.send(json.dumps({"type": "hello", "token": pair.tokens[seat]}))
                pair.sockets.append(socket)
                asyncio.get_running_loop().create_task(self.listen(pair, seat, socket))

        await asyncio.gather(*(both(pair) for pair in self.pairs))

    async def listen(self, pair: Pair, seat: int, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                message = read(frame)
                if message.type == "update":
                    self.saw(pair, seat, message)
                elif message.type == "answer":
                    await self.answered(pair, message)
        except OSError:
            pass

    def saw(self, pair: Pair, seat: int, message: Message) -> None:
        pair.seen[seat] = message.version
        if message.moves is not None:
            pair.moves[seat] = message.moves
        if message.table is not None and message.table.game is not None:
            pair.over = message.table.game.result is not None
        self.settle(pair)

    async def answered(self, pair: Pair, message: Message) -> None:
        if message.error is not None:
            code = message.error["code"]
            self.refused[code] = self.refused.get(code, 0) + 1
            pair.waiting = False
            self.flying -= 1
            self.ready.append(pair)
            return
        pair.version = message.version
        if message.id.startswith("m"):
            self.acknowledged += 1
        pair.awaited = message.version
        self.settle(pair)

    def settle(self, pair: Pair) -> None:
        """Record the time when the move was acknowledged and both seats have seen it."""
        if not pair.waiting or not pair.awaited or min(pair.seen) < pair.awaited:
            return
        pair.waiting = False
        pair.awaited = 0
        self.flying -= 1
        if self.counting and pair.moving:
            self.times.append(time.perf_counter() - pair.sent_at)
        self.ready.append(pair)

    async def send(self, pair: Pair) -> None:
        """Make a random move at a table, or begin a new game if the last one is over."""
        name = f"{self.random.getrandbits(60):x}"
        seat = next((each for each in (0, 1) if pair.moves[each]), None)
        request: dict[str, Any]
        if seat is None or pair.over:
            seat, request = 0, {"type": "begin", "id": f"b{name}"}
        else:
            move = self.random.choice(pair.moves[seat]).move
            version = pair.seen[seat]
            request = {"type": "move", "id": f"m{name}", "version": version, "move": move}
        pair.moving = request["type"] == "move"
        pair.waiting, pair.sent_at = True, time.perf_counter()
        self.flying += 1
        await pair.sockets[seat].send(json.dumps(request))

    async def begin(self) -> None:
        """Begin a game at every table, a few at a time."""
        for pair in self.pairs:
            while self.flying >= FEW:
                await asyncio.sleep(0.001)
            await self.send(pair)
        while self.flying:
            await asyncio.sleep(0.01)

    async def run(self) -> float:
        begun = time.perf_counter()
        sent = 0
        self.counting = True
        while (now := time.perf_counter()) < begun + self.seconds:
            due = int((now - begun) * self.rate) - sent if self.rate else IN_FLIGHT - self.flying
            for _ in range(max(0, due)):
                if not self.ready:
                    self.late += 1
                    break
                await self.send(self.ready.popleft())
                sent += 1
            await asyncio.sleep(0.002)
        elapsed = time.perf_counter() - begun
        done = len(self.times)
        self.counting = False
        until = time.perf_counter() + 10
        while self.flying and time.perf_counter() < until:
            await asyncio.sleep(0.05)
        self.moves_a_second = done / elapsed
        return elapsed


def memory_of(process: int) -> int:
    """Return the memory that a process holds, in bytes."""
    text = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(found[1]) * 1024 if found else 0


def processor_time_of(process: int | Path) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stored_moves(file: Path) -> int:
    with sqlite3.connect(file) as database:
        query = 'SELECT count(*) FROM entries WHERE CAST(data AS TEXT) LIKE \'{"type":"moved"%\''
        return int(database.execute(query).fetchone()[0])


def stolen_time() -> float:
    """Return the CPU time that the host of this virtual machine gave to others (steal)."""
    fields = Path("/proc/stat").read_text().partition("\n")[0].split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


def percentile(times: list[float], part: float) -> float:
    return 1000 * sorted(times)[min(len(times) - 1, int(len(times) * part))] if times else 0.0


async def measure(options: argparse.Namespace, folder: Path) -> dict[str, object]:
    command = [sys.executable, "-m", "openregicide", "serve", "--host=127.0.0.1", "--port=0"]
    command += [f"--data={folder}", *(f"--{name}={value}" for name, value in SETTINGS.items())]
    if options.core is not None:
        command = ["taskset", "-c", str(options.core), *command]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://[0-9.]+:\d+", server.stdout.readline())
        assert found is not None, "the server did not start"
        load = Load(found[0], options.tables, options.rate, options.seconds)
        empty = memory_of(server.pid)
        tell(options, f"making {options.tables} tables ...")
        await load.sit_down()
        at_rest = memory_of(server.pid)
        tell(options, f"connecting {2 * options.tables} seats ...")
        await load.connect()
        await load.begin()
        await asyncio.sleep(SETTLE_SECONDS)
        # The measuring process must not pause for garbage collection.
        gc.disable()
        tell(options, f"playing for {options.seconds:g} s ...")
        stolen_before = stolen_time()
        before, own_before = processor_time_of(server.pid), time.process_time()
        elapsed = await load.run()
        used = processor_time_of(server.pid) - before
        own = time.process_time() - own_before
        stolen = stolen_time() - stolen_before
        playing = memory_of(server.pid)
    finally:
        server.terminate()
        server.wait(20)
    stored = stored_moves(folder / "tables.sqlite3")
    return {
        "tables": options.tables,
        "sockets": 2 * options.tables,
        "rate": options.rate,
        "seconds": round(elapsed, 1),
        "moves_per_second": round(load.moves_a_second, 1),
        "p50_ms": round(percentile(load.times, 0.5), 1),
        "p99_ms": round(percentile(load.times, 0.99), 1),
        "worst_ms": round(percentile(load.times, 1.0), 1),
        "server_cores": round(used / elapsed, 2),
        "client_cores": round(own / elapsed, 2),
        "stolen_cores": round(stolen / elapsed, 2),
        "cpu_ms_per_move": round(1000 * used / max(1, len(load.times)), 3),
        "kb_per_table_at_rest": round((at_rest - empty) / options.tables / 1024, 1),
        "kb_per_table_playing": round((playing - empty) / options.tables / 1024, 1),
        "acknowledged": load.acknowledged,
        "stored": stored,
        "lost": max(0, load.acknowledged - stored),
        "unanswered": load.flying,
        "refused": load.refused,
    }


def tell(options: argparse.Namespace, text: str) -> None:
    if not options.json:
        print(text, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument(
        "--rate", type=float, default=500, help="moves a second; 0 for as fast as possible"
    )
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--core", type=int, help="run the server on this core only")
    parser.add_argument("--json", action="store_true", help="the result as one line of JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(measure(options, Path(folder)))
    if options.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:22} {value}")


if __name__ == "__main__":
    main()
