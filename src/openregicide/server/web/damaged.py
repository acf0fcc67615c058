"""What can still be had of a damaged table."""

from __future__ import annotations

from litestar import get

from ...errors import TableError
from ...protocol import SoundPart
from ...table.table import hash_token
from ...table.views import update_for
from ..tables.hub import Hub
from ..tables.live import viewer_of
from .gate import Gate
from .http import Code, Http, PerhapsDevice, bearer_of, refusals, summary_of

__all__ = ["DAMAGED_HANDLERS"]

GAMES = 20
SOUND_MS = 30
"""How long it takes: the journal is read again, for it is kept nowhere."""


@get("/api/tables/{code:str}/sound", tags=["tables"], responses=refusals(400, 401, 403, 404, 409))
async def sound(
    request: Http, code: Code, hub: Hub, gate: Gate, device: PerhapsDevice = None
) -> SoundPart:
    """Return the sound part of a damaged table, as the seat or a spectator may see it."""
    gate.check_work(request, SOUND_MS)
    part = await hub.remains(code.upper())
    if part is None:
        raise TableError("table.not_damaged")
    if part.table is None:
        return SoundPart(code.upper(), 0)
    seat = viewer_of(part.table, bearer_of(request))
    finished = [await hub.store.game(game) for game in part.games[-GAMES:]]
    owner = hash_token(device) if device else ""
    return SoundPart(
        part.table.id,
        part.table.version,
        update_for(part.table, seat, since=None),
        [summary_of(game, owner) for game in finished if game is not None],
    )


DAMAGED_HANDLERS = [sound]
