"""Saved games: after every move, whole or not at all, and gone on with exactly."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from openregicide.core import Game, Heal, RuleSet
from openregicide.errors import RegicideError
from openregicide.notation import load_game, write_record
from openregicide.tui.tables.records import load_record
from openregicide.tui.tables.saved_table import SavedTable
from openregicide.tui.tables.saves import Saves, default_folder, load
from support.people import Players, newest_game, play

SOLO = RuleSet(players=1)
LONG = RuleSet(players=2, attack=(1, 1, 1))
NOW = 1_800_000_000


class Leaving(Players):
    """Players who leave after some moves; what they choose depends on the position alone."""

    def __init__(self, folder: Path, moves: int | None) -> None:
        super().__init__(folder, 0)
        self.moves = moves

    def __call__(self, written: str) -> str | None:
        if "Enter continues" in written:
            return ""
        if "Pass the keyboard" not in written and "Play again?" not in written:
            self.chooser.reseed(newest_game(self.folder).ply)
            if self.moves == 0:
                return "quit"
            if self.moves is not None:
                self.moves -= 1
        return super().__call__(written)


def without_a_pause(folder: Path) -> Game:
    """The game that `Leaving` plays, without this program."""
    game = Game.new(LONG, 4)
    people = Leaving(folder, None)
    while game.outcome is None:
        people.chooser.reseed(game.ply)
        game.push(people.choose(game.view(game.view(None).turn)))
    return game


@pytest.mark.parametrize("moves", [0, 7, 35])
def test_a_game_gone_on_with_is_the_game_it_would_have_been(moves: int, tmp_path: Path) -> None:
    text = play(tmp_path, Leaving(tmp_path, moves), rules=LONG, seed=4)
    assert "start again to continue" in text
    left = newest_game(tmp_path).ply
    play(tmp_path, Leaving(tmp_path, None), rules=LONG)
    [path] = (tmp_path / "finished").glob("*.rgn")
    tokens = load_game(path.read_text()).tokens
    assert tokens == without_a_pause(tmp_path).tokens
    assert any(isinstance(token.action, Heal) for token in tokens[left:])


def test_nobody_else_may_read_what_is_saved(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        play(tmp_path / "games", Leaving(tmp_path / "games", 3), rules=LONG, seed=4)
        play(tmp_path / "games", Leaving(tmp_path / "games", None), rules=LONG)
    finally:
        os.umask(before)
    found = [tmp_path / "games", *(tmp_path / "games").rglob("*")]
    assert len(found) > 2
    assert [path for path in found if path.stat().st_mode & 0o077] == []


def test_every_move_is_saved_before_the_next_question(tmp_path: Path) -> None:
    plies: list[int] = []

    def answer(written: str) -> str | None:
        plies.append(newest_game(tmp_path).ply)
        return "1" if len(plies) == 1 else None

    play(tmp_path, answer, rules=SOLO, seed=5)
    assert plies == [0, 1]


def test_the_position_and_the_news_are_shown_again(tmp_path: Path) -> None:
    play(tmp_path, ["6"], rules=SOLO, seed=5)
    text = play(tmp_path, [""])
    assert "A saved game is waiting:" in text
    assert "1. 1 player, enemy 1 of 12, saved " in text
    assert "What happened:\n  You play 9♣ for 9." in text
    assert "2 of 20" in text


def test_a_declined_game_is_kept_and_offered_again(tmp_path: Path) -> None:
    play(tmp_path, ["6"], rules=SOLO, seed=5)
    [old] = tmp_path.glob("*.journal")
    before = old.read_bytes()
    os.utime(old, (1_000_000, 1_000_000))
    play(tmp_path, ["n"], rules=RuleSet(players=2))
    assert old.read_bytes() == before
    text = play(tmp_path, ["3", "2"])
    assert "1. 2 players" in text
    assert "2. 1 player" in text
    assert "Press Enter, or type a number" in text
    assert "2 of 20" in text


@pytest.mark.parametrize("given", ["new", "seed"])
def test_a_new_game_can_be_asked_for(given: str, tmp_path: Path) -> None:
    play(tmp_path, ["6"], rules=SOLO, seed=5)
    text = play(tmp_path, [], rules=SOLO, new=given == "new", seed=6 if given == "seed" else None)
    assert "waiting" not in text
    assert len(list(tmp_path.glob("*.journal"))) == 2


def begun(seed: int = 5) -> SavedTable:
    """A table with a game that has just begun."""
    saved = SavedTable.lay(SOLO, bots={}, names={}, now=NOW)
    saved.add(saved.begin(0, seed, now=NOW))
    return saved


def record(seed: int = 5) -> str:
    game = Game.new(SOLO, seed)
    game.push(game.legal_moves()[0])
    return write_record(game.record())


DAMAGED = {
    "empty": b"",
    "words": b"Dear diary, today I lost at Regicide.\n",
    "bytes": bytes(range(256)),
    "cut": record().encode()[:-3],
    "moves": (record() + "0 p2C3C\n").encode(),
    "seed": record().replace("00000005", "00000006").encode(),
    "no_seed": "".join(
        line for line in record().splitlines(keepends=True) if "Seed" not in line
    ).encode(),
    "large": b"x" * 1_100_000,
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_or_foreign_file_is_named_and_left_alone(name: str, tmp_path: Path) -> None:
    file = tmp_path / "20200101-000000-1p.rgn"
    file.write_bytes(DAMAGED[name])
    text = " ".join(play(tmp_path, ["1", "6"]).split())
    assert text.count(f"The saved game {file.name} cannot be read and is left as it is:") == 1
    assert "waiting" not in text
    assert file.read_bytes() == DAMAGED[name]
    assert newest_game(tmp_path).ply >= 1


def test_the_record_of_these_tests_is_a_good_one(tmp_path: Path) -> None:
    """Otherwise the damaged ones would be refused for another reason."""
    (tmp_path / "good.rgn").write_text(record())
    assert load_record(tmp_path / "good.rgn").game.ply == 1


def test_a_damaged_file_does_not_hide_a_good_one(tmp_path: Path) -> None:
    play(tmp_path, ["6"], rules=SOLO, seed=5)
    (tmp_path / "zzz.rgn").write_bytes(b"?")
    text = play(tmp_path, [""])
    assert "zzz.rgn cannot be read" in text
    assert "2 of 20" in text


def test_two_games_of_one_second_have_two_files(tmp_path: Path) -> None:
    saves = Saves(tmp_path, now=lambda: datetime(2026, 1, 31, 18, 45, 2))
    for _ in range(3):
        saves.write(begun())
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "20260131-184502-1p-2.journal",
        "20260131-184502-1p-3.journal",
        "20260131-184502-1p.journal",
    ]


def test_without_a_place_to_save_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    text = play(tmp_path / "file", ["6", "s", "", "quit"], rules=SOLO, seed=5)
    assert "The game could not be saved: " in text
    assert "You discard 10♥" in text
    assert text.endswith("Goodbye. The game could not be saved.\n")


def test_a_finished_game_left_among_the_others_is_put_away(tmp_path: Path) -> None:
    game = Game.new(RuleSet(players=1, attack=(200, 200, 200), flips=0), 1)
    game.push(game.legal_moves()[0])
    assert game.outcome is not None
    (tmp_path / "over.rgn").write_text(write_record(game.record()))
    text = play(tmp_path, [])
    assert "waiting" not in text
    assert len(list((tmp_path / "finished").glob("*.rgn"))) == 1
    assert not (tmp_path / "over.rgn").exists()


def test_a_game_saved_in_the_middle_of_a_heal_goes_on_before_it(tmp_path: Path) -> None:
    game = without_a_pause(tmp_path)
    game.rewind(1 + max(i for i, token in enumerate(game.tokens) if token.actor is None))
    healed = game.tokens[-1].action
    game.rewind(game.ply - 1)
    (tmp_path / "heal.rgn").write_text(write_record(game.record()))
    again = load_record(tmp_path / "heal.rgn").game
    move = game.tokens[-1].action
    assert again.ply == game.ply - 1
    assert not isinstance(move, Heal)
    again.push(move)
    assert again.tokens[-1].action == healed


def test_undo_is_solo_and_the_result_says_so(tmp_path: Path) -> None:
    text = play(tmp_path / "1", ["undo", "6", "undo", "5"], rules=SOLO, seed=5)
    assert "No move has been made yet" in text
    assert "Taken back: 9C." in text
    assert [str(token.action) for token in newest_game(tmp_path / "1").tokens] != []
    # What was taken back is not forgotten over a pause.
    text = play(tmp_path / "1", Leaving(tmp_path / "1", None))
    assert "Undo was used 1 time." in text


def test_undo_in_company_is_refused(tmp_path: Path) -> None:
    text = play(tmp_path, ["", "1", "undo"], rules=RuleSet(players=2), seed=5)
    assert "That move stays" in text
    assert newest_game(tmp_path).ply == 1


def test_undo_brings_the_same_future(tmp_path: Path) -> None:
    def moves_of(folder: Path, lines: list[str]) -> list[object]:
        play(folder, lines, rules=SOLO, seed=5)
        return list(newest_game(folder).tokens)

    lines = ["9c", "10h", "5s", "9s"]
    once = moves_of(tmp_path / "a", lines)
    assert len(once) >= 4
    assert moves_of(tmp_path / "b", [*lines, "undo", lines[-1]]) == once


def test_the_default_folder_follows_the_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    monkeypatch.setenv("APPDATA", "/somewhere")
    assert default_folder() == Path("/somewhere/openregicide/games")


def test_loading_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "x.rgn").write_bytes(DAMAGED["seed"])
    with pytest.raises(RegicideError) as caught:
        load(tmp_path / "x.rgn")
    assert caught.value.code == "save.seed_differs"
