"""A sitting: people at one keyboard play at a table, from sitting down to getting up.

What is shown comes from the views and the visible events of the seat that acts. A curtain falls
between two seats. What others do in the meantime is told as it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from ...core import Move, Outcome, View, preview
from ...errors import RegicideError
from ...i18n import Catalogue
from ...notation import format_seed
from ..tables.bridge import Bridge
from ..tables.model import Status, TableModel
from ..tables.options import PlayOptions
from ..words.deals import is_broken, seal_details, seal_line
from ..words.guide import prompt_text
from ..words.names import Speech
from ..words.news import News
from ..words.screen import enemy_number, hand_lines, table_lines
from .console import Console
from .orders import MEANWHILE, Leave, Orders
from .typed import Command, read_command, read_move, read_order, says

if TYPE_CHECKING:
    from ...client import Seal

__all__ = ["Leave", "Sitting"]

SEAL_SECONDS = 3.0
"""How long to wait at the end of a game until its deal is checked."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Situation:
    """What is waited for; while it stays the same, a prompt is still valid."""

    seat: int | None
    """Who here has to act."""
    running: bool
    number: int
    outcome: Outcome | None
    may_begin: bool


class Sitting:
    """The people at the keyboard, the console, and the table."""

    def __init__(
        self,
        t: Catalogue,
        console: Console,
        bridge: Bridge,
        model: TableModel,
        options: PlayOptions,
    ) -> None:
        """Sit down at a table that is open already."""
        self.t = t
        self.console = console
        self.bridge = bridge
        self.model = model
        self.options = options
        self.news = bridge.read(lambda: News(t, model))
        self.here = bridge.read(lambda: model.here)
        self.viewer = self.here[0] if len(self.here) == 1 else None
        """The seat at the keyboard; nobody else may see the screen until a curtain falls."""
        self.hand_shown = False
        self.noticed = ""
        """What was last said about whom we wait for."""
        self.telling = False
        """Whether anything was told yet; in a resumed game the table is shown first."""
        self.shown = 0
        """The number of the last game whose table was shown."""
        self.concluded = 0
        """The number of the last game whose end was told."""
        self.suggested: Move | None = None
        self.orders = Orders(self)
        bridge.read(lambda: model.listen(console.ring))

    def stay(self) -> None:
        """Play, wait and play again until the user leaves.

        :raises EndOfInput: nobody is there any more.
        :raises Leave: somebody asked to quit.
        :raises RegicideError: the table is closed for good.
        """
        if self.viewer is not None or not self.here:
            self.look_around()
        while True:
            now = self.read(self._situation)
            if now.seat is not None:
                self.take_turn(now.seat)
            elif now.running:
                self.wait(now)
            else:
                self.between_games(now)

    # The table

    def read(self, look: Callable[[], T]) -> T:
        return self.bridge.read(look)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run an action of the table and return its result; tell what happens in the meantime.

        :raises RegicideError: it was refused.
        """
        future = self.bridge.start(work, self.console.ring)
        try:
            while not future.done():
                self.console.wait()
                self.tell()
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def tried(self, work: Coroutine[Any, Any, object]) -> bool:
        """Do something at the table; say why if it is refused."""
        try:
            self.do(work)
        except RegicideError as error:
            self.console.say(self.t.error(error))
            return False
        return True

    def tell(self, *, typing: bool = False) -> bool:
        """Say what is new; return whether anything was.

        :param typing: the cursor stands behind a question.
        :raises RegicideError: the table is closed for good.
        """
        self.telling = True
        news = self.read(lambda: self.news.fresh(self.viewer))
        if news and typing:
            self.console.say()
        for paragraph in news:
            self.console.say(paragraph)
        closed = self.read(lambda: self.model.status is Status.CLOSED)
        if closed:
            raise self.read(lambda: self.model.error) or RegicideError("connection.closed")
        return bool(news)

    def hear(self, still: Callable[[], bool], *, prompt: bool = True) -> str | None:
        """Return what is typed; `None` as soon as the prompt is no longer valid.

        :param still: whether it is, asked in the loop of the table.
        """
        asked = False
        while True:
            told = self.tell(typing=asked)
            if not self.read(still):
                if asked and not told:
                    self.console.say()
                return None
            if prompt and (told or not asked):
                self.console.prompt(self.t("tui.prompt"))
                asked = True
            line = self.console.poll()
            if line is not None:
                if prompt:
                    self.console.echo(line)
                return line
            self.console.wait()

    def words(self, seat: int | None) -> Speech:
        return self.read(lambda: self.news.speech(seat))

    # The screen

    def look_around(self) -> None:
        """Say where the table is, if it is on a server."""
        if self.read(lambda: self.model.invitation) is None:
            return
        if self.viewer is None:
            self.console.say(self.t("tui.full"))
            self.console.say(self.t("tui.watching"))
        else:
            name = self.words(None).name(self.viewer)
            self.console.say(self.t("tui.sat_down", number=self.viewer + 1, name=name))
        self.orders.who()

    def change_to(self, seat: int) -> None:
        """Change players, without either seeing the other's hand."""
        if len(self.here) > 1 and seat != self.viewer:
            if self.viewer is not None and self.console.interactive:
                # The player who just moved may want to read what happened.
                self.pause(self.t("tui.curtain_before"))
            if self.hand_shown:
                self.console.clear()
            name = self.words(None).name(seat)
            self.pause(
                self.t("tui.curtain_name", name=name)
                if name
                else self.t("tui.curtain", number=seat + 1)
            )
            self.console.clear()
        self.viewer = seat
        self.hand_shown = True

    def pause(self, text: str) -> None:
        """Wait for Enter; any other line will do, but `quit` quits."""
        self.console.say(text)
        if read_command(self.t, self.console.ask(self.t("tui.prompt"))) is Command.QUIT:
            raise Leave

    def show(self, view: View) -> None:
        """Show all that the seat may know: what happened, the table, and the hand."""
        console, t = self.console, self.t
        self.shown = self.read(lambda: self.model.number)
        words = self.words(view.seat)
        news = self.read(lambda: self.news.since(view.seat, began=False))
        console.say()
        console.lines(table_lines(t, view, console.width, words.names))
        if news:
            console.say(t("tui.since"))
            for paragraph in news:
                console.say(paragraph, indent="  ")
        if view.seat is not None:
            console.lines(hand_lines(t, view, console.width))

    # A turn

    def take_turn(self, seat: int) -> None:
        """Ask until a move is made or taken back, or it is no longer our turn."""
        model = self.model
        if self.telling:
            self.tell()
        self.change_to(seat)
        view = self.view_of(seat)
        self.noticed = ""
        self.suggested = None
        self.show(view)
        left = self.read(lambda: model.seconds_left)
        if left is not None:
            self.console.say(self.t("tui.seconds_left", count=round(left)))
        now = self.read(lambda: (model.number, view.ply))

        def still() -> bool:
            return model.turn_of_here == seat and (model.number, self._ply(seat)) == now

        while self.read(still):
            self.console.say(prompt_text(self.words(seat), view))
            text = self.hear(still)
            if text is not None:
                self.answer(text, view, still)

    def _ply(self, seat: int) -> int:
        view = self.model.view(seat)
        return 0 if view is None else view.ply

    def view_of(self, seat: int) -> View:
        view = self.read(lambda: self.model.view(seat))
        assert view is not None
        return view

    def answer(self, text: str, view: View, still: Callable[[], bool]) -> None:
        """Do what the player to move typed."""
        order = read_order(self.t, text)
        if order is not None:
            self.orders.obey(order, view)
        elif text:
            self.try_move(text, view, still)
        elif self.suggested is not None:
            self.make(self.suggested, view)
        else:
            # Long answers scroll the table away; this shows it again.
            self.show(view)

    def try_move(self, text: str, view: View, still: Callable[[], bool]) -> None:
        """Make the move that was typed, if it is a legal move and confirmed."""
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
            if self.hear(still) != "":
                self.console.say(self.t("tui.went_back"))
                return
        self.make(move, view)

    def make(self, move: Move, view: View) -> None:
        """Make a legal move, and say what happened."""
        assert view.seat is not None
        self.console.say()
        if self.tried(self.model.make(view.seat, move)):
            self.tell()

    # Between turns

    def wait(self, now: _Situation) -> None:
        """Tell what happens until somebody here has something to do, or types something."""
        self.show_new_game()
        notice, listens = self.read(lambda: (self._notice(), self._listens()))
        if notice and notice != self.noticed:
            self.console.say(notice)
        self.noticed = notice

        def still() -> bool:
            return self._situation() == now and self._notice() == notice

        if not listens or self.console.keeps:
            self.wait_quietly(still)
            return
        line = self.hear(still, prompt=self.console.interactive)
        if line is not None:
            self.meanwhile(line)

    def show_new_game(self) -> None:
        """Show the table to those who wait, and their hand to a person alone at the keyboard."""
        model = self.model
        new = self.read(
            lambda: self._listens() and model.turn is not None and model.number != self.shown
        )
        view = self.read(model.view)
        if new and view is not None and view.seat == self.viewer:
            self.tell()
            self.show(view)

    def wait_quietly(self, still: Callable[[], bool]) -> None:
        """Tell what happens, and leave what is typed for later."""
        self.tell()
        while self.read(still):
            self.console.wait()
            self.tell()

    def _situation(self) -> _Situation:
        model = self.model
        return _Situation(
            model.turn_of_here, model.turn is not None, model.number, model.outcome, model.may_begin
        )

    def _listens(self) -> bool:
        """Tell whether there is time to type: bots are quick, unless one plays our seat."""
        waiting = self.model.waiting_for
        return waiting is None or waiting.why != "bot" or self._stood_in()

    def _stood_in(self) -> bool:
        return any(self.model.players[seat].stand_in for seat in self.here)

    def _notice(self) -> str:
        """Return what is waited for, in a sentence."""
        model, t, words = self.model, self.t, self.news.speech(self.viewer)
        if self._stood_in():
            return t("tui.stood_in")
        waiting = model.waiting_for
        if waiting is not None:
            if waiting.why == "bot":
                return ""
            key = "tui.wait_away" if waiting.why == "away" else "tui.wait_person"
            return t(key, seat=words.player(waiting.seat), number=waiting.seat + 1)
        free = sum(player.free for player in model.players)
        if free and self.here:
            hosts = model.host in self.here
            return t("ui.waiting.free" if hosts else "ui.waiting.more", count=free)
        if model.host is None or model.host in self.here:
            return ""
        return t("tui.wait_host", seat=words.player(model.host))

    def meanwhile(self, line: str) -> None:
        """Do what can be done out of turn; a script's other lines wait until it is our turn."""
        order = read_order(self.t, line)
        if not self.console.interactive:
            if order is None or order.command not in MEANWHILE:
                self.console.keep(line)
                return
            self.console.prompt(self.t("tui.prompt"))
            self.console.echo(line)
        view = self.read(self.model.view)
        if order is not None and order.command in MEANWHILE:
            self.orders.obey(order, view)
        elif not line and view is not None:
            self.show(view)
        elif line:
            self.console.say(self.t("tui.not_yet"))

    # Between games

    def between_games(self, now: _Situation) -> None:
        """Say how a game ended, and begin the next or wait for it."""
        if now.outcome is not None and self.concluded != now.number:
            self.concluded = now.number
            self.noticed = ""
            self.tell()
            self.conclude(now.outcome)
        if not now.may_begin:
            self.wait(now)
        elif now.outcome is not None:
            self.ask_again()
        elif self.read(lambda: self.model.invitation) is None or self.asked_to_begin():
            # Nobody else can come, or nobody else is expected.
            self.begin()

    def begin(self, *, again: bool = False) -> None:
        """Begin a game; call its first player to the keyboard.

        :param again: with the cards of the last game.
        """
        first = self.options.first
        players = self.read(lambda: self.model.rules.players)
        first = None if first is None else min(first, players - 1)
        if not self.tried(self.model.begin(first, again=again)):
            return
        self.tell()
        if len(self.here) > 1:
            self.viewer = None
            self.read(lambda: self.news.all_known(None))

    def asked_to_begin(self) -> bool:
        """Ask the host; tell whether to begin now."""
        self.console.say(self.t("tui.ask_begin"))
        line = self.hear(lambda: self.model.may_begin)
        if line is None:
            return False
        order = read_order(self.t, line)
        if order is None or order.command is Command.BEGIN:
            return True
        self.orders.obey(order, None)
        return False

    def ask_again(self) -> None:
        """Ask whether to play again; otherwise leave."""
        self.console.say(self.t("tui.ask_again"))
        line = self.hear(lambda: self.model.may_begin)
        if line is None:
            return
        order = read_order(self.t, line)
        if not line or says(self.t, "tui.word.yes", line):
            self.begin()
        elif says(self.t, "tui.word.same", line):
            self.begin(again=True)
        elif says(self.t, "tui.word.no", line):
            raise Leave
        elif order is not None and order.command in MEANWHILE:
            self.orders.obey(order, None)
        else:
            self.console.say(self.t("tui.again_unclear"))

    def conclude(self, outcome: Outcome) -> None:
        """Say how the game ended."""
        t, console, model = self.t, self.console, self.model
        view = self.read(model.view)
        if view is None or self.read(lambda: model.outcome) is None:
            # The host has already begun the next game.
            return
        undone, seed, seed_hash = self.read(lambda: (model.undone, model.seed, model.seed_hash))
        kept_at, error = self.read(lambda: (model.kept_at, model.error))
        console.say()
        console.say(t("tui.won" if outcome.won else "tui.lost"))
        words = self.words(self.here[0] if len(self.here) == 1 else None)
        given_up = self.read(lambda: model.given_up)
        console.say(words.ending(view, given_up=given_up))
        if outcome.medal:
            console.say(t(f"medal.{outcome.medal.name.lower()}"))
        if not outcome.won:
            console.say(t("tui.progress", count=enemy_number(view) - 1))
        if undone:
            console.say(t("tui.undo_used", count=undone))
        console.say(
            t("tui.seed_unknown") if seed is None else t("tui.seed", seed=format_seed(seed))
        )
        if seed_hash is not None:
            console.say(t("tui.seed_hash", hash=seed_hash))
        if kept_at is not None and error is None:
            console.say(t("tui.record", file=kept_at))
        self.tell_seal()

    def tell_seal(self) -> None:
        """Say whether the deal was fair, as soon as that is known."""
        model = self.model
        if self.read(lambda: model.seal_comes):
            with suppress(RegicideError):
                self.bridge.wait(model, lambda: not model.seal_comes, SEAL_SECONDS)
        seal = self.read(lambda: model.seal)
        if seal is None:
            return
        self.console.say(seal_line(self.t, seal))
        if is_broken(seal):
            self.tell_about_seal(seal)

    def tell_about_seal(self, seal: Seal) -> None:
        for line in seal_details(self.t, seal):
            self.console.say(line, hang="  ")

    def leave(self) -> None:
        """Say goodbye, and how to come back."""
        model, t = self.model, self.t
        way_back, running, error = self.read(
            lambda: (model.way_back, model.turn is not None, model.error)
        )
        if way_back is not None and self.here:
            self.console.say(t("tui.quit_seat"))
            self.console.lines([f"  regicide play --join {way_back}"])
        elif way_back is not None or not running:
            self.console.say(t("tui.goodbye"))
        else:
            unsaved = error is not None and error.code == "save.system"
            self.console.say(t("tui.quit_unsaved" if unsaved else "tui.quit"))
