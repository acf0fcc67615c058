"""What a viewer of a server's table may see: a seat, or with `None` a spectator.

Everything that leaves the server about a game is made here, from views, events as the viewer
sees them, and facts that are no secret (R28). Tokens, devices, the seed of a running game and the
order of healed cards stay behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from ..core import (
    Cards,
    Ending,
    Event,
    Medal,
    Phase,
    Preview,
    State,
    Suit,
    View,
    moves_of,
    previews,
    view_for,
    visible_to,
)
from ..notation import format_card, format_move, format_view
from ..protocol import (
    Change,
    DealInfo,
    EventData,
    GameInfo,
    HandData,
    LegalMove,
    PlayData,
    PreviewData,
    SeatInfo,
    TableInfo,
    Update,
    ViewData,
)
from .deals import FairDeal, commitment
from .entries import (
    Began,
    BotSeated,
    Chatted,
    Configured,
    Created,
    Entry,
    Faced,
    GaveUp,
    GiveUpVoted,
    Moved,
    Prepared,
    Returned,
    Said,
    Seated,
    StoodIn,
    TookBack,
    Unseated,
    Voted,
)
from .fold import Fold, Seat
from .game import TableGame
from .names import names_for_bots
from .options import rules_data, rules_of

__all__ = [
    "change_for",
    "event_data",
    "legal_moves_for",
    "rules_data",
    "rules_of",
    "table_info",
    "update_for",
    "view_data",
]

PHASES: dict[Phase, Literal["play", "discard", "name_next", "heal", "over"]] = {
    Phase.PLAY: "play",
    Phase.DISCARD: "discard",
    Phase.NAME_NEXT: "name_next",
    Phase.HEAL: "heal",
    Phase.OVER: "over",
}
SUITS: dict[Suit, Literal["C", "D", "H", "S"]] = {
    Suit.CLUBS: "C",
    Suit.DIAMONDS: "D",
    Suit.HEARTS: "H",
    Suit.SPADES: "S",
}
MEDALS: dict[Medal, Literal["gold", "silver", "bronze"]] = {
    Medal.GOLD: "gold",
    Medal.SILVER: "silver",
    Medal.BRONZE: "bronze",
}
ENDINGS: dict[Ending, Literal["last_king", "cannot_pay", "cannot_act"]] = {
    Ending.LAST_KING: "last_king",
    Ending.CANNOT_PAY: "cannot_pay",
    Ending.CANNOT_ACT: "cannot_act",
}


MANY_CARDS = 8
"""The largest hand by the rulebook (R3)."""


def update_for(table: Fold, viewer: int | None, *, since: int | None) -> Update:
    """Return what a viewer does not know yet.

    :param since: the last version the viewer has seen. If there is none, or it is too long ago,
        the update is a full one, with as much of the past as is remembered.
    """
    news = None if since is None else table.changes_since(since)
    full = since is None or news is None
    if since is None or news is None:
        since, news = 0, table.memory.last(len(table.memory))
    view = moves = None
    if table.game is not None and table.game_version > since:
        view = view_for(table.game.state, viewer)
        # A game that was given up stays as it was, with nothing left to do.
        moves = legal_moves_for(view, table.game.state) if table.running else []
    return Update(
        version=table.version,
        full=full,
        seat=viewer if full else None,
        news=[change_for(viewer, *past) for past in news],
        table=table_info(table) if table.info_version > since else None,
        view=None if view is None else view_data(view),
        moves=moves,
        may_undo=None if viewer is None or not (full or news) else table.undoable == viewer,
    )


# The table


def table_info(table: Fold) -> TableInfo:
    return TableInfo(
        id=table.id,
        settings=table.settings,
        seats=_seat_infos(table.seats),
        host=table.host,
        game=None if table.game is None else _game_info(table.game),
        daily=table.daily,
        deal=None if table.deal is None else _deal_about_to_begin(table.deal, len(table.seats)),
    )


def _seat_infos(seats: Sequence[Seat]) -> list[SeatInfo]:
    called = names_for_bots([seat.name for seat in seats])
    return [_seat_info(seat, name) for seat, name in zip(seats, called, strict=True)]


def _seat_info(seat: Seat, called: str) -> SeatInfo:
    if seat.person:
        return SeatInfo("person", seat.name, seat.stand_in, sorted(seat.votes), seat.face)
    return SeatInfo("bot", seat.bot, called=called) if seat.bot else SeatInfo("free")


def _game_info(game: TableGame) -> GameInfo:
    outcome = game.outcome
    return GameInfo(
        number=game.number,
        id=game.id,
        first=game.first,
        rules=rules_data(game.state.rules),
        seed_hash=game.seed_hash,
        # R28: nobody knows the seed while it decides anything. A day's seed decides the games of
        # others too; history tells it once the day is closed.
        seed=None if outcome is None or game.daily else game.seed,
        result=None if outcome is None else "won" if outcome.won else "lost",
        daily=game.daily or None,
        ranked=game.ranked,
        deal=None if game.deal is None else _deal_info(game, game.deal),
        again=game.again or None,
        undone=game.undone,
        giving_up=sorted(game.giving_up),
        given_up=game.given_up,
    )


def _deal_about_to_begin(prepared: Prepared, seats: int) -> DealInfo:
    # The shares stay hidden until all are in: nobody is to decide with an eye on the others'.
    return DealInfo(
        game=prepared.game,
        secret_hash=commitment(prepared.secret),
        pledges=_by_seat(prepared.pledges, seats),
        begins=prepared.begins,
    )


def _deal_info(game: TableGame, deal: FairDeal) -> DealInfo:
    seats = game.state.players
    return DealInfo(
        game=game.id,
        secret_hash=commitment(deal.secret),
        pledges=_by_seat(deal.pledges, seats),
        shares=_by_seat(deal.shares, seats),
        secret=None if game.running else deal.secret,
        begins=deal.begins,
    )


def _by_seat(texts: dict[str, str], seats: int) -> list[str]:
    return [texts.get(str(seat), "") for seat in range(seats)]


# The game


def view_data(view: View) -> ViewData:
    """Return a view as it is sent."""
    outcome = view.outcome
    return ViewData(
        text=format_view(view),
        seat=view.seat,
        phase=PHASES[view.phase],
        turn=view.turn,
        yielded=list(view.yielded),
        may_yield=view.may_yield,
        flips=view.flips,
        enemy=None if view.enemy is None else format_card(view.enemy),
        health=view.health,
        damage=view.damage,
        shield=view.shield,
        attack=view.attack,
        immune=None if view.immune is None else SUITS[view.immune],
        royals=_cards(view.royals),
        table=[PlayData(seat, _cards(cards)) for seat, cards in view.table],
        hands=[HandData(hand.count, _cards(hand.cards)) for hand in view.hands],
        tavern=view.tavern_count,
        top=None if view.tavern_top is None else format_card(view.tavern_top),
        discard=_cards(view.discard),
        due=view.due,
        ply=view.ply,
        medal=None if outcome is None else MEDALS.get(outcome.medal),
        ending=None if outcome is None else ENDINGS[outcome.ending],
    )


def legal_moves_for(view: View, state: State | None = None) -> list[LegalMove]:
    """Return every legal move of the viewer with its preview; none if it is not their turn.

    In step 4 a large hand can pay in thousands of ways: then only discards with no card to spare
    are listed. Adding cards to one of them is legal too (R17).

    :param state: the table that is viewed, if the caller has it; it only saves time.
    """
    moves = None
    if view.phase is Phase.DISCARD and view.seat == view.turn:
        minimal = len(view.hands[view.turn].cards) > MANY_CARDS
        moves = moves_of(view, minimal=True) if minimal else None
    told = previews(view, moves, state=state)
    # Many discards share a preview.
    data = {id(each): _preview_data(each) for each in told.values()}
    return [LegalMove(format_move(move), data[id(each)]) for move, each in told.items()]


@lru_cache(1 << 13)
def _preview_data(told: Preview) -> PreviewData:
    return PreviewData(
        attack=told.attack,
        doubled=told.doubled,
        damage=told.damage,
        damage_after=told.damage_after,
        shield_after=told.shield_after,
        heal=told.heal,
        draws=list(told.draws) if any(told.draws) else [],
        blocked=told.blocked,
        falls=told.falls,
        exact=told.exact,
        wins=told.wins,
        loses=told.loses,
        stuck=told.stuck,
        strike=told.strike,
        paid=told.paid,
        gives_kill=told.gives_kill,
    )


# What happened


def change_for(viewer: int | None, version: int, entry: Entry, events: Iterable[Event]) -> Change:
    """Return an entry as a viewer may know it."""
    at, seat = entry.at, entry.seat
    match entry:
        case Moved():
            seen = [event_data(event) for event in visible_to(viewer, events)]
            return Change(version, "moved", at, seat, move=entry.move, by=entry.by, events=seen)
        case Said():
            return Change(version, "said", at, seat, phrase=entry.phrase, count=entry.count)
        case Faced():
            return Change(version, "faced", at, seat)
        case Chatted():
            return Change(version, "chatted", at, seat, text=entry.text)
        case Seated():
            return Change(version, "seated", at, seat, entry.name)
        case BotSeated():
            return Change(version, "seated", at, seat, entry.bot, by="bot")
        case Unseated():
            return Change(version, "unseated", at, seat)
        case Prepared():
            return Change(version, "prepared", at, seat)
        case Began():
            return Change(version, "began", at, seat)
        case Voted():
            return Change(version, "voted", at, seat, about=entry.about, wanted=entry.wanted)
        case StoodIn():
            return Change(version, "stood_in", at, seat, entry.bot)
        case Returned():
            return Change(version, "returned", at, seat)
        case TookBack():
            return Change(version, "took_back", at, seat)
        case GiveUpVoted():
            return Change(version, "give_up_voted", at, seat, wanted=entry.wanted)
        case GaveUp():
            return Change(version, "gave_up", at, seat)
        case Configured():
            return Change(version, "configured", at, seat, lamp=entry.lamp)
        case Created():
            return Change(version, "created", at)
    # What is left happens only at a keyboard, and is told there.
    raise AssertionError(type(entry))


def event_data(event: Event) -> EventData:
    return EventData(event.code, event.seat, _cards(event.cards), event.value, event.total)


@lru_cache(1 << 12)
def _cards(cards: Cards) -> list[str]:
    return [format_card(card) for card in cards]
