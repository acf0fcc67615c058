"""Who is told where the server is, and by which names it may be called."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from litestar.connection import ASGIConnection

from openregicide.server.addresses import web_addresses
from openregicide.server.settings import Settings
from openregicide.server.web import reach as reach_module
from openregicide.server.web.reach import Reach
from openregicide.server.wire.hosts import Hosts
from support.serving import RunningServer, running_server

PROXY = "192.168.1.2"
HOME = ["http://192.168.1.5:8420"]


@pytest.fixture
def reach(monkeypatch: pytest.MonkeyPatch) -> Reach:
    monkeypatch.setattr(reach_module, "web_addresses", lambda host, port: list(HOME))
    made = Reach(Settings(proxies=(PROXY,), hosts=("cards.example",)))
    made.announced("regicide.local")
    return made


def told(reach: Reach, client: str, host: str, *headers: str) -> list[str]:
    raw = [(b"host", host.encode()), *((name.encode(), b"203.0.113.7") for name in headers)]
    scope: Any = {
        "type": "http",
        "headers": raw,
        "client": (client, 50_000),
        "path": "/api/info",
        "query_string": b"",
        "state": {},
    }
    return asyncio.run(reach.told_to(ASGIConnection(scope)))


NEAR = [
    ("127.0.0.1", "localhost:8420"),
    ("127.0.0.1", "127.0.0.1:8420"),
    ("::1", "[::1]:8420"),
    ("192.168.1.77", "192.168.1.5:8420"),
    ("::ffff:192.168.1.77", "192.168.1.5:8420"),
    ("10.1.2.3", "regicide.local:8420"),
    ("fd00::2", "[fd00::1]:8420"),
]
STRANGERS = [
    ("203.0.114.9", "192.168.1.5:8420"),
    ("::ffff:203.0.114.9", "192.168.1.5:8420"),
    ("2606:4700::1", "[fd00::1]:8420"),
    # A tunnel or a container's port: everybody seems to be in the network.
    ("172.17.0.1", "cards.example"),
    ("127.0.0.1", "198.51.99.4:8420"),
    ("127.0.0.1", "other.local:8420"),
    (PROXY, "192.168.1.5:8420"),
]


@pytest.mark.parametrize(("client", "host"), NEAR)
def test_whoever_is_near_is_told_the_addresses_and_the_name(
    reach: Reach, client: str, host: str
) -> None:
    assert told(reach, client, host) == [*HOME, "http://regicide.local:8420"]
    for mark in ("x-forwarded-for", "forwarded", "via", "x-real-ip"):
        assert told(reach, client, host, mark) == []


@pytest.mark.parametrize(("client", "host"), STRANGERS)
def test_strangers_are_told_nothing(reach: Reach, client: str, host: str) -> None:
    assert told(reach, client, host) == []


def test_a_name_is_known_once_it_is_announced() -> None:
    hosts = Hosts((), ())
    assert b"regicide.local:8420" not in hosts
    hosts.add("regicide.local")
    assert b"regicide.local:8420" in hosts
    assert b"Regicide.local." in hosts
    assert b"regicide-2.local" not in hosts


def test_a_server_for_this_machine_alone_has_no_addresses() -> None:
    for host in ("127.0.0.1", "127.0.0.9", "::1", "localhost"):
        assert web_addresses(host, 8420) == []
    assert web_addresses("192.168.1.5", 8420) == HOME
    assert web_addresses("fd00::1", 8420) == ["http://[fd00::1]:8420"]
    assert all("[" not in address for address in web_addresses("0.0.0.0", 8420))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("reach")) as server:
        yield server


def test_pages_are_isolated_where_browsers_heed_it(server: RunningServer) -> None:
    name = "cross-origin-opener-policy"
    here = httpx.get(server.url)
    assert here.headers[name] == "same-origin"
    for host in ("192.168.1.5:8420", "10.0.0.1"):
        assert name not in httpx.get(server.url, headers={"Host": host}).headers
