"""The table: everything to see and do during a game, wherever it is played."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize

from ....core import MoveKind, Phase, move_cards, move_kind, preview
from ....errors import RegicideError
from ....i18n import Catalogue
from ....i18n.speech import percent_text, sentence
from ...tables.model import Happening, Hint, Status, TableModel
from ...words.screen import enemy_number
from ..names import names_of
from ..panels.board import lay_out
from ..panels.enemy import EnemyPanel
from ..panels.hand import KEYS, HandPanel
from ..panels.ink import cards_ink, cut, paragraph, signs
from ..panels.keys import Key, KeyBar
from ..panels.log import LogPanel
from ..panels.piles import discard_lines
from ..panels.scene import Scene
from ..panels.side import SidePanel
from ..panels.speaker import SpeakerPanel
from ..panels.title import TitleBar
from ..selection import Selection
from ..window import is_large
from .curtain import CurtainScreen
from .dialogs import ChoiceScreen, TextScreen
from .help import help_lines
from .model_screen import ModelScreen
from .result import ResultScreen
from .room import RoomScreen
from .talk import talk

__all__ = ["TableScreen"]

READING = 66
"""The width of text in a dialog."""
LONGEST_NAME = 14
"""The name's width in the line of keys."""


NUMBER_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "minus", "equals_sign")
"""The keys for the cards of a hand, by Textual's names: one after another on most keyboards."""


class TableScreen(ModelScreen[None]):
    """Dismissed when the user leaves; the table is then still open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *((key, f"number({number})", "") for number, key in enumerate(NUMBER_KEYS, 1)),
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
        ("g", "give_up", ""),
        ("n", "again", ""),
        ("v", "vote", ""),
        ("b", "come_back", ""),
        ("question_mark,f1", "help", ""),
        Binding("q", "leave", ""),
    ]

    def __init__(self, model: TableModel, t: Catalogue) -> None:
        super().__init__(model, t)
        self.selection = Selection(model, t)
        self.busy = False
        """Whether an action is under way."""
        self.covered = False
        """Whether another screen of this table covers it."""
        self._seen: tuple[int, int] | None = None
        """The game and ply that were shown last."""
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
        if self.model.seconds_left is not None:
            self._draw_title()
        waiting = self.model.waiting_for
        if waiting is not None and waiting.why == "away" and self.selection.view is not None:
            # It says when a vote will count.
            self.query_one(KeyBar).show(self.keys())

    # Looking

    def sync(self) -> None:
        """Show the current state of the model."""
        view = self.selection.view
        if view is None:
            self._wait_for_people()
            return
        now = (self.model.number, view.ply)
        if now != self._seen:
            new_game = self._seen is None or self._seen[0] != now[0]
            self._seen = now
            self.selection.forget()
            if new_game and len(self.model.here) > 1:
                self.selection.seat = None
        if self.selection.seat is None and self.selection.hands_over:
            self._draw_curtain()
        self.draw()

    def _wait_for_people(self) -> None:
        if not self.covered:
            self.covered = True
            self.app.push_screen(RoomScreen(self.model, self.t), self._room_left)

    def _room_left(self, begun: bool | None) -> None:
        self.covered = False
        if begun:
            self.sync()
        else:
            self.dismiss(None)

    def _draw_curtain(self) -> None:
        """Redraw without anything that only one player may know, then show the curtain."""
        turn = self.model.turn_of_here
        if self.covered or turn is None:
            return
        self.covered = True
        self.selection.seat = None
        self.selection.forget()
        self.draw()
        self.app.push_screen(
            CurtainScreen(self.t, self.selection.speech.player(turn)), self._seated
        )

    def _seated(self, there: bool | None) -> None:
        self.covered = False
        if there:
            self.selection.seat = self.model.turn_of_here
            self.sync()
        else:
            self.dismiss(None)

    def scene(self) -> Scene | None:
        view = self.selection.view
        if view is None:
            return None
        return Scene(
            t=self.t,
            view=view,
            names=names_of(self.t, self.model.players),
            players=self.model.players,
            preview=self.selection.preview,
        )

    def draw(self) -> None:
        """Draw everything."""
        selection, scene = self.selection, self.scene()
        self._draw_title()
        self.query_one(EnemyPanel).show(scene)
        self.query_one(SidePanel).show(scene)
        told = self.paragraphs()
        self.query_one(LogPanel).tell(scene, told)
        style = "bold $bad" if selection.notice else "bold" if selection.move is not None else ""
        news = [] if self.has_class("large") else told[-4:]
        self.query_one(SpeakerPanel).tell(scene, news, self._said(), style)
        dimmed = (
            [model for model in range(len(selection.hand)) if not selection.goes(model)]
            if selection.acts
            else []
        )
        self.query_one(HandPanel).show_hand(
            scene, chosen=selection.chosen, dimmed=dimmed, pointer=selection.pointer
        )
        self.query_one(KeyBar).show(self.keys())

    def _said(self) -> str:
        if self.model.status is Status.CLOSED and self.model.error is not None:
            return self.t.error(self.model.error)
        return self.selection.said()

    def _draw_title(self) -> None:
        view, t, model = self.selection.view, self.t, self.model
        if view is None:
            return
        left = self.selection.speech.turn(view)
        if self.selection.acts:
            name = sentence(self.selection.speech.player(view.turn))
            left = f"▶ {name} · {left}" if len(model.here) > 1 else f"▶ {left}"
        elif not model.here:
            left = f"{t('ui.watching')} · {left}"
        facts = [self._trouble()]
        seconds = model.seconds_left
        if seconds is not None:
            minutes, rest = divmod(int(seconds), 60)
            facts.append(t("ui.clock", minutes=minutes, seconds=f"{rest:02}"))
        if model.spectators:
            facts.append(t("ui.spectators", count=model.spectators))
        facts.append(t("tui.app.enemy", number=min(enemy_number(view), 12)))
        self.query_one(TitleBar).show(
            left,
            " · ".join(filter(None, facts)),
            strong=self.selection.acts,
            bad=model.status is not Status.ONLINE,
        )

    def _trouble(self) -> str:
        model, t = self.model, self.t
        if model.status in (Status.OFFLINE, Status.CONNECTING):
            return t("tui.app.offline")
        if model.error is None:
            return ""
        if model.error.code == "save.system":
            return t("tui.app.not_saved", reason=model.error.values.get("reason", ""))
        return t.error(model.error)

    def paragraphs(self) -> list[str]:
        """Return what happened, as far as the player at the screen may know."""
        seat, known = self.selection.seat, len(self._told)
        news = self.model.happenings(seat)
        if self._told_to != seat or news[:known] != self._told:
            self._told, self._paragraphs = [], []
        speech = self.selection.speech
        self._paragraphs += [
            text for each in news[len(self._told) :] if (text := speech.happening(each))
        ]
        self._told, self._told_to = news, seat
        return self._paragraphs

    # Keys

    def keys(self) -> Sequence[Key]:
        """Return the keys that work now, the important ones first."""
        t, selection, model, view = self.t, self.selection, self.model, self.selection.view
        keys: list[Key] = []
        if view is not None and model.outcome is not None:
            keys.append(Key("⏎", t("tui.app.key.result"), "confirm", strong=True))
            if model.may_begin:
                keys.append(Key("n", t("ui.result.again"), "again"))
        elif selection.hands_over:
            keys.append(Key("⏎", t("tui.app.key.hand_over"), "confirm", strong=True))
        elif selection.acts and view is not None:
            keys += self._keys_to_act(view.phase)
        seat = selection.seat
        if seat is not None and model.players[seat].stand_in:
            keys.append(Key("b", t("ui.come_back"), "come_back", strong=True))
        if model.waiting_for is not None and model.waiting_for.why == "away" and seat is not None:
            keys.append(Key("v", self._vote_text(seat, model.waiting_for.seat), "vote"))
        if model.may_undo:
            keys.append(Key("u", t("tui.app.key.undo"), "undo"))
        if model.giving_up and seat is not None and seat not in model.giving_up:
            keys.append(Key("g", t("tui.app.key.agree"), "give_up", strong=True))
        if model.phrases or model.may_chat:
            keys.append(Key("t", t("tui.app.key.talk"), "talk"))
        return [
            *keys,
            Key("?", t("tui.app.key.help"), "help"),
            Key("q", t("tui.app.key.leave"), "leave"),
            Key("l", t("tui.app.key.log"), "log"),
            Key("d", t("tui.app.key.discard"), "discard"),
            *([Key("g", t("tui.app.key.give_up"), "give_up")] if model.may_give_up else []),
        ]

    def _keys_to_act(self, phase: Phase) -> list[Key]:
        t, selection = self.t, self.selection
        view = selection.view
        assert view is not None
        keys = []
        if selection.move is not None:
            keys.append(Key("⏎", selection.confirmation(), "confirm", strong=True))
        if selection.chosen or selection.asked is not None:
            keys.append(Key("Esc", t("ui.clear"), "clear"))
        if phase is Phase.NAME_NEXT:
            return [*keys, *map(self._key_of, range(view.rules.players))]
        if selection.move is None and selection.hand:
            keys.append(Key(f"1–{KEYS[len(selection.hand) - 1]}", t("tui.app.key.select")))
        if phase is Phase.DISCARD:
            keys.append(Key("s", t("tui.app.key.suggest"), "suggest"))
        if view.may_yield:
            keys.append(Key("y", t("ui.yield"), "yield_turn"))
        if view.flips:
            keys.append(Key("f", t("tui.app.key.flip"), "flip"))
        if self.model.may_hint:
            keys.append(Key("h", t("tui.app.key.hints"), "hints"))
        return keys

    def _key_of(self, seat: int) -> Key:
        """Return the key for a player, who can be clicked as well."""
        name = (
            self.t("ui.you") if seat == self.selection.seat else self.selection.speech.player(seat)
        )
        return Key(str(seat + 1), cut(name, LONGEST_NAME), f"number({seat + 1})")

    # Selecting

    def action_number(self, number: int) -> None:
        view = self.selection.view
        if view is not None and view.phase is Phase.NAME_NEXT and self.selection.acts:
            self.selection.ask_next(number - 1)
        else:
            self.selection.toggle(number - 1)
        self.draw()

    def on_hand_panel_pressed(self, event: HandPanel.Pressed) -> None:
        self.selection.toggle(event.index)
        self.draw()

    def action_point(self, step: int) -> None:
        self.selection.point(step)
        self.draw()

    def action_select(self) -> None:
        if self.selection.pointer is not None:
            self.selection.toggle(self.selection.pointer)
            self.draw()

    def action_clear(self) -> None:
        self.selection.forget()
        self.draw()

    def action_yield_turn(self) -> None:
        self.selection.ask_yield()
        self.draw()

    def action_flip(self) -> None:
        self.selection.ask_flip()
        self.draw()

    def action_suggest(self) -> None:
        if self.selection.acts and not self.selection.suggest():
            self.selection.notice = self.t("tui.app.no_suggestion")
        self.draw()

    # Doing

    def action_confirm(self) -> None:
        view, move, seat = self.selection.view, self.selection.move, self.selection.seat
        if self.busy or view is None:
            return
        if self.model.outcome is not None:
            self._show_result()
        elif self.selection.hands_over:
            self._draw_curtain()
        elif move is not None and seat is not None:
            self._do(self.model.make(seat, move))

    def action_undo(self) -> None:
        if self.model.may_undo and not self.busy:
            self._do(self.model.undo())

    def action_again(self) -> None:
        if self.model.may_begin and not self.busy:
            self._do(self.model.begin())

    def _vote_text(self, seat: int, about: int) -> str:
        again = self.model.votes_again(seat, about)
        text = self.t("tui.app.key.vote_again" if again else "tui.app.key.vote")
        wait = math.ceil(self.model.players[about].vote_in)
        return f"{text} ({wait})" if wait else text

    def action_vote(self) -> None:
        waiting, seat = self.model.waiting_for, self.selection.seat
        if waiting is not None and waiting.why == "away" and seat is not None and not self.busy:
            self._do(self._vote(seat, waiting.seat))

    async def _vote(self, seat: int, about: int) -> None:
        """Vote about someone who is away; ask first, because a bot may then play at once."""
        back = self.model.takes_vote_back(seat, about)
        others = self.model.others(seat, about)
        key = "web.vote.together" if others else "web.vote.alone"
        name = self.selection.speech.player(about)
        question = self.t("web.vote.ask", seat=name), self.t(key, seat=name)
        if back or await self._agreed(*question, yes="web.vote.yes", no="web.vote.no"):
            await self.model.vote(seat, about, wanted=not back)

    def action_give_up(self) -> None:
        seat = self.selection.seat
        if self.model.may_give_up and not self.busy:
            self._do(self._give_up(self.model.here[0] if seat is None else seat))

    async def _give_up(self, seat: int) -> None:
        """Give the game up, vote for it, or say that one would rather play on; ask first."""
        alone = sum(not each.is_bot for each in self.model.players) == 1
        about = self.t("ui.give_up.ask" if alone else "ui.give_up.ask_all")
        wanted = await self._agreed(
            self.t("ui.give_up"), about, yes="ui.give_up.yes", no="ui.give_up.no"
        )
        if wanted or (wanted is False and self.model.giving_up):
            await self.model.give_up(seat, wanted=wanted)

    async def _agreed(self, title: str, about: str, *, yes: str, no: str) -> bool | None:
        """Return what was chosen; `None` for nothing."""
        options = [(self.t(yes), True), (self.t(no), False)]
        return await self.app.push_screen_wait(ChoiceScreen(self.t, title, options, about))

    def action_come_back(self) -> None:
        seat = self.selection.seat
        if seat is not None and self.model.players[seat].stand_in:
            self._do(self.model.come_back(seat))

    def _do(self, doing: Awaitable[None]) -> None:
        """Run an action of the model while the screen keeps updating."""
        self.busy = True
        self.run_worker(self._done(doing))

    async def _done(self, doing: Awaitable[None]) -> None:
        problem = ""
        try:
            await doing
        except RegicideError as error:
            problem = self.t.error(error)
        self.busy = False
        self.sync()
        if problem:
            self.selection.notice = problem
            self.draw()

    def _show_result(self) -> None:
        if self.covered:
            return
        self.covered = True
        self.app.push_screen(ResultScreen(self.model, self.t), self._result_left)

    def _result_left(self, leaves: bool | None) -> None:
        self.covered = False
        if leaves:
            self.dismiss(None)
        else:
            self.sync()

    # Windows

    def action_help(self) -> None:
        lines = help_lines(self.t, self.model.rules, READING)
        self._read(self.t("ui.help"), lines)

    def action_log(self) -> None:
        lines = [line for text in self.paragraphs() for line in paragraph(text, READING, hang="  ")]
        self._read(self.t("ui.log"), lines or [Content(self.t("tui.log_empty"))], at_end=True)

    def action_discard(self) -> None:
        view = self.selection.view
        if view is not None:
            title = self.t("ui.discard.title", count=len(view.discard))
            self._read(title, discard_lines(self.t, view))

    def _read(self, title: str, lines: Sequence[Content], *, at_end: bool = False) -> None:
        self.app.push_screen(TextScreen(self.t, title, lines, at_end=at_end))

    def action_hints(self) -> None:
        if self.selection.acts and not self.busy:
            self.busy = True
            self.run_worker(self._show_hints())

    async def _show_hints(self) -> None:
        selection, t = self.selection, self.t
        view, seat = selection.view, selection.seat
        assert view is not None
        assert seat is not None
        selection.notice = t("learn.hint.thinking")
        self.draw()
        try:
            hints = await self.model.hints(seat)
        except RegicideError as error:
            selection.notice = t.error(error)
            self.draw()
            return
        finally:
            self.busy = False
        selection.notice = ""
        self.draw()
        if selection.view != view:
            return
        options = [(self._hint(hint), hint.move) for hint in hints]
        chooser = ChoiceScreen(t, t("tui.app.hints"), options, t("tui.app.hints.about"))
        move = await self.app.push_screen_wait(chooser)
        if move is not None and selection.view == view:
            selection.take(move)
            self.draw()

    def _hint(self, hint: Hint) -> Content:
        view = self.selection.view
        assert view is not None
        speech = self.selection.speech
        chance = self.t("learn.hint.chance", percent=percent_text(self.t, hint.win_chance))
        cards = move_cards(hint.move)
        name = cards_ink(cards) if cards else Content(self._name_of(hint))
        text = speech.preview(view, hint.move, preview(view, hint.move))
        head = name + Content.styled(f"  {chance}\n", "bold $good")
        return head + signs(text, "$soft")

    def _name_of(self, hint: Hint) -> str:
        match move_kind(hint.move):
            case MoveKind.YIELD:
                return self.t("ui.yield")
            case MoveKind.FLIP:
                return sentence(self.t("tui.app.key.flip"))
            case _:
                return self.selection.speech.preview_next(hint.move)

    def action_talk(self) -> None:
        if (self.model.phrases or self.model.may_chat) and self.selection.seat is not None:
            self.run_worker(talk(self, self.model, self.selection.seat, self.t))

    def action_leave(self) -> None:
        self.dismiss(None)
