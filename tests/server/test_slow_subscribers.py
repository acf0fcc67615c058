"""A reader that does not keep up is let go; the others do not notice, and it can come back."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count

import httpx
import pytest

from openregicide.protocol import Joined
from support.knocking import Knocker, knock, make_table, web
from support.patience import SECONDS
from support.serving import RunningServer, running_server

Unread = Callable[[RunningServer, Joined], socket.socket]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("slow")
    with running_server(folder, queue=8, send_seconds=1) as server:
        yield server
        assert "Traceback" not in server.logged()


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with web(server) as client:
        yield client


def reader_that_does_not_read(
    server: RunningServer, request: list[str], hello: bytes
) -> socket.socket:
    """Return a connection with room for next to nothing on its way."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.settimeout(SECONDS)
    raw.connect(("127.0.0.1", server.port))
    raw.sendall("\r\n".join([*request, f"Host: 127.0.0.1:{server.port}", "", ""]).encode())
    # The first words of the answer: the connection is there.
    assert raw.recv(12) in (b"HTTP/1.1 101", b"HTTP/1.1 200")
    raw.sendall(hello)
    return raw


def frame_of(message: object) -> bytes:
    """Return a client's frame with a short message."""
    data = json.dumps(message).encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data)]) + bytes(4) + data


def socket_that_does_not_read(
    server: RunningServer, seat: Joined, token: str | None = None
) -> socket.socket:
    request = [
        f"GET /api/tables/{seat.table}/socket HTTP/1.1",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    return reader_that_does_not_read(server, request, frame_of({"type": "hello", "token": token}))


def stream_that_does_not_read(server: RunningServer, seat: Joined) -> socket.socket:
    return reader_that_does_not_read(server, [f"GET /api/tables/{seat.table}/stream HTTP/1.1"], b"")


def dropped(client: httpx.Client) -> int:
    """Return how many subscribers were let go because they were slow, by the server's own count."""
    found = re.search(
        r'subscribers_dropped_total\{code="reader.too_slow"\} (\d+)', client.get("/metrics").text
    )
    return int(found[1]) if found else 0


def subscribers(client: httpx.Client) -> int:
    found = re.search(r"regicide_subscribers (\d+)", client.get("/metrics").text)
    assert found is not None
    return int(found[1])


def play_a_game(knocker: Knocker, name: str) -> None:
    """Play a game for one from its beginning to its end."""
    request: dict[str, object] = {"type": "begin"}
    for number in count():
        knocker.send({**request, "id": f"{name}-{number}"})
        # What a request changed is told before it is answered.
        update = knocker.next("update")
        assert "error" not in knocker.next("answer")
        if not update["moves"]:
            return
        move = update["moves"][0]["move"]
        request = {"type": "move", "version": update["version"], "move": move}


def ends(connection: socket.socket) -> bool:
    """Read what is left; return whether the other side has hung up, one way or another."""
    try:
        while connection.recv(65_536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize("kind", [socket_that_does_not_read, stream_that_does_not_read])
def test_a_subscriber_that_does_not_read_is_dropped_while_others_play(
    server: RunningServer, client: httpx.Client, kind: Unread
) -> None:
    seat = make_table(client, players=1, begin=False)
    with kind(server, seat) as slow, knock(server, seat.table) as player:
        player.hello(seat.token)
        deadline = time.monotonic() + SECONDS
        for number in count():
            play_a_game(player, f"g{number}")
            if subscribers(client) == 1:
                break
            assert time.monotonic() < deadline
        assert ends(slow)
        version = player.ask("ping", "last")["version"]
    with knock(server, seat.table) as back:
        assert back.hello(version=3)["version"] == version


def test_a_subscriber_that_asks_for_more_than_it_takes_is_dropped(
    server: RunningServer, client: httpx.Client
) -> None:
    before = dropped(client)
    seat = make_table(client, players=1)
    # Every stale move is answered with all there is to know.
    stale = frame_of({"type": "move", "id": "a", "version": 0, "move": "y"})
    with socket_that_does_not_read(server, seat, seat.token) as slow, suppress(ConnectionError):
        while True:
            slow.sendall(stale)
            time.sleep(0.001)
    assert dropped(client) == before + 1
    with knock(server, seat.table) as back:
        assert back.hello(seat.token)["view"]["phase"] == "play"


def test_a_subscriber_that_comes_back_is_told_what_it_missed(
    server: RunningServer, client: httpx.Client
) -> None:
    seat = make_table(client, players=1, begin=False)
    with knock(server, seat.table) as player:
        version = player.hello(seat.token)["version"]
        player.ask("chat", "a", text="one")
        player.ask("chat", "b", text="two")
    with knock(server, seat.table) as back:
        news = back.hello(version=version)["news"]
        assert [change["text"] for change in news] == ["one", "two"]


def test_a_stream_says_why_it_ends(server: RunningServer, client: httpx.Client) -> None:
    seat = make_table(client, players=2, bots={}, begin=False)
    with client.stream("GET", f"/api/tables/{seat.table}/stream") as stream:
        lines = (json.loads(line) for line in stream.iter_lines())
        assert next(lines)["type"] == "update"
        settings = {"rules": {"players": 2}, "spectators": False}
        with knock(server, seat.table) as host:
            host.hello(seat.token)
            assert "error" not in host.ask("configure", "c", settings=settings)
        said = list(lines)
        assert said[-1] == {"type": "bye", "error": {"code": "table.no_spectators", "values": {}}}
