"""Whole games through lines in and lines out."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from openregicide.cli import main
from openregicide.core import YIELD, Game, Medal, Move, Phase, RuleSet, View, move_cards, moves_of
from openregicide.errors import InvalidOptionError
from openregicide.i18n import Catalogue
from openregicide.notation import format_seed, load_game
from openregicide.tui.plain.plain import run
from openregicide.tui.tables.options import PlayOptions
from support.people import Players, play

HARD = [RuleSet(players=players) for players in (1, 2, 3, 4)]

# Every card fells an enemy, and nobody strikes.
EASY = [
    RuleSet(players=players, health=(1, 1, 1), attack=(0, 0, 0), hand_limit=10)
    for players in (1, 2, 3, 4)
]


class Sparing(Players):
    """One card a turn, as long as there is one."""

    def choose(self, view: View) -> Move:
        return min(moves_of(view), key=lambda move: len(move_cards(move)) or 9)


def finished_game(folder: Path) -> Game:
    [path] = (folder / "finished").glob("*.rgn")
    return load_game(path.read_text())


@pytest.mark.parametrize("rules", HARD + EASY, ids=lambda r: f"{r.players}-{r.health[0]}")
def test_a_game_goes_to_its_end_and_its_record_is_put_away(rules: RuleSet, tmp_path: Path) -> None:
    people = Sparing(tmp_path, 3) if rules in EASY else Players(tmp_path, 3)
    text = play(tmp_path, people, rules=rules, seed=17)
    game = finished_game(tmp_path)
    assert game.outcome is not None
    assert game.outcome.won == (rules in EASY)
    assert ("You have won!" in text) == game.outcome.won
    assert ("The game is lost." in text) != game.outcome.won
    for medal in Medal:
        assert (f"A {medal.name.lower()} victory" in text) == (0 < medal == game.outcome.medal)
    assert f"Seed: {format_seed(17)}" in text
    assert list(tmp_path.glob("*.rgn")) == []
    assert text.endswith("Goodbye.\n")


def test_the_number_of_players_is_asked_for(tmp_path: Path) -> None:
    text = play(tmp_path, ["five", "rules", "help", "3"])
    assert "A new game for 3 players." in text
    assert text.count("How many players") == 4


def test_enter_means_a_game_alone(tmp_path: Path) -> None:
    assert "A new game for 1 player." in play(tmp_path, [""])


def test_the_seed_decides_the_deal(tmp_path: Path) -> None:
    hands = [
        play(tmp_path / name, ["quit"], rules=RuleSet(players=1), seed=seed)
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    ]
    assert hands[0] == hands[1] != hands[2]


def test_without_a_seed_every_game_is_another(tmp_path: Path) -> None:
    games = [play(tmp_path / name, ["quit"], rules=RuleSet(players=1)) for name in "ab"]
    assert games[0] != games[1]


def test_the_first_player_can_be_chosen(tmp_path: Path) -> None:
    text = play(tmp_path, [""], rules=RuleSet(players=3), first=2)
    assert "Pass the keyboard to player 3" in text
    assert "player 1 and press" not in text


def test_an_impossible_first_player_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    assert main(["play", "--plain", "--players=2", "--first=3", f"--saves={tmp_path}"]) == 2
    options = PlayOptions(rules=RuleSet(players=2), first=2, saves=tmp_path)
    with pytest.raises(InvalidOptionError) as caught:
        run(options, stdin=io.StringIO(), stdout=io.StringIO())
    assert Catalogue().error(caught.value) == "There is no player 3 in this game."


def test_R4_who_defeats_the_last_king_begins_the_next_game(tmp_path: Path) -> None:
    again = iter(["maybe", "y", "n"])

    class Rematch(Sparing):
        def __call__(self, written: str) -> str | None:
            return next(again) if "Play again?" in written else super().__call__(written)

        def choose(self, view: View) -> Move:
            # Player 1 leaves all the royals to player 2, who has ten cards and draws more.
            return YIELD if view.turn == 0 and view.may_yield else super().choose(view)

    text = play(tmp_path, Rematch(tmp_path, 4), rules=EASY[1], seed=8)
    games = [load_game(path.read_text()) for path in (tmp_path / "finished").glob("*.rgn")]
    [first] = [game for game in games if game.seed == 8]
    [second] = [game for game in games if game.seed != 8]
    assert first.outcome is not None
    assert (first.start.seat, first.outcome.seat, second.start.seat) == (0, 1, 1)
    assert text.count("Play again?") == 3


def test_every_phase_can_be_played_from_a_pipe(tmp_path: Path) -> None:
    seen: set[Phase] = set()
    for seed in range(4):
        players = Players(tmp_path / str(seed), seed)
        play(tmp_path / str(seed), players, rules=RuleSet(players=4), seed=seed)
        seen |= set(players.phases)
    assert seen == {Phase.PLAY, Phase.DISCARD, Phase.NAME_NEXT}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_lines_fit_into_80_columns(players: int, tmp_path: Path) -> None:
    people = Players(tmp_path, 5)
    asked = 0

    def answer(written: str) -> str | None:
        nonlocal asked
        asked += 1
        if asked % 7 == 0 and "Pass the" not in written:
            return ("moves", "log", "help", "rules", "discard", "x9", "s", "undo")[asked // 7 % 8]
        return people(written)

    text = play(tmp_path, answer, rules=RuleSet(players=players, attack=(1, 1, 1)), seed=2)
    lines = [line for line in text.split("\n") if str(tmp_path) not in line]
    assert max(map(len, lines)) < 80
    assert len(lines) > 300


def test_a_terminal_without_our_signs_gets_ascii(tmp_path: Path) -> None:
    """Everything, whatever was typed: the whole output goes through the encoding."""
    raw = io.BytesIO()
    screen = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    lines = io.StringIO("♥ü\nhelp\nrules\n1\ns\n\nmoves\nlog\ndiscard\n\n")
    options = PlayOptions(rules=RuleSet(players=1), seed=5, saves=tmp_path)
    assert run(options, stdin=lines, stdout=screen) == 0
    text = raw.getvalue().decode("ascii")
    assert "+-----+" in text
    assert "|AC   |" in text
    assert "####################" in text
    assert '"H?"' in text


def test_colour_changes_nothing_but_colour(tmp_path: Path) -> None:
    plain = play(tmp_path / "a", ["1", "s", "", "quit"], rules=RuleSet(players=1), seed=5)
    painted = play(
        tmp_path / "b", ["1", "s", "", "quit"], rules=RuleSet(players=1), seed=5, color=True
    )
    assert "\x1b" not in plain
    assert "\x1b[31m10♥\x1b[0m" in painted
    assert re.sub("\x1b\\[[0-9]+m", "", painted) == plain


def test_a_person_confirms_every_move_and_can_go_back(tmp_path: Path) -> None:
    answers = iter(["6", "no", "6", "", "quit"])
    text = play(tmp_path, answers, rules=RuleSet(players=1), seed=5, new=True, person=True)
    assert "9♣: Attack 9, doubled: 18. The jack has 2 health left." in text
    assert text.count("Enter does it") == 2
    assert text.index("Not done.") < text.index("You play 9♣ for 9.")
    assert text.count("You play") == 1


def test_a_pipe_confirms_nothing(tmp_path: Path) -> None:
    text = play(tmp_path, ["6", "quit"], rules=RuleSet(players=1), seed=5)
    assert "Enter does it" not in text
    assert "You play 9♣ for 9." in text
