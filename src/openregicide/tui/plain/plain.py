"""The game in plain lines: choose or resume a game, play it, see how it ended, play again.

Everything that is typed can come from a pipe. The end of the input and Ctrl-C mean `quit`: the
game is saved, and the next start offers to resume it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Coroutine
from typing import Any, TextIO

from ...core import RuleSet
from ...errors import RegicideError
from ...i18n import Catalogue
from ..tables.bridge import Bridge
from ..tables.model import TableModel
from ..tables.options import (
    PlayOptions,
    check_options,
    hosted_table,
    joined_table,
    new_table,
    resumed_table,
)
from ..tables.saved_table import SavedTable
from ..tables.saves import Saves
from ..words.guide import help_text, rules_text
from ..words.screen import enemy_number
from .console import Console, EndOfInput
from .sitting import Leave, Sitting
from .typed import Command, read_command, says

__all__ = ["run"]

MOST_OFFERED = 5
"""The most saved games to list."""

NAMELESS = "name."
"""The prefixes of error codes about names."""

OK = 0
CLOSED = 1


def run(options: PlayOptions, *, stdin: TextIO, stdout: TextIO) -> int:
    """Play until the user quits; return the exit code.

    :raises RegicideError: options that cannot be, or a table that cannot be reached.
    """
    check_options(options)
    try:
        with Bridge() as bridge:
            code = _Program(options, Console(stdin, stdout, color=options.color), bridge).run()
        stdout.flush()
    except BrokenPipeError:
        _let_go(stdout)
        return OK
    except KeyboardInterrupt:
        # A second Ctrl-C: every move is saved already.
        return OK
    return code


def _let_go(stdout: TextIO) -> None:
    """Nobody reads our output any more; keep the interpreter from complaining about it at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass


class _Program:
    def __init__(self, options: PlayOptions, console: Console, bridge: Bridge) -> None:
        self.options = options
        self.console = console
        self.bridge = bridge
        self.saves = Saves(options.saves)
        self.t = Catalogue(options.language)
        self.sitting: Sitting | None = None

    def run(self) -> int:
        model: TableModel | None = None
        try:
            model = self.come()
            self.bridge.call(model.open())
            self.sitting = Sitting(self.t, self.console, self.bridge, model, self.options)
            return self.stay(self.sitting)
        except (EndOfInput, Leave):
            self.leave()
        except KeyboardInterrupt:
            # The terminal shows ^C and leaves the cursor after it.
            self.console.say()
            self.leave()
        finally:
            if model is not None:
                self.bridge.call(model.close())
        return OK

    def stay(self, sitting: Sitting) -> int:
        """Stay at the table until the user leaves or the table is closed."""
        try:
            sitting.stay()
        except RegicideError as error:
            self.console.say(self.t.error(error))
        return CLOSED

    def leave(self) -> None:
        if self.sitting is None:
            self.console.say(self.t("tui.goodbye"))
        else:
            self.sitting.leave()

    # Before a game

    def come(self) -> TableModel:
        """Find the table that was asked for, or ask.

        :raises RegicideError: it cannot be reached, or is none.
        """
        if self.options.join is not None:
            return self.named(lambda name: joined_table(self.options, name))
        if self.options.host is not None:
            rules = self.options.rules or self.ask_players("tui.ask_players_there", "2")
            return self.named(lambda name: hosted_table(self.options, rules, name))
        self.console.say(self.t("tui.welcome"))
        self.console.say()
        saved = self.offer()
        if saved is not None:
            return self.bridge.read(lambda: resumed_table(self.options, saved))
        rules = self.options.rules or self.ask_players("tui.ask_players", "1")
        return self.bridge.read(lambda: new_table(self.options, rules))

    def named(self, find: Callable[[str | None], Coroutine[Any, Any, TableModel]]) -> TableModel:
        """Return a table on a server; ask for a name until one is accepted."""
        name: str | None = None
        while True:
            try:
                return self.bridge.call(find(name))
            except RegicideError as error:
                if not error.code.startswith(NAMELESS) or (self.options.name and not name):
                    raise
                if name:
                    self.console.say(self.t.error(error))
            name = self.ask(self.t("tui.ask_name"))

    def offer(self) -> SavedTable | None:
        """Offer the saved games; return the one to resume, or `None` for a new one."""
        if self.options.new or self.options.seed is not None:
            return None
        games, damaged = self.saves.look()
        for file in damaged:
            reason = self.t.error(file.error)
            self.console.say(self.t("tui.damaged", file=file.path.name, reason=reason))
        if not games:
            return None
        games = games[:MOST_OFFERED]
        count = len(games)
        self.console.say(self.t("tui.saved_games", count=count))
        for number, saved in enumerate(games, 1):
            self.console.say(self.describe(number, saved), indent="  ")
        while True:
            answer = self.ask(self.t("tui.ask_resume", count=count)).lower()
            if says(self.t, "tui.word.no", answer):
                return None
            if not answer or says(self.t, "tui.word.yes", answer):
                answer = "1"
            if answer in [str(number) for number in range(1, count + 1)]:
                self.console.say(self.t("tui.resumed"))
                return games[int(answer) - 1]
            self.console.say(self.t("tui.resume_unclear"))

    def describe(self, number: int, saved: SavedTable) -> str:
        return self.t(
            "tui.saved_game",
            number=number,
            count=saved.table.rules.players,
            enemy=enemy_number(saved.view),
            when=saved.when.strftime("%Y-%m-%d %H:%M"),
        )

    def ask_players(self, question: str, usual: str) -> RuleSet:
        while True:
            answer = self.ask(self.t(question)) or usual
            if answer in ("1", "2", "3", "4"):
                return RuleSet(players=int(answer))
            self.console.say(self.t("tui.players_unclear"))

    def ask(self, question: str) -> str:
        """Return the answer to a question outside a game; rules, help and quit work there too."""
        while True:
            self.console.say(question)
            answer = self.console.ask(self.t("tui.prompt"))
            match read_command(self.t, answer):
                case Command.RULES:
                    for line in rules_text(self.t, self.options.rules).split("\n"):
                        self.console.say(line, hang="  ")
                case Command.HELP:
                    self.console.say(help_text(self.t, None))
                case Command.QUIT:
                    raise Leave
                case _:
                    return answer
