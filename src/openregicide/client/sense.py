"""Whether what a server says can be true of any table.

A message may be well formed and still be nonsense: a view that no game can reach, a move of a seat
that is not there, a version that nobody counts to. What passes here can be shown, played and kept
without looking again: seats are seats, moves are moves, and a view is what its text says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..core import CARDS, MoveKind, View, move_kind, move_seat
from ..errors import RegicideError
from ..notation import parse_move, parse_seed, parse_view
from ..protocol import (
    MAX_VERSION,
    Answer,
    Change,
    DealInfo,
    GameInfo,
    HintMove,
    Joined,
    Lobby,
    Presence,
    ServerInfo,
    TableInfo,
    Update,
)
from ..table.options import rules_of
from ..table.views import view_data
from .links import TOKEN, parse_code, parse_url
from .problems import BY_TEXT
from .received import Garbled

__all__ = ["check", "check_update", "check_version"]

MOST_EVENTS = 200
"""Of one change. A move makes about sixty at most: every card that is drawn is one."""

MOST_NEWS = 2000
"""Of one update; a server remembers far fewer."""

MOST_MOVES = 5000
"""To list as legal: every way to pay with eight cards, and some."""

MOST_ADDRESSES = 100
MOST_SECONDS = 1_000_000
MOST_SPECTATORS = 1_000_000
MOST_COUNTED = 1000
"""In a phrase: cards, or an enemy's health, which a house rule may make large."""
SUITS = 4
BY_SUIT = ("blocked", "immunity_lost")
"""The events whose value is a suit."""
BY_CARD = ("defeated", "revealed")
"""The events that are about a card."""

MOST_PLAYERS = 4
LONGEST_MOVE = 40
LONGEST_NAME = 200

DIGEST = re.compile(r"[0-9a-f]{64}")
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def check(value: object) -> None:
    """Check whatever a server may answer with.

    :raises Garbled: it can be true of no table.
    """
    match value:
        case Update():
            # What came since some version does not say whose view it is.
            check_update(value, None, None if value.view is None else value.view.seat)
        case TableInfo():
            _check_table(value)
        case Lobby():
            for table in value.tables:
                _check_table(table)
        case Joined():
            _check_joined(value)
        case ServerInfo():
            _require(len(value.addresses) <= MOST_ADDRESSES)
            for address in value.addresses:
                _check_address(address)
        case Answer():
            _check_answer(value)
        case Presence():
            _check_presence(value.present)
            _require(0 <= value.spectators <= MOST_SPECTATORS)
            _require(len(value.vote_in) <= MOST_PLAYERS)
            _require(all(wait is None or 0 <= wait <= MOST_SECONDS for wait in value.vote_in))


def _check_address(address: str) -> None:
    try:
        parse_url(address)
    except RegicideError:
        raise Garbled("address") from None


def check_version(version: int) -> None:
    """:raises Garbled: nobody counts to there."""
    _require(0 <= version <= MAX_VERSION)


def check_update(
    update: Update, known: TableInfo | None = None, seat: int | None = None
) -> View | None:
    """Check an update of a table; return the view in it, if there is one.

    :param known: the table before it.
    :param seat: the viewer's, before it.
    :raises Garbled: it can be true of no table.
    """
    check_version(update.version)
    if update.table is not None:
        _check_table(update.table)
    table = known if update.table is None else update.table
    _require(table is not None or not update.full)
    if not update.full and update.table is not None and known is not None:
        _require(len(update.table.seats) == len(known.seats))
    # Without a table there is nothing to compare with, and nobody shows it.
    players = len(table.seats) if table is not None else None
    _check_seat(update.seat, players)
    _check_present(update.present, players)
    _require(update.move_by is None or abs(update.move_by) <= MOST_SECONDS)
    _require(len(update.news) <= MOST_NEWS)
    for change in update.news:
        _check_change(change, players)
    _check_moves([each.move for each in update.moves or ()], players)
    return _viewed(update, table, update.seat if update.full else seat)


def _viewed(update: Update, table: TableInfo | None, seat: int | None) -> View | None:
    if update.view is None or table is None:
        return None
    game = table.game
    if game is None:
        raise Garbled("view")
    try:
        view = parse_view(update.view.text, rules_of(game.rules))
    except RegicideError:
        raise Garbled("view") from None
    _require(view_data(view) == update.view)
    _require(view.seat == seat)
    _require(not update.moves or (view.seat == view.turn and view.outcome is None))
    return view


def _check_table(table: TableInfo) -> None:
    players = len(table.seats)
    _require(ID.fullmatch(table.id) is not None)
    _require(players == table.settings.rules.players)
    _check_seat(table.host, players)
    for seat in table.seats:
        texts = seat.name, seat.stand_in, seat.face, seat.called
        _require(all(len(text) <= LONGEST_NAME for text in texts))
        _require(len(seat.votes) <= players)
        for voter in seat.votes:
            _check_seat(voter, players)
    try:
        rules_of(table.settings.rules)
        if table.game is not None:
            _check_game(table.game, players)
        if table.deal is not None:
            _check_deal(table.deal, players)
    except RegicideError:
        raise Garbled("table") from None


def _check_game(game: GameInfo, players: int) -> None:
    _require(ID.fullmatch(game.id) is not None and game.rules.players == players)
    _require(0 <= game.number <= MAX_VERSION)
    _check_seat(game.first, players)
    rules_of(game.rules)
    if game.seed is not None:
        parse_seed(game.seed)
    _require(game.again is None or ID.fullmatch(game.again) is not None)
    _require(0 <= game.undone <= MAX_VERSION and len(game.giving_up) <= players)
    for voter in game.giving_up:
        _check_seat(voter, players)
    _require(game.result == "lost" or not game.given_up)
    if game.deal is not None:
        _require(game.deal.game == game.id)
        _check_deal(game.deal, players)


def _check_deal(deal: DealInfo, players: int) -> None:
    _require(ID.fullmatch(deal.game) is not None and len(deal.pledges) == players)
    _require(not deal.shares or len(deal.shares) == players)
    texts = [deal.secret_hash, deal.secret or "", *deal.pledges, *deal.shares]
    _require(all(not text or DIGEST.fullmatch(text) for text in texts))


def _check_change(change: Change, players: int | None) -> None:
    check_version(change.version)
    # The first change of a table makes its first version.
    _require(change.version > 0)
    _require(len(change.name) <= LONGEST_NAME and len(change.events) <= MOST_EVENTS)
    _check_seat(change.seat, players)
    _check_seat(change.about, players)
    _require(change.count is None or 0 <= change.count <= MOST_COUNTED)
    if change.move:
        _check_moves([change.move], players)
    for event in change.events:
        _require(len(event.cards) <= CARDS and all(card in BY_TEXT for card in event.cards))
        _require(bool(event.cards) or event.code not in BY_CARD)
        _check_seat(event.seat, players)
        if event.code == "named_next":
            _check_seat(event.value, players)
        elif event.code in BY_SUIT:
            _require(0 <= event.value < SUITS)


def _check_answer(answer: Answer) -> None:
    check_version(answer.version)
    if answer.hints is not None:
        check_version(answer.hints.version)
        _check_moves([each.move for each in answer.hints.moves], None)
        for each in answer.hints.moves:
            _require(all(0 <= chance <= 1.001 for chance in _chances(each)))


def _chances(hint: HintMove) -> Iterable[float]:
    medals = hint.medals
    return (hint.chance, *(() if medals is None else (medals.gold, medals.silver, medals.bronze)))


def _check_joined(joined: Joined) -> None:
    try:
        code = parse_code(joined.table)
    except RegicideError:
        raise Garbled("table") from None
    # It becomes part of addresses, and of the name of a file.
    _require(code == joined.table and TOKEN.fullmatch(joined.token) is not None)
    _check_seat(joined.seat, None)


def _check_present(present: Sequence[bool] | None, players: int | None) -> None:
    if present is not None:
        _check_presence(present)
        _require(players is None or len(present) == players)


def _check_presence(present: Sequence[bool]) -> None:
    _require(len(present) <= MOST_PLAYERS)


def _check_seat(seat: int | None, players: int | None) -> None:
    _require(seat is None or 0 <= seat < (MOST_PLAYERS if players is None else players))


def _check_moves(moves: Sequence[str], players: int | None) -> None:
    _require(len(moves) <= MOST_MOVES)
    for text in moves:
        _require(len(text) <= LONGEST_MOVE)
        seat = _seat_named(text)
        _require(seat != NO_MOVE)
        _check_seat(None if seat == NOBODY else seat, players)


NO_MOVE = -2
NOBODY = -1


@lru_cache(4096)
def _seat_named(text: str) -> int | None:
    """Return the seat that a move names; the same few thousand moves come again and again."""
    try:
        move = parse_move(text)
    except RegicideError:
        return NO_MOVE
    return move_seat(move) if move_kind(move) is MoveKind.NAME_NEXT else NOBODY


def _require(sensible: bool) -> None:
    if not sensible:
        raise Garbled("nonsense")
