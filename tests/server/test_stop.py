"""A server stops when it is asked to, whoever is connected, and refuses to start in a muddle."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from support.knocking import knock, make_table, web
from support.serving import RunningServer, running_server

STOP_SECONDS = 5.0
"""What is promised; it usually takes a tenth of a second."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with running_server(tmp_path, bot_ms=60_000, send_seconds=5) as server:
        yield server
        assert "Traceback" not in server.logged()


def serve(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start a server that is expected to give up at once."""
    command = [sys.executable, "-m", "openregicide", "serve", "--host=127.0.0.1"]
    return subprocess.run(
        [*command, f"--data={folder}", *arguments], capture_output=True, text=True, timeout=60
    )


def gone_after(server: RunningServer, number: signal.Signals) -> int:
    """Send a signal; return the exit code."""
    server.process.send_signal(number)
    code = server.process.wait(STOP_SECONDS)
    assert server.process.stdout is not None
    server.process.stdout.close()
    return code


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_everybody_is_told_and_comes_back(server: RunningServer, number: signal.Signals) -> None:
    lines: list[str] = []
    with web(server) as client:
        seat = make_table(client, first=0)
        headers = {"Authorization": f"Bearer {seat.token}"}
        url = f"/api/tables/{seat.table}/stream"
        with ExitStack() as stack:
            knockers = [stack.enter_context(knock(server, seat.table)) for _ in range(20)]
            version = [knocker.hello(seat.token)["version"] for knocker in knockers][-1]
            stream = stack.enter_context(client.stream("GET", url, headers=headers))
            reading = threading.Thread(target=lambda: lines.extend(stream.iter_lines()))
            reading.start()
            assert gone_after(server, number) == 0
            for knocker in knockers:
                assert knocker.next("bye")["error"]["code"] == "server.stopping"
                with pytest.raises(ConnectionClosed) as closed:
                    knocker.next()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1001
            reading.join(STOP_SECONDS)
        bye = {"type": "bye", "error": {"code": "server.stopping", "values": {}}}
        assert json.loads(lines[-1]) == bye
    server.start()
    with knock(server, seat.table) as again:
        assert again.hello(seat.token, version=version)["version"] == version


def test_nobody_can_keep_it_from_stopping(server: RunningServer) -> None:
    with web(server) as client, ExitStack() as stack:
        seat = make_table(client, first=1, bots={"1": "search:ms=60000"})
        # A bot has begun to think for a minute.
        time.sleep(0.5)
        address = ("127.0.0.1", server.port)
        stack.enter_context(knock(server, seat.table))
        half = stack.enter_context(socket.create_connection(address))
        half.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        stack.enter_context(socket.create_connection(address))
        # Somebody who asks and does not read, with as much on the way as fits.
        deaf = stack.enter_context(socket.create_connection(address))
        deaf.settimeout(0.2)
        path = f"/api/tables/{seat.table}/update"
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        with suppress(TimeoutError):
            deaf.sendall(50_000 * request)
        assert gone_after(server, signal.SIGTERM) == 0


def test_a_second_signal_does_no_harm(server: RunningServer) -> None:
    with web(server) as client:
        seat = make_table(client)
    with knock(server, seat.table) as knocker:
        knocker.hello(seat.token)
        server.process.send_signal(signal.SIGINT)
        server.process.send_signal(signal.SIGTERM)
        assert gone_after(server, signal.SIGINT) == 0


def test_a_stopped_server_leaves_one_file(server: RunningServer) -> None:
    with web(server) as client:
        make_table(client)
    assert gone_after(server, signal.SIGTERM) == 0
    left = {path.name for path in (server.folder / "data").iterdir()}
    assert left <= {"tables.sqlite3", "tables.sqlite3.lock"}


def test_a_second_server_for_the_same_data_is_refused(server: RunningServer) -> None:
    second = serve(server.folder / "data", "--port=0")
    check_refused(second, "tables.sqlite3")
    with web(server) as client:
        make_table(client)


def test_a_port_that_is_taken_is_refused(server: RunningServer, tmp_path: Path) -> None:
    second = serve(tmp_path / "other", f"--port={server.port}")
    check_refused(second, str(server.port))
    with web(server) as client:
        make_table(client)


def check_refused(process: subprocess.CompletedProcess[str], about: str) -> None:
    assert process.returncode == 2
    assert process.stdout == ""
    assert process.stderr.count("\n") == 1
    assert about in process.stderr


def test_an_interrupted_start_is_no_disaster(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    for delay in (0.2, 0.6, 1.0):
        command = [sys.executable, "-m", "openregicide", "serve", "--host=127.0.0.1", "--port=0"]
        process = subprocess.Popen(
            [*command, f"--data={tmp_path / 'data'}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(delay)
        process.kill()
        process.wait(STOP_SECONDS)
    server.start()
    try:
        assert httpx.get(f"{server.url}/api/health", trust_env=False).status_code == 200
    finally:
        server.kill()
