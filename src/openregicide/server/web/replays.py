"""Replays of finished games, as they are sent. A finished game never changes, so they are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import msgspec

from ...core import Game, view_for, visible_to
from ...notation import format_move, load_game
from ...protocol import Replay, ReplayStep
from ...table.finished import FinishedGame
from ...table.views import event_data, view_data

__all__ = ["Replays", "steps_of"]

MOST_BYTES = 8 * 2**20
"""How much is kept of those that were asked for last."""

Key = tuple[str, int | None]


class Replays:
    """The replays of one server."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._made: dict[Key, asyncio.Future[bytes]] = {}
        # One at a time, and never on the event loop: a long game takes a tenth of a second.
        self._maker = ThreadPoolExecutor(1, thread_name_prefix="replay")

    def __contains__(self, key: Key) -> bool:
        """Return whether this one costs next to nothing."""
        return key in self._kept or key in self._made

    async def get(self, game: FinishedGame, seat: int | None) -> bytes:
        """Return a game as a seat or a spectator saw it."""
        key = (game.id, seat)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        made = self._made.get(key)
        if made is None:
            loop = asyncio.get_running_loop()
            made = loop.run_in_executor(self._maker, _encoded, game.record, seat)
            self._made[key] = made
            made.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(made)

    def _keep(self, key: Key, made: asyncio.Future[bytes]) -> None:
        del self._made[key]
        if made.cancelled() or made.exception() is not None:
            return
        self._kept[key] = made.result()
        self._bytes += len(made.result())
        while self._bytes > MOST_BYTES:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= len(dropped)


def _encoded(record: str, seat: int | None) -> bytes:
    return msgspec.json.encode(Replay(steps_of(load_game(record), seat)))


def steps_of(game: Game, seat: int | None) -> list[ReplayStep]:
    """Return a game as a seat saw it, move by move; what chance decided goes with its move."""
    steps = [ReplayStep(view_data(view_for(game.start, seat)))]
    steps += [
        ReplayStep(
            view_data(view_for(game.at(step.ply), seat)),
            step.actor,
            format_move(step.move),
            [event_data(event) for event in visible_to(seat, step.events)],
        )
        for step in game.steps()
    ]
    return steps
