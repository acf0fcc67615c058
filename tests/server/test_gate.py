"""Who may come in: tokens and origins, and what a browser is told to be careful about."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import httpx
import pytest

from openregicide.protocol import Joined
from support.knocking import knock, make_table, new_table, web
from support.patience import SECONDS
from support.serving import RunningServer, running_server

FRIEND = "https://friends.example"
NAME = "regicide.example"
FAR_AWAY = "203.0.113.7"
"""An address that the proxy on this machine says somebody comes from."""

PAGE = "default-src 'none'"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("gate")
    with running_server(
        folder,
        hosts=NAME,
        origins=FRIEND,
        proxies="127.0.0.1",
        log_level="debug",
        log_format="json",
    ) as server:
        yield server


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with web(server) as client:
        yield client


@pytest.fixture(scope="module")
def seat(client: httpx.Client) -> Joined:
    return make_table(client, first=0)


@pytest.fixture(scope="module")
def other(client: httpx.Client) -> Joined:
    """A seat at another table."""
    return make_table(client, first=0)


# Tokens


def wrong_tokens(seat: Joined, other: Joined) -> list[str]:
    swapped = seat.token[:-1] + ("A" if seat.token[-1] != "A" else "B")
    return ["x", 32 * "x", other.token, swapped, seat.token[:-1], seat.token + "A", seat.table]


def test_a_token_opens_its_own_seat_and_nothing_else(
    server: RunningServer, client: httpx.Client, seat: Joined, other: Joined
) -> None:
    table = f"/api/tables/{seat.table}"
    body = {"type": "say", "id": "t", "phrase": "hello"}
    for token in wrong_tokens(seat, other):
        headers = {"Authorization": f"Bearer {token}"}
        answers = [
            client.post(f"{table}/requests", json=body, headers=headers),
            client.get(f"{table}/update", headers=headers),
            client.get(f"{table}/stream", headers=headers),
        ]
        for response in answers:
            assert (response.status_code, response.json()) == (
                401,
                {"error": {"code": "seat.token", "values": {}}},
            )
        with knock(server, seat.table) as knocker:
            assert knocker.hello(token)["error"]["code"] == "seat.token"
    right = {"Authorization": f"bearer {seat.token}"}
    assert client.get(f"{table}/update", headers=right).json()["seat"] == seat.seat


@pytest.mark.parametrize("header", ["", "Bearer", "Basic abc", "Bearer é", 20_000 * "x"], ids=len)
def test_without_a_token_nobody_plays(client: httpx.Client, seat: Joined, header: str) -> None:
    response = client.post(
        f"/api/tables/{seat.table}/requests",
        json={"type": "say", "id": "t", "phrase": "hello"},
        headers=[(b"Authorization", header.encode())],
    )
    assert response.status_code == 401
    assert response.json()["error"]["code"] == "seat.token"


def test_a_spectator_watches_and_does_nothing(server: RunningServer, seat: Joined) -> None:
    with knock(server, seat.table) as knocker:
        view = knocker.hello()["view"]
        assert not any("cards" in hand for hand in view["hands"])
        assert knocker.ask("say", "s", phrase="hello")["error"]["code"] == "seat.none"
        assert knocker.ask("begin", "b")["error"]["code"] == "seat.none"
        assert "error" not in knocker.ask("ping", "p")


def test_a_table_without_spectators_shows_its_cards_to_nobody_else(
    server: RunningServer, client: httpx.Client
) -> None:
    private = {"rules": {"players": 2}, "spectators": False}
    seat = make_table(client, settings=private)
    with knock(server, seat.table) as knocker:
        assert knocker.hello()["error"]["code"] == "table.no_spectators"
    for what in ("update", "stream"):
        response = client.get(f"/api/tables/{seat.table}/{what}")
        assert (response.status_code, response.json()["error"]["code"]) == (
            403,
            "table.no_spectators",
        )


def test_tokens_have_128_bits_and_are_never_the_same(client: httpx.Client) -> None:
    tokens = {make_table(client).token for _ in range(20)}
    assert len(tokens) == 20
    # Six bits to a letter.
    assert all(6 * len(token) >= 128 for token in tokens)


# Origins


def strangers(server: RunningServer) -> list[str]:
    port = server.port
    return [
        "https://evil.example",
        "null",
        "",
        f"http://127.0.0.1:{port}.evil.example",
        f"http://evil.example/127.0.0.1:{port}",
        f"http://127.0.0.1:{port + 1}",
        f"https://127.0.0.1:{port}",
        f"http://localhost:{port}",
        "http://127.0.0.1",
        "http://",
        "file://",
        f"http://127.0.0.1:{port}/",
        FRIEND + ".evil.example",
        FRIEND.replace("https", "http"),
        FRIEND + "/",
        FRIEND.upper(),
    ]


def test_pages_of_other_sites_change_nothing(
    server: RunningServer, client: httpx.Client, seat: Joined
) -> None:
    for origin in strangers(server):
        for path in ("/api/tables", f"/api/tables/{seat.table}/requests"):
            response = client.post(path, json=new_table(), headers={"Origin": origin})
            assert response.status_code == 403, origin
            assert response.json()["error"]["code"] == "origin.unknown"
            assert "access-control-allow-origin" not in response.headers


def test_pages_of_other_sites_get_no_socket(server: RunningServer, seat: Joined) -> None:
    for origin in strangers(server):
        with knock(server, seat.table, origin=origin) as knocker:
            bye = knocker.next()
            assert (bye["type"], bye["error"]["code"]) == ("bye", "origin.unknown"), origin


def test_own_pages_and_those_of_friends_come_in(
    server: RunningServer, client: httpx.Client, seat: Joined
) -> None:
    for origin in (server.url, FRIEND):
        response = client.post("/api/tables", json=new_table(), headers={"Origin": origin})
        assert response.status_code == 201
        with knock(server, seat.table, origin=origin) as knocker:
            assert knocker.hello(seat.token)["type"] == "update"


def test_behind_a_proxy_the_outer_address_is_the_own_one(
    server: RunningServer, client: httpx.Client
) -> None:
    headers = {
        "Host": NAME,
        "Origin": f"https://{NAME}",
        "X-Forwarded-For": FAR_AWAY,
    }
    secure = {**headers, "X-Forwarded-Proto": "https"}
    assert client.post("/api/tables", json=new_table(), headers=secure).status_code == 201
    assert client.post("/api/tables", json=new_table(), headers=headers).status_code == 403


# Names


OUR_NAMES = (
    "127.0.0.1", "127.0.0.1:1", "192.0.2.7:8420", "[::1]", "[::1]:8420", "[2001:db8::1]:1",
    "[::ffff:1.2.3.4]", "localhost", "LocalHost:8420", "localhost.", "cards.localhost:1",
    NAME, NAME.upper(), f"{NAME}:443", f"{NAME}.", f"{NAME}.:443", "friends.example",
)  # fmt: skip
OTHER_NAMES = (
    "evil.example", "127.0.0.1.evil.example", f"{NAME}.evil.example", f"evil.{NAME}",
    "localhost.evil.example", "evillocalhost", "127.0.0.1.", "1.2.3", "0x7f.0.0.1", "2130706433",
    "[", "[]", "[::1", "[::1]x", "[::1%25lo]", "::1", "[127.0.0.1]", "[localhost]", "localhost:",
    "localhost:x", "localhost:1:1", "localhost:123456", "a@localhost", "localhost/", "localhost?",
    f"{NAME}..", ".", ":1", "localhost,evil.example", "x" * 1000,
)  # fmt: skip


@pytest.mark.parametrize("host", OUR_NAMES)
def test_the_server_answers_to_its_names(
    server: RunningServer, client: httpx.Client, host: str
) -> None:
    for path in ("/", "/api/health", "/a/0/i18n/en.json"):
        assert client.get(path, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", OTHER_NAMES, ids=lambda host: host[:30])
def test_the_server_answers_to_no_other_name(
    server: RunningServer, client: httpx.Client, seat: Joined, host: str
) -> None:
    table = f"/api/tables/{seat.table}"
    headers = {"Host": host, "Origin": f"http://{host}"}
    for path in ("/api/health", table, f"{table}/update", "/metrics"):
        response = client.get(path, headers=headers)
        assert (response.status_code, response.json()["error"]["code"]) == (421, "host.unknown")
    assert client.post("/api/tables", json=new_table(), headers=headers).status_code == 421
    # People read a sentence, in their language.
    page = client.get("/", headers={**headers, "Accept-Language": "xx, fr-CA;q=0.9, en"})
    assert (page.status_code, page.headers["content-type"]) == (421, "text/html; charset=utf-8")
    assert "<p>Le serveur ne répond pas à ce nom." in page.text
    assert page.headers["content-security-policy"].startswith(PAGE)


def raw_request(server: RunningServer, *lines: str) -> tuple[int, bytes]:
    """Send a request as it stands; return the status and everything that came."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as raw:
        raw.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1"))
        got = b""
        while part := raw.recv(65536):
            got += part
    return int(got.split()[1]), got


def test_a_request_names_one_host(server: RunningServer) -> None:
    get = "GET /api/health HTTP/1.1"
    for lines in ([get], [get, "Host: localhost", "Host: localhost"], [get.replace("1.1", "1.0")]):
        status, got = raw_request(server, *lines)
        assert (status, b"host.missing" in got) == (400, True), lines
    assert raw_request(server, get, "Host:")[0] == 421
    assert raw_request(server, get, "host:  localhost  ")[0] == 200


def test_of_a_whole_address_the_host_in_it_counts(server: RunningServer) -> None:
    for own, host, status in (
        ("localhost", "evil.example", 200),
        ("evil.example", "localhost", 421),
        ("[", "localhost", 400),
        ("", "localhost", 400),
    ):
        line = f"GET http://{own}/api/health HTTP/1.1"
        assert raw_request(server, line, f"Host: {host}")[0] == status, own
    for line in (
        "GET http://localhost HTTP/1.1",
        "CONNECT localhost:80 HTTP/1.1",
        "GET x HTTP/1.1",
    ):
        assert raw_request(server, line, "Host: localhost")[0] in (400, 405), line


HANDSHAKE = (
    "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
)  # fmt: skip


@pytest.mark.parametrize("host", ["evil.example", "[", ""])
def test_no_socket_opens_by_another_name(server: RunningServer, seat: Joined, host: str) -> None:
    line = f"GET /api/tables/{seat.table}/socket HTTP/1.1"
    origin = f"Origin: http://{host}"
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as raw:
        raw.sendall("\r\n".join([line, f"Host: {host}", origin, *HANDSHAKE, "", ""]).encode())
        got = b""
        while part := raw.recv(65536):
            got += part
    assert got.startswith(b"HTTP/1.1 421 ")
    assert b'"host.unknown"' in got


@pytest.fixture(scope="module", autouse=True)
def quiet(server: RunningServer) -> Iterator[None]:
    """Nothing that comes from outside is an error of ours."""
    yield
    assert "Traceback" not in server.logged()
    assert '"level": "error"' not in server.logged()


# What browsers are told


def test_every_answer_protects_its_reader(client: httpx.Client, seat: Joined) -> None:
    table = f"/api/tables/{seat.table}"
    asset = "/a/0/i18n/en.json"
    responses = [
        *(client.get(path) for path in ("/", f"/t/{seat.table}", asset, "/favicon.svg")),
        *(client.get(path) for path in ("/nothing", "/a/0/nothing", "/api/nothing", "/api")),
        *(client.get(path) for path in ("/api/health", "/api/info", "/api/tables", table)),
        *(client.get(path) for path in ("/metrics", "/api/schema/openapi.json", "/api/schema")),
        client.get(f"{table}/update"),
        client.get(f"{table}/update?since=x"),
        client.get(f"{table}/socket"),
        client.post(f"{table}/requests", json={}),
        client.post("/api/tables", content=b"{"),
        client.post("/api/tables", content=100_000 * b"x"),
        client.post("/api/tables", json=new_table(), headers={"Origin": "https://evil.example"}),
        client.delete("/api/tables"),
        client.options("/api/tables"),
        client.head("/"),
    ]
    assert {response.status_code for response in responses} >= {200, 204, 400, 403, 404, 405, 413}
    for response in responses:
        headers = response.headers
        policy = headers["content-security-policy"]
        assert policy.startswith(PAGE), response.url
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "base-uri 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
        assert "access-control-allow-origin" not in headers
        assert headers.get("content-type", "").count("charset") <= 1


def test_the_page_has_no_script_of_its_own(client: httpx.Client) -> None:
    page = client.get("/").text
    for part in page.split("<script")[1:]:
        opening, _, rest = part.partition(">")
        assert "src=" in opening
        assert not rest.partition("</script>")[0].strip()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page
    assert "//" not in page.replace("http://www.w3.org/", "")


def test_answers_with_tokens_and_games_are_kept_by_nobody(
    client: httpx.Client, seat: Joined
) -> None:
    created = client.post("/api/tables", json=new_table())
    update = client.get(
        f"/api/tables/{seat.table}/update", headers={"Authorization": f"Bearer {seat.token}"}
    )
    for response in (created, update):
        assert "no-store" in response.headers.get("cache-control", "")


# What stays inside


HERE = "127.0.0.4"
"""This machine, by an address that is no proxy's."""


def test_figures_are_for_this_machine_only(server: RunningServer, client: httpx.Client) -> None:
    transport = httpx.HTTPTransport(local_address=HERE)
    with httpx.Client(base_url=server.url, transport=transport) as own:
        assert "regicide_tables" in own.get("/metrics").text
        assert own.get("/metrics", headers={"Host": "localhost"}).status_code == 200
        for mark in ("Forwarded", "Via", "X-Real-IP", "X-Forwarded-For", "X-Forwarded-Host"):
            assert own.get("/metrics", headers={mark: HERE}).status_code == 404, mark
        assert own.get("/metrics", headers={"Host": "evil.example"}).status_code == 421
    # A proxy that leaves no mark is known by its address.
    assert client.get("/metrics").status_code == 404
    with web(server, FAR_AWAY) as stranger:
        response = stranger.get("/metrics")
        assert response.status_code == 404
        assert "regicide" not in response.text
        assert stranger.get("/api/health").status_code == 200


def test_nobody_can_pass_for_this_machine(server: RunningServer) -> None:
    with web(server, f"127.0.0.1, {FAR_AWAY}") as liar:
        assert liar.get("/metrics").status_code == 404


def test_no_token_name_or_card_is_in_the_log(
    server: RunningServer, client: httpx.Client, seat: Joined, other: Joined
) -> None:
    name, device = "Quentin Quux", 30 * "d"
    mine = make_table(client, name=name, device=device, first=0)
    with knock(server, mine.table) as knocker:
        view = knocker.hello(mine.token)
        knocker.ask("move", "m", version=view["version"], move=view["moves"][0]["move"])
    client.get("/api/me/games", headers={"X-Device": device})
    client.get(f"/t/{mine.table}", params={"seat": mine.token})
    client.get(f"/api/tables/{mine.table}/update", params={"token": mine.token})
    lines = server.logged().splitlines()
    assert any(json.loads(line)["event"] == "table.created" for line in lines)
    for secret in (mine.token, seat.token, other.token, name, device, mine.table, seat.table):
        assert secret not in server.logged()


def test_no_address_that_we_make_carries_a_token(client: httpx.Client) -> None:
    schema = client.get("/api/schema/openapi.json").json()
    for path, methods in schema["paths"].items():
        assert "token" not in path
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                assert parameter["name"] not in ("token", "seat_token")
                assert parameter["name"] != "X-Device" or parameter["in"] == "header"
