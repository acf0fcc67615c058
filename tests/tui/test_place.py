"""The same game at every kind of place: a screen need not know at which it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from openregicide.core import FLIP, YIELD, Generator, RuleSet, moves_of, name_next
from openregicide.notation import format_seed
from openregicide.table.hashes import seed_hash
from openregicide.tui.local import LocalPlace
from openregicide.tui.place import Place, Status
from openregicide.tui.remote_place import RemotePlace, find_link
from openregicide.tui.saves import Saves
from serving import RunningServer

from .place_games import EASY, QUICK, at_random, check_log, one_card, play_all, refused, run

NAMES = ("Ann", "Bob", "Cleo")

Open = Callable[[RuleSet, Mapping[int, str]], AbstractAsyncContextManager[list[Place]]]


@pytest.fixture(params=["local", "remote"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """A function that lays a table with people in every seat that is no bot's."""
    if request.param == "local":

        @asynccontextmanager
        async def local(rules: RuleSet, bots: Mapping[int, str]) -> AsyncIterator[list[Place]]:
            names = {seat: NAMES[seat] for seat in range(rules.players) if seat not in bots}
            saves = Saves(tmp_path)
            async with LocalPlace(rules, saves, bots=bots, names=names, pause=0) as place:
                yield [place]

        return local

    running: RunningServer = request.getfixturevalue("running")

    @asynccontextmanager
    async def remote(rules: RuleSet, bots: Mapping[int, str]) -> AsyncIterator[list[Place]]:
        async with AsyncExitStack() as stack:
            people = [seat for seat in range(rules.players) if seat not in bots]
            host = await RemotePlace.create(
                running.url, NAMES[people[0]], rules, bots=bots, timing=QUICK
            )
            places: list[Place] = [await stack.enter_async_context(host)]
            assert host.invitation is not None
            for seat in people[1:]:
                link = find_link(host.invitation)
                guest = await RemotePlace.join(link, NAMES[seat], timing=QUICK)
                places.append(await stack.enter_async_context(guest))
            for place in places:
                await place.until(lambda place=place: all(p.present for p in place.players))  # type: ignore[misc]
            yield places

    return remote


def test_two_people_and_a_bot_play_two_games(table: Open) -> None:
    # Weak enough that nobody loses before all three have played.
    rules = RuleSet(players=3, attack=(1, 1, 1))

    async def work() -> None:
        async with table(rules, {1: "greedy"}) as places:
            host = places[0]
            assert sorted(seat for place in places for seat in place.here) == [0, 2]
            assert [player.name for player in host.players] == ["Ann", "greedy", "Cleo"]
            assert [player.is_bot for player in host.players] == [False, True, False]
            for place in places:
                assert [player.here for player in place.players] == [
                    seat in place.here for seat in range(3)
                ]
                assert place.status is Status.ONLINE
                assert place.error is None
                assert place.view() is None
                assert (place.turn, place.turn_of_here, place.waiting_for) == (None, None, None)
                assert (place.number, place.seed_hash, place.outcome) == (0, None, None)
            for number in (1, 2):
                assert host.may_begin
                await host.begin(first=2)
                for place in places:
                    await place.until(lambda place=place, number=number: place.number == number)  # type: ignore[misc]
                    assert place.seed is None
                assert not host.may_begin
                promised = host.seed_hash
                await play_all(places, at_random(Generator(7)))
                for place in places:
                    moves = check_log(place, rules)
                    if number == 1:
                        assert moves[0].seat == 2
                    assert {each.seat for each in moves} == {0, 1, 2}
                    assert place.seed is not None
                    assert seed_hash(format_seed(place.seed)) == place.seed_hash == promised
                    assert place.kept_at
            told = [[(each.what, each.move) for each in place.happenings()] for place in places]
            assert told[0] == told[-1]

    run(work)


def test_R4_the_champion_begins_the_rematch(table: Open) -> None:
    async def work() -> None:
        async with table(EASY, {}) as places:
            await places[0].begin(first=0)
            await play_all(places, one_card)
            outcome = places[0].outcome
            assert outcome is not None
            assert outcome.won
            await places[0].begin(first=1 - outcome.seat)
            assert places[0].turn == outcome.seat

    run(work)


def test_refusals_have_the_same_codes(table: Open) -> None:
    async def work() -> None:
        async with table(RuleSet(players=3), {1: "greedy"}) as places:
            mover, other = places[0], places[-1]
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
            with refused("place.not_here"):
                await mover.make(1, YIELD)
            with refused("table.game_running"):
                await mover.begin()
            with refused("place.cannot"):
                await mover.undo()
            with refused("place.not_here"):
                mover.view(1)
            with refused("place.not_here"):
                mover.happenings(1)
            assert before == (mover.view(seat), mover.happenings())

    run(work)


def test_hints_are_legal_moves_with_chances(table: Open) -> None:
    async def work() -> None:
        async with table(RuleSet(players=1), {}) as [place]:
            with refused("table.no_game"):
                await place.hints(0)
            await place.begin()
            hints = await place.hints(0, 2, ms=30)
            view = place.view(0)
            assert view is not None
            assert len(hints) == 2
            for hint in hints:
                assert hint.move in moves_of(view)
                assert hint.medals is not None
                assert 0 <= sum(hint.medals) == pytest.approx(hint.win_chance)
                assert hint.win_chance <= 1

    run(work)


def test_listeners_hear_of_every_move_and_of_the_end(table: Open) -> None:
    async def work() -> None:
        async with table(RuleSet(players=1), {}) as [place]:
            heard: list[int] = []
            stop = place.listen(lambda: heard.append(len(place.happenings())))
            await place.begin()
            await play_all([place], at_random(Generator(1)))
            assert set(heard) >= set(range(heard[0], len(place.happenings()) + 1))
            stop()
            heard.clear()
            await place.begin()
            assert heard == []
        assert place.status is Status.CLOSED
        with refused("connection.closed"):
            await place.until(lambda: False)
        with refused("connection.closed"):
            await place.make(0, YIELD)

    run(work)
