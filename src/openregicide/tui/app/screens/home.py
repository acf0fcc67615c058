"""Home: resume a game, begin one, go to a table on a server, change the look."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ....core import RuleSet
from ....errors import RegicideError
from ....i18n import PLURALS, Catalogue
from ....showable import showable
from ...tables.model import TableModel
from ...tables.options import PlayOptions, hosted_table, joined_table, resumed_table
from ...tables.records import load_record
from ...tables.saved_table import SavedTable
from ...tables.saves import FINISHED, RECORD, Saves, system_error
from ...words.names import OFFERED, bot_name
from ...words.screen import enemy_number
from ..panels.figures import banner
from ..panels.ink import paragraph
from ..panels.keys import Key, KeyBar
from ..panels.title import TitleBar
from ..themes import NIGHT, PARCHMENT, PLAIN, THEMES
from .dialogs import AskScreen, ChoiceScreen, TextScreen
from .help import help_lines
from .replay import ReplayScreen

if TYPE_CHECKING:
    from ..play import PlayApp

__all__ = ["HomeScreen"]

MOST_SAVED = 5
MOST_RECORDS = 9
LONGEST_NAME = 60
"""Of a file."""
READING = 66

LOOKS = {
    NIGHT.name: "tui.app.theme.night",
    PARCHMENT.name: "tui.app.theme.parchment",
    PLAIN.name: "tui.app.theme.plain",
}

Doing = Callable[[], Awaitable[None]]


class HomeScreen(Screen[TableModel | None]):
    """Dismissed with the open table to play at; `None` to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("question_mark,f1", "help", ""),
        ("q,escape", "leave", ""),
        *((str(digit), f"pick({digit - 1})", "") for digit in range(1, 10)),
    ]

    def __init__(self, owner: PlayApp) -> None:
        super().__init__()
        self.owner = owner
        self.doing: list[Doing] = []

    @property
    def t(self) -> Catalogue:
        return self.owner.t

    @property
    def options(self) -> PlayOptions:
        return self.owner.options

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Vertical(id="home"):
            yield Static(Content("\n").join(banner()), id="banner", classes="centred")
            yield Static("", id="about", classes="centred")
            yield OptionList()
            yield Static("", classes="problem")
        yield KeyBar()

    def on_mount(self) -> None:
        self.list_all()

    def list_all(self) -> None:
        """Show the choices in the current language."""
        t = self.t
        games, damaged = Saves(self.options.saves).look()
        entries: list[tuple[str, Doing]] = [
            (self._saved_text(saved), self._resuming(saved)) for saved in games[:MOST_SAVED]
        ]
        entries += [
            (t("ui.home.alone"), self.play_alone),
            (t("ui.home.bots"), self.play_with_bots),
            (t("tui.app.home.together"), self.play_together),
            (t("tui.app.home.join"), self.join_table),
            (t("tui.app.home.host"), self.host_table),
            (t("tui.app.home.replay"), self.watch_record),
            (f"{t('ui.language')}: {t(f'ui.language.{t.language}')}", self.choose_language),
            (f"{t('tui.app.home.theme')}: {self._theme_text(self.owner.theme)}", self.choose_theme),
        ]
        self.doing = [doing for _, doing in entries]
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(
            Option(Content.styled(f"{number}  ", "$soft") + Content(text))
            for number, (text, _) in enumerate(entries, 1)
        )
        options.highlighted = 0
        self.query_one(TitleBar).show("OpenRegicide", "")
        self.query_one("#about", Static).update(Content.styled(t("ui.home.about"), "$soft"))
        self.query_one(KeyBar).show(
            [
                Key("↑↓", t("tui.app.key.move")),
                Key("⏎", t("tui.app.key.choose"), "choose", strong=True),
                Key("?", t("tui.app.key.help"), "help"),
                Key("q", t("tui.app.key.leave"), "leave"),
            ]
        )
        self.complain(
            *(
                t("tui.damaged", file=showable(str(each.path)), reason=t.error(each.error))
                for each in damaged[:2]
            )
        )

    def _saved_text(self, saved: SavedTable) -> str:
        return self.t(
            "tui.app.home.saved",
            count=saved.table.rules.players,
            enemy=enemy_number(saved.view),
            when=saved.when.strftime("%Y-%m-%d %H:%M"),
        )

    def _theme_text(self, theme: str) -> str:
        return self.t(LOOKS[theme])

    def complain(self, *texts: str) -> None:
        """Say what went wrong."""
        lines = [line for text in texts for line in paragraph(text, READING, "$bad")]
        self.query_one(".problem", Static).update(Content("\n").join(lines))

    # Choosing

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_pick(event.option_index)

    def action_pick(self, index: int) -> None:
        if index < len(self.doing):
            self.run_worker(self._do(self.doing[index]), exclusive=True)

    def action_choose(self) -> None:
        self.query_one(OptionList).action_select()

    async def _do(self, doing: Doing) -> None:
        self.complain()
        try:
            await doing()
        except RegicideError as error:
            self.complain(self.t.error(error))
        except ModuleNotFoundError as error:
            self.complain(self.t("tui.app.missing", name=error.name))

    def action_help(self) -> None:
        lines = help_lines(self.t, None, READING)
        self.app.push_screen(TextScreen(self.t, self.t("ui.help"), lines))

    def action_leave(self) -> None:
        self.dismiss(None)

    # At this keyboard

    def _resuming(self, saved: SavedTable) -> Doing:
        async def resume() -> None:
            model = resumed_table(self.options, saved)
            await model.open()
            self.dismiss(model)

        return resume

    async def play_alone(self) -> None:
        await self._begin(replace(self.options, rules=RuleSet(players=1), bots=()))

    async def play_with_bots(self) -> None:
        rules = await self.owner.ask_rules()
        bot = None if rules is None else await self._ask_bot()
        if rules is not None and bot is not None:
            self.owner.remembered.remember(bot=bot)
            bots = (bot,) * (rules.players - 1)
            await self._begin(replace(self.options, rules=rules, bots=bots))

    async def play_together(self) -> None:
        rules = await self.owner.ask_rules()
        if rules is not None:
            await self._begin(replace(self.options, rules=rules, bots=()))

    async def _begin(self, options: PlayOptions) -> None:
        self.dismiss(await self.owner.begin(options))

    async def _ask_bot(self) -> str | None:
        t = self.t
        last = self.owner.remembered.settings.bot
        # The last choice comes first.
        specs = sorted(OFFERED, key=lambda spec: spec != last)
        options = [(bot_name(t, spec), spec) for spec in specs]
        return await self.app.push_screen_wait(ChoiceScreen(t, t("ui.home.strength"), options))

    # On a server

    async def join_table(self) -> None:
        t, remembered = self.t, self.owner.remembered
        ask = AskScreen(t, t("tui.app.home.join"), about=t("tui.app.home.join.about"))
        link = await self.app.push_screen_wait(ask)
        if link:
            before = remembered.settings.server
            options = replace(self.options, join=link, server_before=before)
            await self._go(lambda name: joined_table(options, name))

    async def host_table(self) -> None:
        t, remembered = self.t, self.owner.remembered
        ask = AskScreen(
            t,
            t("tui.app.home.host"),
            about=t("tui.app.home.host.about"),
            value=remembered.settings.server or "http://localhost:8420",
        )
        url = await self.app.push_screen_wait(ask)
        rules = await self.owner.ask_rules() if url else None
        if url and rules is not None:
            options = replace(self.options, host=url, bots=())
            await self._go(lambda name: hosted_table(options, rules, name))
            remembered.remember(server=url)

    async def _go(self, find: Callable[[str | None], Awaitable[TableModel]]) -> None:
        model = await self.owner.with_name(find)
        if model is not None:
            self.dismiss(model)

    # Records

    async def watch_record(self) -> None:
        t = self.t
        folder = self.options.saves / FINISHED
        paths = sorted(folder.glob("*" + RECORD), reverse=True)[:MOST_RECORDS]
        options: list[tuple[Content | str, Path | None]] = [
            (showable(path.stem, LONGEST_NAME), path) for path in paths
        ]
        options.append((t("tui.app.home.file"), None))
        chooser = ChoiceScreen(t, t("tui.app.home.replay"), list(enumerate_options(options)))
        index = await self.app.push_screen_wait(chooser)
        if index is None:
            return
        path = options[index][1]
        if path is None:
            text = await self.app.push_screen_wait(AskScreen(t, t("tui.app.home.file")))
            path = Path(text).expanduser() if text else None
        if path is not None:
            try:
                game = load_record(path).game
            except OSError as problem:
                raise system_error(problem) from None
            await self.app.push_screen_wait(ReplayScreen(game, t))

    # How it looks

    async def choose_language(self) -> None:
        t = self.t
        options = [(t(f"ui.language.{code}"), code) for code in PLURALS]
        chooser = ChoiceScreen(t, t("ui.language"), options)
        code = await self.app.push_screen_wait(chooser)
        if code is not None:
            self.owner.speak(code)
            self.list_all()

    async def choose_theme(self) -> None:
        t = self.t
        options = [(self._theme_text(theme.name), theme.name) for theme in THEMES]
        theme = await self.app.push_screen_wait(ChoiceScreen(t, t("tui.app.home.theme"), options))
        if theme is not None:
            self.owner.theme = theme
            if theme != PLAIN.name or self.options.color:
                self.owner.remembered.remember(theme=theme)
            self.list_all()


def enumerate_options(
    options: list[tuple[Content | str, Path | None]],
) -> list[tuple[Content | str, int]]:
    """Return the texts with their indices, because one of the values means none."""
    return [(text, index) for index, (text, _) in enumerate(options)]
