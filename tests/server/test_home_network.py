"""Two machines in one network: names, and terminals that know no more than a code."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from openregicide.i18n import Catalogue
from support.home_network import HERE, THERE, HomeNetwork, HomeServer, home_network
from support.patience import SECONDS

T = Catalogue("en")
ASK = """
import sys, urllib.request, urllib.error
url, host, body = sys.argv[1:]
headers = {"Content-Type": "application/json", **({"Host": host} if host else {})}
request = urllib.request.Request(url, body.encode() or None, headers)
try:
    print(urllib.request.urlopen(request, timeout=60).read().decode())
except urllib.error.HTTPError as error:
    print(error.code)
"""
TABLE = {"name": "Ann", "settings": {"rules": {"players": 2}}}


@pytest.fixture(scope="module")
def network() -> Iterator[HomeNetwork]:
    with home_network() as network:
        yield network


@pytest.fixture(scope="module")
def server(network: HomeNetwork, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeServer]:
    yield from started(network.here, tmp_path_factory.mktemp("here"))


def started(inside: tuple[str, ...], folder: Path, **settings: Any) -> Iterator[HomeServer]:
    server = HomeServer(inside, folder, **settings)
    server.start()
    yield server
    server.kill()


def named(server: HomeServer) -> str:
    """Return the name that the server says it has, once it has one."""
    assert server.process.stdout is not None
    for line in server.process.stdout:
        if found := re.search(r"http://([\w-]+\.local):\d+", line):
            return found[1]
    raise AssertionError(server.logged())


def ask(inside: tuple[str, ...], url: str, host: str = "", body: object = None) -> Any:
    sent = "" if body is None else json.dumps(body)
    command = [*inside, sys.executable, "-c", ASK, url, host, sent]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def play(inside: tuple[str, ...], folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [*inside, sys.executable, "-m", "openregicide", "play", "--plain", "--lang=en"]
    return subprocess.run(
        [*command, f"--saves={folder}", *words],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=2 * SECONDS,
    )


@pytest.fixture(scope="module")
def name(server: HomeServer) -> str:
    return named(server)


def test_the_network_knows_the_server_by_a_name_and_a_second_one_by_another(
    network: HomeNetwork, server: HomeServer, name: str, tmp_path: Path
) -> None:
    assert name == "regicide.local"
    address = f"http://{HERE}:{server.port}"
    told = ask(network.there, f"{address}/api/info", f"{name}:{server.port}")
    assert told["addresses"] == [address, f"http://{name}:{server.port}"]
    assert ask(network.there, f"{address}/api/info", f"other.local:{server.port}") == 421
    for second in started(network.there, tmp_path):
        assert named(second) == "regicide-2.local"
        there = f"http://{THERE}:{second.port}/api/info"
        assert ask(network.here, there, "regicide-2.local")["addresses"]
        assert ask(network.here, there, name) == 421


def test_a_terminal_finds_the_table_by_its_code(
    network: HomeNetwork, server: HomeServer, name: str, tmp_path: Path
) -> None:
    table = ask(network.here, f"{server.url}/api/tables", "", TABLE)["table"]
    code = f"{table[:5]}-{table[5:]}".lower()
    done = play(network.there, tmp_path, f"--join={code}", "--name=Bea")
    assert done.returncode == 0, done.stderr
    assert T("tui.sat_down", number=2, name="Bea") in done.stdout
    seats = ask(network.here, f"{server.url}/api/tables/{table}")["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "Bea"]
    # What is full is not said to have seats.
    assert T("tui.invite.watch") in done.stdout
    assert T("tui.invite") not in done.stdout


def test_a_code_that_is_not_in_the_network_gets_a_sentence(
    network: HomeNetwork, server: HomeServer, name: str, tmp_path: Path
) -> None:
    done = play(network.there, tmp_path, "--join=abcde-fghjk", "--name=Bea")
    sentence = T("error.network.no_such_table", table="ABCDE-FGHJK")
    assert (done.returncode, done.stderr) == (2, f"regicide: {sentence}\n")


def test_a_terminal_at_the_server_invites_to_where_others_find_it(
    network: HomeNetwork, server: HomeServer, tmp_path: Path
) -> None:
    words = (f"--host={server.url}", "--players=2", "--name=Ann")
    done = play(network.here, tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert re.search(rf"http://{HERE}:{server.port}/t/[2-9A-Z]{{5}}-[2-9A-Z]{{5}}", done.stdout)
    # The way back is for this machine, where the seat is held.
    invited, _, back = done.stdout.rpartition("regicide play --join ")
    assert "localhost" not in invited
    assert back.startswith(server.url)


def test_a_server_that_may_not_have_a_name_says_nothing_to_the_network(
    network: HomeNetwork, tmp_path: Path
) -> None:
    for silent in started(network.there, tmp_path, mdns="off"):
        table = ask(network.there, f"{silent.url}/api/tables", "", TABLE)["table"]
        done = play(network.here, tmp_path, f"--join={table}", "--name=Bea")
        assert done.returncode == 2
        assert T("error.network.no_such_table", table=f"{table[:5]}-{table[5:]}") in done.stderr
        silent.stop()
        assert ".local" not in silent.logged()
