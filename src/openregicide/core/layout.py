"""What lies where: the cards, the counters and the log of one table.

The data under the rules: holding, copying and comparing, with no idea of what a move does. That
is in `state.py`, whose `State` is a table that follows the rules. Compiles like it, with C types
in `layout.pxd`.
"""

from __future__ import annotations

from ..errors import InvalidOptionError
from . import bits, codes
from .cards import cards_in
from .events import Event, EventKind
from .options import Companions, Mulligan, RuleSet
from .phase import Phase
from .rng import Generator

__all__ = ["Layout"]

BUILT_FROM = bits.DIGEST


class Layout:
    """All the cards of a game and what has been counted so far. Compact, and cheap to copy.

    Hands, discard pile and table are masks of cards; the tavern is a ring of 64 bytes; whatever
    can be worked out from these is kept only where working it out would cost time.
    """

    def __init__(self, rules: RuleSet) -> None:
        """Make an empty table; `setup.new_state` deals, `setup.restore_state` lays cards out."""
        if not isinstance(rules, RuleSet):
            raise InvalidOptionError("option.not_rules", value=type(rules).__name__)
        self.rules = rules
        self.generator = Generator(0)
        self.players = rules.players
        self.hand_limit = rules.hand_limit
        self.jesters = rules.jesters
        self.flips_given = rules.flips
        self.many_companions = rules.companions is Companions.MANY
        self.solo_yield = rules.solo_yield
        self.most_dry_hands = rules.players
        if rules.mulligan is Mulligan.ALL:
            self.most_dry_hands -= 1
        elif rules.mulligan is Mulligan.ANY:
            self.most_dry_hands = 0
        self.attack = list(rules.attack)
        self.health = list(rules.health)

        self.hands = [0] * 4
        self.discard = 0
        self.tavern = [0] * 64
        self.tavern_top = 0
        self.tavern_count = 0
        self.castle = [0] * 12
        self.castle_at = 12
        self.origin = [0] * 54
        self.layers = 0
        self.pool = [0] * 54

        self.table = 0
        self.plays = [0] * 54
        self.play_count = 0
        self.damage = 0
        self.shield = 0
        self.idle_spades = 0
        self.jester_played = False
        self.attack_value = 0
        self.powers = 0

        self.phase = codes.PHASE_OVER
        self.seat = 0
        self.yielded = 0
        self.flips = rules.flips
        self.due = 0
        self.ply = 0
        self.ending = 0

        self.listening = False
        self.log = [0] * 128
        self.log_cards = [0] * 128
        self.log_count = 0

    def clear_table(self) -> None:
        """Forget what was played against the last enemy: shield and jester end with it."""
        self.table = 0
        self.play_count = 0
        self.damage = 0
        self.shield = 0
        self.idle_spades = 0
        self.jester_played = False

    # What lies where, for those who may look

    def castle_cards(self) -> list[int]:
        """Return the castle's cards, the enemy first."""
        return [self.castle[i] for i in range(self.castle_at, 12)]

    def tavern_cards(self) -> list[int]:
        """Return the tavern's cards, the top one first."""
        return [self.tavern[(self.tavern_top + i) & 63] for i in range(self.tavern_count)]

    def dry_hands(self) -> int:
        """Return how many hands hold no diamond (option `mulligan`)."""
        count = 0
        for i in range(self.players):
            if not self.hands[i] & codes.ONE_SUIT << codes.SUIT_DIAMONDS:
                count += 1
        return count

    def enemy_health(self) -> int:
        return self.health[(self.castle[self.castle_at] >> 2) - 10] if self.castle_at < 12 else 0

    def __repr__(self) -> str:
        # No cards: what is printed or logged may be read by somebody who must not know them.
        phase = Phase(self.phase).name
        return f"<State players={self.players} phase={phase} seat={self.seat} ply={self.ply}>"

    def key(self) -> tuple[object, ...]:
        """Return all that lies on the table; equal for states that no player could tell apart."""
        return (
            (self.phase, self.seat, self.yielded, self.flips, self.due, self.ending),
            tuple(self.castle_cards()),
            tuple(cards_in(self.plays[i] & codes.PAYLOAD) for i in range(self.play_count)),
            tuple(cards_in(self.hands[i]) for i in range(self.players)),
            tuple(min(card, 52) for card in self.tavern_cards()),
            cards_in(self.discard),
            (self.damage, self.shield, self.idle_spades, bool(self.jester_played)),
        )

    # Copies

    def copy_layout(self, other: Layout) -> None:
        """Become the same as another state of the same rules: `copy_from` for inner loops."""
        self.generator.copy_from(other.generator)
        self.players = other.players
        self.hand_limit = other.hand_limit
        self.jesters = other.jesters
        self.flips_given = other.flips_given
        self.many_companions = other.many_companions
        self.solo_yield = other.solo_yield
        self.most_dry_hands = other.most_dry_hands
        self.attack[:] = other.attack
        self.health[:] = other.health
        self.hands[:] = other.hands
        self.discard = other.discard
        self.tavern[:] = other.tavern
        self.tavern_top = other.tavern_top
        self.tavern_count = other.tavern_count
        self.castle[:] = other.castle
        self.castle_at = other.castle_at
        self.origin[:] = other.origin
        self.layers = other.layers
        self.table = other.table
        for i in range(other.play_count):
            self.plays[i] = other.plays[i]
        self.play_count = other.play_count
        self.damage = other.damage
        self.shield = other.shield
        self.idle_spades = other.idle_spades
        self.jester_played = other.jester_played
        self.attack_value = other.attack_value
        self.powers = other.powers
        self.phase = other.phase
        self.seat = other.seat
        self.yielded = other.yielded
        self.flips = other.flips
        self.due = other.due
        self.ply = other.ply
        self.ending = other.ending

    # Events

    def report(self, kind: int, seat: int, value: int, total: int, mask: int) -> None:
        """Note an event in the log, packed: it has to work without Python objects too."""
        self.log[self.log_count] = kind | seat << 8 | value << 12 | total << 22
        self.log_cards[self.log_count] = mask
        self.log_count += 1

    def listen(self, on: bool) -> None:
        """Start or stop to report events; the log starts empty."""
        self.listening = on
        self.log_count = 0

    def take_events(self) -> tuple[Event, ...]:
        """Return the events since the last call, everything said (see `visible_to`)."""
        events = []
        for i in range(self.log_count):
            packed = self.log[i]
            seat = packed >> 8 & 15
            events.append(
                Event(
                    EventKind(packed & 255),
                    None if seat == codes.NO_SEAT else seat,
                    cards_in(self.log_cards[i]),
                    packed >> 12 & 1023,
                    packed >> 22,
                )
            )
        self.log_count = 0
        return tuple(events)
