"""A stranger with an endless stream of frames takes nothing from those who play."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from support.hostile import Peer, under_attack
from support.raw_socket import BINARY, CONTINUATION, PING, TEXT, flood, frame

HELLO = frame(TEXT, b'{"type":"hello","token":null}')
MANY = 5000


async def empty_fragments(peer: Peer) -> Counter[str]:
    return await flood(peer, MANY * frame(CONTINUATION, fin=False), frame(TEXT, fin=False))


def test_endless_empty_fragments(tmp_path: Path) -> None:
    under_attack(tmp_path, empty_fragments).check("frames_dropped")


async def message_without_end(peer: Peer) -> Counter[str]:
    begin = HELLO + frame(TEXT, b'"', fin=False)
    return await flood(peer, MANY * frame(CONTINUATION, b"x", fin=False), begin, connections=8)


def test_messages_without_end(tmp_path: Path) -> None:
    under_attack(tmp_path, message_without_end).check("frames_dropped")


async def pings(peer: Peer) -> Counter[str]:
    return await flood(peer, MANY * frame(PING), connections=4)


def test_pings(tmp_path: Path) -> None:
    under_attack(tmp_path, pings).check("frames")


async def pings_unread(peer: Peer) -> Counter[str]:
    return await flood(peer, 500 * frame(PING, 125 * b"x"), HELLO, connections=32, reads=False)


def test_pings_whose_pongs_nobody_reads(tmp_path: Path) -> None:
    under_attack(tmp_path, pings_unread).check("frames")


async def tiny_frames(peer: Peer) -> Counter[str]:
    return await flood(peer, MANY * frame(BINARY, b"{"), HELLO, connections=8)


def test_tiny_frames(tmp_path: Path) -> None:
    under_attack(tmp_path, tiny_frames).check("frames")


async def requests(peer: Peer) -> Counter[str]:
    block = 50 * frame(TEXT, b'{"type":"ping","id":"a"}')
    return await flood(peer, block, HELLO, connections=32)


def test_requests_from_many_sockets(tmp_path: Path) -> None:
    under_attack(tmp_path, requests).check("frames")
