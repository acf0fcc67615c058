"""Setting the table: any position, card by card (R2, R3, R4)."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import ImpossiblePositionError
from .cards import JESTER, JESTERS, Card, Cards, mask_of
from .legal import shape_refusal
from .moves import KIND_SHIFT, NO_SEAT
from .options import RuleSet
from .phase import Ending, Phase
from .refusal import Refusal
from .state import State

__all__ = ["Play", "deck_of", "restore_state"]

Play = tuple[int | None, Cards]
"""Cards on the table, and the seat that played them if it is known."""

MAX_PLY = 1_000_000

WHOLE_DECK = (1 << JESTER) - 1
JESTER_BIT = 1 << JESTER
CASTLE_RANKS = tuple(10 + i // 4 for i in range(12))
"""By how deep a royal lies; jacks are 10 (R2)."""


def can_pay(state: State) -> bool:
    """Tell whether the current player survives the enemy's attack, with a flip if need be (R17)."""
    return bool(state.flips) or state.worth(state.hands[state.seat]) >= state.attack_left()


def deck_of(rules: RuleSet) -> Cards:
    """Return all the cards of a game; with solo flips, the jesters aside are not among them."""
    return (*(Card(c) for c in range(52)), *((JESTER,) * rules.jesters))


def restore_state(
    rules: RuleSet,
    *,
    phase: Phase,
    seat: int,
    yielded: Sequence[bool],
    flips: int,
    castle: Cards,
    table: Sequence[Play],
    hands: Sequence[Cards],
    tavern: Cards,
    discard: Cards,
    ply: int,
    hand_layers: Sequence[Sequence[int]] | None = None,
    tavern_layers: Sequence[int] | None = None,
    seed: int = 0,
    placeholders: bool = False,
    ending: Ending | None = None,
    checked: bool = True,
) -> State:
    """Lay out a position card by card.

    :param hand_layers: for every card in hand the layer of the tavern it came from, and
    :param tavern_layers: for every card in the tavern the layer it lies in (R28); 0 for cards
        that nobody has seen yet, a higher number for every later group.
    :param seed: decides the heals to come.
    :param placeholders: some hands are filled with any cards, so nothing follows from what the
        current player's hand is worth.
    :param ending: how a lost game was lost; the cards do not always tell, then it is taken for
        what it most likely was.
    :param checked: whether to look if all this can be; for a game that goes on.
    :raises ImpossiblePositionError: no game can come to this.
    """
    if checked:
        _check_numbers(rules, seat, yielded, flips, hands, ply)
        _check_cards(rules, castle, table, hands, tavern, discard)

    label = _JesterLabels()
    state = State(rules)
    state.generator.reseed(seed)
    plays = [
        mask_of(label(cards)) | (NO_SEAT if by is None else by) << KIND_SHIFT for by, cards in table
    ]
    labelled = [label(hand) for hand in hands]
    below = label(tavern)
    dropped = mask_of(label(discard))
    origin: dict[int, int] = {}
    for i, layers in enumerate(hand_layers or ()):
        origin.update(zip(labelled[i], layers, strict=True))
    if tavern_layers is not None:
        origin.update(zip(below, tavern_layers, strict=True))
    if checked:
        _check_table(state, phase, seat, castle, table)
    state.lay_out(
        phase=phase,
        seat=seat,
        yielded=sum(1 << i for i, did in enumerate(yielded) if did),
        flips=flips,
        castle=list(castle),
        plays=plays,
        hands=[mask_of(hand) for hand in labelled],
        tavern=list(below),
        discard=dropped,
        ply=ply,
        origin=origin,
    )
    if checked:
        if castle and state.damage >= state.enemy_health():
            raise ImpossiblePositionError("position.enemy_should_have_fallen", field="table")
        _check_phase(state, placeholders, ending)
    return state


def _check_numbers(
    rules: RuleSet,
    seat: int,
    yielded: Sequence[bool],
    flips: int,
    hands: Sequence[Cards],
    ply: int,
) -> None:
    for field, number in (("hands", len(hands)), ("yielded", len(yielded))):
        if number != rules.players:
            raise ImpossiblePositionError(
                "position.players", field=field, count=number, players=rules.players
            )
    if not 0 <= seat < rules.players:
        raise ImpossiblePositionError("seat.unknown", field="phase", seat=seat)
    if not 0 <= flips <= rules.flips:
        raise ImpossiblePositionError(
            "position.flips", field="flips", flips=flips, most=rules.flips
        )
    if not 0 <= ply <= MAX_PLY:
        raise ImpossiblePositionError("position.ply", field="ply", ply=ply)


class _JesterLabels:
    """Tells the jesters apart by the order in which they turn up."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, cards: Cards) -> Cards:
        labelled = []
        for card in cards:
            if card == JESTER:
                card = Card(JESTER + self.seen)
                self.seen += 1
            labelled.append(card)
        return tuple(labelled)


def _check_cards(
    rules: RuleSet,
    castle: Cards,
    table: Sequence[Play],
    hands: Sequence[Cards],
    tavern: Cards,
    discard: Cards,
) -> None:
    """Every card of the deck once, royals from the castle in their order, hands within limits."""
    places = [castle, *(cards for _, cards in table), *hands, tavern, discard]
    seen = count = jesters = 0
    for cards in places:
        count += len(cards)
        jesters += cards.count(JESTER)
        for card in cards:
            seen |= 1 << card
    whole = WHOLE_DECK | (JESTER_BIT if rules.jesters else 0)
    if seen != whole or count != JESTER + rules.jesters or jesters != rules.jesters:
        _find_wrong_card(rules, castle, table, hands, tavern, discard)
    # R2: jacks on queens on kings.
    order = CASTLE_RANKS[max(0, 12 - len(castle)) :]
    for i, card in enumerate(castle):
        if i >= len(order) or card >> 2 != order[i]:
            raise ImpossiblePositionError("position.castle_order", field="castle", card=card)
    for hand in hands:
        if len(hand) > rules.hand_limit:
            raise ImpossiblePositionError(
                "position.hand_limit", field="hands", count=len(hand), limit=rules.hand_limit
            )


def _find_wrong_card(
    rules: RuleSet,
    castle: Cards,
    table: Sequence[Play],
    hands: Sequence[Cards],
    tavern: Cards,
    discard: Cards,
) -> None:
    """Raise for a card that is there twice or not at all."""
    seen = jesters = 0
    places = [("castle", castle), *(("table", cards) for _, cards in table)]
    places += [*(("hands", hand) for hand in hands), ("tavern", tavern), ("discard", discard)]
    for field, cards in places:
        for card in cards:
            twice = bool(seen >> card & 1)
            if card == JESTER:
                jesters += 1
                twice = jesters > rules.jesters
            if twice:
                raise ImpossiblePositionError("position.card_twice", field=field, card=card)
            seen |= 1 << card
    missing = [card for card in range(JESTER) if not seen >> card & 1]
    card = Card(missing[0]) if missing else JESTER
    raise ImpossiblePositionError("position.card_missing", field="tavern", card=card)


def _check_table(
    state: State, phase: Phase, seat: int, castle: Cards, table: Sequence[Play]
) -> None:
    """Only plays that the rules allow, and an enemy to make them against."""
    if not castle and (table or phase is not Phase.OVER):
        field = "table" if table else "castle"
        raise ImpossiblePositionError("position.no_enemy", field=field)
    for by, cards in table:
        if by is not None and not 0 <= by < state.players:
            raise ImpossiblePositionError("seat.unknown", field="table", seat=by)
        reason = Refusal(shape_refusal(state, mask_of(cards))) if cards else Refusal.NO_CARDS
        if reason is not Refusal.NONE:
            raise ImpossiblePositionError(reason.code, field="table", cards=cards)
    if table and phase in (Phase.NAME_NEXT, Phase.HEAL) and table[-1][0] not in (None, seat):
        # Whoever played goes on with it.
        raise ImpossiblePositionError("position.other_player", field="phase", seat=seat)


def _check_phase(state: State, placeholders: bool, ending: Ending | None) -> None:
    """The phase must be one in which the table can wait."""

    def impossible(code: str) -> ImpossiblePositionError:
        return ImpossiblePositionError(code, field="phase")

    last = state.plays[state.play_count - 1] & JESTERS if state.play_count else 0
    stuck = state.is_stuck()
    match Phase(state.phase):
        case Phase.PLAY if stuck:
            raise impossible("position.should_be_over")
        case Phase.DISCARD if state.due == 0:
            raise impossible("position.nothing_due")
        case Phase.DISCARD if not placeholders and not can_pay(state):
            raise impossible("position.should_be_over")
        case Phase.NAME_NEXT if not last:
            raise impossible("position.no_jester_played")
        case Phase.HEAL if last or not state.play_count or not state.discard:
            raise impossible("position.no_heal")
        case Phase.HEAL if not state.powers & 0b0100:
            raise impossible("position.no_heal")
        case Phase.OVER:
            if state.castle_at == 12:
                state.conclude(Ending.LAST_KING)
            elif stuck and ending is not Ending.CANNOT_PAY:
                state.conclude(Ending.CANNOT_ACT)
            elif placeholders or not can_pay(state):
                state.conclude(Ending.CANNOT_PAY)
            else:
                raise impossible("position.not_over")
