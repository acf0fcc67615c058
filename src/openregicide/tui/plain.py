"""The game in plain lines: choose or take up a game, play it, see how it ended, play again.

Everything that is typed can come from a pipe. The end of the input and Ctrl-C mean `quit`: the
game is saved, and the next start offers to go on with it.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from ..core import Game, Outcome, RuleSet
from ..errors import RegicideError
from ..i18n import Catalogue
from ..notation import format_seed
from .console import Console, EndOfInput
from .guide import help_text, rules_text
from .saves import SavedGame, Saves, reason_of
from .screen import enemy_number
from .sitting import Leave, Sitting
from .typed import Command, read_command, says
from .words import Words

__all__ = ["PlainOptions", "run"]

SEED_BITS = 128
MOST_OFFERED = 5
"""Saved games to choose from; nobody reads a longer list."""

OK = 0
WRONG_OPTIONS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainOptions:
    """How to begin."""

    rules: RuleSet | None = None
    """`None`: ask how many play, by the rulebook."""
    seed: int | None = None
    """Of the first game, which then is a new one; `None`: chance."""
    first: int = 0
    """The seat that begins."""
    saves: Path
    """The folder of the saved games."""
    new: bool = False
    """Begin a new game without offering the saved ones."""
    color: bool = False


def run(options: PlainOptions, *, stdin: TextIO, stdout: TextIO) -> int:
    """Play until nobody wants to any more; return the exit code."""
    program = _Program(options, Console(stdin, stdout, color=options.color))
    code = OK
    try:
        try:
            code = program.run()
        except (EndOfInput, Leave):
            program.leave()
        except KeyboardInterrupt:
            # The terminal shows ^C, and leaves the cursor behind it.
            program.console.say()
            program.leave()
        stdout.flush()
    except BrokenPipeError:
        _let_go(stdout)
    except KeyboardInterrupt:
        # Twice: in a hurry. Every move is saved already.
        pass
    return code


def _let_go(stdout: TextIO) -> None:
    """Nobody reads any more; without this the interpreter complains about it at its own end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass


class _Program:
    def __init__(self, options: PlainOptions, console: Console) -> None:
        self.options = options
        self.console = console
        self.saves = Saves(options.saves)
        self.t = Catalogue()
        self.sitting: Sitting | None = None
        self.played = False

    def run(self) -> int:
        self.console.say(self.t("tui.welcome"))
        self.console.say()
        saved = self.offer()
        rules, seed, first = self.options.rules, self.options.seed, self.options.first
        while True:
            try:
                saved = saved or self.begin(rules or self.ask_players(), seed, first)
            except RegicideError as error:
                self.console.say(self.t.error(error))
                return WRONG_OPTIONS
            outcome = self.play(saved)
            rules, seed, saved = saved.game.rules, None, None
            # R4: who defeated the last king begins the next game at this table.
            first = outcome.seat if outcome.won else min(self.options.first, rules.players - 1)
            if not self.ask_again():
                self.console.say(self.t("tui.goodbye"))
                return OK

    # Before a game

    def offer(self) -> SavedGame | None:
        """Let a saved game be taken up; return it, or nothing for a new one."""
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
            answer = self.ask(self.t("tui.ask_resume", count=count))
            if says(self.t, "tui.word.no", answer):
                return None
            if not answer or says(self.t, "tui.word.yes", answer):
                answer = "1"
            if answer in [str(number) for number in range(1, count + 1)]:
                self.console.say(self.t("tui.resumed"))
                return games[int(answer) - 1]
            self.console.say(self.t("tui.resume_unclear"))

    def describe(self, number: int, saved: SavedGame) -> str:
        return self.t(
            "tui.saved_game",
            number=number,
            count=saved.game.rules.players,
            enemy=enemy_number(saved.game.view(None)),
            when=saved.when.strftime("%Y-%m-%d %H:%M"),
        )

    def ask_players(self) -> RuleSet:
        while True:
            answer = self.ask(self.t("tui.ask_players")) or "1"
            if answer in ("1", "2", "3", "4"):
                return RuleSet(players=int(answer))
            self.console.say(self.t("tui.players_unclear"))

    def begin(self, rules: RuleSet, seed: int | None, first: int) -> SavedGame:
        """Deal a new game.

        :raises InvalidOptionError: no such seed or seat.
        """
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        saved = self.saves.begin(Game.new(rules, seed, first=first))
        self.console.say(self.t("tui.new_game", count=rules.players))
        return saved

    def ask(self, question: str) -> str:
        """Return the answer to a question outside a game; rules, help and quit work there too."""
        while True:
            self.console.say(question)
            answer = self.console.ask(self.t("tui.prompt"))
            match read_command(self.t, answer):
                case Command.RULES:
                    rules = self.options.rules or RuleSet(players=1)
                    for line in rules_text(self.t, rules).split("\n"):
                        self.console.say(line, hang="  ")
                case Command.HELP:
                    self.console.say(help_text(self.t, None))
                case Command.QUIT:
                    raise Leave
                case _:
                    return answer.lower()

    # A game

    def play(self, saved: SavedGame) -> Outcome:
        """Play a game to its end, say how it ended, and put its record away."""
        self.sitting = Sitting(self.t, self.console, self.saves, saved, hand_in_sight=self.played)
        self.played = True
        self.sitting.save()
        self.sitting.play()
        self.sitting = None
        outcome = saved.game.outcome
        assert outcome is not None
        self.conclude(saved, outcome)
        return outcome

    def conclude(self, saved: SavedGame, outcome: Outcome) -> None:
        t, console, game = self.t, self.console, saved.game
        view = game.view(None)
        words = Words(t, 0 if game.rules.players == 1 else None)
        console.say()
        console.say(t("tui.won" if outcome.won else "tui.lost"))
        console.say(words.ending(view))
        if outcome.medal:
            console.say(t(f"medal.{outcome.medal.name.lower()}"))
        if not outcome.won:
            console.say(t("tui.progress", count=enemy_number(view) - 1))
        if saved.undone:
            console.say(t("tui.undo_used", count=saved.undone))
        seed = game.seed
        console.say(
            t("tui.seed_unknown") if seed is None else t("tui.seed", seed=format_seed(seed))
        )
        try:
            self.saves.finish(saved)
            console.say(t("tui.record", file=saved.path))
        except OSError as problem:
            console.say(t("tui.save_failed", reason=reason_of(problem)))

    def ask_again(self) -> bool:
        while True:
            answer = self.ask(self.t("tui.ask_again"))
            if says(self.t, "tui.word.no", answer):
                return False
            if not answer or says(self.t, "tui.word.yes", answer):
                return True
            self.console.say(self.t("tui.again_unclear"))

    def leave(self) -> None:
        """Say goodbye; a game that goes on is saved once more."""
        if self.sitting is None:
            self.console.say(self.t("tui.goodbye"))
            return
        saved = self.sitting.save()
        self.console.say(self.t("tui.quit" if saved else "tui.quit_unsaved"))
