"""A stranger who asks for much, or from many addresses of one network, waits for it alone."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from pathlib import Path

from openregicide.client import Server, new_id
from openregicide.protocol import MakeMove, NewTable, TableSettings
from openregicide.protocol import RulesData as Rules
from support.hostile import STRANGER, Peer, under_attack
from support.raw_socket import connect_raw, head_of


async def ask_on(peer: Peer, line: str, got: Counter[str], until: float, *headers: str) -> None:
    """Ask the same again and again, on one connection for as long as it lasts."""
    while time.monotonic() < until:
        try:
            reader, writer = await connect_raw(peer)
            while time.monotonic() < until:
                got["asked"] += 1
                sent = [each.replace("NUMBER", f"{got['asked']:x}") for each in headers]
                writer.write(head_of(peer, line, *sent))
                head = await reader.readuntil(b"\r\n\r\n")
                got[head[9:12].decode()] += 1
                length = head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]
                await reader.readexactly(int(length or 0))
        except (OSError, EOFError):
            got["cut off"] += 1


async def ask(peer: Peer, lines: list[str], *headers: str) -> Counter[str]:
    got: Counter[str] = Counter()
    until = time.monotonic() + peer.seconds
    await asyncio.gather(
        *(
            ask_on(peer, f"GET {line} HTTP/1.1", got, until, *headers)
            for line in max(1, 8 // len(lines)) * lines
        )
    )
    return got


async def one_network(peer: Peer) -> Counter[str]:
    return await ask(peer, ["/api/info"], "X-Forwarded-For: 2001:db8:0:1::NUMBER")


def test_requests_from_a_whole_network(tmp_path: Path) -> None:
    toll = under_attack(tmp_path, one_network, proxies=STRANGER, requests_per_address=10)
    toll.check("limit.too_fast")
    assert toll.got["200"] < 20 + 10 * 60


async def many_networks(peer: Peer) -> Counter[str]:
    return await ask(peer, ["/api/nothing"], "X-Forwarded-For: 2001:db8:NUMBER::1")


def test_requests_from_thousands_of_networks(tmp_path: Path) -> None:
    """Only that it stays within the budget: each of them is a client of its own."""
    toll = under_attack(tmp_path, many_networks, proxies=STRANGER)
    toll.check()


async def pages(peer: Peer) -> Counter[str]:
    return await ask(peer, ["/", "/t/ABCDEFGHJK", "/sw.js", "/rules/nothing", "/a/0/art.svg"])


def test_pages_at_full_speed(tmp_path: Path) -> None:
    """They are never refused, but nobody else has to wait for them."""
    toll = under_attack(tmp_path, pages)
    toll.check()
    assert toll.got["200"] == toll.got["asked"] > 500


DEVICE = 30 * "d"


async def finish_a_game(peer: Peer) -> str:
    """Play a game of one's own to its end; return its name."""
    server = Server(f"http://127.0.0.1:{peer.port}")
    bots = {"1": "greedy", "2": "greedy", "3": "greedy"}
    rules = TableSettings(Rules(players=4))
    joined = await server.create(NewTable("Eve", rules, bots=bots, begin=True, device=DEVICE))
    async with server.sit(joined.table, joined.token) as seat:
        while True:
            await seat.until(lambda: bool(seat.moves) or seat.over)
            if seat.over:
                assert seat.info.game is not None
                return seat.info.game.id
            await seat.ask(MakeMove(new_id(), seat.version, seat.moves[-1].move))


async def costly(peer: Peer) -> Counter[str]:
    game = f"/api/games/{await finish_a_game(peer)}"
    lines = [f"{game}/replay", *(f"{game}/replay?seat={seat}" for seat in range(4))]
    lines += [f"{game}/record", "/api/me/statistics", "/api/me/games", "/api/tables", "/api/info"]
    lines += [f"/api/daily/2026-01-0{day}?players=2" for day in range(1, 9)]
    return await ask(peer, lines, f"X-Device: {DEVICE}")


def test_costly_requests_in_a_loop(tmp_path: Path) -> None:
    toll = under_attack(tmp_path, costly, requests_per_address=10)
    toll.check("limit.too_fast")
    assert toll.got["200"]
