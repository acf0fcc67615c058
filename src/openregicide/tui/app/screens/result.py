"""The end of a game: how it went, its seed, and what next."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ....core import Cards, EventKind
from ....errors import RegicideError
from ....i18n import Catalogue
from ....notation import format_seed, load_game
from ...tables.model import TableModel
from ...tables.saves import system_error
from ...words.deals import is_broken, seal_details, seal_line
from ..names import Speech, names_of
from ..panels.ink import card_ink, paragraph
from ..panels.keys import Key, KeyBar
from ..panels.title import TitleBar
from .dialogs import AskScreen
from .model_screen import ModelScreen
from .replay import ReplayScreen

__all__ = ["ResultScreen"]

WIDTH = 74
ROYALS = 12


class ResultScreen(ModelScreen[bool]):
    """Dismissed with true to leave, with false to look at the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter,n", "again", ""),
        ("equals_sign", "same_cards", ""),
        ("r", "replay", ""),
        ("s", "save", ""),
        ("f", "deal", ""),
        ("escape,backspace", "table", ""),
        ("q", "leave", ""),
    ]

    def __init__(self, model: TableModel, t: Catalogue) -> None:
        super().__init__(model, t)
        self.notice: tuple[str, str] = ("", "")
        """The outcome of the last action, and its style."""
        self.explained = False
        """Whether it is shown how the deal was checked."""

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with VerticalScroll(id="result", can_focus=False):
            yield Static("", id="result-text")
        yield KeyBar()

    def sync(self) -> None:
        """Show the result; when another game has begun, go to the table."""
        if self.model.outcome is None:
            if self.is_current:
                self.dismiss(False)
            return
        t, won = self.t, self.model.outcome.won
        title = t("ui.result.won") if won else t("ui.result.lost")
        self.query_one(TitleBar).show(title, t("ui.turn.over"), strong=won)
        self.query_one("#result-text", Static).update(Content("\n").join(self.lines()))
        self.query_one(KeyBar).show(self.keys())

    def lines(self) -> list[Content]:
        t, model = self.t, self.model
        view, outcome = model.view(), model.outcome
        assert view is not None
        assert outcome is not None
        speech = Speech(t, view.seat, names_of(t, model.players))
        title = t("ui.result.won") if outcome.won else t("ui.result.lost")
        lines = [
            Content(""),
            Content.styled(f"  {_crown(won=outcome.won)}  {title}", "bold $gold"),
            Content(""),
            *paragraph(speech.ending(view, given_up=model.given_up), WIDTH, "bold"),
        ]
        if outcome.medal:
            medal = t(f"medal.{outcome.medal.name.lower()}")
            lines += paragraph(f"★ {medal}", WIDTH, "bold $gold")
        lines += [Content(""), *self._story()]
        if model.undone:
            lines += paragraph(t("tui.undo_used", count=model.undone), WIDTH, "$soft")
        lines += [Content(""), *self._facts(), *self._seal()]
        text, style = self.notice
        return [*lines, Content(""), *paragraph(text, WIDTH, style)] if text else lines

    def _story(self) -> list[Content]:
        """Return which enemies fell, and which of them exactly."""
        t, fallen = self.t, self.fallen()
        exact = [cards for cards, exactly in fallen if exactly]
        line = Content(" ")
        for cards, exactly in fallen:
            line += Content(" ") + card_ink(cards[0])
            line += Content.styled("=" if exactly else " ", "bold $good")
        for _ in range(ROYALS - len(fallen)):
            line += Content.styled(" ·  ", "$soft")
        count = t("ui.result.of_twelve", count=len(fallen))
        return [
            Content.assemble((t("ui.result.kills") + ": ", "$soft"), (count, "bold")),
            line,
            Content.assemble(
                (f"= {t('ui.result.exact_kills')}: ", "$soft"), (str(len(exact)), "bold")
            ),
        ]

    def fallen(self) -> list[tuple[Cards, bool]]:
        """Return the royals defeated in this game, in order, and whether exactly."""
        return [
            (event.cards, bool(event.value))
            for each in self.model.happenings()
            if each.game == self.model.number
            for event in each.events
            if event.kind is EventKind.DEFEATED
        ]

    def _facts(self) -> list[Content]:
        t, model = self.t, self.model
        lines = []
        if model.seed is not None:
            lines += paragraph(t("ui.result.seed", seed=format_seed(model.seed)), WIDTH)
        if model.seed_hash is not None:
            lines += paragraph(t("ui.menu.seed_hash", hash=model.seed_hash), WIDTH, "$soft")
        kept = model.kept_at
        if kept is not None:
            lines += paragraph(t("tui.record", file=kept), WIDTH)
            if "://" not in kept:
                command = f"regicide verify {kept}"
                lines += paragraph(t("tui.app.verify", command=command), WIDTH, "$soft")
        return lines

    def _seal(self) -> list[Content]:
        """Return whether the deal was fair; what does not fit is said without being asked."""
        t, seal = self.t, self.model.seal
        if seal is None:
            return []
        broken = is_broken(seal)
        lines = paragraph(seal_line(t, seal), WIDTH, "bold $bad" if broken else "$soft")
        if broken or self.explained:
            for text in seal_details(t, seal):
                lines += paragraph(text, WIDTH, "" if broken else "$soft")
        return [Content(""), *lines]

    def keys(self) -> list[Key]:
        t, model = self.t, self.model
        keys = []
        if model.may_begin:
            keys.append(Key("⏎", t("ui.result.new_deal"), "again", strong=True))
            keys.append(Key("=", t("tui.app.key.same"), "same_cards"))
        return [
            *keys,
            Key("r", t("ui.replay"), "replay"),
            Key("s", t("tui.app.key.save"), "save"),
            *([Key("f", t("tui.deal.more"), "deal")] if model.seal is not None else []),
            Key("Esc", t("tui.app.key.table"), "table"),
            Key("q", t("tui.app.key.leave"), "leave"),
        ]

    def action_again(self) -> None:
        if self.model.may_begin:
            self.run_worker(self._again(same_cards=False))

    def action_same_cards(self) -> None:
        if self.model.may_begin:
            self.run_worker(self._again(same_cards=True))

    async def _again(self, *, same_cards: bool) -> None:
        try:
            await self.model.begin(again=same_cards)
        except RegicideError as error:
            self.notice = (self.t.error(error), "$bad")
        self.sync()

    def action_replay(self) -> None:
        self.run_worker(self._replay())

    async def _replay(self) -> None:
        try:
            game = load_game(await self.model.record())
        except RegicideError as error:
            self._say(self.t.error(error), "$bad")
            return
        names = names_of(self.t, self.model.players)
        await self.app.push_screen_wait(ReplayScreen(game, self.t, names=names))

    def action_save(self) -> None:
        self.run_worker(self._save())

    async def _save(self) -> None:
        """Export the record to a file of the user's choice; never overwrite one."""
        t = self.t
        proposed = str(Path.home() / f"regicide-{self.model.number}.rgn")
        ask = AskScreen(t, t("tui.app.save"), value=proposed)
        path = await self.app.push_screen_wait(ask)
        if not path:
            return
        try:
            text = await self.model.record()
            with Path(path).expanduser().open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            self._say(t("tui.app.exists", file=path), "$bad")
        except OSError as problem:
            self._say(t.error(system_error(problem)), "$bad")
        except RegicideError as error:
            self._say(t.error(error), "$bad")
        else:
            self._say(t("tui.saved", file=path), "$good")

    def _say(self, text: str, style: str) -> None:
        self.notice = (text, style)
        self.sync()

    def action_deal(self) -> None:
        self.explained = not self.explained
        self.sync()

    def action_table(self) -> None:
        self.dismiss(False)

    def action_leave(self) -> None:
        self.dismiss(True)


def _crown(*, won: bool) -> str:
    return "▜█▛" if won else "▟▀▙"
