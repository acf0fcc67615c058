"""Tables that a view allows, dealt again and again at full speed.

`core.world_of` says which tables those are and lays one out; here the hidden cards of that one
are dealt anew, every arrangement equally likely: within each layer of hidden cards, among the
royals of each rank, and with other heals to come. Compiles, with C types in `worlds.pxd`.
"""

from __future__ import annotations

from ...core import bits
from ...core.phase import Phase
from ...core.rng import Generator
from ...core.state import State
from ...core.view import View, world_of

__all__ = ["Worlds"]

BUILT_FROM = bits.DIGEST

TAVERN = 4
"""Places 0 to 3 are the hands, and from here on the tavern from its top down."""


class Worlds:
    """The tables that a view allows."""

    def __init__(self, view: View) -> None:
        """Prepare to deal what a view leaves open.

        :raises ImpossiblePositionError: no table is like this.
        """
        self.base = world_of(view)
        # That a game goes on says that the hand in debt can pay, whatever it holds (R17).
        self.must_pay = view.phase is Phase.DISCARD and view.seat != view.turn and not view.flips
        self.cards = [0] * 54
        self.places = [0] * 54
        self.starts = [0] * 55
        self.groups = 0
        self.hidden = [0] * 4
        self.castle_from = [0] * 4
        self._find_places(view)
        self._find_royals()

    def _find_places(self, view: View) -> None:
        """List the hidden cards layer by layer, and with each a place where one of them lies."""
        base = self.base
        by_layer: dict[int, list[tuple[int, int]]] = {}
        for seat in range(base.players):
            if seat != view.seat:
                self.hidden[seat] = base.hands[seat]
                for card in range(54):
                    if base.hands[seat] >> card & 1:
                        by_layer.setdefault(base.origin[card], []).append((card, seat))
        for depth, card in enumerate(base.tavern_cards()):
            by_layer.setdefault(base.origin[card], []).append((card, TAVERN + depth))
        at = 0
        for layer in by_layer.values():
            self.starts[self.groups] = at
            self.groups += 1
            for card, place in layer:
                self.cards[at] = card
                self.places[at] = place
                at += 1
        self.starts[self.groups] = at

    def _find_royals(self) -> None:
        """Note where each rank of the royals still to come begins; their order is hidden (R2)."""
        castle = self.base.castle_cards()
        at = min(13 - len(castle), 12)
        for rank in (10, 11, 12):
            self.castle_from[rank - 10] = at
            at += sum(card >> 2 == rank for card in castle[1:])
        self.castle_from[3] = at

    def deal(self, state: State, generator: Generator) -> None:
        """Lay out one of the tables, each equally likely; `state` has the view's rules."""
        self.lay_out(state, generator)
        while self.must_pay and not state.covers(state.hands[state.seat], state.due):
            self.lay_out(state, generator)

    def lay_out(self, state: State, generator: Generator) -> None:
        """Deal the hidden cards anew."""
        state.copy_layout(self.base)
        for seat in range(state.players):
            state.hands[seat] &= ~self.hidden[seat]
        for group in range(self.groups):
            start = self.starts[group]
            count = self.starts[group + 1] - start
            # A layer stays the same set of cards, so its cards keep their `origin`.
            generator.shuffle(self.cards, start, count)
            for i in range(start, start + count):
                place = self.places[i]
                if place < TAVERN:
                    state.hands[place] |= bits.ONE << self.cards[i]
                else:
                    state.tavern[(state.tavern_top + place - TAVERN) & 63] = self.cards[i]
        for rank in range(3):
            start = self.castle_from[rank]
            generator.shuffle(state.castle, start, self.castle_from[rank + 1] - start)
        # One after the other: C would be free to draw them in any order.
        a = generator.word()
        b = generator.word()
        c = generator.word()
        state.generator.start(a, b, c, generator.word())
