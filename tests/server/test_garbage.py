"""Whatever arrives, the answer is a code, nothing changes, and the next request works."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from openregicide.protocol import Joined
from support.knocking import Knocker, knock, make_table, web
from support.patience import SECONDS
from support.raw_socket import frame as packed
from support.serving import RunningServer, running_server

MOST = 16_384
"""The longest request, if nobody says otherwise."""

TOO_BIG, NO_TEXT, NOT_AS_AGREED = 1009, 1007, 1002
"""Codes of WebSockets themselves."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("garbage"), phrases=10_000) as server:
        yield server
        # Somebody else's nonsense is nothing that an operator has to read about.
        assert "Traceback" not in server.logged()
        assert "[error" not in server.logged()


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with web(server) as client:
        yield client


@pytest.fixture(scope="module")
def seat(client: httpx.Client) -> Joined:
    """A seat at a table where it is this seat's turn."""
    return make_table(client, first=0)


@pytest.fixture
def knocker(server: RunningServer, seat: Joined) -> Iterator[Knocker]:
    """A socket that has been greeted; afterwards it still works, and nothing has changed."""
    with knock(server, seat.table) as knocker:
        before = knocker.hello(seat.token)
        yield knocker
        assert knocker.ask("ping", "after")["version"] == before["version"]
    with knock(server, seat.table) as again:
        now = again.hello(seat.token)
        assert {**now, "present": None} == {**before, "present": None}


def deep(before: str, inside: str, after: str) -> str:
    return before + 4000 * inside[0] + 4000 * inside[1] + after


MALFORMED = {
    "nothing": "",
    "a word": "hello",
    "half an object": '{"type":"ping","id"',
    "two objects": '{"type":"ping","id":"a"}{"type":"ping","id":"b"}',
    "a list": "[]",
    "a number": "12",
    "null": "null",
    "no type": '{"id":"a"}',
    "a type that is no text": '{"type":7,"id":"a"}',
    "an unknown type": '{"type":"fly","id":"a"}',
    "two types": '{"type":"ping","type":"leave","id":"a"}',
    "hello a second time": '{"type":"hello","token":null}',
    "no id": '{"type":"ping"}',
    "an empty id": '{"type":"ping","id":""}',
    "an id that is no text": '{"type":"ping","id":5}',
    "an id with a space": '{"type":"ping","id":"a b"}',
    "an id with half a character": '{"type":"ping","id":"\\ud800"}',
    "a very long id": json.dumps({"type": "ping", "id": 10_000 * "x"}),
    "a field too many": '{"type":"ping","id":"a","more":1}',
    "a field too few": '{"type":"move","id":"a","version":1}',
    "a version that is text": '{"type":"move","id":"a","version":"1","move":"y"}',
    "a version below nothing": '{"type":"move","id":"a","version":-1,"move":"y"}',
    "a version beyond everything": f'{{"type":"move","id":"a","version":{9 * "9"}9999,"move":"y"}}',
    "a version of 400 digits": f'{{"type":"move","id":"a","version":{400 * "9"},"move":"y"}}',
    "a version that is not finite": '{"type":"move","id":"a","version":1e999,"move":"y"}',
    "a version that is no number": '{"type":"move","id":"a","version":NaN,"move":"y"}',
    "a very long move": json.dumps({"type": "move", "id": "a", "version": 4, "move": 1000 * "p"}),
    "a very long text": json.dumps({"type": "chat", "id": "a", "text": 1000 * "p"}),
    "half a character": '{"type":"chat","id":"a","text":"\\udc00"}',
    "a seat that never is": '{"type":"vote","id":"a","seat":4}',
    "settings of another kind": '{"type":"configure","id":"a","settings":[]}',
    "a mark of byte order": '\ufeff{"type":"ping","id":"a"}',
    "deep lists": deep("", "[]", ""),
    "deep lists in a field": deep('{"type":"ping","id":"a","more":', "[]", "}"),
    "deep lists for a version": deep('{"type":"move","id":"a","version":', "[]", "}"),
    "deep objects": 2500 * '{"a":' + "1" + 2500 * "}",
    "open brackets": MOST * "[",
}


@pytest.mark.parametrize("frame", MALFORMED.values(), ids=MALFORMED.keys())
def test_frames_that_are_no_requests_are_refused(knocker: Knocker, frame: str) -> None:
    knocker.raw.send(frame)
    answer = knocker.next("answer", "pong", "bye")
    assert answer["type"] == "answer"
    assert answer["error"]["code"] == "request.malformed"
    assert len(answer["id"]) <= 64


def test_an_answer_to_garbage_has_its_id_if_there_is_one(knocker: Knocker) -> None:
    knocker.send({"type": "fly", "id": "abc"})
    assert knocker.next("answer")["id"] == "abc"


REFUSED = {
    "no move": ("move", {"version": 4, "move": "hop"}, "card.rank"),
    "a move with an invisible character": ("move", {"version": 4, "move": "\0"}, "move."),
    "a move before the game": ("move", {"version": 1, "move": "y"}, "move.stale"),
    "a move after the game": ("move", {"version": 10**6, "move": "y"}, "move.stale"),
    "an unknown phrase": ("say", {"phrase": "my_hand_is_weak"}, "talk.unknown_phrase"),
    "talk during a game": ("chat", {"text": "I hold the ace"}, "talk.strict"),
    "a second game at the same time": ("begin", {}, "table.game_running"),
    "another bot during a game": ("seat_bot", {"seat": 1, "bot": "greedy"}, "table.game_running"),
    "an unknown bot": ("seat_bot", {"seat": 1, "bot": "hal"}, "bot."),
    "a bot that thinks for an hour": ("seat_bot", {"seat": 1, "bot": "search:ms=3600000"}, "opt"),
    "a bot with rubbish in its spec": ("seat_bot", {"seat": 1, "bot": "search:\0=\n"}, "bot."),
    "a vote about a bot": ("vote", {"seat": 1}, "seat.not_a_person"),
    "a vote about nobody": ("vote", {"seat": 3}, "seat.unknown"),
    "a return of somebody who is there": ("return", {}, "seat.no_stand_in"),
    "to leave a game": ("leave", {}, "table.game_running"),
    "other rules during a game": (
        "configure",
        {"settings": {"rules": {"players": 2}}},
        "table.game_running",
    ),
}


@pytest.mark.parametrize(("kind", "values", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_requests_that_cannot_be_are_refused(
    knocker: Knocker, kind: str, values: dict[str, object], code: str
) -> None:
    answer = knocker.ask(kind, "n0", **values)
    assert answer["error"]["code"].startswith(code)


def test_bytes_are_read_as_text_would_be(knocker: Knocker) -> None:
    knocker.raw.send(b'{"type":"ping","id":"b"}')
    assert knocker.next("pong")["id"] == "b"
    for frame in (b"\x00\x01\xff", b'{"type":"ping","id":"\xff"}', b"\x82\xa4type"):
        knocker.raw.send(frame)
        assert knocker.next("answer", "bye")["error"]["code"] == "request.malformed"


def test_a_request_may_come_in_pieces(knocker: Knocker) -> None:
    knocker.raw.send(['{"type":"pi', "", 'ng","id":', '"c"}'])
    assert knocker.next("pong")["id"] == "c"


def test_a_request_may_be_as_long_as_the_settings_say(knocker: Knocker) -> None:
    frame = '{"type":"ping","id":"d"}'
    knocker.raw.send(frame + (MOST - len(frame)) * " ")
    assert knocker.next("pong")["id"] == "d"


# What no WebSocket may send ends the connection; nothing else suffers.

TEXT, BYTES, MORE, PING = 0x1, 0x2, 0x0, 0x9
FIN, EXTENDED = 0x80, 0x40


def frame_of(kind: int, data: bytes) -> bytes:
    """Return a client's frame, allowed or not. Its mask is 0, so that data stay as they are."""
    if len(data) < 126:
        length = bytes([0x80 | len(data)])
    else:
        length = b"\xff" + len(data).to_bytes(8, "big")
    return bytes([kind]) + length + bytes(4) + data


BROKEN = {
    "a long text": ([(FIN | TEXT, (MOST + 1) * b" ")], TOO_BIG),
    "many bytes": ([(FIN | BYTES, 30_000 * b"\0")], TOO_BIG),
    "short pieces of a long text": ([(TEXT, 9000 * b" "), (FIN | MORE, 9000 * b" ")], TOO_BIG),
    "a text that is none": ([(FIN | TEXT, b'{"type":"ping","id":"\xff"}')], NO_TEXT),
    "half a character": ([(FIN | TEXT, "é".encode()[:1])], NO_TEXT),
    "the rest of nothing": ([(FIN | MORE, b"{}")], NOT_AS_AGREED),
    "a new text in the middle of one": ([(TEXT, b"{"), (FIN | TEXT, b"}")], NOT_AS_AGREED),
    "a ping in pieces": ([(PING, b"")], NOT_AS_AGREED),
    "an extension that nobody agreed on": ([(FIN | EXTENDED | TEXT, b"{}")], NOT_AS_AGREED),
    "a kind of frame that does not exist": ([(FIN | 0x7, b"")], NOT_AS_AGREED),
}


@pytest.mark.parametrize(("frames", "code"), BROKEN.values(), ids=BROKEN.keys())
def test_frames_that_no_socket_may_send_end_the_connection(
    server: RunningServer, seat: Joined, frames: list[tuple[int, bytes]], code: int
) -> None:
    with knock(server, seat.table) as knocker:
        before = knocker.hello(seat.token)["version"]
        knocker.raw.socket.sendall(b"".join(frame_of(*frame) for frame in frames))
        with pytest.raises(ConnectionClosed) as closed:
            knocker.next("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code
    with knock(server, seat.table) as again:
        assert again.hello(seat.token)["version"] == before


def test_a_huge_frame_is_not_even_read(server: RunningServer, seat: Joined) -> None:
    with knock(server, seat.table) as knocker:
        before = knocker.hello(seat.token)["version"]
        with pytest.raises(OSError):  # noqa: PT011
            knocker.raw.socket.sendall(frame_of(FIN | TEXT, 50_000_000 * b" "))
    with knock(server, seat.table) as again:
        assert again.hello(seat.token)["version"] == before


@pytest.mark.parametrize("length", [1, 5, 9])
def test_half_a_frame_and_then_nothing_is_no_request(
    server: RunningServer, seat: Joined, length: int
) -> None:
    whole = frame_of(FIN | TEXT, b'{"type":"say","id":"half","phrase":"hello"}')
    with knock(server, seat.table) as knocker:
        before = knocker.hello(seat.token)["version"]
        knocker.raw.socket.sendall(whole[:length])
        knocker.raw.socket.shutdown(socket.SHUT_RDWR)
    with knock(server, seat.table) as again:
        assert again.hello(seat.token)["version"] == before


GREETINGS = {
    "nothing": ("", "request.malformed"),
    "no hello": ('{"type":"ping","id":"a"}', "request.malformed"),
    "a word": ("hello", "request.malformed"),
    "deep lists": (deep('{"type":"hello","token":', "[]", "}"), "request.malformed"),
    "deep lists in a field": (deep('{"type":"hello","more":', "[]", "}"), "request.malformed"),
    "a version below nothing": ('{"type":"hello","version":-1}', "request.malformed"),
    "a token that is a number": ('{"type":"hello","token":7}', "request.malformed"),
    "a very long token": (json.dumps({"type": "hello", "token": 129 * "x"}), "request.malformed"),
    "half a character": ('{"type":"hello","token":"\\ud800"}', "request.malformed"),
    "an empty token": ('{"type":"hello","token":""}', "seat.token"),
    "a token of snow": ('{"type":"hello","token":"☃"}', "seat.token"),
    "some token": (json.dumps({"type": "hello", "token": 32 * "x"}), "seat.token"),
}


@pytest.mark.parametrize(("frame", "code"), GREETINGS.values(), ids=GREETINGS.keys())
def test_who_greets_with_nonsense_is_told_why_and_sent_away(
    server: RunningServer, seat: Joined, frame: str, code: str
) -> None:
    with knock(server, seat.table) as knocker:
        knocker.raw.send(frame)
        bye = knocker.next()
        assert bye["type"] == "bye"
        assert bye["error"]["code"] == code
        with pytest.raises(ConnectionClosed):
            knocker.next()


def test_who_has_seen_more_than_there_is_gets_everything(
    server: RunningServer, seat: Joined
) -> None:
    with knock(server, seat.table) as knocker:
        assert knocker.hello(seat.token, version=10**9)["full"]


def test_a_socket_at_no_table_is_told_so(server: RunningServer) -> None:
    for code in ("2222222222", "%00", "%ff%fe", "☃", 3000 * "A"):
        with knock(server, code) as knocker:
            assert knocker.hello()["error"]["code"] == "table.unknown"


# The same by HTTP.

BODIES = {
    "nothing": b"",
    "a word": b"hello",
    "half an object": b'{"name":"Ann"',
    "a list": b"[]",
    "null": b"null",
    "no settings": b'{"name":"Ann"}',
    "a field too many": b'{"name":"Ann","settings":{"rules":{"players":2}},"more":1}',
    "half a character": b'{"name":"\\ud800","settings":{"rules":{"players":2}}}',
    "no text": b'{"name":"\xff","settings":{"rules":{"players":2}}}',
    "no players": b'{"name":"Ann","settings":{"rules":{"players":0}}}',
    "five players": b'{"name":"Ann","settings":{"rules":{"players":5}}}',
    "deep lists": 8000 * b"[" + 8000 * b"]",
    "deep lists for a name": b'{"name":' + 8000 * b"[" + 8000 * b"]" + b"}",
    "a form": b"name=Ann",
    "a bot in no seat": b'{"name":"A","settings":{"rules":{"players":2}},"bots":{"7":"random"}}',
    "a bot nowhere": b'{"name":"A","settings":{"rules":{"players":2}},"bots":{"x":"random"}}',
    "an unknown bot": b'{"name":"A","settings":{"rules":{"players":2}},"bots":{"1":"hal"}}',
    "a bot of zeros": b'{"name":"A","settings":{"rules":{"players":2}},"bots":{"1":"\\u0000"}}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_bodies_that_are_no_tables_are_refused(client: httpx.Client, body: bytes) -> None:
    response = client.post("/api/tables", content=body)
    assert response.status_code == 400
    assert response.json()["error"]["code"]


def test_a_body_that_is_too_long_is_refused(client: httpx.Client) -> None:
    for content in (1_000_000 * b"x", iter(100 * [1000 * b"x"])):
        response = client.post("/api/tables", content=content)
        assert (response.status_code, response.json()["error"]["code"]) == (413, "http.413")


def test_addresses_that_are_nothing_are_refused(client: httpx.Client, seat: Joined) -> None:
    table = f"/api/tables/{seat.table}"
    expected = {
        "/api/nothing": 404,
        "/api/tables/%00": 404,
        "/api/tables/%ff": 404,
        "/api/tables/" + 5000 * "x": 404,
        f"{table}/update?since=x": 400,
        f"{table}/update?since=-1": 400,
        f"{table}/update?since={400 * '9'}": 400,
        f"{table}/stream?since=x": 400,
        f"{table}/requests": 405,
        "/api/games/nothing": 404,
        "/api/games/nothing/record": 404,
        "/api/games/nothing/replay?seat=9": 400,
        "/api/me/games": 400,
        "/api/me/statistics": 400,
        "/a/0/../../../etc/passwd": 404,
        "/a/0/..%2f..%2fpyproject.toml": 404,
    }
    found = {path: client.get(path) for path in expected}
    assert {path: response.status_code for path, response in found.items()} == expected
    for path, response in found.items():
        if path.startswith("/api/"):
            assert response.json()["error"]["code"]


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\r\n\r\n",
        b"HELLO\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: nine\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nX: " + 100_000 * b"x",
    ],
)
def test_what_is_no_http_harms_nobody(
    server: RunningServer, client: httpx.Client, request_bytes: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as raw:
        raw.sendall(request_bytes)
        raw.shutdown(socket.SHUT_WR)
        while raw.recv(4096):
            pass
    assert client.get("/api/health").status_code == 200


def send_raw(server: RunningServer, *parts: bytes) -> bytes:
    """Send something and hang up; return what came."""
    got = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as raw:
        for part in parts:
            raw.sendall(part)
            got += raw.recv(65536)
        raw.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while part := raw.recv(65536):
                got += part
    return got


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_half_an_address_as_host_and_origin(
    server: RunningServer, client: httpx.Client, method: str
) -> None:
    for host, origin in (("[", "http://["), ("localhost", "http://["), ("[", "http://localhost")):
        head = f"{method} /api/tables HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n"
        got = send_raw(server, f"{head}Content-Length: 2\r\n\r\n{{}}".encode())
        expected = b"200" if (method, host) == ("GET", "localhost") else b"4"
        assert got.startswith(b"HTTP/1.1 " + expected), got
    assert client.get("/api/health").status_code == 200


def test_requests_before_the_last_is_answered_are_not_answered(
    server: RunningServer, client: httpx.Client, seat: Joined
) -> None:
    info = b"GET /api/info HTTP/1.1\r\nHost: localhost\r\n\r\n"
    stream = f"GET /api/tables/{seat.table}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    for requests in (info + info, info + stream, stream + info, stream + stream, stream + 9 * info):
        got = send_raw(server, requests)
        assert got.startswith(b"HTTP/1.1 200 "), requests
        assert got.count(b"HTTP/1.1 ") == 1, requests
    # One after another is as welcome as ever, and a closed stream is no error.
    line = HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)
    for _ in range(3):
        line.request("GET", "/api/info")
        kept = line.sock
        with line.getresponse() as response:
            assert response.status == 200
            assert response.read()
        assert line.sock is kept
    line.close()
    assert client.get("/api/health").status_code == 200


def test_what_is_no_text_and_then_goodbye(
    server: RunningServer, client: httpx.Client, seat: Joined
) -> None:
    handshake = (
        f"GET /api/tables/{seat.table}/socket HTTP/1.1\r\nHost: localhost\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    ).encode()
    bad, goodbye = packed(1, b"\xff\xfe"), packed(8, b"\x03\xe8")
    hello = packed(1, b'{"type":"hello","token":null}')
    for frames in (
        bad + bad,
        bad + goodbye,
        hello + bad + bad,
        hello + bad + goodbye,
        goodbye + bad,
    ):
        got = send_raw(server, handshake, frames)
        assert got.startswith(b"HTTP/1.1 101 "), frames
    # No handshake at all, as far as the library can tell.
    for wrong in (b"Version: 12", b"Version: 13\r\nX: " + 9000 * b"x"):
        got = send_raw(server, handshake.replace(b"Version: 13", wrong))
        assert got.startswith(b"HTTP/1.1 4"), got
    assert client.get("/api/health").status_code == 200
