"""Where a game's chance comes from: the fast generator, or a cryptographic stream.

A seed is a number for the fast generator, which simulations and bots use, or 32 bytes for the
stream, which deals the games of people. The stream is SHAKE-256 of the seed and a label, read as
big-endian words of 32 bits. The deal has a label, and every heal one of its own: so what a heal
moves follows from the seed, the ply and the discard pile, and nobody who has seen some of the
cards can work out the others. docs/security.md says how to check a deal by hand.
"""

from __future__ import annotations

from hashlib import shake_256

from ..errors import IllegalMoveError, InvalidOptionError
from .cards import JESTER, Card, cards_in
from .legal import sample_heal
from .moves import Heal
from .options import RuleSet
from .phase import Phase
from .rng import SEED_BITS
from .setup import restore_state
from .state import State

__all__ = ["STREAM_BYTES", "Seed", "Stream", "draw_heal", "first_by_seed", "new_state"]

Seed = int | bytes
"""A number of 128 bits for the fast generator, or 32 bytes for the cryptographic stream."""

STREAM_BYTES = 32
WORD_BYTES = 4
WORDS = 1 << 32


class Stream:
    """Uniform numbers that a seed and a label determine."""

    def __init__(self, seed: bytes, label: str) -> None:
        """:raises InvalidOptionError: the seed does not have 32 bytes."""
        if len(seed) != STREAM_BYTES:
            raise InvalidOptionError("option.seed_out_of_range", bits=SEED_BITS)
        self._source = shake_256(seed + label.encode())
        self._bytes = b""
        self._at = 0

    def word(self) -> int:
        """Return the next 32 bits."""
        if self._at == len(self._bytes):
            # A longer output begins with the shorter one.
            self._bytes = self._source.digest(2 * len(self._bytes) or 256)
        self._at += WORD_BYTES
        return int.from_bytes(self._bytes[self._at - WORD_BYTES : self._at], "big")

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely."""
        fair = WORDS - WORDS % n
        while (word := self.word()) >= fair:
            pass
        return word % n

    def pick(self, cards: list[Card], count: int) -> None:
        """Swap a random choice of `count` cards to the front, in random order."""
        for i in range(count):
            j = i + self.below(len(cards) - i)
            cards[i], cards[j] = cards[j], cards[i]

    def shuffle(self, cards: list[Card]) -> None:
        # The last card has nowhere left to go.
        self.pick(cards, len(cards) - 1)


def new_state(rules: RuleSet, seed: Seed, *, first: int = 0) -> State:
    """Shuffle and deal a new game; the seed decides the deal and every heal.

    :param first: the seat that begins (R4).
    :raises InvalidOptionError: no such seed, or no such seat.
    """
    if not 0 <= first < rules.players:
        raise InvalidOptionError("seat.unknown", seat=first, players=rules.players)
    if isinstance(seed, bytes):
        return _dealt_by_stream(rules, seed, first)
    state = State(rules)
    state.generator.reseed(seed)
    state.deal(first)
    return state


def _dealt_by_stream(rules: RuleSet, seed: bytes, first: int) -> State:
    stream = Stream(seed, "deal")
    castle: list[Card] = []
    for rank in (10, 11, 12):
        royals = [Card(4 * rank + suit) for suit in range(4)]
        stream.shuffle(royals)
        castle += royals
    tavern = [Card(card) for card in range(40)] + [JESTER] * rules.jesters
    while True:
        stream.shuffle(tavern)
        state = _laid_out(rules, castle, tavern, first)
        # Option `mulligan`: the tavern is shuffled again, and the castle stays.
        if not state.deals_again():
            return state


def _laid_out(rules: RuleSet, castle: list[Card], tavern: list[Card], first: int) -> State:
    size = rules.hand_limit
    dealt = size * rules.players
    return restore_state(
        rules,
        phase=Phase.PLAY,
        seat=first,
        yielded=[False] * rules.players,
        flips=rules.flips,
        castle=tuple(castle),
        table=(),
        hands=[tuple(tavern[at : at + size]) for at in range(0, dealt, size)],
        tavern=tuple(tavern[dealt:]),
        discard=(),
        ply=0,
    )


def first_by_seed(rules: RuleSet, seed: bytes) -> int:
    """Return the seat that begins where nobody has chosen it (R4)."""
    return Stream(seed, "first").below(rules.players)


def draw_heal(state: State, seed: Seed | None) -> Heal:
    """Draw what a heal moves under the tavern (R7).

    With a number for a seed, or none, the state's own generator draws, and goes on.

    :raises IllegalMoveError: no heal is awaited.
    """
    if not isinstance(seed, bytes):
        return sample_heal(state)
    if state.phase != Phase.HEAL:
        raise IllegalMoveError("heal.not_awaited", phase=Phase(state.phase).name.lower())
    cards = list(cards_in(state.discard))
    count = state.heal_count()
    Stream(seed, f"heal {state.ply}").pick(cards, count)
    return Heal(cards[:count])
