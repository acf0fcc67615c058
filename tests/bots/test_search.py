"""The search: same seed, same move; on time; honest; and it says what it found."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from openregicide.bots import make_bot
from openregicide.bots.players.search_bot import SearchBot, leads_to
from openregicide.bots.search.net import blank_net
from openregicide.bots.search.parameters import Objective, weights_for
from openregicide.bots.search.policy import Policy
from openregicide.bots.search.tree import Tree
from openregicide.bots.search.worlds import Worlds
from openregicide.core import (
    FLIP,
    Generator,
    Move,
    Phase,
    RuleSet,
    State,
    apply,
    is_legal,
    minimal_moves,
    new_state,
    view_for,
)
from openregicide.engine import engine_name
from openregicide.errors import InvalidOptionError
from support.positions import positions

slow_engine = pytest.mark.skipif(
    engine_name() == "interpreted", reason="it would take the interpreted engine minutes"
)


def some_positions(players: int, count: int, *, seed: int = 1) -> list[State]:
    found = [
        state.copy()
        for number, state in enumerate(positions(RuleSet(players=players), 20, seed=seed))
        if number % 7 == 3 and len(minimal_moves(state)) > 2
    ]
    assert len(found) >= count
    return found[:count]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("threads", [1, 3])
def test_the_same_seed_and_iterations_make_the_same_move(players: int, threads: int) -> None:
    for state in some_positions(players, 3):
        view = view_for(state, state.seat)
        analyses = [
            SearchBot(iterations=60, threads=threads).analyse(view, Generator(9)) for _ in range(2)
        ]
        assert analyses[0].candidates == analyses[1].candidates
        assert analyses[0].iterations == 60


def test_one_bot_asked_twice_says_the_same_twice() -> None:
    bot = SearchBot(iterations=100)
    first, second = some_positions(2, 2)
    answers = [
        bot.analyse(view_for(state, state.seat), Generator(3)).candidates
        for state in (first, second, first)
    ]
    assert answers[0] == answers[2] != answers[1]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_nothing_hidden_changes_what_the_search_says(players: int) -> None:
    bot = SearchBot(iterations=50)
    for number, state in enumerate(some_positions(players, 3, seed=4)):
        answer = bot.analyse(view_for(state, state.seat), Generator(number)).candidates
        world = State(state.rules)
        Worlds(view_for(state, state.seat)).deal(world, Generator(77))
        again = bot.analyse(view_for(world, state.seat), Generator(number)).candidates
        assert answer == again


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_analysis_adds_up(players: int) -> None:
    for state in some_positions(players, 4):
        analysis = SearchBot(iterations=200).analyse(view_for(state, state.seat), Generator(1))
        moves = [candidate.move for candidate in analysis.candidates]
        assert set(moves) == set(minimal_moves(state))
        assert sum(candidate.visits for candidate in analysis.candidates) == 200
        visits = [candidate.visits for candidate in analysis.candidates]
        assert visits == sorted(visits, reverse=True)
        assert sum(candidate.prior for candidate in analysis.candidates) == pytest.approx(1)
        for candidate in analysis.candidates:
            assert 0 <= candidate.win_chance <= 1 + 1e-6
            if players > 1:
                assert candidate.medals is None
            else:
                assert candidate.medals is not None
                assert sum(candidate.medals) == pytest.approx(candidate.win_chance)
        assert analysis.move == moves[0]
        assert analysis.seconds > 0


def test_a_flip_costs_the_gold() -> None:
    state = next(
        state
        for state in positions(RuleSet(players=1), 5)
        if state.flips == 2 and len(minimal_moves(state)) > 3
    )
    for objective in Objective:
        bot = SearchBot(iterations=400, objective=objective)
        analysis = bot.analyse(view_for(state, 0), Generator(1))
        flip = next(each for each in analysis.candidates if each.move == FLIP)
        assert flip.medals is not None
        assert flip.medals[0] == 0


def wins_at_once(state: State, move: Move) -> bool:
    after = state.copy()
    apply(after, move)
    outcome = after.outcome()
    return outcome is not None and outcome.won


def test_a_win_in_one_is_found() -> None:
    found = 0
    for state in positions(RuleSet(players=2), 200, seed=3):
        if state.castle_at == 11 and any(wins_at_once(state, m) for m in minimal_moves(state)):
            bot = SearchBot(iterations=100)
            assert wins_at_once(state, bot.choose(view_for(state, state.seat), Generator(1)))
            found += 1
            if found == 5:
                return
    pytest.fail("not enough games came to their last blow")


def test_every_phase_is_searched() -> None:
    bot = make_bot("search:iterations=30")
    seen = set()
    for state in positions(RuleSet(players=3), 12, seed=2):
        if state.phase not in seen or state.phase == Phase.NAME_NEXT:
            seen.add(state.phase)
            assert is_legal(state, bot.choose(view_for(state, state.seat), Generator(5)))
    assert seen == {Phase.PLAY, Phase.DISCARD, Phase.NAME_NEXT}


@pytest.mark.parametrize(
    "rules",
    [
        RuleSet(players=1, solo_yield=True),
        RuleSet(players=2, companions="many", jesters=2),  # type: ignore[arg-type]
        RuleSet(players=3, hand_limit=12, attack=(0, 250, 1), health=(1, 250, 250)),
        RuleSet(players=4, hand_limit=1),
    ],
    ids=str,
)
def test_other_rules_are_played_to_the_end(rules: RuleSet) -> None:
    bot = SearchBot(iterations=12)
    state = new_state(rules, 5)
    dice = Generator(1)
    while state.outcome() is None:
        apply(state, bot.choose(view_for(state, state.seat), dice))


def test_a_full_tree_goes_on_counting() -> None:
    rules = RuleSet(players=4)
    policy = Policy(weights_for(rules))
    tree = Tree(policy, policy, blank_net(), 64)
    tree.enemies = 12
    tree.begin(Worlds(view_for(new_state(rules, 1), 0)), Generator(1))
    assert tree.grow(300, 0.0) == 300
    assert tree.used == 64
    assert sum(visits for _, visits, *_ in tree.results()) == 300


def test_what_was_found_after_a_move_can_be_kept() -> None:
    rules = RuleSet(players=1)
    policy = Policy(weights_for(rules))
    tree = Tree(policy, policy, blank_net(), 4096)
    for state in some_positions(1, 5):
        tree.begin(Worlds(view_for(state, 0)), Generator(1))
        tree.grow(300, 0.0)
        for number in range(3):
            move, visits, total, *_ = max(tree.results(), key=lambda result: result[1])
            used = tree.used
            apply(state, Move(move))
            if state.phase == Phase.OVER:
                break
            tree.reuse(move, Worlds(view_for(state, 0)), Generator(number))
            # Every visit but the first went on to a move of its own.
            kept = tree.results()
            assert 1 < tree.used < used
            assert sum(each[1] for each in kept) <= visits - 1
            assert sum(each[2] for each in kept) <= total + 1e-9
            assert tree.grow(50, 0.0) == 50
            assert sum(each[1] for each in tree.results()) == sum(each[1] for each in kept) + 50


def test_what_is_best_against_each_enemy_is_found_apart() -> None:
    state, move, worlds = next(falls_without_draws())
    policy = Policy(weights_for(state.rules))
    seen = {}
    for suit, world in worlds.items():
        tree = Tree(policy, policy, blank_net(), 4096)
        tree.begin(Worlds(view_for(state, 0)), Generator(1))
        tree.grow(600, 0.0)
        visits = next(each[1] for each in tree.results() if each[0] == move)
        tree.reuse(move, Worlds(view_for(world, 0)), Generator(1))
        seen[suit] = sum(each[1] for each in tree.results())
    # Every visit but the first met one of these enemies, and counts for that one alone.
    assert all(0 < each < visits - 1 for each in seen.values())
    assert sum(seen.values()) == visits - 1


def falls_without_draws() -> Iterator[tuple[State, Move, dict[int, State]]]:
    """Yield solo positions with a move by which the enemy falls and nothing is drawn, and for each
    suit that the next enemy may have the table after it."""
    for state in some_positions(1, 60):
        for move in minimal_moves(state):
            worlds: dict[int, State] = {}
            for number in range(40):
                world = State(state.rules)
                Worlds(view_for(state, 0)).deal(world, Generator(number))
                apply(world, move)
                fell = len(world.castle_cards()) < len(state.castle_cards())
                if fell and len(world.tavern_cards()) >= len(state.tavern_cards()):
                    worlds[world.castle_cards()[0] & 3] = world
            if len(worlds) > 1:
                yield state, move, worlds


@pytest.mark.parametrize("trust", [0.0, 0.5, 1.0])
def test_the_net_is_asked_before_and_after_the_policy_plays_on(trust: float) -> None:
    rules = RuleSet(players=2, health=(1, 1, 1), attack=(0, 0, 0))
    policy = Policy(weights_for(rules))
    # Nearly every game is won in the end, and a net that knows nothing says 0.5.
    tree = Tree(policy, policy, blank_net(), 4096)
    tree.enemies = 12
    tree.trust = trust
    tree.begin(Worlds(view_for(new_state(rules, 1), 0)), Generator(1))
    tree.grow(100, 0.0)
    value = sum(each[2] for each in tree.results()) / 100
    assert value == pytest.approx(1 - trust / 2, abs=0.02)


def test_a_move_that_was_never_tried_leaves_nothing_to_keep() -> None:
    state = some_positions(1, 1)[0]
    policy = Policy(weights_for(state.rules))
    tree = Tree(policy, policy, blank_net(), 64)
    tree.begin(Worlds(view_for(state, 0)), Generator(1))
    tree.reuse(minimal_moves(state)[0], Worlds(view_for(state, 0)), Generator(1))
    assert tree.used == 1
    assert tree.grow(20, 0.0) == 20
    assert sum(visits for _, visits, *_ in tree.results()) == 20


def test_the_search_goes_on_only_where_nothing_was_revealed() -> None:
    silent = 0
    for state in some_positions(1, 60):
        before = view_for(state, 0)
        world = State(state.rules)
        Worlds(before).deal(world, Generator(5))
        for move in minimal_moves(state):
            ends = []
            for table in (state, world):
                after = table.copy()
                apply(after, move)
                ends.append(view_for(after, 0))
            if leads_to(before, move, ends[0]):
                # Whatever the hidden cards are, this is how it goes on.
                assert ends[0] == ends[1]
                silent += 1
            else:
                assert (before.layers, before.royals) != (ends[0].layers, ends[0].royals)
            assert not leads_to(before, move, before)
    assert silent > 100


def test_by_iterations_earlier_choices_do_not_matter() -> None:
    bot = SearchBot(iterations=40)
    state = new_state(RuleSet(players=1), 11)
    for number in range(12):
        view = view_for(state, 0)
        move = bot.choose(view, Generator(number))
        assert move == SearchBot(iterations=40).choose(view, Generator(number))
        apply(state, move)


def test_a_solo_game_by_the_clock_is_played_to_its_end() -> None:
    bot = SearchBot(ms=2)
    state = new_state(RuleSet(players=1), 5)
    while state.outcome() is None:
        apply(state, bot.choose(view_for(state, 0), Generator(state.ply)))


@slow_engine
def test_more_thought_wins_more() -> None:
    def wins(spec: str) -> int:
        bot = make_bot(spec)
        won = 0
        for seed in range(12):
            state = new_state(RuleSet(players=2), 1000 + seed)
            dice = Generator(seed)
            while state.outcome() is None:
                apply(state, bot.choose(view_for(state, state.seat), dice))
            outcome = state.outcome()
            won += outcome is not None and outcome.won
        return won

    assert wins("search:iterations=300") >= 9 > wins("random")


@slow_engine
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_by_the_clock_stops_by_the_clock(threads: int) -> None:
    # Not how fast, only that the clock ends it: iterations alone would go on for hours.
    state = new_state(RuleSet(players=2), 1)
    bot = SearchBot(ms=30, iterations=100_000_000, threads=threads)
    begin = time.perf_counter()
    analysis = bot.analyse(view_for(state, 0), Generator(1))
    assert 0.03 <= analysis.seconds <= time.perf_counter() - begin
    assert 0 < analysis.iterations < 100_000_000


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"ms": 0}, "ms"),
        ({"ms": -1}, "ms"),
        ({"ms": 600_001}, "ms"),
        ({"iterations": 0}, "iterations"),
        ({"threads": 0}, "threads"),
        ({"threads": 65}, "threads"),
    ],
)
def test_limits_out_of_range_are_refused(options: dict[str, int], option: str) -> None:
    with pytest.raises(InvalidOptionError) as refused:
        SearchBot(**options)  # type: ignore[arg-type]
    assert refused.value.code == "option.out_of_range"
    assert refused.value.values["option"] == option


VISITS = """
from openregicide.bots.players.search_bot import SearchBot
from openregicide.core import Generator, RuleSet, view_for
from support.positions import positions
for players in (1, 2, 3, 4):
    bot = SearchBot(iterations=40)
    for number, state in enumerate(positions(RuleSet(players=players), 1, seed=players)):
        if number % 6 == 5:
            analysis = bot.analyse(view_for(state, state.seat), Generator(number))
            print(players, number, *((each.move, each.visits) for each in analysis.candidates))
"""


def test_the_compiled_search_tries_the_same_moves_as_the_interpreted() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", VISITS],
            env=os.environ | {"OPENREGICIDE_ENGINE": engine, "PYTHONPATH": "tests"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for engine in ("", "interpreted")
    ]
    assert len(said[0]) == len(said[1]) >= 12
    # The net counts in 32 bits here and in 64 there: once in a long while that turns the scale.
    same = sum(one == other for one, other in zip(*said, strict=True))
    assert same >= len(said[0]) - 1


@slow_engine
def test_processor_time_is_a_limit_even_when_preparing_took_all_of_it() -> None:
    bot = SearchBot(ms=1, clock="cpu")
    state = new_state(RuleSet(players=1), 3)
    # The nets are loaded within this move, which takes longer than the move may.
    assert bot.analyse(view_for(state, 0), Generator(1)).iterations < 100_000
    again = bot.analyse(view_for(state, 0), Generator(1))
    assert 1 <= again.iterations < 100_000
