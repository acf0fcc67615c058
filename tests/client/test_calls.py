"""Questions over HTTP to servers that behave badly; those to a good one are in test_remote."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from openregicide.client import ProtocolError, Server, Status, Timing
from openregicide.client.calls import MOST_BYTES
from openregicide.errors import InvalidOptionError
from openregicide.i18n import Catalogue
from openregicide.protocol import Problem

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]

QUICK = Timing(call=0.3, sit=0.5, first_delay=0.01, longest_delay=0.02)


def saying(answer: bytes) -> Handler:
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    return handler


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()
    writer.close()


def ask(handler: Handler, question: Callable[[Server], Coroutine[Any, Any, Any]]) -> Any:
    """Ask something of a server that is no more than a handler of bytes."""

    async def run() -> Any:
        listening = await asyncio.start_server(handler, "127.0.0.1", 0)
        async with listening:
            port = listening.sockets[0].getsockname()[1]
            return await question(Server(f"http://127.0.0.1:{port}", timing=QUICK))

    return asyncio.run(run())


def refusal(handler: Handler, question: Callable[[Server], Coroutine[Any, Any, Any]]) -> str:
    with pytest.raises(ProtocolError) as refused:
        ask(handler, question)
    return refused.value.code


def http(body: bytes, status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


CHUNKED = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n[Rules\r\n3\r\n ..\r\n0\r\n\r\n"
)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (http(b"[Rules"), "[Rules"),
        (CHUNKED, "[Rules .."),
        (b"HTTP/1.0 200 OK\r\n\r\nuntil the end", "until the end"),
    ],
)
def test_an_answer_is_read_however_it_is_delivered(answer: bytes, text: str) -> None:
    assert ask(saying(answer), lambda server: server.record("G")) == text


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"hello\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort",
        http(b"\xff"),
        http(b"x" * MOST_BYTES),
    ],
)
def test_an_answer_without_sense_is_called_that(answer: bytes) -> None:
    assert refusal(saying(answer), lambda server: server.record("G")) == "connection.garbled"


def test_json_that_is_not_what_was_asked_for_is_garbled() -> None:
    for body in (b"", b"{}", b"[1]", b'{"tables": 3}'):
        code = refusal(saying(http(body)), lambda server: server.tables())
        assert code == "connection.garbled"


def test_a_refusal_keeps_the_server_s_code_and_values() -> None:
    body = b'{"error": {"code": "limit.tables", "values": {"code": 1, "self": 2}}}'
    with pytest.raises(ProtocolError) as refused:
        ask(saying(http(body, "429 Too Many Requests")), lambda server: server.tables())
    assert refused.value.code == "limit.tables"
    assert refused.value.values == {"code": 1, "self": 2}


def test_a_refusal_about_cards_can_be_put_into_words() -> None:
    problem = Problem("move.not_in_hand", {"cards": ["7S", "X"]})
    assert Catalogue().error(ProtocolError.of(problem)) == "Not in the hand: 7♠ jester."


@pytest.mark.parametrize("value", [None, 3, "7S", ["7X"], [1, ["7S"]], [{}], {"a": 1}])
def test_a_refusal_about_nonsense_can_be_put_into_words_too(value: object) -> None:
    for name in ("card", "cards"):
        problem = Problem("move.not_in_hand", {name: value})
        assert Catalogue().error(ProtocolError.of(problem))


def test_a_refusal_without_a_reason_has_its_status() -> None:
    with pytest.raises(ProtocolError) as refused:
        ask(saying(http(b"<html>", "502 Bad Gateway")), lambda server: server.tables())
    assert refused.value.code == "connection.refused"
    assert refused.value.values == {"status": 502}


def test_nobody_waits_for_ever_for_an_answer() -> None:
    assert refusal(silent, lambda server: server.tables()) == "connection.too_late"


def test_where_no_server_is_there_is_no_connection() -> None:
    async def run() -> None:
        listening = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        listening.close()
        await listening.wait_closed()
        server = Server(f"http://127.0.0.1:{port}", timing=QUICK)
        with pytest.raises(ProtocolError) as refused:
            await server.tables()
        assert refused.value.code == "connection.failed"
        with pytest.raises(ProtocolError) as refused:
            async with server.sit("ABCDEFGHJK"):
                pass
        assert refused.value.code == "connection.failed"

    asyncio.run(run())


async def sit(server: Server) -> None:
    seat = server.sit("ABCDEFGHJK", "token")
    try:
        async with seat:
            raise AssertionError
    finally:
        assert seat.status is Status.CLOSED


def test_nobody_waits_for_ever_for_a_seat() -> None:
    assert refusal(silent, sit) in ("connection.too_late", "connection.failed")


def test_a_socket_that_is_refused_is_not_asked_for_again() -> None:
    body = b'{"error": {"code": "table.unknown"}}'
    assert refusal(saying(http(body, "404 Not Found")), sit) == "table.unknown"
    assert refusal(saying(http(b"", "403 Forbidden")), sit) == "connection.refused"


def test_a_socket_that_is_busy_is_asked_for_again() -> None:
    asked = 0

    async def busy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await saying(http(b"", "503 Busy" if asked < 3 else "404 Gone"))(reader, writer)

    assert refusal(busy, sit) == "connection.refused"
    assert asked == 3


@pytest.mark.parametrize("token", ["", "a b", "a\r\nX-Evil: 1", "ü"])
def test_what_is_no_token_is_never_sent(token: str) -> None:
    server = Server("http://127.0.0.1:9")
    with pytest.raises(InvalidOptionError) as refused:
        server.sit("ABCDEFGHJK", token)
    assert refused.value.code == "link.token"
    with pytest.raises(InvalidOptionError):
        asyncio.run(server.update("ABCDEFGHJK", token))


@pytest.mark.parametrize("attempt", [0, 1, 5, 10_000])
def test_delays_grow_to_a_limit_and_differ(attempt: int) -> None:
    timing = Timing(first_delay=0.25, longest_delay=10.0)
    longest = min(10.0, 0.25 * 2.0 ** min(attempt, 20))
    delays = {timing.delay(attempt) for _ in range(20)}
    assert len(delays) > 1
    assert all(longest / 2 <= delay <= longest for delay in delays)
