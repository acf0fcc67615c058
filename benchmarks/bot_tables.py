"""What people notice of many tables of bots, and what the bots make of it.

    python -m benchmarks.bot_tables --bot-tables 50 --people 200 --seconds 20 --json

Starts a server of its own. People play at tables of two, first alone, then beside strangers who
have made tables where strong bots search for a second, from two addresses, and sit there; a few
ask for hints meanwhile. Then the strangers hang up: with nobody there, their tables rest.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import re
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from .server_load import SETTINGS, Load, percentile, processor_time_of, stolen_time, tell

STRANGERS = ("127.0.0.3", "127.0.0.4")
BOT = "search:ms=1000"
CLOCK = 1
"""A short clock at the strangers' tables, so that they go on by themselves."""
SETTLE_SECONDS = 3.0
HINT_SECONDS = 2.5
"""How often each of those who want hints asks for one."""
WANT_HINTS = 4


def call(port: int, path: str, body: object, address: str) -> dict[str, Any]:
    """Send a request from an address of our own."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30, source_address=(address, 0))
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer: dict[str, Any] = json.load(connection.getresponse())
    connection.close()
    return answer


def metrics(port: int) -> dict[str, float]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return {name: float(value) for name, value in re.findall(r"^(\S+) ([0-9.e+]+)$", text, re.M)}


def moves(before: dict[str, float], after: dict[str, float], metric: str) -> dict[str, int]:
    """Return how much a counter has grown, by its label."""
    found = {
        name.split('"')[1]: int(value - before.get(name, 0.0))
        for name, value in after.items()
        if name.startswith(f"{metric}_total{{")
    }
    return {label: count for label, count in found.items() if count}


class Strangers:
    """Tables of bots, and their makers."""

    def __init__(self, port: int, tables: int) -> None:
        self.port, self.count = port, tables
        self.sockets: list[ClientConnection] = []
        self.reading: list[asyncio.Task[None]] = []
        self.refused = 0

    async def sit_down(self) -> None:
        wanted = {
            "name": "S",
            "settings": {"rules": {"players": 4}, "clock": CLOCK},
            "bots": {"1": BOT, "2": BOT, "3": BOT},
            "begin": True,
        }
        for number in range(self.count):
            address = STRANGERS[number % len(STRANGERS)]
            made = await asyncio.to_thread(call, self.port, "/api/tables", wanted, address)
            if "token" not in made:
                self.refused += 1
                continue
            url = f"ws://127.0.0.1:{self.port}/api/tables/{made['table']}/socket"
            socket = await connect(
                url, compression=None, ping_interval=None, max_size=None, local_addr=(address, 0)
            )
            await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
            self.sockets.append(socket)
            self.reading.append(asyncio.create_task(self.play_on(socket)))

    async def play_on(self, socket: ClientConnection) -> None:
        """Begin the next game whenever one is over."""
        async for frame in socket:
            if '"result":"' in str(frame):
                await socket.send(json.dumps({"type": "begin", "id": f"{time.monotonic_ns():x}"}))

    async def hang_up(self) -> None:
        for task in self.reading:
            task.cancel()
        await asyncio.gather(*(socket.close() for socket in self.sockets))


async def ask_hints(port: int, seconds: float) -> list[tuple[float, str]]:
    """Ask for a hint now and then; return how long each took, and why it was refused."""
    settings = {"rules": {"players": 1}, "hints": True}
    wanted = {"name": "H", "settings": settings, "begin": True}
    made = await asyncio.to_thread(call, port, "/api/tables", wanted, "127.0.0.2")
    found: list[tuple[float, str]] = []
    url = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/socket"
    async with connect(
        url, compression=None, ping_interval=None, max_size=None, local_addr=("127.0.0.2", 0)
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        version = json.loads(await socket.recv())["version"]
        until = time.perf_counter() + seconds
        while (begun := time.perf_counter()) < until:
            await socket.send(
                json.dumps({"type": "hint", "id": f"h{time.monotonic_ns():x}", "version": version})
            )
            while (message := json.loads(await socket.recv()))["type"] != "answer":
                pass
            found.append((time.perf_counter() - begun, message.get("error", {}).get("code", "")))
            await asyncio.sleep(max(0.0, begun + HINT_SECONDS - time.perf_counter()))
    return found


async def play(load: Load, pid: int, seconds: float) -> dict[str, Any]:
    """Let people play for a time; return what they noticed."""
    load.times, load.seconds = [], seconds
    # The first thread has the event loop, and its number is that of the process.
    loop = Path(f"{pid}/task/{pid}")
    used, own, stolen = processor_time_of(pid), processor_time_of(loop), stolen_time()
    elapsed = await load.run()
    return {
        "moves_per_second": round(load.moves_a_second, 1),
        "p50_ms": round(percentile(load.times, 0.5), 1),
        "p99_ms": round(percentile(load.times, 0.99), 1),
        "worst_ms": round(percentile(load.times, 1.0), 1),
        "server_cores": round((processor_time_of(pid) - used) / elapsed, 2),
        "event_loop_cores": round((processor_time_of(loop) - own) / elapsed, 2),
        "stolen_cores": round((stolen_time() - stolen) / elapsed, 2),
    }


async def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "openregicide", "serve", "--host=127.0.0.1", "--port=0"]
    command += [f"--data={folder}", *(f"--{name}={value}" for name, value in SETTINGS.items())]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://[0-9.]+:(\d+)", server.stdout.readline())
        assert found is not None, "the server did not start"
        port = int(found[1])
        load = Load(found[0], options.people // 2, options.rate, options.seconds)
        tell(options, f"{options.people} people sit down ...")
        await load.sit_down()
        await load.connect()
        await load.begin()
        await asyncio.sleep(SETTLE_SECONDS)
        # The measuring process must not pause for garbage collection.
        gc.disable()
        tell(options, f"people play for {options.seconds:g} s ...")
        alone = await play(load, server.pid, options.seconds)
        tell(options, f"strangers make {options.bot_tables} tables of bots ...")
        strangers = Strangers(port, options.bot_tables)
        await strangers.sit_down()
        await asyncio.sleep(SETTLE_SECONDS)
        tell(options, f"people play beside them for {options.seconds:g} s ...")
        before = metrics(port)
        hints = [asyncio.create_task(ask_hints(port, options.seconds)) for _ in range(WANT_HINTS)]
        beside = await play(load, server.pid, options.seconds)
        given = [each for asker in await asyncio.gather(*hints) for each in asker]
        after = metrics(port)
        await strangers.hang_up()
        await asyncio.sleep(SETTLE_SECONDS)
        tell(options, "nobody is at the tables of bots ...")
        resting = metrics(port)
        afterwards = await play(load, server.pid, options.seconds / 4)
        rested = moves(resting, metrics(port), "regicide_bot_moves")
    finally:
        server.terminate()
        server.wait(20)
    bots = moves(before, after, "regicide_bot_moves")
    searched, chosen = bots.get("search", 0), max(1, sum(bots.values()))
    return {
        "alone": alone,
        "beside": beside,
        "afterwards": afterwards,
        "p99_ratio": round(beside["p99_ms"] / alone["p99_ms"], 2),
        "bot_tables": len(strangers.sockets),
        "refused_tables": strangers.refused,
        "bot_moves": bots,
        "bot_moves_per_second": round(chosen / options.seconds, 1),
        "not_searched": round(1 - searched / chosen, 4),
        "hints": len(given),
        "hints_refused": sorted(code for _, code in given if code),
        "slowest_hint_s": round(max(took for took, _ in given), 2),
        "bot_moves_while_nobody_is_there": sum(rested.values()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--bot-tables", type=int, default=50)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50, help="moves of people a second, in all")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", action="store_true", help="the result as one line of JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(measure(options, Path(folder)))
    if options.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:32} {value}")


if __name__ == "__main__":
    main()
