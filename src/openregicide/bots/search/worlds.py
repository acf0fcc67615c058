"""Worlds: complete states that a view allows, sampled at full speed.

`core.world_of` defines which states those are and builds one; here its hidden cards are dealt
again and again, every arrangement equally likely: within each layer of hidden cards, among the
royals of each rank, and with different heals to come. Compiled, with C types in `worlds.pxd`.
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
"""Slots 0 to 3 are the hands; from here on they are the tavern, from its top down."""


class Worlds:
    """The worlds that a view allows."""

    def __init__(self, view: View) -> None:
        """Work out what a view leaves open.

        :raises ImpossiblePositionError: no state fits the view.
        """
        self.base = world_of(view)
        # If the game is not over, the player who has to pay can pay, whatever they hold (R17).
        self.must_pay = view.phase is Phase.DISCARD and view.seat != view.turn and not view.flips
        self.cards = [0] * 54
        self.slots = [0] * 54
        self.starts = [0] * 55
        self.groups = 0
        self.hidden = [0] * 4
        self.castle_from = [0] * 4
        self._find_slots(view)
        self._find_royals()

    def _find_slots(self, view: View) -> None:
        """List the hidden cards layer by layer, each with a slot that holds one of the layer."""
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
            for card, slot in layer:
                self.cards[at] = card
                self.slots[at] = slot
                at += 1
        self.starts[self.groups] = at

    def _find_royals(self) -> None:
        """Find where each rank of the royals still to come begins; their order is hidden (R2)."""
        castle = self.base.castle_cards()
        at = min(13 - len(castle), 12)
        for rank in (10, 11, 12):
            self.castle_from[rank - 10] = at
            at += sum(card >> 2 == rank for card in castle[1:])
        self.castle_from[3] = at

    def deal(self, state: State, generator: Generator) -> None:
        """Sample a world, all equally likely, into `state`, which has the view's rules."""
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
            # The set of cards in a layer stays the same, so they keep their `origin`.
            generator.shuffle(self.cards, start, count)
            for i in range(start, start + count):
                slot = self.slots[i]
                if slot < TAVERN:
                    state.hands[slot] |= bits.ONE << self.cards[i]
                else:
                    state.tavern[(state.tavern_top + slot - TAVERN) & 63] = self.cards[i]
        for rank in range(3):
            start = self.castle_from[rank]
            generator.shuffle(state.castle, start, self.castle_from[rank + 1] - start)
        # One statement each: as arguments, C could draw them in any order.
        a = generator.word()
        b = generator.word()
        c = generator.word()
        state.generator.start(a, b, c, generator.word())
