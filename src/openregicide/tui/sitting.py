"""One game among people at one keyboard, from the first question to the last move.

What is shown comes from the views and the visible events of the seat that acts. Between two
seats falls a curtain.
"""

from __future__ import annotations

from collections.abc import Callable

from ..core import (
    Event,
    Move,
    Phase,
    View,
    move_cards,
    moves_of,
    preview,
)
from ..errors import InvalidOptionError, RegicideError
from ..i18n import Catalogue
from .console import Console
from .guide import best_discard, cost_of, help_text, prompt_text, rules_text
from .saves import SavedGame, Saves, reason_of
from .screen import discard_lines, hand_lines, table_lines
from .typed import Command, read_command, read_move
from .words import Words

__all__ = ["Leave", "Sitting"]

MOST_DISCARDS = 12
"""More hints than this help nobody."""


class Leave(Exception):  # noqa: N818 - not an error
    """Somebody asked to quit."""


class Sitting:
    """The people, the screen and the game between them."""

    def __init__(
        self,
        t: Catalogue,
        console: Console,
        saves: Saves,
        saved: SavedGame,
        *,
        hand_in_sight: bool = False,
    ) -> None:
        """Sit down.

        :param hand_in_sight: a hand of the game before is still on the screen.
        """
        self.t = t
        self.console = console
        self.saves = saves
        self.saved = saved
        self.game = saved.game
        self.solo = self.game.rules.players == 1
        self.hand_in_sight = hand_in_sight
        self.at_keyboard: int | None = None
        """Who saw the screen last; nobody else may, before a curtain."""
        self.told = [self._last_own(seat) for seat in range(self.game.rules.players)]
        """By seat, how many tokens of the game it has been told about."""
        self.suggested: Move | None = None

    def play(self) -> None:
        """Go on until the game is over.

        :raises EndOfInput: nobody is there any more.
        :raises Leave: somebody asked to quit.
        """
        while self.game.outcome is None:
            seat = self.game.view(None).turn
            self.change_to(seat)
            self.show(self.game.view(seat))
            self.act(seat)

    # The screen

    def change_to(self, seat: int) -> None:
        """Let another player sit down, without either seeing the other's hand."""
        if not self.solo and seat != self.at_keyboard:
            if self.at_keyboard is not None and self.console.interactive:
                # The one who just moved may want to read what came of it.
                self.pause(self.t("tui.curtain_before"))
            if self.hand_in_sight:
                self.console.clear()
            self.pause(self.t("tui.curtain", number=seat + 1))
            self.console.clear()
        self.at_keyboard = seat
        self.hand_in_sight = True

    def pause(self, text: str) -> None:
        """Wait for Enter; anything else will do, too, but quit means it."""
        self.console.say(text)
        if read_command(self.t, self.console.ask(self.t("tui.prompt"))) is Command.QUIT:
            raise Leave

    def show(self, view: View) -> None:
        """Show all that the seat may know: what happened, the table, and the hand."""
        assert view.seat is not None
        console, t = self.console, self.t
        told, self.told[view.seat] = self.told[view.seat], self.game.ply
        news = self.paragraphs(view.seat, told)
        console.say()
        console.lines(table_lines(t, view, console.width))
        if news:
            console.say(t("tui.since"))
            for paragraph in news:
                console.say(paragraph, indent="  ")
        console.lines(hand_lines(t, view, console.width))

    def paragraphs(self, seat: int, since: int = 0) -> list[str]:
        """Return what happened from a token on, a paragraph a move, as the seat saw it."""
        words = self.words(seat)
        moves: list[tuple[Event, ...]] = []
        for token, events in zip(self.game.tokens[since:], self.game.events[since:], strict=True):
            if token.actor is None and moves:
                # What chance decided belongs to the move that asked for it.
                moves[-1] += events
            else:
                moves.append(events)
        return [text for text in map(words.events, moves) if text]

    def words(self, seat: int | None) -> Words:
        return Words(self.t, seat)

    def _last_own(self, seat: int) -> int:
        """Return the place of a seat's last move: in a game taken up again, news begin there."""
        own = [i for i, token in enumerate(self.game.tokens) if token.actor == seat]
        return own[-1] if own else 0

    # The question

    def act(self, seat: int) -> None:
        """Ask until a move is made, or taken back."""
        self.suggested = None
        ply = self.game.ply
        while self.game.ply == ply:
            view = self.game.view(seat)
            self.console.say(prompt_text(self.t, view))
            text = self.console.ask(self.t("tui.prompt"))
            command = read_command(self.t, text)
            if command is not None:
                self.obey(command, view)
            elif text:
                self.try_move(text, view)
            elif self.suggested is not None:
                self.make(self.suggested, view)
            else:
                # Long answers push the table out of sight; this brings it back.
                self.show(view)

    def try_move(self, text: str, view: View) -> None:
        """Make the move that was typed, if it is one, is legal, and is meant."""
        self.suggested = None
        try:
            move = read_move(self.t, text, view)
            seen = preview(view, move)
        except RegicideError as error:
            self.console.say(self.t.error(error))
            return
        if self.console.interactive:
            self.console.say(self.words(view.seat).choice(view, move, seen))
            self.console.say(self.t("tui.confirm"))
            if self.console.ask(self.t("tui.prompt")):
                self.console.say(self.t("tui.went_back"))
                return
        self.make(move, view)

    def make(self, move: Move, view: View) -> None:
        """Make a legal move, save, and say what came of it."""
        assert view.seat is not None
        before = self.game.ply
        self.game.push(move)
        self.save()
        self.told[view.seat] = self.game.ply
        self.console.say()
        for paragraph in self.paragraphs(view.seat, before):
            self.console.say(paragraph)

    def save(self) -> bool:
        """Write the game down; if that fails say so and play on."""
        try:
            self.saves.save(self.saved)
        except OSError as problem:
            self.console.say(self.t("tui.save_failed", reason=reason_of(problem)))
            return False
        return True

    # Commands

    def help(self, view: View) -> None:
        for line in help_text(self.t, view).split("\n"):
            self.console.say(line, hang="  ")

    def rules(self, view: View) -> None:
        for line in rules_text(self.t, view.rules).split("\n"):
            self.console.say(line, hang="  ")

    def moves(self, view: View) -> None:
        """Hint at every move, with what it will do; of the discards only the sparing ones."""
        words = self.words(view.seat)
        moves = list(moves_of(view, minimal=True))
        more = 0
        if view.phase is Phase.DISCARD:
            discards = sorted(filter(move_cards, moves), key=cost_of)
            more = max(0, len(discards) - MOST_DISCARDS)
            flips = [move for move in moves if not move_cards(move)]
            moves = discards[:MOST_DISCARDS] + flips
        self.console.say(self.t("tui.moves"))
        column = max(len(words.move(move)) for move in moves) + 2
        for move in moves:
            text = words.preview(view, move, preview(view, move))
            line = words.move(move).ljust(column) + text
            self.console.say(line, indent="  ", hang=" " * column)
        if more:
            self.console.say(self.t("tui.moves_more", count=more), indent="  ")

    def log(self, view: View) -> None:
        assert view.seat is not None
        paragraphs = self.paragraphs(view.seat)
        self.console.say(self.t("tui.log" if paragraphs else "tui.log_empty"))
        for number, paragraph in enumerate(paragraphs, 1):
            self.console.say(f"{number:>3}. {paragraph}", hang=" " * 5)

    def discard(self, view: View) -> None:
        count = len(view.discard)
        self.console.say(
            self.t("tui.discard_pile", count=count) if count else self.t("tui.discard_empty")
        )
        self.console.lines(discard_lines(self.t, view))

    def undo(self, view: View) -> None:
        if not self.solo:
            self.console.say(self.t("tui.undo_solo_only"))
            return
        try:
            move = self.game.pop()
        except InvalidOptionError as error:
            self.console.say(self.t.error(error))
            return
        self.saved.take_back()
        self.told[0] = self.game.ply
        self.console.say(self.t("tui.undone", move=self.words(0).move(move)))
        self.save()

    def save_now(self, view: View) -> None:
        if self.save():
            self.console.say(self.t("tui.saved", file=self.saved.path))

    def quit(self, view: View) -> None:
        raise Leave

    def suggest(self, view: View) -> None:
        """Offer the cheapest discard; an empty line takes it."""
        if view.phase is not Phase.DISCARD:
            self.console.say(self.t("tui.suggest_discard_only"))
            return
        move = best_discard(view)
        if move is None:
            self.console.say(self.t("tui.suggest_flip"))
            return
        words = self.words(view.seat)
        self.suggested = move
        text = words.choice(view, move, preview(view, move))
        self.console.say(self.t("tui.suggestion", choice=text))

    def obey(self, command: Command, view: View) -> None:
        doing: dict[Command, Callable[[View], None]] = {
            Command.HELP: self.help,
            Command.RULES: self.rules,
            Command.MOVES: self.moves,
            Command.LOG: self.log,
            Command.DISCARD: self.discard,
            Command.UNDO: self.undo,
            Command.SAVE: self.save_now,
            Command.QUIT: self.quit,
            Command.SUGGEST: self.suggest,
        }
        doing[command](view)
