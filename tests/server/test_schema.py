"""The HTTP side does what its own description says, whatever it is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from openregicide.protocol import Joined
from support.knocking import knock, make_table, web
from support.serving import RunningServer, running_server

Case = schemathesis.Case[Any]
EXAMPLES = 25
"""For each address and method, right and wrong ones."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

SETTINGS = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)

DEVICE = 30 * "d"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("schema")) as server:
        yield server
        assert "Traceback" not in server.logged()


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with web(server) as client:
        yield client


@pytest.fixture(scope="module")
def seat(client: httpx.Client) -> Joined:
    """A seat that really exists, for half of what is sent."""
    return make_table(client, first=0)


@pytest.fixture(scope="module")
def game(server: RunningServer, client: httpx.Client) -> str:
    """A game that is over."""
    seat = make_table(client, players=1, device=DEVICE)
    with knock(server, seat.table) as knocker:
        update = knocker.hello(seat.token)
        while update["moves"]:
            version, move = update["version"], update["moves"][0]["move"]
            knocker.send({"type": "move", "id": f"m{version}", "version": version, "move": move})
            update = knocker.next("update")
    found: str = client.get(f"/api/tables/{seat.table}").json()["game"]["id"]
    return found


@pytest.fixture
def api(server: RunningServer) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")


def test_answers_are_as_described(api: schemathesis.BaseSchema, seat: Joined, game: str) -> None:
    # A stream has no end to wait for.
    found = list(api.exclude(path_regex="stream$").get_all_operations())
    operations = [each.ok() for each in found if isinstance(each, Ok)]
    assert len(operations) == len(found)
    assert len(operations) > 10
    for operation in operations:
        for mode in schemathesis.GenerationMode:
            send = _sender(seat, game)
            # An address that takes nothing cannot be sent anything wrong.
            with suppress(Unsatisfiable):
                given(operation.as_strategy(generation_mode=mode))(SETTINGS(send))()


def _sender(seat: Joined, game: str) -> Callable[[Case], None]:
    def send(case: Case) -> None:
        headers = {}
        # By chance, but the same every time.
        if len(f"{case.path_parameters!r}{case.body!r}") % 2:
            if "code" in case.path_parameters:
                case.path_parameters["code"] = seat.table
                headers["Authorization"] = f"Bearer {seat.token}"
            if "game" in case.path_parameters:
                case.path_parameters["game"] = game
        case.call_and_validate(checks=CHECKS, headers=headers)

    return send


def test_what_exists_is_as_described(
    api: schemathesis.BaseSchema, client: httpx.Client, seat: Joined, game: str
) -> None:
    found = {
        "/api/games/{game}": f"/api/games/{game}",
        "/api/games/{game}/record": f"/api/games/{game}/record",
        "/api/games/{game}/replay": f"/api/games/{game}/replay?seat=0",
        "/api/daily": "/api/daily?players=2",
        "/api/daily/{day}": "/api/daily/2020-01-01?players=2",
        "/api/me/games": "/api/me/games",
        "/api/me/statistics": "/api/me/statistics",
        "/api/tables/{code}": f"/api/tables/{seat.table}",
        "/api/tables/{code}/update": f"/api/tables/{seat.table}/update",
        "/api/info": "/api/info",
        "/api/health": "/api/health",
        "/api/tables": "/api/tables",
    }
    for path, url in found.items():
        response = client.get(url, headers={"X-Device": DEVICE})
        assert response.status_code == 200, url
        api[path]["GET"].validate_response(response)


def test_every_address_says_how_it_refuses(client: httpx.Client) -> None:
    described = client.get("/api/schema/openapi.json").json()
    refusal = {"$ref": "#/components/schemas/Refusal"}
    for path, methods in described["paths"].items():
        for operation in methods.values():
            refusals = {
                status: response["content"]["application/json"]["schema"]
                for status, response in operation["responses"].items()
                if status >= "400"
            }
            assert "429" in refusals, path
            assert all(found == refusal for found in refusals.values()), path
