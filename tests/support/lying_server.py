"""A server that lies about its deals, each time in another way.

This module, run as a program, is the command that people run, with that one change. A file beside
the data says which lie comes next, so that one server can tell them all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# Run as a program, this file has to find its neighbours itself.
sys.path.insert(0, str(Path(__file__).parents[1]))

from support.serving import RunningServer

__all__ = ["LyingServer", "lying_server"]

FILE = "lie"


class LyingServer(RunningServer):
    """A running server that tells one lie at a time, or with an empty name none."""

    program = (__file__,)

    def lie(self, name: str) -> None:
        (self.folder / FILE).write_text(name)


@contextmanager
def lying_server(folder: Path, **settings: object) -> Iterator[LyingServer]:
    """Run a server for as long as the block lasts."""
    server = LyingServer(folder, **settings)
    server.start()
    server.lie("")
    try:
        yield server
    finally:
        server.kill()


def main() -> int:
    from openregicide import cli

    (data,) = (word for word in sys.argv if word.startswith("--data="))
    file = Path(data.removeprefix("--data=")).parent / FILE
    _corrupt(lambda: file.read_text() if file.exists() else "")
    return cli.main(sys.argv[1:])


def _corrupt(lie: Callable[[], str]) -> None:
    """Put every lie into the code that a table runs on."""
    from msgspec.structs import replace

    from openregicide.core import Card, Phase, State, cards_in, new_state, restore_state
    from openregicide.errors import TableError
    from openregicide.protocol import DealInfo, OpenShare
    from openregicide.server.tables.dealing import Dealing
    from openregicide.table import game as games
    from openregicide.table import views
    from openregicide.table.deals import commitment, fair_seed, new_text
    from openregicide.table.entries import Began
    from openregicide.table.fold import Fold
    from openregicide.table.game import TableGame
    from openregicide.table.table import Table

    shown: dict[str, Any] = {}
    """The commitments that players were shown first."""

    def dealt(honest: Any, table: Table, prepared: Any, shares: Any, now: int) -> Any:
        """What goes into the seed, and who begins."""
        shares = dict(shares)
        if lie() == "other_secret":
            prepared = replace(prepared, secret=new_text())
        if lie() in ("share_swapped", "pledge_swapped"):
            shares[0] = new_text()
        if lie() == "pledge_swapped":
            pledges = prepared.pledges | {"0": commitment(shares[0])}
            prepared = replace(prepared, pledges=pledges)
        if lie() == "share_left_out":
            del shares[0]
        began = honest(table, prepared, shares, now)
        assert isinstance(began, Began)
        assert began.deal is not None
        if lie() == "other_seed":
            began = replace(began, seed=fair_seed(new_text(), began.deal.shares).hex())
        if lie() in ("first", "first_by_host"):
            began = replace(began, first=1 - began.first)
        if lie() == "first_by_host" and began.deal is not None:
            began = replace(began, deal=replace(began.deal, begins="host"))
        return began

    def take(honest: Any, self: Dealing, seat: int, request: Any) -> Any:
        if lie() == "share_never_taken" and isinstance(request, OpenShare) and seat == 0:
            raise TableError("deal.none")
        return honest(self, seat, request)

    def about_to_begin(honest: Any, prepared: Any, seats: int) -> DealInfo:
        told: DealInfo = honest(prepared, seats)
        shown.update(secret_hash=told.secret_hash)
        return told

    def deal_info(honest: Any, game: TableGame, deal: Any) -> DealInfo:
        told: DealInfo = honest(game, deal)
        if lie() == "other_secret":
            told = replace(told, secret_hash=shown["secret_hash"])
        return told

    def finished(honest: Any, table: Fold) -> Any:
        from dataclasses import replace as changed

        told = honest(table)
        if lie() == "other_secret" and told is not None and table.game and table.game.deal:
            real = commitment(table.game.deal.secret)
            told = changed(told, record=told.record.replace(real, shown["secret_hash"]))
        return told

    def start_of(_: Any, rules: Any, seed: bytes, *, first: int = 0) -> State:
        """What is really dealt."""
        state = new_state(rules, bytes(reversed(seed)) if lie() == "hand" else seed, first=first)
        if lie() != "enemies":
            return state
        castle = [Card(card) for card in state.castle_cards()]
        castle[1], castle[2] = castle[2], castle[1]
        return restore_state(
            rules,
            phase=Phase.PLAY,
            seat=first,
            yielded=[False] * rules.players,
            flips=rules.flips,
            castle=tuple(castle),
            table=(),
            hands=[cards_in(state.hands[seat]) for seat in range(rules.players)],
            tavern=tuple(Card(card) for card in state.tavern_cards()),
            discard=(),
            ply=0,
        )

    def heal_of(honest: Any, self: TableGame, move: Any) -> Any:
        dice = self.dice
        if lie() == "heal":
            self.dice = bytes(32)
        try:
            return honest(self, move)
        finally:
            self.dice = dice

    for owner, name, lying in (
        (Table, "_dealt", dealt),
        (Dealing, "take", take),
        (views, "_deal_about_to_begin", about_to_begin),
        (views, "_deal_info", deal_info),
        (Fold, "finished", finished),
        (games, "new_state", start_of),
        (TableGame, "heal_of", heal_of),
    ):
        setattr(owner, name, _lying(lying, getattr(owner, name)))


def _lying(lying: Callable[..., Any], honest: Callable[..., Any]) -> Callable[..., Any]:
    def told(*values: Any, **options: Any) -> Any:
        return lying(honest, *values, **options)

    return told


if __name__ == "__main__":
    sys.exit(main())
