"""Pages and files come however often they are asked for, and people never read JSON."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import httpx
import pytest

from openregicide.i18n import PLURALS, Catalogue
from openregicide.protocol import Problem
from openregicide.server.web.answers import STYLE_HASH, refuse
from support.knocking import web
from support.patience import SECONDS
from support.serving import RunningServer, running_server

FEW = {"requests_per_address": 2, "sockets_per_address": 64}
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": "es-MX, en"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("pages")
    with running_server(folder, proxies="127.0.0.1", **FEW) as server:
        yield server
        assert "Traceback" not in server.logged()


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with web(server, "203.0.113.1") as client:
        yield client


def test_pages_and_files_count_for_nothing(client: httpx.Client) -> None:
    page = client.get("/").text
    assets = re.findall(r'"(/a/[^"]+)"', page)
    assert len(assets) > 3
    # Far more than requests of other kinds are let in.
    for path in [*assets, "/", "/t/ABCDEFGHJK", "/sw.js", "/favicon.svg", "/nothing"] * 4:
        assert client.get(path).status_code == (404 if path == "/nothing" else 200), path
    assert [client.get("/api/info").status_code for _ in range(5)].count(200) >= 4


def test_files_are_sent_packed_and_kept_for_ever(client: httpx.Client) -> None:
    path = re.findall(r'"(/a/[^"]+/joined/app.js)"', client.get("/").text)[0]
    packed = client.get(path, headers={"Accept-Encoding": "br, gzip"})
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert client.get("/").headers["cache-control"] == "no-cache"
    # A page of the version before finds what there is, and does not keep it.
    older = client.get(re.sub("^/a/[^/]+", "/a/0", path))
    assert (older.text, older.headers["cache-control"]) == (plain.text, "no-cache")
    head = client.head(path, headers={"Accept-Encoding": "gzip"})
    assert (head.headers["content-length"], head.content) == (packed.headers["content-length"], b"")


def test_the_page_brings_the_words_of_its_reader(client: httpx.Client) -> None:
    for asked, language in (
        ("es-MX, en", "es"),
        ("xx, zh-TW;q=0.9", "zh"),
        ("xx", "en"),
        ("", "en"),
    ):
        page = client.get("/", headers={"Accept-Language": asked}).text
        assert re.findall(r"/i18n/(\w+)\.json", page) == [language]
    for cookie, language in (
        ("language=fr", "fr"),
        ("a=b; language=zh", "zh"),
        ("language=xx", "es"),
        ("otherlanguage=fr; language=", "es"),
    ):
        page = client.get("/", headers={"Accept-Language": "es", "Cookie": cookie}).text
        assert re.findall(r"/i18n/(\w+)\.json", page) == [language]


def test_connections_wait_for_their_turn_and_none_is_refused(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with running_server(tmp_path_factory.mktemp("queue"), requests_per_address=20) as server:
        lines = [
            socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) for _ in range(60)
        ]
        for line in lines:
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        for line in lines:
            assert line.recv(65536).startswith(b"HTTP/1.1 200 ")
            line.close()


# What people read


def check_page(answer: httpx.Response, status: int, language: str) -> str:
    """Check that an answer is a page for people; return its text."""
    t = Catalogue(language)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{language}">' in answer.text
    assert t("web.problem.title") in answer.text
    assert "{" not in re.sub(r"<style>.*?</style>", "", answer.text)
    assert STYLE_HASH in answer.headers["content-security-policy"]
    return answer.text


def test_who_looks_at_an_address_of_the_api_reads_a_sentence(client: httpx.Client) -> None:
    with_page = client.get("/api/games/nothing/record", headers=BROWSER)
    text = check_page(with_page, 404, "es")
    assert Catalogue("es")("error.game.unknown") in text
    # Nothing changes by itself: the page does not ask again.
    assert "refresh" not in text
    for _ in range(20):
        answer = client.get("/api/info", headers=BROWSER)
        if answer.status_code == 429:
            break
    text = check_page(answer, 429, "es")
    seconds = answer.headers["Retry-After"]
    assert f'<meta http-equiv="refresh" content="{seconds}">' in text
    assert Catalogue("es")("web.again.itself") in text
    # Programs get what they understand.
    told = client.get("/api/info", headers={"Accept": "*/*"})
    assert (told.status_code, told.json()["error"]["code"]) == (429, "limit.too_fast")
    assert told.headers["Retry-After"]


def test_navigation_never_gets_json(client: httpx.Client) -> None:
    navigating = {"Sec-Fetch-Mode": "navigate", "Accept": "*/*"}
    for path in ("/api/nothing", "/api/tables/nothing/update", "/a/0/nothing", "/metrics"):
        answer = client.get(path, headers=navigating)
        assert answer.headers["content-type"].startswith("text/html"), path
    # A module that is not there is not a page.
    assert client.get("/a/0/nothing.js").json()["error"]["code"] == "http.404"
    assert client.post("/", headers=BROWSER).headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("GET /t/ABC HTTP/1.1\r\nX: " + 70_000 * "x", 431),
        ("GET /" + 70_000 * "x" + " HTTP/1.1", 431),
        ("GET / HTTP/1.1\r\nBad header: ok: \x00", 400),
    ],
)
def test_what_cannot_be_read_is_answered_with_a_page_too(
    server: RunningServer, line: str, status: int
) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as raw:
        raw.sendall(f"{line}\r\nHost: localhost\r\n\r\n".encode())
        got = b""
        while part := raw.recv(65536):
            got += part
    assert got.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"content-type: text/html" in got
    assert b"</html>" in got


@pytest.mark.parametrize("language", PLURALS)
def test_the_page_speaks_every_language_and_trusts_nobody(language: str) -> None:
    problem = Problem("request.malformed", {"detail": "<script>alert(1)</script>"})
    asked = {b"accept-language": language.encode(), b"accept": b"text/html"}
    headers, body = refuse("/t/x", asked, 400, problem)
    assert dict(headers)[b"content-length"] == str(len(body)).encode()
    text = body.decode()
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert Catalogue(language)("web.again") in text
    # A wait that nobody would sit out is cut short.
    _, body = refuse("/", asked, 429, Problem("limit.too_fast", {"seconds": 3000}))
    assert b'content="60"' in body
    # A code without a sentence is said as it is.
    _, body = refuse("/", asked, 418, Problem("http.418"))
    assert "http.418" in body.decode()
