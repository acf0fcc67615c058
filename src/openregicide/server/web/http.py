"""The HTTP routes: making and finding tables, playing without a socket, finished games."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from ipaddress import ip_address
from typing import Annotated, Any

import msgspec
from litestar import Request as HttpRequest
from litestar import get, post
from litestar.openapi import ResponseSpec
from litestar.params import Body, HeaderParameter, PathParameter, QueryParameter
from litestar.response import Response, Stream

from ... import __version__
from ...bots import bot_names
from ...core.options import MAX_PLAYERS
from ...errors import InvalidOptionError, StorageError, TableError
from ...i18n import PLURALS
from ...notation import parse_rules
from ...protocol import (
    AFTER_JESTER,
    DEVICE_PATTERN,
    MAX_VERSION,
    PHRASES,
    PUBLIC_FACTS,
    AllStatistics,
    Answer,
    AskHint,
    Bye,
    Games,
    GameSeat,
    GameSummary,
    Glance,
    Health,
    Join,
    Joined,
    Lobby,
    MedalName,
    NewTable,
    Ping,
    Problem,
    Refusal,
    Replay,
    Request,
    ServerInfo,
    Statistics,
    TableInfo,
    Update,
)
from ...table.finished import FinishedGame, FinishedSeat
from ...table.names import names_for_bots
from ...table.options import rules_data
from ...table.table import hash_token
from .. import clock
from ..settings import Settings
from ..tables.daily import is_sealed
from ..tables.hub import Hub
from ..tables.live import encode
from ..wire.proxies import Proxies, is_forwarded
from .gate import Gate, RefusedError, address_of, mark_peer
from .reach import Reach
from .replays import Replays

__all__ = [
    "HANDLERS",
    "Code",
    "Http",
    "PerhapsDevice",
    "game_seats",
    "medal_name",
    "refusals",
]

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises for bytes that are not what they should be."""
LISTED = 100
GAMES = 50
HEARTBEAT_SECONDS = 15.0
REPLAY_MS, LOBBY_MS, OWN_MS = 0.4, 5, 3
"""What it costs to make a replay, for each of its plies, and to look up other things."""

Http = HttpRequest[Any, Any, Any]
Code = Annotated[str, PathParameter(description="The table's code of ten characters.")]
Since = Annotated[
    int | None,
    QueryParameter(name="since", ge=0, le=MAX_VERSION, description="The last version seen."),
]


REFUSALS = {
    400: "Not understood, or not possible.",
    401: "The token opens no seat here.",
    403: "Another site's page, a table without spectators, or a deal that is still secret.",
    404: "There is nothing by this name.",
    409: "The table does not allow it.",
    413: "Too long.",
    429: "Too much at once; Retry-After says when to come back.",
    503: "The data cannot be read or written.",
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the refusals of a route; every route may be rate-limited or without its data."""
    return {
        status: ResponseSpec(Refusal, description=REFUSALS[status], generate_examples=False)
        for status in sorted({*statuses, 429, 503})
    }


@get("/api/health", tags=["server"], responses=refusals())
async def health(hub: Hub) -> Health:
    """Check that tables can be read and written."""
    await hub.store.exists("")
    await hub.disk.ask()
    return Health("ok", __version__)


@get("/api/info", tags=["server"], responses=refusals())
async def info(request: Http, hub: Hub, reach: Reach) -> ServerInfo:
    """Return what this server offers."""
    addresses = await reach.told_to(request)
    return msgspec.structs.replace(_info_of(hub.settings), addresses=addresses)


@lru_cache(1)
def _info_of(settings: Settings) -> ServerInfo:
    """Return the same for everyone: looking for installed bots takes milliseconds."""
    allowed = [name for name in bot_names() if name in settings.bots]
    return ServerInfo(
        __version__,
        list(PLURALS),
        allowed,
        settings.bot_ms,
        list(PHRASES),
        list(AFTER_JESTER),
        list(PUBLIC_FACTS),
    )


@get("/metrics", include_in_schema=False)
async def metrics(request: Http, hub: Hub) -> Response[bytes]:
    """Return metrics for Prometheus, only to this machine unless the settings say otherwise."""
    if not (hub.settings.metrics_open or _is_here(request, Proxies(hub.settings.proxies))):
        raise RefusedError(404, "http.404")
    return Response(hub.metrics.text(), media_type="text/plain; version=0.0.4")


def _is_here(request: Http, proxies: Proxies) -> bool:
    """Return whether a request was made on this machine, and not by a proxy for someone else."""
    if is_forwarded(request.scope["headers"]):
        return False
    if request.client is None:
        return True
    address = request.client.host
    try:
        return ip_address(address).is_loopback and address not in proxies
    except ValueError:
        return False


@get("/api/tables", tags=["tables"], responses=refusals())
async def lobby(request: Http, hub: Hub, gate: Gate) -> Lobby:
    """List the open tables, the newest first."""
    gate.check_work(request, LOBBY_MS)
    rows = await hub.store.listed_tables(LISTED)
    found = []
    for row in rows:
        # What is damaged is left out; the table itself says so.
        with suppress(*UNREADABLE):
            found.append(msgspec.json.decode(row.summary, type=TableInfo))
    return Lobby(found)


@post("/api/tables", tags=["tables"], responses=refusals(400, 403, 409, 413))
async def create(request: Http, data: NewTable, hub: Hub, gate: Gate) -> Joined:
    """Make a table and sit down at it."""
    gate.check_new_table(request)
    return await hub.create(data, address_of(request))


@get("/api/tables/{code:str}", tags=["tables"], responses=refusals(400, 404))
async def table(code: Code, hub: Hub) -> TableInfo:
    """Return what anyone may know about a table."""
    return await (await hub.find(code.upper())).info()


@get("/api/tables/{code:str}/glance", tags=["tables"], responses=refusals(400, 401, 404))
async def glance(request: Http, code: Code, hub: Hub) -> Glance:
    """Return what the player of a seat wants to know of a table they may come back to."""
    return await (await hub.find(code.upper())).glance(bearer_of(request))


@post("/api/tables/{code:str}/seats", tags=["tables"], responses=refusals(400, 403, 404, 409, 413))
async def join(request: Http, code: Code, data: Join, hub: Hub, gate: Gate) -> Joined:
    """Take a free seat."""
    gate.check_join(request)
    return await (await hub.find(code.upper())).sit(data, address_of(request))


@post(
    "/api/tables/{code:str}/requests",
    status_code=200,
    tags=["play"],
    responses=refusals(400, 401, 403, 404, 413),
)
async def ask(
    request: Http, code: Code, data: Annotated[Request, Body(title="Request")], hub: Hub
) -> Answer:
    """Do what a seat asks for: the same requests that go over the socket."""
    token = bearer_of(request)
    live = await hub.find(code.upper())
    seat = live.seat_of(token) if token else None
    if seat is None or token is None:
        raise RefusedError(401, "seat.token")
    await live.seen(seat, address_of(request))
    match data:
        case Ping():
            return Answer(data.id, live.table.version)
        case AskHint():
            return await live.hint(seat, data, hash_token(token))
        case _:
            return await live.ask(seat, data, hash_token(token))


@get("/api/tables/{code:str}/update", tags=["play"], responses=refusals(400, 401, 403, 404))
async def update(request: Http, code: Code, hub: Hub, since: Since = None) -> Update:
    """Return what happened since a version, as the seat or a spectator sees it."""
    live = await hub.find(code.upper())
    return await live.update(bearer_of(request), since, address_of(request))


@get(
    "/api/tables/{code:str}/stream",
    tags=["play"],
    media_type="application/x-ndjson",
    responses=refusals(400, 401, 403, 404),
)
async def stream(request: Http, code: Code, hub: Hub, gate: Gate, since: Since = None) -> Stream:
    """Stream what happens: one message per line, as on the socket."""
    live = await hub.find(code.upper())
    address = gate.enter(request)
    try:
        subscriber = await live.attach(bearer_of(request), since, address)
    except BaseException:
        gate.leave(address)
        raise
    mark_peer(request, subscriber.seat)

    async def lines() -> AsyncIterator[bytes]:
        try:
            while True:
                try:
                    message = await subscriber.next(HEARTBEAT_SECONDS)
                except TimeoutError:
                    message = encode(live.presence())
                if message is None:
                    break
                yield message + b"\n"
            yield encode(Bye(Problem(subscriber.closed))) + b"\n"
        finally:
            subscriber.close("reader.gone")
            live.detach(subscriber)
            gate.leave(address)

    return Stream(lines, media_type="application/x-ndjson")


@get("/api/games/{game:str}", tags=["games"], responses=refusals(400, 404))
async def game(game: str, hub: Hub) -> GameSummary:
    """Return the summary of a finished game."""
    found = await _game(game, hub)
    with as_stored():
        return summary_of(found)


Device = Annotated[str, HeaderParameter(name="X-Device", pattern=DEVICE_PATTERN, required=True)]
PerhapsDevice = Annotated[
    str | None,
    HeaderParameter(name="X-Device", pattern=DEVICE_PATTERN, required=False),
]


@get(
    "/api/games/{game:str}/record",
    tags=["games"],
    media_type="text/plain",
    responses=refusals(400, 403, 404),
)
async def record(game: str, hub: Hub) -> Response[str]:
    """Return the record of a finished game; `regicide verify` checks it."""
    found = await _game(game, hub)
    _check_told(found)
    return Response(
        found.record,
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="regicide-{found.id}.rgn"'},
    )


@get(
    "/api/games/{game:str}/replay",
    tags=["games"],
    responses={200: ResponseSpec(Replay), **refusals(400, 403, 404)},
)
async def replay(
    request: Http,
    game: str,
    hub: Hub,
    gate: Gate,
    replays: Replays,
    seat: Annotated[int | None, QueryParameter(name="seat", ge=0, le=MAX_PLAYERS - 1)] = None,
    device: PerhapsDevice = None,
) -> Response[bytes]:
    """Return every view that a seat, or a spectator, had of a finished game."""
    found = await _game(game, hub)
    # A device that played the deal may always see its replay.
    if not (device and _seat_of(found, hash_token(device)) is not None):
        _check_told(found)
    if seat is not None and seat >= found.players:
        raise InvalidOptionError("seat.unknown", seat=seat, players=found.players)
    if (found.id, seat) not in replays:
        gate.check_work(request, REPLAY_MS * found.plies)
    with as_stored():
        return Response(await replays.get(found, seat), media_type="application/json")


@get("/api/me/games", tags=["me"], responses=refusals(400))
async def my_games(
    request: Http,
    hub: Hub,
    gate: Gate,
    device: Device,
    before: Annotated[
        str | None, QueryParameter(name="before", pattern=r"^[0-9]{1,12}\.[A-Za-z0-9_-]{1,32}$")
    ] = None,
) -> Games:
    """List the finished games of a device, the newest first."""
    gate.check_work(request, OWN_MS)
    ended, _, name = (before or "").partition(".")
    page = await hub.store.games_of(
        hash_token(device), before=(int(ended), name) if ended else None, limit=GAMES
    )
    more = f"{page[-1].ended_at}.{page[-1].id}" if len(page) == GAMES else None
    return Games([summary_of(each, hash_token(device)) for each in page], more)


@get("/api/me/statistics", tags=["me"], responses=refusals(400))
async def my_statistics(request: Http, hub: Hub, gate: Gate, device: Device) -> AllStatistics:
    """Return the results of a device's games, by the number of players."""
    gate.check_work(request, OWN_MS)
    rows = await hub.store.statistics(hash_token(device))
    return AllStatistics(
        [
            Statistics(
                row.players, row.games, row.wins, row.gold, row.silver, row.bronze, row.best_kills
            )
            for row in rows
        ]
    )


@contextmanager
def as_stored() -> Iterator[None]:
    """Take whatever fails in here as damage: it only reads what was written by us.

    What exactly is wrong stays here: it would name cards.

    :raises StorageError: something failed.
    """
    try:
        yield
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError):
        raise StorageError("storage.damaged") from None


async def _game(name: str, hub: Hub) -> FinishedGame:
    found = await hub.store.game(name)
    if found is None:
        raise TableError("game.unknown")
    return found


def _is_told(game: FinishedGame) -> bool:
    """Return whether the deal of a game is no longer secret."""
    return game.daily is None or not is_sealed(game.daily.day, clock.now())


def _check_told(game: FinishedGame) -> None:
    if game.daily is not None and not _is_told(game):
        raise TableError("daily.sealed", day=game.daily.day)


def _seat_of(game: FinishedGame, device: str) -> int | None:
    """Return the seat that a device had, by its hash."""
    return next((each.seat for each in game.seats if device and each.device == device), None)


def medal_name(medal: int) -> MedalName:
    names: tuple[MedalName, ...] = ("none", "bronze", "silver", "gold")
    return names[medal]


def summary_of(game: FinishedGame, device: str = "") -> GameSummary:
    """Return the summary of a game, for the device with that hash if there is one."""
    return GameSummary(
        id=game.id,
        number=game.number,
        rules=rules_data(parse_rules(game.rules)),
        players=game.players,
        seed=game.seed if _is_told(game) else None,
        seed_hash=game.seed_hash,
        won=game.won,
        medal=medal_name(game.medal),
        kills=game.kills,
        plies=game.plies,
        started_at=game.started_at,
        ended_at=game.ended_at,
        seats=game_seats(game.seats),
        mine=_seat_of(game, device),
        daily=game.daily.day if game.daily else None,
    )


def game_seats(seats: Sequence[FinishedSeat]) -> list[GameSeat]:
    """Return who sat where, bots with the names that they had."""
    called = names_for_bots([each.name for each in seats])
    return [
        GameSeat(each.seat, each.name, each.bot, name if each.bot else "")
        for each, name in zip(seats, called, strict=True)
    ]


def bearer_of(request: Http) -> str | None:
    """Return the bearer token of a request, if any."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


HANDLERS = [
    health, info, metrics, lobby, create, table, glance, join, ask, update, stream, game, record,
    replay, my_games, my_statistics,
]  # fmt: skip
