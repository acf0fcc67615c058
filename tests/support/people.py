"""People at the keyboard, as far as a test needs them: they answer what they are asked."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO

from openregicide.core import Game, Generator, Move, Phase, RuleSet, View, move_cards, moves_of
from openregicide.i18n import Catalogue
from openregicide.notation import format_move
from openregicide.table.table import Table
from openregicide.tui.plain.plain import run
from openregicide.tui.tables.options import PlayOptions
from openregicide.tui.tables.saves import load
from openregicide.tui.words.narrator import Narrator

__all__ = ["Keyboard", "Players", "game_of", "newest_game", "play"]

CURTAIN = "Pass the keyboard to player"

Answer = Callable[[str], str | None]
"""From all that was written since the last answer to the next one; `None` is the end of input."""


class Keyboard(io.StringIO):
    """A stdin whose lines are made up as the game asks for them."""

    def __init__(self, answer: Answer, screen: io.StringIO, *, person: bool = False) -> None:
        super().__init__()
        self.answer = answer
        self.screen = screen
        self.read_up_to = 0
        self.person = person

    def isatty(self) -> bool:
        return self.person

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        text = self.screen.getvalue()
        answer = self.answer(text[self.read_up_to :])
        self.read_up_to = len(text)
        return "" if answer is None else answer + "\n"


def play(
    folder: Path,
    answer: Answer | Iterable[str],
    *,
    rules: RuleSet | None = None,
    seed: int | None = None,
    first: int = 0,
    new: bool = False,
    color: bool = False,
    person: bool = False,
    screen: io.StringIO | None = None,
    language: str = "en",
    bots: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
) -> str:
    """Run the program with these answers to its end; return all that it wrote."""
    screen = screen or io.StringIO()
    if not callable(answer):
        lines = iter(answer)
        stdin: TextIO = Keyboard(lambda _: next(lines, None), screen, person=person)
    else:
        stdin = Keyboard(answer, screen, person=person)
    options = PlayOptions(
        rules=rules,
        bots=bots,
        names=names,
        seed=seed,
        first=first,
        saves=folder,
        new=new,
        color=color,
        language=language,
        hint_ms=50,
        pause=0.0,
    )
    assert run(options, stdin=stdin, stdout=screen) == 0
    return screen.getvalue()


def newest_game(folder: Path) -> Game:
    """The one game in the folder that goes on, as it was saved after the last move."""
    [path] = folder.glob("*.journal")
    return game_of(load(path).table)


def game_of(table: Table) -> Game:
    """The game at a table, with its history."""
    assert table.game is not None
    return Game.from_record(table.game.record({}))


class Players:
    """Everybody at the table: random moves, spelled in turn in every way there is."""

    def __init__(self, folder: Path, seed: int, *, again: str = "n") -> None:
        self.folder = folder
        self.chooser = Generator(seed)
        self.again = again
        self.phases: list[Phase] = []
        self.spelled = 0

    def __call__(self, written: str) -> str | None:
        if CURTAIN in written.split("\n")[-2]:
            return ""
        if "Play again?" in written:
            return self.again
        game = newest_game(self.folder)
        view = game.view(game.view(None).turn)
        self.phases.append(view.phase)
        return self.spell(view, self.choose(view))

    def choose(self, view: View) -> Move:
        # No surplus discards, so that the games are long.
        moves = moves_of(view, minimal=True)
        return moves[self.chooser.random_below(len(moves))]

    def spell(self, view: View, move: Move) -> str:
        self.spelled += 1
        assert view.seat is not None
        hand = view.hands[view.seat].cards
        cards = move_cards(move)
        if self.spelled % 3 == 0:
            return format_move(move)
        if self.spelled % 3 == 1 and cards and len(set(hand)) == len(hand):
            return " ".join(str(hand.index(card) + 1) for card in cards)
        return Narrator(Catalogue(), view.seat).move(move).lower()
