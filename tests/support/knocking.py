"""Ways to knock at a server's door one message at a time, right or wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from openregicide.protocol import Joined
from support.patience import SECONDS
from support.serving import RunningServer

__all__ = ["Knocker", "knock", "make_table", "new_table", "web"]


def web(server: RunningServer, address: str | None = None) -> httpx.Client:
    """Return a client; with an address it says it comes from there, as a proxy would."""
    headers = {} if address is None else {"X-Forwarded-For": address}
    return httpx.Client(base_url=server.url, headers=headers, timeout=SECONDS, trust_env=False)


def new_table(players: int = 2, **more: object) -> dict[str, Any]:
    """Return what to post for a table with bots in all seats but the first, begun at once."""
    bots = {str(seat): "random" for seat in range(1, players)}
    table = {"name": "Ann", "settings": {"rules": {"players": players}}, "bots": bots}
    return {**table, "begin": True, **more}


def make_table(client: httpx.Client, players: int = 2, **more: object) -> Joined:
    response = client.post("/api/tables", json=new_table(players, **more))
    assert response.status_code == 201, response.text
    return msgspec.json.decode(response.content, type=Joined)


@contextmanager
def knock(
    server: RunningServer, table: str, address: str | None = None, origin: str | None = None
) -> Iterator[Knocker]:
    """Open a socket at a table."""
    headers = {} if address is None else {"X-Forwarded-For": address}
    if origin is not None:
        headers["Origin"] = origin
    url = f"ws{server.url.removeprefix('http')}/api/tables/{table}/socket"
    with connect(
        url,
        additional_headers=headers,
        compression=None,
        proxy=None,
        max_size=None,
        close_timeout=1,
    ) as raw:
        yield Knocker(raw)


class Knocker:
    """A socket at a table that sends whatever it is told to."""

    def __init__(self, raw: ClientConnection) -> None:
        self.raw = raw

    def send(self, message: object) -> None:
        self.raw.send(json.dumps(message))

    def hello(self, token: str | None = None, **more: object) -> dict[str, Any]:
        """Greet the table; return the first thing it says."""
        self.send({"type": "hello", "token": token, **more})
        return self.next()

    def next(self, *kinds: str) -> dict[str, Any]:
        """Return the next message, or the next of these kinds."""
        while True:
            message: dict[str, Any] = json.loads(self.raw.recv(timeout=SECONDS))
            if not kinds or message["type"] in kinds:
                return message

    def ask(self, kind: str, name: str, **values: object) -> dict[str, Any]:
        """Send a request; return its answer."""
        self.send({"type": kind, "id": name, **values})
        while True:
            message = self.next("answer", "pong", "bye")
            if message.get("id") == name or message["type"] == "bye":
                return message
