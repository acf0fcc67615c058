"""Nobody gets more than their share: every limit is told with a code, and passes."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from openregicide.protocol import Joined
from support.knocking import Knocker, knock, make_table, new_table, web
from support.serving import RunningServer, running_server

SMALL = {
    "messages": 5,
    "phrases": 2,
    "tables_per_address": 3,
    "joins_per_address": 3,
    "sockets_per_address": 4,
    "requests_per_address": 5,
    "message_bytes": 2048,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    # A proxy of ours is asked where somebody comes from, so that every test has its own address.
    folder = tmp_path_factory.mktemp("limits")
    with running_server(folder, proxies="127.0.0.1", **SMALL) as server:
        yield server
        assert "Traceback" not in server.logged()


@pytest.fixture(scope="module", autouse=True)
def silent(server: RunningServer, seat: Joined) -> Iterator[Knocker]:
    """Somebody who came in before all others and has not said a word."""
    with knock(server, seat.table, address="203.0.113.250") as knocker:
        yield knocker


@pytest.fixture(scope="module")
def seat(server: RunningServer) -> Joined:
    with web(server, "203.0.113.251") as client:
        return make_table(client, first=0)


@pytest.fixture
def address(request: pytest.FixtureRequest) -> str:
    """An address that no other test comes from."""
    _taken.append(request.node.name)
    return f"203.0.113.{len(_taken)}"


_taken: list[str] = []


@pytest.fixture
def client(server: RunningServer, address: str) -> Iterator[httpx.Client]:
    with web(server, address) as client:
        yield client


def check_too_fast(response: httpx.Response) -> int:
    """Check that an answer is a polite refusal; return when to come back."""
    assert response.status_code == 429
    error = response.json()["error"]
    assert error["code"] == "limit.too_fast"
    seconds = int(response.headers["Retry-After"])
    assert seconds == error["values"]["seconds"] >= 1
    return seconds


def test_requests_by_http(server: RunningServer, client: httpx.Client) -> None:
    # Twice the rate at once, and on a slow machine what comes in meanwhile.
    taken = 0
    while (answer := client.get("/api/info")).status_code == 200 and taken < 1000:
        taken += 1
    assert taken >= 2 * SMALL["requests_per_address"]
    seconds = check_too_fast(answer)
    with web(server, "203.0.113.252") as other:
        assert other.get("/api/info").status_code == 200
    time.sleep(seconds)
    assert client.get("/api/info").status_code == 200


def test_new_tables(client: httpx.Client, seat: Joined) -> None:
    for _ in range(SMALL["tables_per_address"]):
        make_table(client)
    assert check_too_fast(client.post("/api/tables", json=new_table())) > 60
    # Everything else goes on.
    assert client.get(f"/api/tables/{seat.table}").status_code == 200


def test_attempts_to_join(client: httpx.Client, seat: Joined) -> None:
    for guess in ("2222222222", "3333333333", seat.table):
        assert client.post(f"/api/tables/{guess}/seats", json={"name": "B"}).status_code in (
            404,
            409,
        )
    response = client.post(f"/api/tables/{seat.table}/seats", json={"name": "B"})
    assert check_too_fast(response) > 60


def test_connections_at_the_same_time(
    server: RunningServer, client: httpx.Client, address: str, seat: Joined
) -> None:
    stream = f"/api/tables/{seat.table}/stream"
    with ExitStack() as stack:
        knockers = [stack.enter_context(knock(server, seat.table, address)) for _ in range(3)]
        for knocker in knockers:
            assert knocker.hello()["type"] == "update"
        with client.stream("GET", stream) as open_stream:
            assert open_stream.status_code == 200
            with knock(server, seat.table, address) as one_more:
                bye = one_more.next()
                assert (bye["type"], bye["error"]["code"]) == ("bye", "limit.connections")
                assert bye["error"]["values"] == {"most": 4}
            response = client.get(stream)
            assert (response.status_code, response.json()["error"]["code"]) == (
                429,
                "limit.connections",
            )
            with knock(server, seat.table, "203.0.113.253") as neighbour:
                assert neighbour.hello()["type"] == "update"
    _wait_for_a_place(server, seat, address)


def test_streams_that_nobody_waits_for_take_no_place(
    server: RunningServer, seat: Joined, address: str
) -> None:
    request = (
        f"GET /api/tables/{seat.table}/stream HTTP/1.1\r\n"
        f"Host: localhost\r\nX-Forwarded-For: {address}\r\n\r\n"
    )
    for _ in range(3 * SMALL["sockets_per_address"]):
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.sendall(request.encode())
            # Hang up without a word.
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    _wait_for_a_place(server, seat, address)


def _wait_for_a_place(server: RunningServer, seat: Joined, address: str) -> None:
    """Return once the address has all its connections to use again."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with ExitStack() as stack:
            knockers = [stack.enter_context(knock(server, seat.table, address)) for _ in range(4)]
            if all(knocker.hello()["type"] == "update" for knocker in knockers):
                return
        time.sleep(0.1)
    raise AssertionError("places are lost")


def test_messages_of_one_connection(server: RunningServer, seat: Joined, address: str) -> None:
    with knock(server, seat.table, address) as knocker:
        knocker.hello()
        answers = [knocker.ask("ping", f"a{number}") for number in range(12)]
        assert answers[0]["type"] == "pong"
        refused = [answer for answer in answers if answer["type"] == "answer"]
        assert refused
        for answer in refused:
            assert answer["error"] == {"code": "limit.too_fast", "values": {"seconds": 1}}
        time.sleep(1)
        assert knocker.ask("ping", "later")["type"] == "pong"


def test_who_does_not_listen_is_dropped_and_may_come_back(
    server: RunningServer, seat: Joined, address: str
) -> None:
    with knock(server, seat.table, address) as knocker:
        knocker.hello()
        with suppress(ConnectionClosed):
            for number in range(200):
                knocker.send({"type": "ping", "id": f"a{number}"})
        assert knocker.next("bye")["error"]["code"] == "limit.too_fast"
        with pytest.raises(ConnectionClosed) as closed:
            knocker.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4001
    with knock(server, seat.table, address) as knocker:
        assert knocker.hello()["type"] == "update"


def test_phrases_of_one_seat(server: RunningServer, client: httpx.Client, address: str) -> None:
    seat = make_table(client)
    with knock(server, seat.table, address) as knocker:
        knocker.hello(seat.token)
        for name in ("a", "b"):
            assert "error" not in knocker.ask("say", name, phrase="hello")
        error = knocker.ask("say", "c", phrase="hello")["error"]
        assert error["code"] == "talk.too_fast"
        assert 1 <= error["values"]["seconds"] <= 10
    # Another connection is no other seat.
    body = {"type": "say", "id": "d", "phrase": "hello"}
    headers = {"Authorization": f"Bearer {seat.token}"}
    response = client.post(f"/api/tables/{seat.table}/requests", json=body, headers=headers)
    assert response.json()["error"]["code"] == "talk.too_fast"


def test_the_length_of_a_request(
    server: RunningServer, client: httpx.Client, seat: Joined, address: str
) -> None:
    most = SMALL["message_bytes"]
    response = client.post("/api/tables", content=(most + 1) * b" ")
    assert (response.status_code, response.json()["error"]["code"]) == (413, "http.413")
    assert client.post("/api/tables", content=most * b" ").status_code == 400
    with knock(server, seat.table, address) as knocker:
        knocker.hello()
        knocker.raw.send((most + 1) * " ")
        with pytest.raises(ConnectionClosed):
            knocker.next("never")


BAD_NAMES = {
    "": "request.malformed",
    "   ": "name.empty",
    "\u200b": "name.character",
    "A\u202eB": "name.character",
    "A\u2066B": "name.character",
    "A\x00": "name.character",
    "A\x1b[31m": "name.character",
    "\ue000": "name.character",
    "Z" + 9 * "\u0301": "name.character",
    25 * "x": "name.too_long",
    65 * "x": "request.malformed",
}


def test_names(server: RunningServer) -> None:
    for number, (name, code) in enumerate(BAD_NAMES.items()):
        with web(server, f"198.51.100.{number}") as client:
            response = client.post("/api/tables", json=new_table(name=name))
            assert response.status_code in (400, 409), name
            assert response.json()["error"]["code"] == code, name


@pytest.mark.parametrize("name", ["Ann", "  Ann  B. ", "Zoë", "李小龍", "שָׁלוֹם", "👑", 24 * "x"])
def test_names_of_people(client: httpx.Client, name: str) -> None:
    seat = make_table(client, name=name)
    info = client.get(f"/api/tables/{seat.table}").json()
    assert info["seats"][0]["name"] == " ".join(name.split())


def test_who_says_nothing_at_all_is_sent_away(silent: Knocker) -> None:
    bye = silent.next()
    assert (bye["type"], bye["error"]["code"]) == ("bye", "hello.missing")
    with pytest.raises(ConnectionClosed):
        silent.next()
