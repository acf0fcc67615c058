"""The room before a game: who sits where, the link for others, and beginning."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ....errors import RegicideError
from ....i18n import Catalogue
from ...tables.model import Status, TableModel
from ...words.names import OFFERED, bot_name
from ..names import Speech, names_of
from ..panels.ink import paragraph
from ..panels.keys import Key, KeyBar
from ..panels.title import TitleBar
from .dialogs import ChoiceScreen
from .model_screen import ModelScreen
from .talk import talk

__all__ = ["RoomScreen"]

WIDTH = 70


class RoomScreen(ModelScreen[bool]):
    """Dismissed with true when a game has begun, with false to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "begin", ""),
        ("s", "seat", ""),
        ("t", "talk", ""),
        ("x", "give_up", ""),
        ("q", "leave", ""),
    ]

    def __init__(self, model: TableModel, t: Catalogue) -> None:
        super().__init__(model, t)
        self.problem = ""

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Vertical(id="room"):
            yield Static("", id="room-text")
        yield KeyBar()

    def sync(self) -> None:
        """Show who is there; when a game has begun, go to it."""
        if self.model.view() is not None:
            if self.is_current:
                self.dismiss(True)
            return
        t, model = self.t, self.model
        offline = model.status is not Status.ONLINE
        state = t("tui.app.offline") if offline else ""
        self.query_one(TitleBar).show(self._title(), state, bad=offline)
        self.query_one("#room-text", Static).update(Content("\n").join(self.lines()))
        self.query_one(KeyBar).show(self.keys())

    def _title(self) -> str:
        free = any(player.free for player in self.model.players)
        return self.t("ui.waiting.open") if free else self.t("ui.waiting")

    def lines(self) -> list[Content]:
        t, model = self.t, self.model
        lines = [Content("")]
        for seat, name in enumerate(names_of(t, model.players)):
            lines.append(self._seat(seat, name))
        free = sum(player.free for player in model.players)
        lines.append(Content(""))
        if free and model.here:
            wanted = "ui.waiting.free" if self.hosts else "ui.waiting.more"
            lines += paragraph(t(wanted, count=free), WIDTH)
        elif model.may_begin:
            lines += paragraph(t("ui.waiting.ready"), WIDTH, "bold $good")
        else:
            lines += paragraph(t("ui.waiting.host"), WIDTH)
        if model.invitation is not None and (free or model.may_be_watched):
            how = t("ui.invite.how") if free else t("ui.invite.watch")
            lines += [Content(""), *paragraph(how, WIDTH)]
            lines.append(Content.styled(model.invitation, "bold $gold"))
        if model.status is Status.CLOSED and model.error is not None:
            lines += [Content(""), *paragraph(t.error(model.error), WIDTH, "bold $bad")]
        if self.problem:
            lines += [Content(""), *paragraph(self.problem, WIDTH, "bold $bad")]
        said = [
            Speech(t, self._own(), names_of(t, model.players)).happening(each)
            for each in model.happenings()
        ]
        lines.append(Content(""))
        for text in list(filter(None, said))[-5:]:
            lines += paragraph(text, WIDTH, "$soft", hang="  ")
        return lines

    def _seat(self, seat: int, name: str) -> Content:
        t, player = self.t, self.model.players[seat]
        notes = []
        if player.here:
            notes.append(t("player.self"))
        if seat == self.model.host:
            notes.append(t("ui.host"))
        if player.is_bot:
            notes.append(bot_name(t, player.name))
        elif not player.free and not player.present:
            notes.append(t("ui.seat.away"))
        style = "$soft" if player.free else "bold"
        mark = "○" if player.free else "●"
        number = (f" {mark} {seat + 1} ", f"bold $seat-{seat + 1}")
        line = Content.assemble(number, (name, style))
        return line + Content.styled(f"  {', '.join(notes)}", "$soft") if notes else line

    def _own(self) -> int | None:
        return self.model.here[0] if self.model.here else None

    @property
    def hosts(self) -> bool:
        return self.model.host is not None and self.model.host in self.model.here

    def keys(self) -> list[Key]:
        t, model = self.t, self.model
        keys = []
        if model.may_begin:
            keys.append(Key("⏎", t("ui.begin"), "begin", strong=True))
        if self.hosts:
            keys.append(Key("s", t("tui.app.key.seat"), "seat"))
        if model.phrases or model.may_chat:
            keys.append(Key("t", t("tui.app.key.talk"), "talk"))
        if model.here:
            keys.append(Key("x", t("ui.menu.leave"), "give_up"))
        return [*keys, Key("q", t("tui.app.key.leave"), "leave")]

    def action_begin(self) -> None:
        if self.model.may_begin:
            self.run_worker(self._begin())

    async def _begin(self) -> None:
        try:
            await self.model.begin()
        except RegicideError as error:
            self.problem = self.t.error(error)
        self.sync()

    def action_seat(self) -> None:
        if self.hosts:
            self.run_worker(self._choose_seat())

    async def _choose_seat(self) -> None:
        """Put a bot into a seat, or free one."""
        t, model, app = self.t, self.model, self.app
        names = names_of(t, model.players)
        seats = [
            (f"{t('ui.seat.number', number=seat + 1)}: {names[seat]}", seat)
            for seat, player in enumerate(model.players)
            if not player.here
        ]
        seat = await app.push_screen_wait(ChoiceScreen(t, t("tui.app.key.seat"), seats))
        if seat is None:
            return
        who = [(bot_name(t, spec), spec) for spec in OFFERED]
        who.append((t("ui.seat.person"), ""))
        title = t("ui.seat.choose", number=seat + 1)
        spec = await app.push_screen_wait(ChoiceScreen(t, title, who))
        if spec is None:
            return
        self.problem = ""
        try:
            await model.seat_bot(seat, spec or None)
        except RegicideError as error:
            self.problem = t.error(error)
        self.sync()

    def action_talk(self) -> None:
        seat = self._own()
        if seat is not None and (self.model.phrases or self.model.may_chat):
            self.run_worker(talk(self, self.model, seat, self.t))

    def action_give_up(self) -> None:
        if self.model.here:
            self.run_worker(self._give_up())

    async def _give_up(self) -> None:
        try:
            await self.model.leave()
        except RegicideError as error:
            self.problem = self.t.error(error)
            self.sync()
            return
        self.dismiss(False)

    def action_leave(self) -> None:
        self.dismiss(False)
