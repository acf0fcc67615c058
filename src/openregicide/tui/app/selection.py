"""What the player at the screen sees: their view, their selection, and why not more.

Nothing here draws or waits; the table's screen shows a selection and tells it what was pressed.
"""

from __future__ import annotations

from ...core import (
    FLIP,
    YIELD,
    Card,
    Cards,
    Move,
    MoveKind,
    Phase,
    Preview,
    View,
    discard,
    move_cards,
    move_kind,
    moves_of,
    name_next,
    play,
    preview,
    value_of,
)
from ...errors import RegicideError
from ...i18n import Catalogue
from ..tables.model import Status, TableModel
from ..words.guide import best_discard
from .names import Speech, names_of

__all__ = ["Selection"]


class Selection:
    """The part of the screen's state that belongs to the player at it."""

    def __init__(self, index: TableModel, t: Catalogue) -> None:
        self.index = index
        self.t = t
        self.seat: int | None = index.here[0] if len(index.here) == 1 else None
        """Whose hand may be shown."""
        self.chosen: list[int] = []
        """The indices of the selected cards in the hand."""
        self.asked: Move | None = None
        """A move without cards that waits for confirmation."""
        self.pointer: int | None = None
        """Where in the hand the cursor is."""
        self.notice = ""
        """What to say first, such as why something is not allowed."""
        self._moves: tuple[View, tuple[Move, ...]] | None = None

    # Looking

    @property
    def view(self) -> View | None:
        return self.index.view(self.seat)

    @property
    def speech(self) -> Speech:
        return Speech(self.t, self.seat, names_of(self.t, self.index.players))

    @property
    def hand(self) -> Cards:
        view = self.view
        return () if view is None or view.seat is None else view.hands[view.seat].cards

    @property
    def acts(self) -> bool:
        """Whether the player at the screen has to act."""
        return self.seat is not None and self.index.turn_of_here == self.seat

    @property
    def hands_over(self) -> bool:
        """Whether another player has to take the keyboard."""
        turn = self.index.turn_of_here
        return turn is not None and turn != self.seat

    @property
    def moves(self) -> tuple[Move, ...]:
        """All legal moves."""
        view = self.view
        if view is None or not self.acts:
            return ()
        if self._moves is None or self._moves[0] != view:
            self._moves = (view, moves_of(view))
        return self._moves[1]

    @property
    def cards(self) -> Cards:
        """The cards that are selected."""
        return tuple(self.hand[index] for index in self.chosen)

    @property
    def move(self) -> Move | None:
        """What confirming would do; `None` while that is not a legal move."""
        if self.asked is not None:
            return self.asked if self.asked in self.moves else None
        if not self.chosen:
            return None
        move = self._with(self.cards)
        return move if move in self.moves else None

    @property
    def preview(self) -> Preview | None:
        view, move = self.view, self.move
        return None if view is None or move is None else preview(view, move)

    def goes(self, index: int) -> bool:
        """Tell whether a card can be added to the selection, or taken from it."""
        view = self.view
        if view is None or not self.acts or view.phase is Phase.NAME_NEXT:
            return False
        if view.phase is Phase.DISCARD or index in self.chosen:
            return any(move_cards(move) for move in self.moves)
        cards = sorted([*self.cards, self.hand[index]])
        return any(_holds(move_cards(move), cards) for move in self.moves)

    # Selecting

    def forget(self) -> None:
        """Select nothing."""
        self.chosen, self.asked, self.notice, self.pointer = [], None, "", None

    def toggle(self, index: int) -> None:
        """Select a card or put it back; if that is not allowed, say why."""
        self.notice, self.asked = "", None
        if not 0 <= index < len(self.hand):
            return
        self.pointer = index
        if index in self.chosen:
            self.chosen.remove(index)
        elif self.goes(index):
            self.chosen = sorted([*self.chosen, index])
        else:
            self.notice = self._why((*self.cards, self.hand[index]))

    def point(self, step: int) -> None:
        """Move the cursor in the hand."""
        count = len(self.hand)
        if count:
            start = self.pointer if self.pointer is not None else (-1 if step > 0 else 0)
            self.pointer = (start + step) % count

    def ask(self, move: Move) -> None:
        """Choose a move without cards, to be confirmed; if it is not allowed, say why."""
        self.chosen, self.asked, self.notice = [], None, ""
        if move in self.moves:
            self.asked = move
        else:
            self.notice = self._refusal(move)

    def ask_yield(self) -> None:
        self.ask(YIELD)

    def ask_flip(self) -> None:
        self.ask(FLIP)

    def ask_next(self, seat: int) -> None:
        self.ask(name_next(seat))

    def take(self, move: Move) -> None:
        """Select the cards of a move."""
        self.forget()
        if not move_cards(move):
            self.ask(move)
            return
        hand = list(self.hand)
        for card in move_cards(move):
            index = hand.index(card)
            while index in self.chosen:
                index = hand.index(card, index + 1)
            self.chosen.append(index)
        self.chosen.sort()

    def suggest(self) -> bool:
        """Select the cheapest discard; tell whether there is one."""
        view = self.view
        move = None if view is None or view.phase is not Phase.DISCARD else best_discard(view)
        if move is not None and self.acts:
            self.take(move)
        return move is not None

    def _with(self, cards: Cards) -> Move:
        view = self.view
        cards = tuple(sorted(cards))
        paying = view is not None and view.phase is Phase.DISCARD
        return discard(cards) if paying else play(cards)

    def _why(self, cards: Cards) -> str:
        """Return why cards cannot be played together now."""
        return self._refusal(self._with(cards)) if self.acts else self._not_now()

    def _refusal(self, move: Move) -> str:
        view = self.view
        if view is None or not self.acts:
            return self._not_now()
        try:
            preview(view, move)
        except RegicideError as error:
            return self.t.error(error)
        return ""

    def _not_now(self) -> str:
        view = self.view
        return "" if view is None else self.speech.turn(view)

    # What is said

    def said(self) -> str:
        """Return what the player should read now."""
        view, t = self.view, self.t
        if view is None:
            return ""
        if self.notice:
            return self.notice
        if self.hands_over:
            turn = self.index.turn_of_here
            assert turn is not None
            return t("tui.app.hand_over", seat=self.speech.player(turn))
        move, seen = self.move, self.preview
        if move is not None and seen is not None:
            return self.speech.choice(view, move, seen)
        if self.acts:
            return self._question(view)
        return self._waiting(view)

    def _question(self, view: View) -> str:
        t, worth = self.t, sum(map(value_of, self.hand))
        if view.phase is Phase.NAME_NEXT:
            return t("ui.say.name_next")
        if view.phase is Phase.DISCARD:
            paid = sum(map(value_of, self.cards))
            if worth < view.due:
                return t("ui.say.must_flip", due=view.due)
            if self.chosen:
                missing = view.due - paid
                return t("ui.say.discard_more", chosen=paid, due=view.due, count=missing)
            return t("ui.say.discard", due=view.due, worth=worth)
        return t("ui.say.play") if self.hand else t("ui.say.no_cards")

    def _waiting(self, view: View) -> str:
        waiting, speech = self.index.waiting_for, self.speech
        if view.outcome is not None:
            return speech.ending(view)
        if self.index.status in (Status.OFFLINE, Status.CONNECTING):
            return self.t("ui.lost")
        if waiting is None:
            return ""
        if waiting.why == "away":
            return self.t("tui.app.away", seat=speech.player(waiting.seat))
        return speech.turn(view)

    def confirmation(self) -> str:
        """Return what Enter would do."""
        move, t = self.move, self.t
        if move is None:
            return ""
        cards = self.speech.cards(move_cards(move))
        match move_kind(move):
            case MoveKind.PLAY:
                return t("ui.do.play", cards=cards)
            case MoveKind.DISCARD:
                return t("ui.do.discard", cards=cards)
            case MoveKind.YIELD:
                return t("ui.do.yield")
            case MoveKind.FLIP:
                return t("ui.do.flip")
            case _:
                return self.speech.preview_next(move)


def _holds(cards: Cards, part: list[Card]) -> bool:
    """Tell whether a move takes all of some cards; two jesters count as two."""
    rest = list(cards)
    for card in part:
        if card not in rest:
            return False
        rest.remove(card)
    return True
