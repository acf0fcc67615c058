"""The course in plain lines: choose a lesson, take it step by step, then fight a first battle.

Everything that is typed can come from a pipe. Which lessons are done is kept in a file; progress
within a lesson is not, since lessons are short.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from ...core import Move, RuleSet, View, moves_of, preview
from ...errors import RegicideError
from ...files import write_text
from ...i18n import Catalogue
from ...i18n.speech import cards_text
from ...lessons import Attempt, Lesson, Prose, Scene, attempt, load_course, scene
from ..tables.options import PlayOptions
from ..tables.saves import reason_of
from ..words.guide import rules_text
from ..words.narrator import Narrator
from ..words.screen import hand_lines, table_lines
from ..words.wide import wrapped
from .console import Console, EndOfInput
from .plain import run as run_plain
from .sitting import Leave
from .typed import Command, read_command, read_move, says

__all__ = ["LearnOptions", "run"]

DONE = "✓"
ASCII_DONE = "*"
INDENT = "  "


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnOptions:
    language: str
    progress: Path
    """The file that remembers which lessons are done."""
    saves: Path
    """The folder of the saved games, for the battle."""
    color: bool = False


def run(options: LearnOptions, *, stdin: TextIO, stdout: TextIO) -> int:
    """Teach until the learner quits; return the exit code."""
    school = _School(options, Console(stdin, stdout, color=options.color))
    try:
        school.run()
    except (EndOfInput, Leave, KeyboardInterrupt):
        school.say(school.t("tui.goodbye"))
        return 0
    finally:
        stdout.flush()
    battle = PlayOptions(
        rules=load_course().first_battle,
        saves=options.saves,
        new=True,
        color=options.color,
        language=options.language,
    )
    return run_plain(battle, stdin=stdin, stdout=stdout)


class Progress:
    """The finished lessons, in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def finished(self) -> list[str]:
        """Return the ids of the finished lessons; none if the file cannot be read."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return [name for name in kept if isinstance(name, str)] if isinstance(kept, list) else []

    def finish(self, lesson: str) -> None:
        """Remember a lesson.

        :raises OSError: it cannot be written.
        """
        known = self.finished()
        if lesson in known:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_text(self.path, json.dumps([*known, lesson]) + "\n")


class _School:
    def __init__(self, options: LearnOptions, console: Console) -> None:
        self.console = console
        self.t = Catalogue(options.language)
        self.prose = Prose(options.language)
        self.progress = Progress(options.progress)
        self.words = Narrator(self.t, 0)
        self.lessons = load_course().lessons

    def say(self, text: str, *, indent: str = "", hang: str = "") -> None:
        self.console.lines(wrapped(text, self.console.width - 1, indent=indent, hang=hang))

    # Between lessons

    def run(self) -> None:
        """Take lessons until it is time for the battle."""
        self.say(self.t("learn.tui.welcome"))
        while True:
            self.list_lessons()
            lesson = self.choose()
            if lesson is None:
                return
            self.take(lesson)

    def list_lessons(self) -> None:
        finished = self.progress.finished()
        mark = ASCII_DONE if self.console.ascii else DONE
        self.console.say()
        for number, lesson in enumerate(self.lessons, 1):
            sign = mark if lesson.id in finished else " "
            self.console.lines([f"{sign} {number:>2}. {self.prose(f'{lesson.id}.title')}"])

    def choose(self) -> Lesson | None:
        """Return the lesson that was chosen; `None` for the battle."""
        finished = self.progress.finished()
        next_one = next((each for each in self.lessons if each.id not in finished), None)
        question = self.t("learn.tui.ask_battle")
        if next_one is not None:
            question = self.t("learn.tui.ask", number=self.lessons.index(next_one) + 1)
        while True:
            self.say(question)
            text = self.console.ask(self.t("tui.prompt"))
            if not text:
                return next_one
            if read_command(self.t, text) is Command.QUIT:
                raise Leave
            if says(self.t, "learn.tui.word.battle", text):
                return None
            if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= len(self.lessons):
                return self.lessons[int(text[:4]) - 1]
            self.say(self.t("learn.tui.unclear", most=len(self.lessons)))

    # A lesson

    def take(self, lesson: Lesson) -> None:
        """Go through the steps of a lesson."""
        number = self.lessons.index(lesson) + 1
        title = self.prose(f"{lesson.id}.title")
        self.console.say()
        self.say(self.t("learn.lesson", number=number, title=title))
        made: list[Move] = []
        for model, step in enumerate(lesson.steps):
            if step.position:
                made = []
            made.append(self.step(scene(lesson, model, made)))
        self.say(self.t("learn.tui.finished", number=number))
        try:
            self.progress.finish(lesson.id)
        except OSError as problem:
            self.say(self.t("learn.tui.not_kept", reason=reason_of(problem)))

    def step(self, here: Scene) -> Move:
        """Ask for the move of a step until it is made; return it."""
        self.show(here)
        while True:
            text = self.console.ask(self.t("tui.prompt"))
            command = read_command(self.t, text)
            if command is not None:
                self.obey(command, here)
                continue
            if not text:
                self.show(here)
                continue
            move = self.read(text, here)
            if move is not None and self.came(here, attempt(here, move)):
                return move

    def show(self, here: Scene) -> None:
        view, key = here.view, self.key(here)
        self.console.say()
        self.console.lines(table_lines(self.t, view, self.console.width))
        self.console.lines(hand_lines(self.t, view, self.console.width))
        self.say(self.prose(f"{key}.tell"))
        self.say(self.t("learn.tui.task", task=self.prose(f"{key}.task")))

    def read(self, text: str, here: Scene) -> Move | None:
        """Return the move that was typed, or the right one if the learner asks to be shown."""
        if says(self.t, "learn.tui.word.show", text):
            return here.answer
        try:
            return read_move(self.t, text, here.view)
        except RegicideError as error:
            self.say(self.t.error(error))
            return None

    def came(self, here: Scene, came: Attempt) -> bool:
        """Answer a move; tell whether it was what the step asks for."""
        if came.done:
            self.say(self.words.events(came.events))
        values = {**came.numbers, "cards": cards_text(self.t, came.cards)}
        if came.say:
            self.say(self.prose(f"{self.key(here)}.{came.say}", **values))
        elif came.refusal is not None:
            self.say(self.t.error(came.refusal))
        return came.done

    def key(self, here: Scene) -> str:
        return f"{here.lesson.id}.{here.step.id}"

    def obey(self, command: Command, here: Scene) -> None:
        if command is Command.QUIT:
            raise Leave
        if command is Command.RULES:
            rules = here.state.rules
            assert isinstance(rules, RuleSet)
            for line in rules_text(self.t, rules).split("\n"):
                self.say(line)
        elif command is Command.MOVES:
            self.list_moves(here.view)
        else:
            self.say(self.t("learn.tui.help"))

    def list_moves(self, view: View) -> None:
        """Say what every move would do; only minimal discards."""
        for move in moves_of(view, minimal=True):
            text = self.words.preview(view, move, preview(view, move))
            self.say(f"{self.words.move(move)}: {text}", indent=INDENT, hang=2 * INDENT)
