"""The table: everything that is to see and to do while a game runs, wherever it is played."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize

from ...core import MoveKind, Phase, move_cards, move_kind, preview
from ...errors import RegicideError
from ...i18n import Catalogue
from ...i18n.speech import sentence
from ..place import Happening, Hint, Place, Status
from ..screen import enemy_number
from .board import lay_out
from .curtain import CurtainScreen
from .desk import Desk
from .dialogs import ChoiceScreen, TextScreen
from .enemy import EnemyPanel
from .hand import HandPanel
from .help import help_lines
from .ink import cards_ink, cut, paragraph, signs
from .keys import Key, KeyBar
from .log import LogPanel
from .names import names_of
from .piles import discard_lines
from .place_screen import PlaceScreen
from .result import ResultScreen
from .room import RoomScreen
from .side import SidePanel
from .sight import Sight
from .speaker import SpeakerPanel
from .talk import talk
from .title import TitleBar
from .window import is_large

__all__ = ["TableScreen"]

HINT_MS = 1000
READING = 66
"""How wide a text in a window is."""
LONGEST_NAME = 14
"""In the line of keys."""


class TableScreen(PlaceScreen[None]):
    """Dismissed when somebody leaves; the place is still open then."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *((str(digit), f"digit({digit})", "") for digit in range(10)),
        ("left", "point(-1)", ""),
        ("right", "point(1)", ""),
        ("space,up,down", "select", ""),
        ("enter", "confirm", ""),
        ("escape,backspace", "clear", ""),
        ("y", "yield_turn", ""),
        ("f,j", "flip", ""),
        ("s", "suggest", ""),
        ("h", "hints", ""),
        ("t", "talk", ""),
        ("l", "log", ""),
        ("d", "discard", ""),
        ("u", "undo", ""),
        ("n", "again", ""),
        ("v", "vote", ""),
        ("b", "come_back", ""),
        ("question_mark,f1", "help", ""),
        Binding("q", "leave", ""),
    ]

    def __init__(self, place: Place, t: Catalogue, *, hint_ms: int = HINT_MS) -> None:
        super().__init__(place, t)
        self.desk = Desk(place, t)
        self.hint_ms = hint_ms
        self.busy = False
        """Whether something was asked for and is not done yet."""
        self.covered = False
        """Whether another screen that belongs to this one lies over it."""
        self._seen: tuple[int, int] | None = None
        """The game and the step in it that were on the screen last."""
        self._told: list[Happening] = []
        self._told_to: int | None = None
        self._paragraphs: list[str] = []

    def compose(self) -> ComposeResult:
        yield from lay_out()

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(1.0, self._tick)

    def on_resize(self, event: Resize) -> None:
        self.set_class(is_large(event.size), "large")
        self.draw()

    def _tick(self) -> None:
        if self.place.seconds_left is not None:
            self._draw_title()

    # Looking

    def look(self) -> None:
        """Find out what is new, and show it."""
        view = self.desk.view
        if view is None:
            self._wait_for_people()
            return
        now = (self.place.number, view.ply)
        if now != self._seen:
            new_game = self._seen is None or self._seen[0] != now[0]
            self._seen = now
            self.desk.forget()
            if new_game and len(self.place.here) > 1:
                self.desk.seat = None
        if self.desk.seat is None and self.desk.hands_over:
            self._draw_curtain()
        self.draw()

    def _wait_for_people(self) -> None:
        if not self.covered:
            self.covered = True
            self.app.push_screen(RoomScreen(self.place, self.t), self._room_left)

    def _room_left(self, begun: bool | None) -> None:
        self.covered = False
        if begun:
            self.look()
        else:
            self.dismiss(None)

    def _draw_curtain(self) -> None:
        """Take everything that only one may know off the screen, then hide the screen."""
        turn = self.place.turn_of_here
        if self.covered or turn is None:
            return
        self.covered = True
        self.desk.seat = None
        self.desk.forget()
        self.draw()
        self.app.push_screen(CurtainScreen(self.t, self.desk.speech.player(turn)), self._seated)

    def _seated(self, there: bool | None) -> None:
        self.covered = False
        if there:
            self.desk.seat = self.place.turn_of_here
            self.look()
        else:
            self.dismiss(None)

    def sight(self) -> Sight | None:
        view = self.desk.view
        if view is None:
            return None
        return Sight(
            t=self.t,
            view=view,
            names=names_of(self.t, self.place.players),
            players=self.place.players,
            preview=self.desk.preview,
        )

    def draw(self) -> None:
        """Show everything as it is now."""
        desk, sight = self.desk, self.sight()
        self._draw_title()
        self.query_one(EnemyPanel).show(sight)
        self.query_one(SidePanel).show(sight)
        told = self.paragraphs()
        self.query_one(LogPanel).tell(sight, told)
        style = "bold $bad" if desk.notice else "bold" if desk.move is not None else ""
        news = [] if self.has_class("large") else told[-4:]
        self.query_one(SpeakerPanel).tell(sight, news, self._said(), style)
        dimmed = (
            [place for place in range(len(desk.hand)) if not desk.goes(place)] if desk.acts else []
        )
        self.query_one(HandPanel).show_hand(
            sight, chosen=desk.chosen, dimmed=dimmed, pointer=desk.pointer
        )
        self.query_one(KeyBar).show(self.keys())

    def _said(self) -> str:
        if self.place.status is Status.CLOSED and self.place.error is not None:
            return self.t.error(self.place.error)
        return self.desk.said()

    def _draw_title(self) -> None:
        view, t, place = self.desk.view, self.t, self.place
        if view is None:
            return
        left = self.desk.speech.turn(view)
        if self.desk.acts:
            name = sentence(self.desk.speech.player(view.turn))
            left = f"▶ {name} · {left}" if len(place.here) > 1 else f"▶ {left}"
        elif not place.here:
            left = f"{t('web.watching')} · {left}"
        facts = [self._trouble()]
        seconds = place.seconds_left
        if seconds is not None:
            minutes, rest = divmod(int(seconds), 60)
            facts.append(t("web.clock", minutes=minutes, seconds=f"{rest:02}"))
        if place.spectators:
            facts.append(t("web.spectators", count=place.spectators))
        facts.append(t("tui.app.enemy", number=min(enemy_number(view), 12)))
        self.query_one(TitleBar).show(
            left,
            " · ".join(filter(None, facts)),
            strong=self.desk.acts,
            bad=place.status is not Status.ONLINE,
        )

    def _trouble(self) -> str:
        place, t = self.place, self.t
        if place.status in (Status.OFFLINE, Status.CONNECTING):
            return t("tui.app.offline")
        if place.error is None:
            return ""
        if place.error.code == "save.system":
            return t("tui.app.not_saved", reason=place.error.values.get("reason", ""))
        return t.error(place.error)

    def paragraphs(self) -> list[str]:
        """Return what happened, as whoever sits here may know it."""
        seat, known = self.desk.seat, len(self._told)
        news = self.place.happenings(seat)
        if self._told_to != seat or news[:known] != self._told:
            self._told, self._paragraphs = [], []
        speech = self.desk.speech
        self._paragraphs += [
            text for each in news[len(self._told) :] if (text := speech.happening(each))
        ]
        self._told, self._told_to = news, seat
        return self._paragraphs

    # Keys

    def keys(self) -> Sequence[Key]:
        """Return the keys that work now, the important ones first."""
        t, desk, place, view = self.t, self.desk, self.place, self.desk.view
        keys: list[Key] = []
        if view is not None and view.outcome is not None:
            keys.append(Key("⏎", t("tui.app.key.result"), "confirm", strong=True))
            if place.may_begin:
                keys.append(Key("n", t("web.result.again"), "again"))
        elif desk.hands_over:
            keys.append(Key("⏎", t("tui.app.key.hand_over"), "confirm", strong=True))
        elif desk.acts and view is not None:
            keys += self._keys_to_act(view.phase)
        seat = desk.seat
        if seat is not None and place.players[seat].stand_in:
            keys.append(Key("b", t("web.come_back"), "come_back", strong=True))
        if place.waiting_for is not None and place.waiting_for.why == "away" and seat is not None:
            keys.append(Key("v", t("tui.app.key.vote"), "vote"))
        if place.may_undo:
            keys.append(Key("u", t("tui.app.key.undo"), "undo"))
        if place.phrases or place.may_chat:
            keys.append(Key("t", t("tui.app.key.talk"), "talk"))
        return [
            *keys,
            Key("?", t("tui.app.key.help"), "help"),
            Key("q", t("tui.app.key.leave"), "leave"),
            Key("l", t("tui.app.key.log"), "log"),
            Key("d", t("tui.app.key.discard"), "discard"),
        ]

    def _keys_to_act(self, phase: Phase) -> list[Key]:
        t, desk = self.t, self.desk
        view = desk.view
        assert view is not None
        keys = []
        if desk.move is not None:
            keys.append(Key("⏎", desk.confirmation(), "confirm", strong=True))
        if desk.chosen or desk.asked is not None:
            keys.append(Key("Esc", t("web.clear"), "clear"))
        if phase is Phase.NAME_NEXT:
            return [*keys, *map(self._key_of, range(view.rules.players))]
        if desk.move is None and desk.hand:
            keys.append(Key(f"1–{min(len(desk.hand), 10) % 10}", t("tui.app.key.select")))
        if phase is Phase.DISCARD:
            keys.append(Key("s", t("tui.app.key.suggest"), "suggest"))
        if view.may_yield:
            keys.append(Key("y", t("web.yield"), "yield_turn"))
        if view.flips:
            keys.append(Key("f", t("tui.app.key.flip"), "flip"))
        return [*keys, Key("h", t("tui.app.key.hints"), "hints")]

    def _key_of(self, seat: int) -> Key:
        """Return the key of a player, who may be clicked as well."""
        name = self.t("web.you") if seat == self.desk.seat else self.desk.speech.player(seat)
        return Key(str(seat + 1), cut(name, LONGEST_NAME), f"digit({seat + 1})")

    # Selecting

    def action_digit(self, digit: int) -> None:
        view = self.desk.view
        if view is not None and view.phase is Phase.NAME_NEXT and self.desk.acts:
            self.desk.ask_next(digit - 1)
        else:
            self.desk.toggle((digit - 1) % 10)
        self.draw()

    def on_hand_panel_pressed(self, event: HandPanel.Pressed) -> None:
        self.desk.toggle(event.place)
        self.draw()

    def action_point(self, step: int) -> None:
        self.desk.point(step)
        self.draw()

    def action_select(self) -> None:
        if self.desk.pointer is not None:
            self.desk.toggle(self.desk.pointer)
            self.draw()

    def action_clear(self) -> None:
        self.desk.forget()
        self.draw()

    def action_yield_turn(self) -> None:
        self.desk.ask_yield()
        self.draw()

    def action_flip(self) -> None:
        self.desk.ask_flip()
        self.draw()

    def action_suggest(self) -> None:
        if self.desk.acts and not self.desk.suggest():
            self.desk.notice = self.t("tui.app.no_suggestion")
        self.draw()

    # Doing

    def action_confirm(self) -> None:
        view, move, seat = self.desk.view, self.desk.move, self.desk.seat
        if self.busy or view is None:
            return
        if view.outcome is not None:
            self._show_result()
        elif self.desk.hands_over:
            self._draw_curtain()
        elif move is not None and seat is not None:
            self._do(self.place.make(seat, move))

    def action_undo(self) -> None:
        if self.place.may_undo and not self.busy:
            self._do(self.place.undo())

    def action_again(self) -> None:
        if self.place.may_begin and not self.busy:
            self._do(self.place.begin())

    def action_vote(self) -> None:
        waiting, seat = self.place.waiting_for, self.desk.seat
        if waiting is not None and waiting.why == "away" and seat is not None:
            wanted = seat not in self.place.players[waiting.seat].votes
            self._do(self.place.vote(seat, waiting.seat, wanted=wanted))

    def action_come_back(self) -> None:
        seat = self.desk.seat
        if seat is not None and self.place.players[seat].stand_in:
            self._do(self.place.come_back(seat))

    def _do(self, doing: Awaitable[None]) -> None:
        """Let the place do something, and go on showing things meanwhile."""
        self.busy = True
        self.run_worker(self._done(doing))

    async def _done(self, doing: Awaitable[None]) -> None:
        problem = ""
        try:
            await doing
        except RegicideError as error:
            problem = self.t.error(error)
        self.busy = False
        self.look()
        if problem:
            self.desk.notice = problem
            self.draw()

    def _show_result(self) -> None:
        if self.covered:
            return
        self.covered = True
        self.app.push_screen(ResultScreen(self.place, self.t), self._result_left)

    def _result_left(self, leaves: bool | None) -> None:
        self.covered = False
        if leaves:
            self.dismiss(None)
        else:
            self.look()

    # Windows

    def action_help(self) -> None:
        lines = help_lines(self.t, self.place.rules, READING)
        self._read(self.t("web.help"), lines)

    def action_log(self) -> None:
        lines = [line for text in self.paragraphs() for line in paragraph(text, READING, hang="  ")]
        self._read(self.t("web.log"), lines or [Content(self.t("tui.log_empty"))], at_end=True)

    def action_discard(self) -> None:
        view = self.desk.view
        if view is not None:
            title = self.t("web.discard.title", count=len(view.discard))
            self._read(title, discard_lines(self.t, view))

    def _read(self, title: str, lines: Sequence[Content], *, at_end: bool = False) -> None:
        self.app.push_screen(TextScreen(self.t, title, lines, at_end=at_end))

    def action_hints(self) -> None:
        if self.desk.acts and not self.busy:
            self.busy = True
            self.run_worker(self._advise())

    async def _advise(self) -> None:
        desk, t = self.desk, self.t
        view, seat = desk.view, desk.seat
        assert view is not None
        assert seat is not None
        desk.notice = t("learn.hint.thinking")
        self.draw()
        try:
            hints = await self.place.hints(seat, ms=self.hint_ms)
        except RegicideError as error:
            desk.notice = t.error(error)
            self.draw()
            return
        finally:
            self.busy = False
        desk.notice = ""
        self.draw()
        if desk.view != view:
            return
        options = [(self._hint(hint), hint.move) for hint in hints]
        chooser = ChoiceScreen(t, t("tui.app.hints"), options, t("tui.app.hints.about"))
        move = await self.app.push_screen_wait(chooser)
        if move is not None and desk.view == view:
            desk.take(move)
            self.draw()

    def _hint(self, hint: Hint) -> Content:
        view = self.desk.view
        assert view is not None
        speech = self.desk.speech
        chance = self.t("learn.hint.chance", percent=round(100 * hint.win_chance))
        cards = move_cards(hint.move)
        name = cards_ink(cards) if cards else Content(self._name_of(hint))
        text = speech.preview(view, hint.move, preview(view, hint.move))
        head = name + Content.styled(f"  {chance}\n", "bold $good")
        return head + signs(text, "$soft")

    def _name_of(self, hint: Hint) -> str:
        match move_kind(hint.move):
            case MoveKind.YIELD:
                return self.t("web.yield")
            case MoveKind.FLIP:
                return sentence(self.t("tui.app.key.flip"))
            case _:
                return self.desk.speech.preview_next(hint.move)

    def action_talk(self) -> None:
        if (self.place.phrases or self.place.may_chat) and self.desk.seat is not None:
            self.run_worker(talk(self, self.place, self.desk.seat, self.t))

    def action_leave(self) -> None:
        self.dismiss(None)
