"""Who may know what: the only door out of a state (R28).

A view is everything that one seat with a perfect memory knows, or what a spectator sees, and
nothing else. It is plain data without a state behind it, so whoever is given a view cannot look
further: bots, sockets, logs and exports get views.

Hidden cards come in *layers*. Layer 0 are the cards nobody has seen since the deal. Every heal
lays a further layer under the tavern, known as a set because the discard pile lies open before
and after it; an exactly defeated royal is a layer of one on top. Cards are drawn from the top,
so everybody knows which layer another player drew from, though not which card of it. Two jesters
look alike: when one is shown that may have come from either of two layers, these are one layer
from then on (`State.mix_layers`).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from ..errors import ImpossiblePositionError, InvalidOptionError
from .cards import CARDS, JESTER, Card, Cards, Rank, Suit, cards_in, ids_in, rank_of, suit_of
from .moves import KIND_SHIFT, NO_SEAT, PAYLOAD
from .options import RuleSet
from .phase import Ending, Outcome, Phase
from .rng import Generator
from .setup import Play, can_pay, restore_state
from .state import State

__all__ = ["Hand", "Part", "View", "plays_of", "view_for", "world_of"]


PHASES = tuple(Phase)

FACES = tuple(Card(min(card, JESTER)) for card in range(CARDS))
"""The card that each number stands for: the jesters look alike."""

MAX_TRIES = 100_000
"""Far more than it takes to find a hand that can pay; only an invented view uses them up."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some cards of one layer; which of them is not known."""

    layer: int
    """Index in `View.layers`."""
    count: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as the viewer knows it: its cards if it is the viewer's own, else its parts."""

    cards: Cards
    parts: tuple[Part, ...]

    @property
    def count(self) -> int:
        return len(self.cards) + sum(part.count for part in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    rules: RuleSet
    seat: int | None
    """Whose view it is; `None` for a spectator."""
    phase: Phase
    turn: int
    """Whose move it is; after the end, who ended it."""
    yielded: tuple[bool, ...]
    """Whether each player yielded on their own last turn (R23)."""
    may_yield: bool
    """Whether the player to move may yield (R23, R24)."""
    flips: int
    """Solo jesters left (R30)."""
    enemy: Card | None
    health: int
    damage: int
    shield: int
    attack: int
    """What the enemy strikes for after the shield."""
    immune: Suit | None
    """The suit without power, unless a jester cancelled it (R11, R19)."""
    royals: Cards
    """The royals still to come, in no order but that of their ranks (R2)."""
    table: tuple[Play, ...]
    hands: tuple[Hand, ...]
    layers: tuple[Cards, ...]
    """The hidden cards by layer; layer 0 first, the others in the order of their cards."""
    tavern: tuple[Part, ...]
    """Top first."""
    discard: Cards
    due: int
    """In step 4: what the player has to discard at least (R17)."""
    ply: int
    outcome: Outcome | None

    @property
    def tavern_count(self) -> int:
        return sum(part.count for part in self.tavern)

    @property
    def tavern_top(self) -> Card | None:
        """The card on top of the tavern, if it is the only one it can be (R16, R28)."""
        cards = self.layers[self.tavern[0].layer] if self.tavern else ()
        return cards[0] if len(cards) == 1 else None

    @property
    def full_attack(self) -> int:
        """What the enemy would strike for without a shield (R16)."""
        return 0 if self.enemy is None else self.rules.attack[rank_of(self.enemy) - Rank.JACK]


def plays_of(state: State) -> tuple[Play, ...]:
    """Return the plays on the table in order, with who made them."""
    plays: list[Play] = []
    for packed in state.plays[: state.play_count]:
        by = packed >> KIND_SHIFT
        plays.append((None if by == NO_SEAT else by, cards_in(packed & PAYLOAD)))
    return tuple(plays)


def view_for(state: State, seat: int | None) -> View:
    """Return what a seat knows, or with `None` what everyone can see.

    :raises InvalidOptionError: there is no such seat.
    """
    if seat is not None and not 0 <= seat < state.players:
        raise InvalidOptionError("seat.unknown", seat=seat, players=state.players)
    origin = state.origin
    tavern = state.tavern_cards()
    held = state.hands[: state.players]
    others = [ids_in(cards) if other != seat else () for other, cards in enumerate(held)]
    layers, index = _layers(origin, [card for place in (*others, tavern) for card in place])
    hands = [
        Hand(cards_in(held[other]), ())
        if other == seat
        # Sorted by layer: the order of the cards themselves would give them away.
        else Hand((), _parts(sorted([index[origin[card]] for card in others[other]])))
        for other in range(state.players)
    ]
    castle = [Card(card) for card in state.castle_cards()]
    enemy = castle[0] if castle else None
    immune = None if enemy is None or state.jester_played else suit_of(enemy)
    return View(
        rules=state.rules,
        seat=seat,
        phase=PHASES[state.phase],
        turn=state.seat,
        yielded=tuple(bool(state.yielded >> i & 1) for i in range(state.players)),
        may_yield=state.phase == Phase.PLAY and bool(state.may_yield()),
        flips=state.flips,
        enemy=enemy,
        health=state.enemy_health(),
        damage=state.damage,
        shield=state.shield,
        attack=state.attack_left() if castle else 0,
        immune=immune,
        royals=tuple(sorted(castle[1:])),
        table=plays_of(state),
        hands=tuple(hands),
        layers=layers,
        tavern=_parts([index[origin[card]] for card in tavern]),
        discard=cards_in(state.discard),
        due=state.due,
        ply=state.ply,
        outcome=state.outcome(),
    )


def _parts(layers: list[int]) -> tuple[Part, ...]:
    """Return runs of cards, given the layer of each."""
    if layers and layers[0] == layers[-1] and len(set(layers)) == 1:
        return (_part(layers[0], len(layers)),)
    return tuple([_part(layer, len(list(run))) for layer, run in groupby(layers)])


@lru_cache(4096)
def _part(layer: int, count: int) -> Part:
    return Part(layer, count)


def world_of(view: View, generator: Generator | None = None, *, checked: bool = True) -> State:
    """Return one table that the view allows.

    With a generator every such table is equally likely, and so are its heals to come; without
    one it is always the same table, good for whatever depends on open cards only.

    :param checked: without a generator: whether to look if there can be such a table. A view of a
        real game needs no check while the game goes on.
    :raises ImpossiblePositionError: no table is like this; never for a view of a real game.
    """
    if generator is None:
        return _lay_out(view, None, checked)
    for _ in range(MAX_TRIES):
        state = _lay_out(view, generator, checked=True)
        # That the game goes on says something about the hand that is about to pay (R17); that it
        # was lost there says something too.
        lost = view.outcome is not None and view.outcome.ending is Ending.CANNOT_PAY
        pays = view.phase is Phase.DISCARD
        if not (lost or pays) or can_pay(state) == pays:
            return state
    raise ImpossiblePositionError("position.should_be_over", field="phase")


def _lay_out(view: View, generator: Generator | None, checked: bool) -> State:
    supply = []
    for layer in view.layers:
        cards = list(layer)
        _shuffle(cards, generator)
        supply.append(cards)

    def deal(parts: tuple[Part, ...]) -> tuple[Cards, list[int]]:
        cards: list[Card] = []
        layers: list[int] = []
        for part in parts:
            for _ in range(part.count):
                cards.append(supply[part.layer].pop(0))
                layers.append(part.layer)
        return tuple(cards), layers

    dealt = [deal(hand.parts) if hand.parts else (hand.cards, []) for hand in view.hands]
    tavern, tavern_layers = deal(view.tavern)
    castle: list[Card] = [] if view.enemy is None else [view.enemy]
    for rank in (10, 11, 12):
        royals = [card for card in view.royals if card >> 2 == rank]
        _shuffle(royals, generator)
        castle += royals
    return restore_state(
        view.rules,
        phase=view.phase,
        seat=view.turn,
        yielded=view.yielded,
        flips=view.flips,
        castle=tuple(castle),
        table=view.table,
        hands=[cards for cards, _ in dealt],
        tavern=tavern,
        discard=view.discard,
        ply=view.ply,
        hand_layers=[layers or [0] * len(cards) for cards, layers in dealt],
        tavern_layers=tavern_layers,
        seed=0 if generator is None else generator.new_seed(),
        placeholders=view.seat != view.turn,
        ending=None if view.outcome is None else view.outcome.ending,
        checked=checked,
    )


def _layers(origin: list[int], hidden: list[int]) -> tuple[tuple[Cards, ...], dict[int, int]]:
    """Return the layers of some hidden cards, and the index of each origin in them."""
    groups: dict[int, list[Card]] = defaultdict(list, {0: []})
    for card in hidden:
        groups[origin[card]].append(FACES[card])
    sets = {number: tuple(sorted(cards)) for number, cards in groups.items()}
    # The age of a layer is known too, but not needed: the tavern keeps them in their order.
    order = sorted((number for number in sets if number), key=lambda number: sets[number])
    index = {number: i for i, number in enumerate((0, *order))}
    return tuple(sets[number] for number in (0, *order)), index


def _shuffle(cards: list[Card], generator: Generator | None) -> None:
    if generator is None:
        return
    for i in range(len(cards) - 1):
        j = i + generator.random_below(len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]
