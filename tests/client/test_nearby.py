"""A table by its code alone: which of the servers nearby has it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from openregicide.client import Link, ProtocolError, nearby
from openregicide.errors import InvalidOptionError
from support.knocking import make_table, web
from support.serving import running_server

NOWHERE = "http://127.0.0.1:1"


def heard(*urls: str) -> object:
    """Return what listens to the network, and hears these; nothing is sent."""

    async def servers_nearby(seconds: float) -> AsyncGenerator[str, None]:
        for url in urls:
            yield url

    return servers_nearby


def find(code: str, *known: str) -> Link:
    return asyncio.run(nearby.find_table(code, known=known))


def test_the_server_that_has_the_table_is_found_among_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_server(tmp_path / "a") as one, running_server(tmp_path / "b") as other:
        with web(other) as client:
            code = make_table(client, first=0).table
        monkeypatch.setattr(nearby, "servers_nearby", heard(one.url, "nonsense"))
        # Known, or heard of; whoever does not answer, or is no server, does not matter.
        assert find(code.lower(), NOWHERE, one.url, other.url) == Link(other.url, code)
        with pytest.raises(ProtocolError) as refused:
            find(code, NOWHERE, one.url)
        assert refused.value.code == "network.no_such_table"
        assert refused.value.values == {"table": f"{code[:5]}-{code[5:]}"}
        monkeypatch.setattr(nearby, "servers_nearby", heard(NOWHERE, one.url, other.url))
        assert find(f"{code[:5]}-{code[5:]}") == Link(other.url, code)


def test_what_is_no_code_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearby, "servers_nearby", heard())
    with pytest.raises(InvalidOptionError):
        find("nonsense")
