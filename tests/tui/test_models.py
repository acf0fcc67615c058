"""The same game at every kind of place: a screen need not know at which it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from openregicide.core import FLIP, YIELD, Generator, RuleSet, moves_of, name_next
from openregicide.notation import format_seed
from openregicide.table.hashes import seed_hash
from openregicide.tui.tables.local import LocalTable
from openregicide.tui.tables.model import Status, TableModel
from openregicide.tui.tables.remote import ServerTable, find_link
from openregicide.tui.tables.saves import Saves
from support.serving import RunningServer
from support.table_games import EASY, QUICK, at_random, check_log, one_card, play_all, refused, run

NAMES = ("Ann", "Bob", "Cleo")
HINT_MS = 30

Open = Callable[[RuleSet, Mapping[int, str]], AbstractAsyncContextManager[list[TableModel]]]


@pytest.fixture(params=["local", "remote"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """A function that lays a table with people in every seat that is no bot's."""
    if request.param == "local":

        @asynccontextmanager
        async def local(rules: RuleSet, bots: Mapping[int, str]) -> AsyncIterator[list[TableModel]]:
            names = {seat: NAMES[seat] for seat in range(rules.players) if seat not in bots}
            saves = Saves(tmp_path)
            async with LocalTable.lay(
                rules, saves, bots=bots, names=names, pause=0, hint_ms=HINT_MS
            ) as model:
                yield [model]

        return local

    running: RunningServer = request.getfixturevalue("running")

    @asynccontextmanager
    async def remote(rules: RuleSet, bots: Mapping[int, str]) -> AsyncIterator[list[TableModel]]:
        async with AsyncExitStack() as stack:
            people = [seat for seat in range(rules.players) if seat not in bots]
            host = await ServerTable.create(
                running.url, NAMES[people[0]], rules, bots=bots, timing=QUICK
            )
            models: list[TableModel] = [await stack.enter_async_context(host)]
            assert host.invitation is not None
            for seat in people[1:]:
                link = find_link(host.invitation)
                guest = await ServerTable.join(link, NAMES[seat], timing=QUICK)
                models.append(await stack.enter_async_context(guest))
            for model in models:
                await model.until(lambda model=model: all(p.present for p in model.players))  # type: ignore[misc]
            yield models

    return remote


def test_two_people_and_a_bot_play_two_games(table: Open) -> None:
    # Weak enough that nobody loses before all three have played.
    rules = RuleSet(players=3, attack=(1, 1, 1))

    async def work() -> None:
        async with table(rules, {1: "greedy"}) as models:
            host = models[0]
            assert sorted(seat for model in models for seat in model.here) == [0, 2]
            assert [player.name for player in host.players] == ["Ann", "greedy", "Cleo"]
            assert [player.is_bot for player in host.players] == [False, True, False]
            for model in models:
                assert [player.here for player in model.players] == [
                    seat in model.here for seat in range(3)
                ]
                assert model.status is Status.ONLINE
                assert model.error is None
                assert model.view() is None
                assert (model.turn, model.turn_of_here, model.waiting_for) == (None, None, None)
                assert (model.number, model.seed_hash, model.outcome) == (0, None, None)
            for number in (1, 2):
                assert host.may_begin
                await host.begin(first=2)
                for model in models:
                    await model.until(lambda model=model, number=number: model.number == number)  # type: ignore[misc]
                    assert model.seed is None
                assert not host.may_begin
                promised = host.seed_hash
                await play_all(models, at_random(Generator(7)))
                for model in models:
                    moves = check_log(model, rules)
                    if number == 1:
                        assert moves[0].seat == 2
                    assert {each.seat for each in moves} == {0, 1, 2}
                    assert model.seed is not None
                    assert seed_hash(format_seed(model.seed)) == model.seed_hash == promised
                    assert model.kept_at
            told = [[(each.what, each.move) for each in model.happenings()] for model in models]
            assert told[0] == told[-1]

    run(work)


def test_R4_the_champion_begins_the_rematch(table: Open) -> None:
    async def work() -> None:
        async with table(EASY, {}) as models:
            await models[0].begin(first=0)
            await play_all(models, one_card)
            outcome = models[0].outcome
            assert outcome is not None
            assert outcome.won
            await models[0].begin(first=1 - outcome.seat)
            assert models[0].turn == outcome.seat

    run(work)


def test_refusals_have_the_same_codes(table: Open) -> None:
    async def work() -> None:
        async with table(RuleSet(players=3), {1: "greedy"}) as models:
            mover, other = models[0], models[-1]
            seat, waits = 0, 2

            with refused("table.no_game"):
                await mover.make(seat, YIELD)
            await mover.begin(first=seat)
            await other.until(lambda: other.turn == seat)
            before = mover.view(seat), mover.happenings()
            with refused("move.wrong_phase"):
                await mover.make(seat, name_next(1))
            with refused("flip.none_left"):
                await mover.make(seat, FLIP)
            with refused("move.not_your_turn"):
                await other.make(waits, YIELD)
            with refused("table.not_here"):
                await mover.make(1, YIELD)
            with refused("table.game_running"):
                await mover.begin()
            with refused("game.nothing_to_undo"):
                await mover.undo()
            with refused("table.not_here"):
                mover.view(1)
            with refused("table.not_here"):
                mover.happenings(1)
            assert before == (mover.view(seat), mover.happenings())

    run(work)


def test_hints_are_legal_moves_with_chances(table: Open) -> None:
    async def work() -> None:
        async with table(RuleSet(players=1), {}) as [model]:
            with refused("hint.not_now"):
                await model.hints(0)
            await model.begin()
            assert model.may_hint
            hints = await model.hints(0)
            view = model.view(0)
            assert view is not None
            # On a busy machine a short search may not have tried as many.
            assert 1 <= len(hints) <= 3
            for hint in hints:
                assert hint.move in moves_of(view)
                assert hint.medals is not None
                assert 0 <= sum(hint.medals) == pytest.approx(hint.win_chance)
                assert hint.win_chance <= 1

    run(work)


def test_listeners_hear_of_every_move_and_of_the_end(table: Open) -> None:
    async def work() -> None:
        async with table(RuleSet(players=1), {}) as [model]:
            heard: list[int] = []
            stop = model.listen(lambda: heard.append(len(model.happenings())))
            await model.begin()
            await play_all([model], at_random(Generator(1)))
            assert set(heard) >= set(range(heard[0], len(model.happenings()) + 1))
            stop()
            heard.clear()
            await model.begin()
            assert heard == []
        assert model.status is Status.CLOSED
        with refused("connection.closed"):
            await model.until(lambda: False)
        with refused("connection.closed"):
            await model.make(0, YIELD)

    run(work)
