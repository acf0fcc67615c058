"""Plain lines in every language: whole games by script, nothing too wide, every word understood."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from openregicide.core import RuleSet
from openregicide.i18n import PLURALS, Catalogue, language_of
from openregicide.notation import load_game
from openregicide.tui.plain.plain import run
from openregicide.tui.plain.replay import run as run_replay
from openregicide.tui.plain.typed import Command, read_order
from openregicide.tui.tables.options import PlayOptions
from openregicide.tui.words.wide import padded, wide, wrapped
from support.people import Keyboard, Players, newest_game

OTHERS = [language for language in PLURALS if language != "en"]
WORDS = ("help", "rules", "moves", "hint", "log", "discard", "undo", "save", "suggest", "who")


class Polyglots(Players):
    """Players who also ask for everything there is to read, in their own language."""

    def __init__(self, folder: Path, language: str) -> None:
        super().__init__(folder, 5)
        self.t = Catalogue(language)
        self.asked = 0

    def __call__(self, written: str) -> str | None:
        question = "".join(written.split())
        if "".join(self.t("tui.ask_again").split()) in question:
            return self.t("tui.word.no").split()[0]
        if self.curtain(written):
            return ""
        self.asked += 1
        if self.asked % 4 == 0:
            word = WORDS[self.asked // 4 % len(WORDS)]
            return self.t(f"tui.command.{word}").split()[0]
        game = newest_game(self.folder)
        view = game.view(game.view(None).turn)
        return self.spell(view, self.choose(view))

    def curtain(self, written: str) -> bool:
        names = [self.t("tui.curtain", number=number) for number in (1, 2, 3, 4)]
        names += [self.t("tui.curtain_name", name=name) for name in ("Ann", "李小龙")]
        said = written.rstrip("> ").rstrip("\n").split("\n")[-1]
        return said in names


def play_in(
    language: str,
    folder: Path,
    rules: RuleSet,
    *,
    names: tuple[str, ...] = (),
    bots: tuple[str, ...] = (),
) -> str:
    screen = io.StringIO()
    options = PlayOptions(
        rules=rules,
        names=names,
        bots=bots,
        seed=2,
        first=0,
        saves=folder,
        language=language,
        hint_ms=20,
        pause=0.0,
    )
    stdin = Keyboard(Polyglots(folder, language), screen)
    assert run(options, stdin=stdin, stdout=screen) == 0
    return screen.getvalue()


@pytest.mark.parametrize("language", PLURALS)
def test_whole_games_fit_into_80_columns(language: str, tmp_path: Path) -> None:
    tables = {
        "alone": play_in(language, tmp_path / "1", RuleSet(players=1)),
        "two": play_in(language, tmp_path / "2", RuleSet(players=2), names=("Ann", "李小龙")),
        "bots": play_in(language, tmp_path / "4", RuleSet(players=4), bots=("greedy", "random")),
    }
    t = Catalogue(language)
    for name, text in tables.items():
        lines = [line for line in text.split("\n") if str(tmp_path) not in line]
        too_wide = [line for line in lines if wide(line) >= 80]
        assert too_wide == [], name
        assert len(lines) > 150, name
        assert t("tui.goodbye") in text
    assert len(list(tmp_path.glob("*/finished/*.rgn"))) == len(tables)
    # Labels stand in one column, however long they are.
    facts = re.search(rf"^{t('tui.castle')}( *)J", tables["alone"], re.MULTILINE)
    assert facts is not None
    assert len(facts[1]) >= 2


@pytest.mark.parametrize("language", PLURALS)
def test_replays_speak_the_language(language: str, tmp_path: Path) -> None:
    play_in(language, tmp_path, RuleSet(players=1))
    [path] = (tmp_path / "finished").glob("*.rgn")
    screen = io.StringIO()
    game = load_game(path.read_text())
    assert run_replay(game, stdin=io.StringIO(), stdout=screen, language=language) == 0
    assert max(map(wide, screen.getvalue().split("\n"))) < 80
    assert Catalogue(language)("tui.seed", seed="").strip(" {}") in screen.getvalue()


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_understands_english_too(language: str) -> None:
    t, english = Catalogue(language), Catalogue("en")
    for key in english.texts:
        if key.startswith(("tui.command.", "tui.word.")):
            assert set(english(key).split()) <= set(t(key).split()), key


@pytest.mark.parametrize("language", PLURALS)
def test_no_word_means_two_commands(language: str) -> None:
    t = Catalogue(language)
    words = [word for command in Command for word in t(f"tui.command.{command}").split()]
    assert len(set(words)) == len(words)


def test_some_commands_say_what_about() -> None:
    t = Catalogue("fr")
    order = read_order(t, "dire  2")
    assert order is not None
    assert (order.command, order.more) == (Command.SAY, "2")
    order = read_order(t, "bot 2 search:ms=10, objective=gold")
    assert order is not None
    assert order.more == "2 search:ms=10, objective=gold"
    assert read_order(t, "aide 2") is None
    assert read_order(t, "7s") is None


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "es"}, "es"),
        ({"LANG": "fr_FR", "LC_ALL": "zh_CN.UTF-8"}, "zh"),
        ({"LC_ALL": "", "LANG": "id_ID"}, "id"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "fr_FR"}, "en"),
    ],
)
def test_the_terminal_says_which_language_it_speaks(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language


def test_wide_characters_take_two_places() -> None:
    assert [wide(text) for text in ("abc", "城堡", "é", "e\u0301", "10♥", "（2）")] == [
        3,
        4,
        1,
        1,
        3,
        5,
    ]
    assert padded("城堡", 6) == "城堡  "
    assert wrapped("你打出黑桃，攻击值1。", 9) == ["你打出黑", "桃，攻击", "值1。"]
    assert wrapped("one two three", 9, indent="- ", hang="  ") == ["- one two", "  three"]
    assert "".join(wrapped("“ “ x （", 80)) == "“ “ x （"
