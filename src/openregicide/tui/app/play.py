"""The application for playing: from home to a table and back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ...core import RuleSet
from ...errors import RegicideError
from ...i18n import PLURALS, Catalogue
from ..tables.model import TableModel
from ..tables.options import PlayOptions, hosted_table, joined_table, new_table
from .frame import Frame
from .screens.dialogs import AskScreen, ChoiceScreen
from .screens.home import HomeScreen
from .screens.table import TableScreen
from .settings import SettingsFile

__all__ = ["PlayApp"]


class PlayApp(Frame):
    """`failed` says why it could not start with what was asked for."""

    def __init__(self, options: PlayOptions) -> None:
        self.remembered = SettingsFile(options.saves)
        settings = self.remembered.settings
        language = options.language
        if settings.language in PLURALS and not options.language_asked:
            language = settings.language
        super().__init__(Catalogue(language), color=options.color, theme=settings.theme)
        self.options = options
        self.model: TableModel | None = None
        self.failed: RegicideError | None = None
        self.farewell = ""
        """What to print when the full screen is closed."""

    def on_mount(self) -> None:
        self.run_worker(self._play())

    async def _play(self) -> None:
        """Go to the table that was asked for, then home, then wherever the user wants."""
        try:
            model = await self._asked_for()
        except RegicideError as error:
            self.failed = error
            self.exit()
            return
        if model is not None:
            await self._sit(model)
            self.exit()
            return
        while (model := await self.push_screen_wait(HomeScreen(self))) is not None:
            await self._sit(model)
        self.exit()

    async def _asked_for(self) -> TableModel | None:
        """Return the open table that the options ask for; `None` if they do not say."""
        options = self.options
        if options.join is not None:
            return await self.with_name(lambda name: joined_table(options, name))
        if options.host is not None:
            rules = options.rules or await self.ask_rules()
            if rules is None:
                return None
            return await self.with_name(lambda name: hosted_table(options, rules, name))
        return None if options.rules is None else await self.begin(options)

    async def ask_rules(self) -> RuleSet | None:
        """Ask how many play together, by the rulebook."""
        t = self.t
        options = [(t("ui.players", count=count), RuleSet(players=count)) for count in (2, 3, 4)]
        return await self.push_screen_wait(ChoiceScreen(t, t("ui.home.players"), options))

    async def begin(self, options: PlayOptions) -> TableModel:
        """Begin a game at this keyboard."""
        assert options.rules is not None
        model = new_table(options, options.rules)
        await model.open()
        await model.begin(options.first)
        return model

    async def with_name(
        self, find: Callable[[str | None], Awaitable[TableModel]]
    ) -> TableModel | None:
        """Return an open table on a server; ask for a name if there is none."""
        name: str | None = None
        while True:
            try:
                model = await find(name)
            except RegicideError as error:
                if not error.code.startswith("name."):
                    raise
                ask = AskScreen(
                    self.t,
                    self.t("ui.name"),
                    about=self.t.error(error) if name else self.t("ui.name.about"),
                    value=name or self.remembered.settings.name,
                )
                name = await self.push_screen_wait(ask)
                if name is None:
                    return None
                continue
            if name:
                self.remembered.remember(name=name)
            await model.open()
            return model

    def speak(self, language: str) -> None:
        """Toggle to another language, now and at the next start."""
        self.t = Catalogue(language)
        self.remembered.remember(language=language)

    async def _sit(self, model: TableModel) -> None:
        """Play at an open table until the user leaves."""
        self.model = model
        try:
            await self.push_screen_wait(TableScreen(model, self.t))
        finally:
            self.model = None
            self.farewell = self._farewell(model)
            await model.close()

    def _farewell(self, model: TableModel) -> str:
        """Return how to come back to an unfinished game."""
        if model.turn is None or not model.here:
            return ""
        if model.way_back is None:
            return self.t("tui.quit")
        return f"{self.t('tui.quit_seat')} regicide play --join {model.way_back}"

    async def action_leave_all(self) -> None:
        if self.model is not None:
            self.farewell = self._farewell(self.model)
            await self.model.close()
        self.exit()
