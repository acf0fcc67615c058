"""Games that version 0.1 saved as records: they go on, as tables with a journal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from openregicide.core import Game, Generator
from openregicide.notation import load_game, read_record
from openregicide.tui.tables.local import LocalTable
from openregicide.tui.tables.records import RecordedGame
from openregicide.tui.tables.saves import Saves, load
from support.people import game_of
from support.table_games import at_random, check_log, play, run

FOLDER = Path(__file__).parent / "older_saves"
SOLO = "20261118-141537-1p"
"""Three moves were taken back."""
TWO = "20261118-141538-2p"
"""With a bot in the second seat, who began."""
THREE = "20261118-141538-3p"
"""Two of three have names, and the second one is the champion."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "saves"))


def written(name: str) -> Game:
    return load_game((FOLDER / f"{name}.rgn").read_text("utf-8"))


@pytest.mark.parametrize("name", [SOLO, TWO, THREE])
def test_an_older_save_goes_on_where_it_was(folder: Path, name: str) -> None:
    old = folder / f"{name}.rgn"
    before, game = old.read_bytes(), written(name)
    games, damaged = Saves(folder).look()
    assert damaged == []
    assert len(games) == 3
    [saved] = [saved for saved in games if saved.path == old]

    async def work() -> None:
        saves = Saves(folder)
        async with LocalTable(saved, saves, pause=0) as model:
            assert game_of(model._table).tokens == game.tokens
            assert len([each for each in model.happenings() if each.what == "moved"]) == sum(
                token.actor is not None for token in game.tokens
            )
            assert model.turn_of_here == game.state.seat
            # Nothing is changed before there is a move.
            assert old.read_bytes() == before
            await play(model, at_random(Generator(1)), moves=1)
            assert not old.exists()
            assert model.kept_at == str(folder / f"{name}.journal")
        [again] = [saved for saved in saves.look()[0] if str(saved.path) == model.kept_at]
        async with LocalTable(again, saves, pause=0) as model:
            await play(model, at_random(Generator(2)))
            check_log(model, game.rules)
            assert model.outcome is not None
            record = await model.record()
            assert model.kept_at is not None
            assert Path(model.kept_at).read_text("utf-8") == record
        # The deal and its heals are those of the seed, before and after.
        assert load_game(record).seed_checks
        assert load_game(record).tokens[: game.ply] == game.tokens
        # Whatever was noted is noted still.
        noted = read_record(before.decode()).tags
        assert noted.items() <= read_record(record).tags.items()

    run(work)


def test_moves_taken_back_are_not_forgotten(folder: Path) -> None:
    saved = load(folder / f"{SOLO}.rgn")
    model = LocalTable(saved, Saves(folder))
    assert model.undone == 3
    assert model.may_undo

    async def work() -> None:
        await model.undo()
        assert model.undone == 4
        assert len(game_of(model._table).tokens) == 10
        assert LocalTable(load(folder / f"{SOLO}.journal"), Saves(folder)).undone == 4

    run(work)


def test_bots_names_and_the_champion_sit_where_they_sat(folder: Path) -> None:
    two = LocalTable(load(folder / f"{TWO}.rgn"), Saves(folder))
    assert [(player.name, player.is_bot) for player in two.players] == [
        ("", False),
        ("greedy", True),
    ]
    assert {each.by for each in two.happenings() if each.seat == 1 and each.move} == {"bot"}
    three = LocalTable(load(folder / f"{THREE}.rgn"), Saves(folder))
    assert [player.name for player in three.players] == ["Ann", "", "Zoë “Z” O'Neill"]
    assert three._table.champion == 1


def test_an_older_save_that_cannot_be_replaced_yet_is_not_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves, saved = Saves(folder), load(folder / f"{SOLO}.rgn")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    async def work() -> None:
        async with LocalTable(saved, saves) as model:
            with monkeypatch.context() as patched:
                patched.setattr("os.fsync", full)
                await play(model, at_random(Generator(1)), moves=1)
                assert model.error is not None
            assert load(folder / f"{SOLO}.rgn").table.game is not None
            assert len(saves.look()[0]) == 3
            await play(model, at_random(Generator(1)), moves=1)
            assert model.error is None
        assert len(saves.look()[0]) == 3
        assert not (folder / f"{SOLO}.rgn").exists()

    run(work)


def test_tags_of_another_kind_are_only_notes() -> None:
    recorded = RecordedGame(written(SOLO), {"Undone": "many", "Champion": "9"})
    assert (recorded.undone, recorded.champion) == (0, None)
