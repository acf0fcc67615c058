"""The table at this keyboard: who sees what, what is saved, bots, and taking back."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from openregicide.bots import Bot
from openregicide.core import (
    EventKind,
    Game,
    Generator,
    Move,
    Phase,
    RuleSet,
    View,
    cards_in,
    moves_of,
)
from openregicide.notation import read_record
from openregicide.tui.tables import local
from openregicide.tui.tables.local import LocalTable
from openregicide.tui.tables.model import Happening, TableModel
from openregicide.tui.tables.records import load_record
from openregicide.tui.tables.saves import Saves
from support.people import game_of
from support.table_games import EASY, Slow, at_random, check_log, one_card, play, refused, run

SOLO = RuleSet(players=1)
LONG = RuleSet(players=3, attack=(1, 1, 1))
"""Nobody loses this soon, so that there are draws and heals."""


def the_game(model: LocalTable) -> Game:
    return game_of(model._table)


def check_views(model: LocalTable) -> None:
    """Everybody sees their own hand, and of the others how many cards they hold."""
    state = the_game(model).state
    for reader in (None, *model.here):
        view = model.view(reader)
        assert view is not None
        assert view.seat == reader
        for seat, hand in enumerate(view.hands):
            cards = cards_in(state.hands[seat])
            assert hand.cards == (cards if seat == reader else ())
            assert hand.count == len(cards)


def drawn(happenings: Sequence[Happening], seat: int) -> list[int]:
    """The cards that a seat was seen to draw."""
    return [
        card
        for each in happenings
        for event in each.events
        if event.kind is EventKind.DREW and event.seat == seat
        for card in event.cards
    ]


def test_nobody_at_the_keyboard_is_shown_the_cards_of_another(tmp_path: Path) -> None:
    async def work() -> None:
        choose = at_random(Generator(5))
        async with LocalTable.lay(LONG, Saves(tmp_path), bots={1: "random"}, pause=0) as model:
            # A game may be over before everybody has drawn.
            while not all(drawn(model._log(), seat) for seat in (0, 1, 2)):
                await model.begin()
                while model.outcome is None:
                    check_views(model)
                    await play(model, choose, moves=1)
                check_views(model)
            for reader in (None, 0, 2):
                for seat in (0, 1, 2):
                    seen = drawn(model.happenings(reader), seat)
                    assert seen == (drawn(model._log(), seat) if seat == reader else [])

    run(work)


@pytest.mark.parametrize("moves", [0, 1, 4, 9])
def test_a_game_is_gone_on_with_from_any_moment(
    tmp_path: Path, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names, bots and everything that happened are there again, and the same heals come."""
    # The same game every time, because it has to last that long.
    monkeypatch.setattr(local, "new_dice", lambda: Generator(1))

    async def work() -> None:
        saves = Saves(tmp_path)
        bots = {1: "greedy", 2: "search:iterations = 5"}
        names = {0: " Ann  of  Kent "}
        async with LocalTable.lay(LONG, saves, bots=bots, names=names, seed=9, pause=0) as model:
            await model.begin(first=1)
            await play(model, at_random(Generator(moves)), moves=moves)
        left, players = model.happenings(), model.players
        [saved], damaged = saves.look()
        assert damaged == []
        async with LocalTable(saved, saves, pause=0) as again:
            assert again.players == players
            assert [player.name for player in players] == [
                "Ann of Kent", "greedy", "search:iterations=5",
            ]  # fmt: skip
            assert again.number == 1
            assert again.happenings() == left
            await play(again, at_random(Generator(1)))
            check_log(again, LONG)
            assert again.outcome is not None
            assert again.seed == 9
            assert the_game(again).seed_checks
            # An open table asks nobody for anything once the game is over.
            assert (again.turn_of_here, again.waiting_for) == (None, None)
        assert saves.look() == ([], [])
        assert again.kept_at is not None
        assert load_record(Path(again.kept_at)).game.tokens == the_game(again).tokens

    run(work)


def test_the_champion_is_remembered_over_a_pause(tmp_path: Path) -> None:
    async def work() -> None:
        saves = Saves(tmp_path)
        async with LocalTable.lay(EASY, saves) as model:
            await model.begin(first=1)
            await play(model, one_card)
            assert model.outcome is not None
            assert model.outcome.won
            champion = model.outcome.seat
            await model.begin(first=1 - champion)
            told = model.happenings()
        [saved], _ = saves.look()
        async with LocalTable(saved, saves) as again:
            assert (again.number, again.turn) == (2, champion)
            assert again.happenings() == told

    run(work)


def test_a_bot_is_waited_for_and_then_moves(tmp_path: Path) -> None:
    async def work() -> None:
        rules, bots = RuleSet(players=2), {0: "random"}
        async with LocalTable.lay(rules, Saves(tmp_path), bots=bots, seed=1, pause=0.05) as model:
            await model.begin(first=0)
            waiting = model.waiting_for
            assert waiting is not None
            assert (waiting.seat, waiting.why) == (0, "bot")
            assert model.turn_of_here is None
            await model.until(lambda: model.turn_of_here == 1)
            assert model.waiting_for is None
            assert {each.by for each in model.happenings() if each.what == "moved"} == {"bot"}

    run(work)


class Broken:
    """A bot that fails in a different way each time."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, generator: Generator) -> Move:
        self.asked += 1
        if self.asked % 2:
            raise ZeroDivisionError("by my fault")
        return Move(0)


def test_a_broken_bot_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made(_: str) -> Bot:
        return Broken()

    monkeypatch.setattr(local, "make_bot", made)

    async def work() -> None:
        rules = RuleSet(players=2, attack=(0, 0, 0))
        # A deal where nobody kills and plays again: after each failure it is a person's turn.
        bots = {0: "broken"}
        async with LocalTable.lay(rules, Saves(tmp_path), bots=bots, seed=1, pause=0) as model:
            await model.begin(first=0)
            failures = [
                {"name": "broken", "error": reason}
                for reason in ("ZeroDivisionError: by my fault", "0")
            ]
            seen: list[dict[str, object]] = []

            def failed() -> bool:
                error = model.error
                if error is not None and error.values not in seen:
                    assert error.code == "table.bot_failed"
                    seen.append(dict(error.values))
                return len(seen) == len(failures)

            while not failed():
                await model.until(lambda: failed() or model.turn_of_here == 1)
                view = model.view(1)
                assert view is not None
                if model.turn_of_here == 1:
                    await model.make(1, moves_of(view)[0])
            assert seen == failures
            await model.until(lambda: model.turn_of_here == 1)

    run(work)


def test_a_bot_that_thinks_is_not_waited_for_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(local, "make_bot", lambda _: slow)

    async def work() -> None:
        rules = RuleSet(players=2)
        async with LocalTable.lay(rules, Saves(tmp_path), bots={0: "slow"}, pause=0) as model:
            await model.begin(first=0)
            assert await asyncio.to_thread(slow.asked.wait, 60)
            assert model.waiting_for is not None
        # Nobody has told it to stop, and yet we are here.
        assert model.happenings()[-1].what == "began"

    run(work)
    slow.enough.set()


def test_undo_is_for_one_alone(tmp_path: Path) -> None:
    async def work() -> None:
        saves = Saves(tmp_path)
        async with LocalTable.lay(SOLO, saves, seed=5) as model:
            with refused("table.no_game"):
                await model.undo()
            await model.begin()
            assert not model.may_undo
            with refused("game.nothing_to_undo"):
                await model.undo()
            before = model.view(), model.happenings()
            await play(model, at_random(Generator(0)), moves=1)
            assert model.may_undo
            await model.undo()
            assert (model.view(), model.happenings()) == before
            assert model.undone == 1
            [saved], _ = saves.look()
            assert saved.table.game is not None
            assert (saved.table.game.undone, saved.table.game.tokens) == (1, [])
            await play(model, at_random(Generator(0)))
            assert not model.may_undo
            with refused("table.no_game"):
                await model.undo()
            assert read_record(await model.record()).tags["Undone"] == "1"

    run(work)


def test_what_a_table_at_home_does_not_offer_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with LocalTable.lay(RuleSet(players=2), Saves(tmp_path)) as model:
            assert (model.phrases, model.may_chat, model.invitation) == ((), False, None)
            assert (model.seconds_left, model.spectators) == (None, 0)
            for doing in (
                model.say(0, "hello"),
                model.chat(0, "hello"),
                model.vote(0, 1),
                model.come_back(0),
                model.seat_bot(1, "random"),
            ):
                with refused("table.cannot"):
                    await doing

    run(work)


def test_a_full_disk_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    async def work() -> None:
        async with LocalTable.lay(SOLO, Saves(tmp_path), seed=5) as model:
            with monkeypatch.context() as patched:
                patched.setattr(os, "fsync", full)
                await model.begin()
                assert model.error is not None
                assert model.error.values == {"reason": "No space left on device"}
                assert model.turn_of_here == 0
            await play(model, at_random(Generator(0)), moves=1)
            assert model.error is None
            [saved], _ = Saves(tmp_path).look()
            assert game_of(saved.table).tokens == the_game(model).tokens

    run(work)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"bots": {2: "random"}}, "seat.unknown"),
        ({"bots": {1: "nobody"}}, "bot.unknown"),
        ({"bots": {0: "random", 1: "random"}}, "table.full"),
        ({"names": {5: "Ann"}}, "seat.unknown"),
        ({"names": {0: "x" * 40}}, "name.too_long"),
        ({"seed": -1}, "option.seed_out_of_range"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    tmp_path: Path, options: dict[str, object], code: str
) -> None:
    async def work() -> None:
        with refused(code):
            async with LocalTable.lay(RuleSet(players=2), Saves(tmp_path), **options) as model:  # type: ignore[arg-type]
                await model.begin()

    run(work)


def test_hints_are_for_whoever_has_to_move(tmp_path: Path) -> None:
    async def work() -> None:
        model: TableModel
        async with LocalTable.lay(RuleSet(players=2), Saves(tmp_path), hint_ms=20) as model:
            assert model.may_hint
            await model.begin(first=1)
            with refused("hint.not_now"):
                await model.hints(0)
            one, other = await asyncio.gather(model.hints(1), model.hints(1))
            view = model.view(1)
            assert view is not None
            assert view.phase is Phase.PLAY
            for hint in (*one, *other):
                assert hint.move in moves_of(view)
                assert hint.medals is None

    run(work)


def test_hints_are_for_the_game_as_it_was(tmp_path: Path) -> None:
    async def work() -> None:
        async with LocalTable.lay(SOLO, Saves(tmp_path), seed=5, hint_ms=200) as model:
            await model.begin()
            hints = asyncio.create_task(model.hints(0))
            await asyncio.sleep(0)
            await play(model, at_random(Generator(0)), moves=1)
            # The same position, and yet not the one that was asked about.
            await model.undo()
            with refused("move.stale"):
                await hints

    run(work)


def test_a_table_with_hints_off_gives_none(tmp_path: Path) -> None:
    async def work() -> None:
        async with LocalTable.lay(SOLO, Saves(tmp_path), hints=False) as model:
            await model.begin()
            assert not model.may_hint
            with refused("hint.off"):
                await model.hints(0)

    run(work)
