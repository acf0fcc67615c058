"""What people type: commands, and moves in everyday form or in notation.

Numbers are positions in the hand; after a jester, players. Both are counted from 1, as they are
shown. Only the notation `n2` counts seats from 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from ...core import FLIP, JESTER, YIELD, Cards, Move, Phase, View, discard, name_next, play
from ...errors import InvalidCardError, InvalidMoveError
from ...i18n import Catalogue
from ...notation import parse_move, read_cards
from ..words.cards import typed

__all__ = ["Command", "Order", "read_command", "read_move", "read_order", "says"]


class Command(StrEnum):
    HELP = "help"
    RULES = "rules"
    MOVES = "moves"
    LOG = "log"
    DISCARD = "discard"
    UNDO = "undo"
    GIVE_UP = "give_up"
    SAVE = "save"
    QUIT = "quit"
    SUGGEST = "suggest"
    HINT = "hint"
    SAY = "say"
    CHAT = "chat"
    WHO = "who"
    VOTE = "vote"
    BACK = "back"
    BOT = "bot"
    BEGIN = "begin"
    DEAL = "deal"


WITH_MORE = (Command.SAY, Command.CHAT, Command.VOTE, Command.BOT, Command.GIVE_UP)
"""Commands that take an argument."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command and its argument."""

    command: Command
    more: str = ""


NUMBERS = re.compile(r"[0-9]+(?:[\s,+]+[0-9]+)*")
# `♥7` and `h10`: with the suit first, which notation does not have.
SUIT_AND_RANK = re.compile(r"([cdhs♣♦♥♠♧♢♡♤]\ufe0f?)(10|[a2-9tjqk])", re.IGNORECASE)
SUITS_FIRST = re.compile(f"(?:{SUIT_AND_RANK.pattern})+", re.IGNORECASE)
BETWEEN = re.compile(r"[\s,+]+")


def says(t: Catalogue, key: str, text: str) -> bool:
    """Tell whether a text is one of the words that the catalogue has for something."""
    return text.lower() in t(key).split()


def read_command(t: Catalogue, text: str) -> Command | None:
    """Return the command that was typed, if it is one."""
    for command in Command:
        if says(t, f"tui.command.{command}", text):
            return command
    return None


def read_order(t: Catalogue, text: str) -> Order | None:
    """Return the command that was typed, with its argument, if it is one."""
    alone = read_command(t, text)
    if alone is not None:
        return Order(alone)
    word, _, more = text.partition(" ")
    command = read_command(t, word)
    return Order(command, more.strip()) if command in WITH_MORE and command else None


def read_move(t: Catalogue, text: str, view: View) -> Move:
    """Return the move that was typed, legal or not.

    :raises NotationError: it cannot be read.
    """
    if view.phase is Phase.NAME_NEXT:
        return _read_next(t, text, view)
    if says(t, "tui.word.yield", text):
        return YIELD
    flip, jester = says(t, "tui.word.flip", text), says(t, "tui.word.jester", text)
    if flip or jester:
        # With nothing to flip it means the card; without the card it means the flip.
        means_card = view.rules.players > 1 or (jester and JESTER in _hand(view))
        return _move_of((JESTER,), view) if means_card else FLIP
    if NUMBERS.fullmatch(text):
        return _move_of(_at_positions(text, view), view)
    notated = _read_notation(text)
    return _move_of(_read_names(text, view), view) if notated is None else notated


def _hand(view: View) -> Cards:
    assert view.seat is not None
    return view.hands[view.seat].cards


def _move_of(cards: Cards, view: View) -> Move:
    return discard(cards) if view.phase is Phase.DISCARD else play(cards)


def _read_next(t: Catalogue, text: str, view: View) -> Move:
    word, _, number = text.lower().rpartition(" ")
    is_number = number.isascii() and number.isdigit() and len(number) < 3 and int(number) > 0
    if is_number and (not word or says(t, "tui.word.player", word)):
        return name_next(int(number) - 1)
    notated = _read_notation(text)
    if notated is None:
        raise InvalidMoveError("typed.player", text=text, at=0, most=view.rules.players)
    return notated


def _at_positions(text: str, view: View) -> Cards:
    hand = _hand(view)
    if not hand:
        raise InvalidCardError("typed.empty_hand", text=text, at=0)
    chosen: list[int] = []
    for word in BETWEEN.split(text):
        position = int(word[:4])
        if not 0 < position <= len(hand) or len(word) > 4:
            raise InvalidCardError(
                "typed.position", text=text, at=0, position=word[:4], most=len(hand)
            )
        if position in chosen:
            raise InvalidCardError("typed.position_twice", text=text, at=0, position=position)
        chosen.append(position)
    return tuple(sorted(hand[position - 1] for position in chosen))


def _read_notation(text: str) -> Move | None:
    """Return a move in notation, its cards in any order, case and spacing; `None` if it is not."""
    verb, rest = text[:1].lower(), text[1:]
    try:
        if verb in ("p", "d"):
            return (play if verb == "p" else discard)(read_cards(rest))
        return parse_move(text.lower()) if verb in ("n", "y", "j") else None
    except (InvalidCardError, InvalidMoveError):
        return None


def _read_names(text: str, view: View) -> Cards:
    words = [
        SUIT_AND_RANK.sub(r"\2\1", word) if SUITS_FIRST.fullmatch(word) else word
        for word in BETWEEN.split(text)
    ]
    try:
        return read_cards(" ".join(words))
    except InvalidCardError as error:
        if error.at or error.code == "card.twice":
            # It began like a card, so where it goes wrong is worth naming.
            raise
        hand = _hand(view)
        if not hand:
            raise InvalidCardError("typed.empty_hand", text=text, at=0) from None
        raise InvalidCardError("typed.unknown", text=text, at=0, example=typed(hand[0])) from None
