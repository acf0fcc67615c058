"""Servers that mean harm, and the Python client: it ends with its own error, and stays small."""

from __future__ import annotations

import asyncio
import json
import re
import tracemalloc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from openregicide.client import ProtocolError, RemoteTable, Server, Status, Timing
from openregicide.errors import RegicideError
from openregicide.i18n import Catalogue
from openregicide.protocol import Change, Join
from support.hostile_server import (
    CODE,
    EVIL,
    TOKEN,
    Connection,
    Telling,
    hostile,
    update,
)

QUICK = Timing(
    call=1, sit=3, answer=5, patience=0.4, heartbeat=0.4, first_delay=0.002, longest_delay=0.004
)
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
    "|[\u0300-\u036f]{4}"
)


def texts_in(value: object) -> Iterator[str]:
    """Every text in a value, however deep it lies."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in (*value, *value.values()):
            yield from texts_in(each)
    elif isinstance(value, list | tuple | set):
        for each in value:
            yield from texts_in(each)
    elif isinstance(value, msgspec.Struct):
        yield from texts_in(msgspec.to_builtins(value))
    elif isinstance(value, RegicideError):
        yield from texts_in([value.code, value.values, str(value), repr(value)])
        yield from (Catalogue(code).error(value) for code in ("en", "fr", "es", "zh", "id"))


def check_texts(*values: object) -> None:
    for text in texts_in(list(values)):
        assert not UNSAFE.search(text), ascii(text)


def paths_to_texts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the texts in a JSON value lie, the names of fields not counted."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in pairs:
            yield from paths_to_texts(each, (*path, key))


def poisoned(value: Any, path: tuple[Any, ...]) -> Any:
    """The same with evil text at the end of one text, or in its stead."""
    copy = json.loads(json.dumps(value))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] += EVIL
    return copy


def sit(behaviour: Callable[[Connection], Awaitable[None]], **more: Any) -> tuple[Any, list[Any]]:
    """Sit down, ask for something, and stay until the end or a while.

    Returns the table, and everything that was heard and raised.
    """
    heard: list[Any] = []

    async def work(url: str) -> RemoteTable:
        seat = Server(url, timing=QUICK).sit(CODE, TOKEN)
        seat.listen(heard.extend)
        try:
            async with seat:
                with suppress(TimeoutError):
                    async with asyncio.timeout(more.get("stay", 1.0)):
                        if not more.get("silent"):
                            await seat.say("hello")
                        await seat.until(lambda: False)
        except ProtocolError as error:
            heard.append(error)
        if seat.error is not None:
            heard.append(seat.error)
        return seat

    with hostile(behaviour) as server:
        seat = asyncio.run(work(server.url))
        more.get("servers", []).append(server)
    assert seat.status is Status.CLOSED
    return seat, heard


def code_of(heard: list[Any]) -> str:
    return [str(each.code) for each in heard if isinstance(each, ProtocolError)][-1]


# Texts


FREE = update(
    version=4,
    table={
        **update()["table"],
        "seats": [
            {"holder": "person", "name": EVIL, "face": EVIL},
            {"holder": "bot", "name": EVIL, "stand_in": EVIL, "called": EVIL},
        ],
    },
    news=[
        {"version": 1, "what": "seated", "seat": 0, "name": EVIL},
        {"version": 2, "what": "chatted", "seat": 1, "text": EVIL},
        {"version": 3, "what": "said", "seat": 1, "phrase": EVIL},
        {"version": 4, "what": "moved", "seat": 1, "events": [{"code": EVIL}]},
    ],
)
FREE["table"]["game"] = {**FREE["table"]["game"], "seed_hash": EVIL, "daily": EVIL}
REFUSAL = {"code": EVIL, "values": {EVIL: EVIL, "known": [EVIL], "cards": [EVIL], "a": {EVIL: 1}}}


def test_no_text_of_a_server_comes_through_as_it_is() -> None:
    def answer(request: dict[str, Any]) -> object:
        return {"type": "answer", "id": request["id"], "version": 3, "error": REFUSAL}

    seat, heard = sit(Telling(FREE, answer=answer), stay=0.2)
    assert "pwned" in seat.info.seats[0].name
    assert sum(isinstance(each, Change) for each in heard) == 4
    assert any(isinstance(each, ProtocolError) and "pwned" in each.code for each in heard)
    check_texts(seat.info, seat.view, list(seat.moves), heard)


@pytest.mark.parametrize("message", [FREE, update()], ids=["free", "game"])
def test_evil_text_in_any_one_field_is_cleaned_or_refused(message: dict[str, Any]) -> None:
    """Each field in its turn, so that none is forgotten: ours, and those to come."""
    from openregicide.client.session import Session

    message = {**message, "moves": message["moves"][:2]}
    for path in paths_to_texts(message):
        session = Session(TOKEN)
        session.opened(0)
        heard = session.heard(json.dumps(poisoned(message, path)).encode(), 0)
        check_texts(session.table, session.view, list(session.moves), list(heard.news))


def test_a_goodbye_a_refusal_and_a_reason_to_close_are_cleaned() -> None:
    async def bye(connection: Connection) -> None:
        await connection.send({"type": "bye", "error": REFUSAL})

    _, heard = sit(Telling(then=bye))
    assert "pwned" in code_of(heard)
    check_texts(heard)

    async def close(connection: Connection) -> None:
        if connection.wants_socket:
            await connection.upgrade()
            await connection.close(1008, EVIL.encode()[:100])

    _, heard = sit(close)
    check_texts(heard)

    async def refuse(connection: Connection) -> None:
        body = {"error": REFUSAL}
        await connection.http(body, f"403 {EVIL}".replace("\r\n", " "), "X-Evil: \x1b]0;pwned\x07")

    _, heard = sit(refuse)
    check_texts(heard)


def ask(
    behaviour: Callable[[Connection], Awaitable[None]],
    question: Callable[[Server], Awaitable[object]],
) -> object:
    """Ask over HTTP; return the answer or the client's own error, and no other."""

    async def work(url: str) -> object:
        try:
            return await question(Server(url, timing=QUICK))
        except ProtocolError as error:
            return error

    with hostile(behaviour) as server:
        answer = asyncio.run(work(server.url))
    check_texts(answer)
    return answer


def test_answers_over_http_are_cleaned() -> None:
    async def behave(connection: Connection) -> None:
        if connection.path.endswith("/record"):
            await connection.http(f"[A {EVIL}]\r\n{EVIL}".encode())
        elif connection.path.endswith("/api/tables"):
            await connection.http({"tables": [FREE["table"]]})
        elif connection.path.endswith("/update"):
            await connection.http(FREE)
        else:
            await connection.http({"error": REFUSAL}, "404 Not Found")

    for question in (
        lambda server: server.tables(),
        lambda server: server.update(CODE, TOKEN),
        lambda server: server.table(CODE),
        lambda server: server.game("G"),
        lambda server: server.join(CODE, Join("Ann")),
    ):
        ask(behave, question)

    async def lines(server: Server) -> object:
        return (await server.record("G")).split("\n")

    assert len(ask(behave, lines)) > 2  # type: ignore[arg-type]


@pytest.mark.parametrize("table", ["../../x", "ABCDE/FGHJ", "abcdefghjk", EVIL, ""])
def test_a_code_that_is_none_becomes_no_address_and_no_file(table: str) -> None:
    async def behave(connection: Connection) -> None:
        await connection.http({"table": table, "seat": 0, "token": TOKEN}, "201 Created")

    error = ask(behave, lambda server: server.join(CODE, Join("Ann")))
    assert isinstance(error, ProtocolError)
    assert error.code == "connection.garbled"


# Nonsense


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The first update with something else at one place."""
    message: dict[str, Any] = json.loads(json.dumps(update()))
    inner: Any = message
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return message


NONSENSE = {
    "a huge version": changed("version", to=99_999_999_999),
    "a giant version": changed("version", to=10**30),
    "a version below 0": changed("version", to=-1),
    "a giant time": changed("news", 0, "at", to=10**17),
    "a time without end": changed("move_by", to=1e300),
    "a seat that is not there": changed("seat", to=2),
    "somebody else's view": changed("seat", to=1),
    "a host that is not there": changed("table", "host", to=7),
    "no table": changed("table", to=None),
    "a million seats": changed("table", "seats", to=[{"holder": "free"}] * 5000),
    "no game": changed("table", "game", to=None),
    "other rules": changed("table", "game", "rules", "players", to=4),
    "no seed": changed("table", "game", "seed", to="seed"),
    "a view that is none": changed("view", "text", to="a view"),
    "a view of another game": changed("view", "text", to=update()["view"]["text"][:-4]),
    "a turn that is not there": changed("view", "turn", to=9),
    "other numbers than the view's": changed("view", "health", to=10**9),
    "hands of nobody": changed("view", "hands", to=[]),
    "a move that is none": changed("moves", 0, "move", to="dance"),
    "a move of nobody": changed("moves", 0, "move", to="n9"),
    "a million moves": changed("moves", to=[{"move": "y", "preview": {}}] * 6000),
    "a change of nobody": changed("news", 0, "seat", to=5),
    "a vote about nobody": changed("news", 0, "about", to=-3),
    "cards that are none": changed("news", 0, "events", to=[{"code": "drew", "cards": ["1Z"]}]),
    "no card": changed("news", 0, "events", to=[{"code": "revealed"}]),
    "no suit": changed("news", 0, "events", to=[{"code": "blocked", "value": 77}]),
    "a number of cards that nobody holds": changed("news", 0, "count", to=10**9),
    "fewer cards than none": changed("news", 0, "count", to=-1),
    "a face as long as a book": changed("table", "seats", 0, "face", to="x" * 5000),
    "a bot with a name as long": changed("table", "seats", 1, "called", to="x" * 5000),
    "presence of a crowd": changed("present", to=[True] * 9),
}


@pytest.mark.parametrize("message", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_ends_with_one_error(message: dict[str, Any]) -> None:
    if message["table"] and message["table"]["settings"]["rules"]["players"] == 2:
        # In an update of a game that is known already as well as in the first.
        later = {**message, "full": False}
        later["version"] += 1 if later["version"] > 0 else -1
        later["news"] = [{**message["news"][0], "version": 4}]

        async def then(connection: Connection) -> None:
            await connection.send(later)

        if message["seat"] == 0:
            _, heard = sit(Telling(then=then), stay=30, silent=True)
            assert code_of(heard) == "connection.garbled"
    _, heard = sit(Telling(message), stay=30, silent=True)
    assert code_of(heard) == "connection.garbled"


UNREADABLE = [
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"type":"bye","error":{"code":"a","values":{"a":1e999}}}',
    b'{"type":"bye","error":{"code":"a","values":{"a":' + b"9" * 9000 + b"}}}",
    b'{"type":"bye","error":{"code":"\\ud800"}}',
    b"[" + b"0," * 400_000 + b"0]",
]


def test_what_cannot_be_read_is_left_out_until_it_is_too_much() -> None:
    async def once(connection: Connection) -> None:
        for data in UNREADABLE:
            await connection.send(data)

    def answer(request: dict[str, Any]) -> object:
        return {"type": "answer", "id": request["id"], "version": 3}

    seat, heard = sit(Telling(then=once, answer=answer), stay=0.3)
    assert code_of(heard) == "connection.closed"
    assert seat.version == 3

    async def always(connection: Connection) -> None:
        for _ in range(200):
            await connection.send(b"{")

    _, heard = sit(Telling(then=always), stay=60, silent=True)
    assert code_of(heard) == "connection.garbled"


def test_answers_that_nobody_asked_for_and_versions_that_go_back_change_nothing() -> None:
    async def then(connection: Connection) -> None:
        for number in range(300):
            await connection.send({"type": "answer", "id": f"r{number}", "version": 3})
            await connection.send({"type": "pong", "id": f"p{number}", "version": 0})
        await connection.send(update(version=2))
        await connection.send({"type": "update", "version": 1, "moves": []})

    def answer(request: dict[str, Any]) -> object:
        return {"type": "answer", "id": request["id"], "version": 3}

    seat, heard = sit(Telling(then=then, answer=answer), stay=0.5)
    assert (seat.version, code_of(heard)) == (3, "connection.closed")
    assert seat.moves
    assert not seat._session._answered


def test_values_within_values_within_values_are_nonsense() -> None:
    deep = b'{"type":"bye","error":{"code":"a","values":{"a":' + b"[" * 900 + b"]" * 900 + b"}}}"

    async def then(connection: Connection) -> None:
        await connection.send(deep)

    _, heard = sit(Telling(then=then), stay=30, silent=True)
    assert code_of(heard) == "connection.garbled"


# Lines


def test_a_line_that_always_breaks_is_given_up() -> None:
    async def greet(connection: Connection) -> None:
        await connection.upgrade()
        await connection.receive()
        await connection.send(update())

    servers: list[Any] = []
    _, heard = sit(greet, stay=60, silent=True, servers=servers)
    assert code_of(heard) == "connection.unstable"
    assert 10 < servers[0].connections < 100


def test_a_server_that_is_always_busy_is_given_up_with_its_own_words() -> None:
    async def busy(connection: Connection) -> None:
        await connection.upgrade()
        await connection.receive()
        await connection.send(update())
        await connection.send({"type": "bye", "error": {"code": "limit.connections"}})

    _, heard = sit(busy, stay=60, silent=True)
    assert code_of(heard) == "limit.connections"


def test_no_redirect_is_followed() -> None:
    async def redirect(connection: Connection) -> None:
        await connection.http(b"", "302 Found", "Location: http://127.0.0.1:9/x")

    servers: list[Any] = []
    _, heard = sit(redirect, servers=servers)
    assert code_of(heard) == "connection.refused"
    assert servers[0].connections == 1
    error = ask(redirect, lambda server: server.tables())
    assert isinstance(error, ProtocolError)
    assert error.values == {"status": 302}


# Floods


PEAK = 30_000_000
"""Bytes that the client may hold in the worst case, beside the program itself."""


def peak_of(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


async def pings(connection: Connection) -> None:
    data = b"".join(b"\x89\x7d" + b"x" * 125 for _ in range(500))
    while True:
        await connection.raw(data)


async def fragments(connection: Connection) -> None:
    await connection.frame(b"", last=False)
    while True:
        await connection.raw(b"\x00\x00" * 5000)


async def huge_frame(connection: Connection) -> None:
    await connection.raw(b"\x81\x7f" + (1 << 40).to_bytes(8, "big"))
    while True:
        await connection.raw(b"x" * 65_536)


async def packed_frame(connection: Connection) -> None:
    await connection.frame(b"\xaa" * 50_000, flags=4)


async def large_messages(connection: Connection) -> None:
    data = json.dumps(update(version=3, news=[])).encode().ljust(900_000)
    while True:
        await connection.send(data)


async def presences(connection: Connection) -> None:
    data = b'\x81\x3c{"type":"presence","present":[true,true],"spectators":0      }' * 1000
    while True:
        await connection.raw(data)


async def long_chat(connection: Connection) -> None:
    version = 3
    while True:
        version += 1
        change = {"version": version, "what": "chatted", "seat": 1, "text": "x" * 500_000}
        await connection.send({"type": "update", "version": version, "news": [change]})


FLOODS = [pings, fragments, huge_frame, packed_frame, large_messages, presences, long_chat]


@pytest.mark.parametrize("flood", FLOODS, ids=lambda flood: flood.__name__)
def test_a_flood_on_the_line_takes_little(flood: Callable[[Connection], Awaitable[None]]) -> None:
    def work() -> None:
        # The server's own buffers count as well.
        sit(Telling(then=flood), stay=0.5)

    assert peak_of(work) < PEAK


async def endless_body(connection: Connection) -> None:
    await connection.raw(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        await connection.raw(b"x" * 65_536)


async def endless_chunks(connection: Connection) -> None:
    await connection.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        await connection.raw(b"1\r\nx\r\n" * 5000)


async def giant_chunk(connection: Connection) -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    await connection.raw(head + b"f" * 40 + b"\r\nx\r\n")


async def endless_header(connection: Connection) -> None:
    await connection.raw(b"HTTP/1.1 200 OK\r\nX: ")
    while True:
        await connection.raw(b"x" * 65_536)


async def endless_headers(connection: Connection) -> None:
    await connection.raw(b"HTTP/1.1 200 OK\r\n")
    while True:
        await connection.raw(b"X: y\r\n" * 5000)


async def endless_continues(connection: Connection) -> None:
    while True:
        await connection.raw(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)


async def drops(connection: Connection) -> None:
    await connection.raw(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        await connection.raw(b"x")
        await asyncio.sleep(0.1)


async def packed(connection: Connection) -> None:
    body = b"\x1f\x8b\x08" + bytes(50_000)
    await connection.http(body, "200 OK", "Content-Encoding: gzip")


async def many_tables(connection: Connection) -> None:
    await connection.http({"tables": [update()["table"]] * 1000})


async def a_million_items(connection: Connection) -> None:
    await connection.http(b"[" + b"0," * 1_500_000 + b"0]")


BODIES = [
    endless_body, endless_chunks, giant_chunk, endless_header, endless_headers, endless_continues,
    drops, packed, many_tables, a_million_items,
]  # fmt: skip


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_no_answer_over_http_is_too_much(body: Callable[[Connection], Awaitable[None]]) -> None:
    def work() -> None:
        answer = ask(body, lambda server: server.tables())
        assert isinstance(answer, ProtocolError) or body is many_tables
        if body not in (many_tables, packed, giant_chunk, a_million_items):
            # The same where a socket is asked for.
            sit(body)

    assert peak_of(work) < PEAK
