"""The bot that knows nothing, and the one to learn from."""

from __future__ import annotations

from collections import Counter

import pytest

from openregicide.bots.api.match import play_match
from openregicide.bots.players.greedy_bot import GreedyBot
from openregicide.bots.players.random_bot import RandomBot
from openregicide.core import Generator, RuleSet, moves_of, new_state, view_for
from openregicide.notation import format_move
from support.scenario import Table, table


def test_random_takes_every_legal_move_equally_often() -> None:
    view = view_for(new_state(RuleSet(players=2), 7), 0)
    moves = moves_of(view)
    generator = Generator(1)
    times = Counter(RandomBot().choose(view, generator) for _ in range(300 * len(moves)))
    assert set(times) == set(moves)
    # Five standard deviations; the generator is seeded, so it passes always or never.
    assert all(abs(count - 300) < 90 for count in times.values())


def test_random_also_discards_more_than_it_must() -> None:
    view = table("5C6D7H8S", phase="d", enemy="JC", played=["2S"]).view(0)
    generator = Generator(1)
    chosen = {RandomBot().choose(view, generator) for _ in range(300)}
    assert chosen == set(moves_of(view))
    assert chosen > set(moves_of(view, minimal=True))


def greedy(position: Table) -> str:
    view = position.view(position.seat)
    return format_move(GreedyBot().choose(view, Generator(0)))


def test_greedy_defeats_exactly_if_it_can() -> None:
    # The ten would do as well, but the jack would be lost.
    assert greedy(table("9CTD5H", "2C", enemy="JS", played=["AD", "8C"])) == "pTD"
    assert greedy(table("3HTS5H", "2C", enemy="JS", played=["9D", "8D"])) == "p3H"


def test_greedy_ends_the_game_when_it_can() -> None:
    position = table("TC3D9H", "2C", castle="KS", played=["TD", "9C"], rest="discard")
    after = position.do(greedy(position))
    assert after.outcome is not None
    assert after.outcome.won


def test_greedy_does_not_attack_with_what_it_needs_to_survive() -> None:
    # The queen strikes for 15, and there is nothing to draw: it takes both cards to pay.
    position = table("TD5C", "2C", enemy="QH", rest="discard")
    assert greedy(position) == "y"
    for other in position.moves - {"y"}:
        assert position.do(other).outcome is not None


def test_greedy_pays_with_as_little_as_possible() -> None:
    position = table("5C5DTD9S", "2C", enemy="JC", phase="d", played=["5H"])
    assert greedy(position) == "d5C5D"


def test_greedy_keeps_its_diamonds() -> None:
    position = table("TCTD", "2C", enemy="JS", phase="d", played=["5H"])
    assert greedy(position) == "dTC"


def test_greedy_lets_the_fullest_hand_go_next() -> None:
    position = table("2C", "3C4C", "5C6C7C", enemy="JH", phase="n", played=["X"], by=[0])
    assert greedy(position) == "n2"


def test_greedy_flips_a_jester_rather_than_lose() -> None:
    assert greedy(table("2C", enemy="QH", played=["3C"], phase="p", flips=1)) == "j"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_greedy_plays_on_where_random_has_long_lost(players: int) -> None:
    rules = RuleSet(players=players)
    kills = {"greedy": 0, "random": 0}
    for seed in range(8):
        for name, kind in (("greedy", GreedyBot), ("random", RandomBot)):
            dice = [Generator(100 + seed + seat) for seat in range(players)]
            match = play_match(rules, seed, [kind() for _ in dice], dice)
            assert match.fault is None
            kills[name] += match.kills
    assert kills["greedy"] > 3 * kills["random"]


def test_greedy_throws_no_dice() -> None:
    rules = RuleSet(players=2)
    games = []
    for seed in (1, 2):
        dice = [Generator(seed), Generator(seed)]
        games.append(play_match(rules, 5, [GreedyBot(), GreedyBot()], dice).game.tokens)
        assert dice[0].words() == Generator(seed).words()
    assert games[0] == games[1]
