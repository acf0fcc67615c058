"""A record, step by step: forwards and backwards for a person, straight through for a pipe.

A record is open to all, so a step shows the table as the player to move saw it, and their hand.
"""

from __future__ import annotations

from typing import TextIO

from ...core import Game, Heal
from ...i18n import Catalogue
from ...notation import format_action, format_seed
from ..words.narrator import Narrator
from ..words.screen import hand_lines, table_lines
from .console import Console, EndOfInput

__all__ = ["run"]


def run(
    game: Game, *, stdin: TextIO, stdout: TextIO, color: bool = False, language: str = "en"
) -> int:
    """Show a game; return the exit code."""
    replay = Replay(Catalogue(language), Console(stdin, stdout, color=color), game)
    if replay.console.interactive and replay.console.terminal:
        replay.step_through()
    else:
        replay.tell()
    return 0


class Replay:
    """A finished or unfinished game, and the step that is shown."""

    def __init__(self, t: Catalogue, console: Console, game: Game) -> None:
        self.t = t
        self.console = console
        self.game = game
        self.ply = 0

    def tell(self) -> None:
        """Tell the whole game in words, a paragraph for each token."""
        for ply in range(1, self.game.ply + 1):
            self.console.say(self.headline(ply))
            self.console.say(self.happened(ply), indent="    ")
        self.console.say(self.ending())

    def step_through(self) -> None:
        """Show one step at a time, in the direction asked for."""
        try:
            while True:
                self.show()
                answer = self.console.ask(self.t("tui.prompt")).lower()
                if answer in self.t("replay.word.quit").split():
                    return
                self.go(answer)
        except EndOfInput:
            return

    def go(self, answer: str) -> None:
        """Return the step that an answer asks for; the same one if it is not understood."""
        last = self.game.ply
        if not answer:
            self.ply = min(self.ply + 1, last)
        elif answer in self.t("replay.word.back").split():
            self.ply = max(self.ply - 1, 0)
        elif answer.isascii() and answer.isdigit() and len(answer) < 9:
            self.ply = min(int(answer), last)

    def show(self) -> None:
        """Show the table after the current step, and what happened in it."""
        game = self.game.branch(self.ply)
        seat = game.view(None).turn
        view = game.view(seat)
        self.console.clear()
        self.console.lines(table_lines(self.t, view, self.console.width))
        self.console.lines(hand_lines(self.t, view, self.console.width))
        if self.ply:
            self.console.say(self.headline(self.ply))
            self.console.say(self.happened(self.ply), indent="    ")
        if self.ply == self.game.ply:
            self.console.say(self.ending())
        self.console.say(self.t("replay.keys", ply=self.ply, last=self.game.ply))

    def headline(self, ply: int) -> str:
        """Return who did what, in notation."""
        token = self.game.tokens[ply - 1]
        if isinstance(token.action, Heal):
            actor = self.t("replay.chance")
        else:
            actor = self.t("player.name", number=(token.actor or 0) + 1)
        return f"{ply:>3}  {actor}: {format_action(token.action)}"

    def happened(self, ply: int) -> str:
        """Return what a token made happen, in words."""
        return Narrator(self.t, None).events(self.game.events[ply - 1])

    def ending(self) -> str:
        """Return how the game ended, and its seed."""
        view = self.game.view(None)
        lines = [Narrator(self.t, None).ending(view)]
        if view.outcome is not None and view.outcome.medal:
            lines.append(self.t(f"medal.{view.outcome.medal.name.lower()}"))
        if self.game.seed is not None:
            lines.append(self.t("tui.seed", seed=format_seed(self.game.seed)))
        return "\n".join(lines)
