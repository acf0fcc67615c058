"""Before a game: who sits at the table, the link for others, and the beginning."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ...errors import RegicideError
from ...i18n import Catalogue
from ..names import BOTS, bot_name
from ..place import Place, Status
from .dialogs import ChoiceScreen
from .ink import paragraph
from .keys import Key, KeyBar
from .names import Speech, names_of
from .place_screen import PlaceScreen
from .talk import talk
from .title import TitleBar

__all__ = ["RoomScreen"]

WIDTH = 70


class RoomScreen(PlaceScreen[bool]):
    """Dismissed with whether a game has begun; otherwise somebody leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "begin", ""),
        ("s", "seat", ""),
        ("t", "talk", ""),
        ("x", "give_up", ""),
        ("q", "leave", ""),
    ]

    def __init__(self, place: Place, t: Catalogue) -> None:
        super().__init__(place, t)
        self.problem = ""

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Vertical(id="room"):
            yield Static("", id="room-text")
        yield KeyBar()

    def look(self) -> None:
        """Show who is there; once a game has begun, go."""
        if self.place.view() is not None:
            if self.is_current:
                self.dismiss(True)
            return
        t, place = self.t, self.place
        offline = place.status is not Status.ONLINE
        state = t("tui.app.offline") if offline else ""
        self.query_one(TitleBar).show(t("web.waiting"), state, bad=offline)
        self.query_one("#room-text", Static).update(Content("\n").join(self.lines()))
        self.query_one(KeyBar).show(self.keys())

    def lines(self) -> list[Content]:
        t, place = self.t, self.place
        lines = [Content("")]
        for seat, name in enumerate(names_of(t, place.players)):
            lines.append(self._seat(seat, name))
        free = sum(player.free for player in place.players)
        lines.append(Content(""))
        if free:
            lines += paragraph(t("web.waiting.free", count=free), WIDTH)
        elif place.may_begin:
            lines += paragraph(t("web.waiting.ready"), WIDTH, "bold $good")
        else:
            lines += paragraph(t("web.waiting.host"), WIDTH)
        if place.invitation is not None:
            lines += [Content(""), *paragraph(t("web.invite.how"), WIDTH)]
            lines.append(Content.styled(place.invitation, "bold $gold"))
        if place.status is Status.CLOSED and place.error is not None:
            lines += [Content(""), *paragraph(t.error(place.error), WIDTH, "bold $bad")]
        if self.problem:
            lines += [Content(""), *paragraph(self.problem, WIDTH, "bold $bad")]
        said = [
            Speech(t, self._own(), names_of(t, place.players)).happening(each)
            for each in place.happenings()
        ]
        lines.append(Content(""))
        for text in list(filter(None, said))[-5:]:
            lines += paragraph(text, WIDTH, "$soft", hang="  ")
        return lines

    def _seat(self, seat: int, name: str) -> Content:
        t, player = self.t, self.place.players[seat]
        notes = []
        if player.here:
            notes.append(t("player.self"))
        if seat == self.place.host:
            notes.append(t("web.host"))
        if not player.free and not player.present and not player.is_bot:
            notes.append(t("web.seat.away"))
        style = "$soft" if player.free else "bold"
        mark = "○" if player.free else "●"
        line = Content.assemble((f" {mark} {seat + 1} ", "$gold"), (name, style))
        return line + Content.styled(f"  {', '.join(notes)}", "$soft") if notes else line

    def _own(self) -> int | None:
        return self.place.here[0] if self.place.here else None

    @property
    def hosts(self) -> bool:
        return self.place.host is not None and self.place.host in self.place.here

    def keys(self) -> list[Key]:
        t, place = self.t, self.place
        keys = []
        if place.may_begin:
            keys.append(Key("⏎", t("web.begin"), "begin", strong=True))
        if self.hosts:
            keys.append(Key("s", t("tui.app.key.seat"), "seat"))
        if place.phrases or place.may_chat:
            keys.append(Key("t", t("tui.app.key.talk"), "talk"))
        if place.here:
            keys.append(Key("x", t("web.menu.leave"), "give_up"))
        return [*keys, Key("q", t("tui.app.key.leave"), "leave")]

    def action_begin(self) -> None:
        if self.place.may_begin:
            self.run_worker(self._begin())

    async def _begin(self) -> None:
        try:
            await self.place.begin()
        except RegicideError as error:
            self.problem = self.t.error(error)
        self.look()

    def action_seat(self) -> None:
        if self.hosts:
            self.run_worker(self._choose_seat())

    async def _choose_seat(self) -> None:
        """Put a bot into a seat, or free one."""
        t, place, app = self.t, self.place, self.app
        names = names_of(t, place.players)
        seats = [
            (f"{t('web.seat.number', number=seat + 1)}: {names[seat]}", seat)
            for seat, player in enumerate(place.players)
            if not player.here
        ]
        seat = await app.push_screen_wait(ChoiceScreen(t, t("tui.app.key.seat"), seats))
        if seat is None:
            return
        who = [(bot_name(t, spec), spec) for spec in BOTS[:3]]
        who.append((t("web.seat.person"), ""))
        title = t("web.seat.choose", number=seat + 1)
        spec = await app.push_screen_wait(ChoiceScreen(t, title, who))
        if spec is None:
            return
        self.problem = ""
        try:
            await place.seat_bot(seat, spec or None)
        except RegicideError as error:
            self.problem = t.error(error)
        self.look()

    def action_talk(self) -> None:
        seat = self._own()
        if seat is not None and (self.place.phrases or self.place.may_chat):
            self.run_worker(talk(self, self.place, seat, self.t))

    def action_give_up(self) -> None:
        if self.place.here:
            self.run_worker(self._give_up())

    async def _give_up(self) -> None:
        try:
            await self.place.leave()
        except RegicideError as error:
            self.problem = self.t.error(error)
            self.look()
            return
        self.dismiss(False)

    def action_leave(self) -> None:
        self.dismiss(False)
