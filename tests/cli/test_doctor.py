"""`regicide doctor`: in plain words, whether others can play here, and what to do if not."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from openregicide.cli import main
from openregicide.i18n import PLURALS, Catalogue
from support.home_network import HERE, HomeNetwork, HomeServer, home_network
from support.patience import SECONDS

T = Catalogue("en")


def doctor(
    *words: str, inside: tuple[str, ...] = (), path: Path | None = None
) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if path is not None:
        environment["PATH"] = f"{path}:{environment['PATH']}"
    command = [*inside, sys.executable, "-m", "openregicide", "doctor", *words]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=2 * SECONDS, env=environment
    )


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@pytest.mark.parametrize("language", PLURALS)
def test_without_a_server_it_says_how_to_start_one(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    assert main(["doctor", f"--port={port}", f"--lang={language}"]) == 1
    t = Catalogue(language)
    expected = t("doctor.server.none", address=f"http://localhost:{port}")
    assert capsys.readouterr().out == f"✗ {expected}\n\n{t('doctor.result.bad')}\n"


class Stranger(BaseHTTPRequestHandler):
    """A server of another kind."""

    def do_GET(self) -> None:
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        pass


def test_something_else_at_the_port_is_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as stranger:
        Thread(target=stranger.serve_forever, daemon=True).start()
        assert main(["doctor", f"--port={stranger.server_port}", "--lang=en"]) == 1
        stranger.shutdown()
    said = capsys.readouterr().out
    address = f"http://localhost:{stranger.server_port}"
    assert f"✗ {T('doctor.server.foreign', address=address)}" in said


@pytest.fixture(scope="module")
def network() -> Iterator[HomeNetwork]:
    with home_network() as network:
        yield network


@pytest.fixture(scope="module")
def server(network: HomeNetwork, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeServer]:
    server = HomeServer(network.here, tmp_path_factory.mktemp("doctor"), mdns="off")
    server.start()
    yield server
    server.kill()


def test_a_server_that_others_reach_is_well(
    network: HomeNetwork, server: HomeServer, tmp_path: Path
) -> None:
    # A firewall that is on, as far as its tool says.
    tool = tmp_path / "firewall-cmd"
    tool.write_text("#!/bin/sh\necho running\n")
    tool.chmod(0o755)
    done = doctor(f"--port={server.port}", "--lang=en", inside=network.here, path=tmp_path)
    assert done.returncode == 0, done.stderr
    for line in (
        "✓ " + T("doctor.server.runs", address=server.url),
        "✓ " + T("doctor.network.answers", address=f"http://{HERE}:{server.port}"),
        "· "
        + T(
            "doctor.firewall.runs",
            name="firewalld",
            command=f"sudo firewall-cmd --add-port={server.port}/tcp",
        ),
        "· " + T("doctor.firewall.unseen", port=server.port),
        "· " + T("doctor.name.none"),
        "· " + T("doctor.https"),
        T("doctor.result.good"),
    ):
        assert line in done.stdout.splitlines()


def test_a_server_for_this_machine_alone_is_found_out(network: HomeNetwork, tmp_path: Path) -> None:
    server = HomeServer(network.here, tmp_path, mdns="off")
    server.host = "127.0.0.1"
    server.start()
    try:
        done = doctor(f"--port={server.port}", "--lang=en", inside=network.here)
    finally:
        server.kill()
    assert done.returncode == 1
    silent = T("doctor.network.silent", address=f"http://{HERE}:{server.port}")
    assert f"✗ {silent}" in done.stdout.splitlines()
    assert done.stdout.endswith(T("doctor.result.bad") + "\n")


def test_a_machine_without_a_network_is_told_to_find_one(tmp_path: Path) -> None:
    with home_network() as lonely:
        lonely.unplug()
        server = HomeServer(lonely.here, tmp_path, mdns="off")
        server.start()
        try:
            done = doctor(f"--port={server.port}", "--lang=en", inside=lonely.here)
        finally:
            server.kill()
    assert done.returncode == 1
    assert f"✗ {T('doctor.network.none')}" in done.stdout.splitlines()


def test_a_port_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--port=many"]) == 2
    assert re.fullmatch(r"regicide: .+\n", capsys.readouterr().err)
