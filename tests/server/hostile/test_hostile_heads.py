"""A stranger with requests that never end takes neither memory nor time."""

from __future__ import annotations

import functools
from collections import Counter
from pathlib import Path

import pytest

from support.hostile import Peer, under_attack
from support.raw_socket import connect_raw, flood, head_of

MB = 2**20

HEADS = {
    "line": ("GET / HTTP/1.1\r\nHost: localhost\r\nX: ", 64 * 1024 * "x"),
    "url": ("GET /", 64 * 1024 * "x"),
    "count": ("GET / HTTP/1.1\r\nHost: localhost\r\n", 4096 * "a: b\r\n"),
    "name": ("GET / HTTP/1.1\r\nHost: localhost\r\n", 64 * 1024 * "x"),
    "line breaks": ("", 16 * 1024 * "\r\n"),
}


async def endless(peer: Peer, kind: str) -> Counter[str]:
    first, block = HEADS[kind]
    return await flood(peer, block.encode(), first.encode(), connections=4, connect=connect_raw)


@pytest.mark.parametrize("kind", HEADS)
def test_heads_without_end(tmp_path: Path, kind: str) -> None:
    under_attack(tmp_path, functools.partial(endless, kind=kind)).check("http.431")


CHUNKED = ("POST /api/tables HTTP/1.1", "Transfer-Encoding: chunked")
BODIES = {
    "chunks": (CHUNKED, 10_000 * b"1\r\nx\r\n"),
    "chunk": (CHUNKED, b"ffffff\r\n" + 16 * MB * b"x" + b"\r\n"),
    "extension": (CHUNKED, b"1;" + MB * b"x"),
    "length": (("POST /api/tables HTTP/1.1", "Content-Length: 9999999999"), MB * b"x"),
}


async def endless_body(peer: Peer, kind: str) -> Counter[str]:
    head, block = BODIES[kind]
    return await flood(peer, block, head_of(peer, *head), connections=4, connect=connect_raw)


@pytest.mark.parametrize("kind", BODIES)
def test_bodies_without_end(tmp_path: Path, kind: str) -> None:
    under_attack(tmp_path, functools.partial(endless_body, kind=kind)).check("http.413")


async def pipelined(peer: Peer) -> Counter[str]:
    many = 2000 * head_of(peer, "GET /api/info HTTP/1.1")
    return await flood(peer, many, connections=4, connect=connect_raw)


def test_thousands_of_requests_in_one_packet(tmp_path: Path) -> None:
    under_attack(tmp_path, pipelined).check("pipelined")
