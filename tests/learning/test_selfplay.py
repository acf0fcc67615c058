"""Games that become samples: the goals are how the games ended."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from learning.deals import Purpose, deal_seed, purpose_of
from learning.samples import Recorder, read_folders
from learning.selfplay import (
    Options,
    Players,
    begin_game,
    diamonds_held,
    main,
    open_view,
    opinion,
    play_game,
)
from openregicide.bots import make_bot
from openregicide.bots.search.net import INPUTS, encode
from openregicide.bots.search.policy import STARTING_WEIGHTS, Policy
from openregicide.bots.search.worlds import Worlds
from openregicide.core import (
    FLIP,
    JESTER,
    Generator,
    Move,
    Phase,
    State,
    Suit,
    View,
    apply,
    cards_in,
    minimal_moves,
    moves_of,
    new_state,
    suit_of,
    view_for,
)
from openregicide.core.phase import Ending
from support.learning_samples import some_positions


@pytest.fixture
def weights(tmp_path: Path) -> str:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"weights": dict(STARTING_WEIGHTS)}))
    return str(path)


def replay(options: Options, number: int) -> list[State]:
    """Return all positions of a game that the policy plays alone, the last one over."""
    policy = Policy(STARTING_WEIGHTS)
    state = new_state(options.rules, deal_seed(Purpose.TRAIN, options.seed, number))
    states = [state.copy()]
    while state.phase != Phase.OVER:
        moves, scores = policy.advise(state)
        apply(state, Move(moves[int(np.argmax(scores))]))
        states.append(state.copy())
    return states


@pytest.mark.parametrize(("players", "flips"), [(1, -1), (1, 0), (2, -1), (4, -1)])
def test_goals_agree_with_the_games(weights: str, players: int, flips: int) -> None:
    options = Options(players=players, flips=flips, policy=weights, policy_plies=0)
    seated = Players(options)
    wins = found = 0
    for number in range(60):
        recorder = Recorder(players)
        won = play_game(seated, number, recorder)
        states = replay(options, number)
        assert won == (states[-1].ending == Ending.LAST_KING)
        wins += won
        later = {tuple(encode(state)[0]): state.flips for state in states[:-1]}
        samples = recorder.samples()
        for rows, goal in zip(samples.rows, samples.goal, strict=True):
            flipped = later[tuple(int(row) for row in rows if row != INPUTS)] - states[-1].flips
            expected = [won and flipped <= most for most in (0, 1, 2)]
            assert goal.tolist() == (expected if players == 1 else [won])
            found += 1
    assert found > 100
    assert wins or flips == 0


def test_openings_lead_astray_in_half_of_the_games(weights: str) -> None:
    players = Players(Options(players=2, policy=weights))
    plies = []
    for number in range(200):
        state = new_state(players.options.rules, number)
        players.open_game(state, Generator(number))
        plies.append(state.ply)
    assert 80 < sum(ply == 0 for ply in plies) < 130
    assert max(plies) > 20


@pytest.mark.parametrize(("scarce", "least", "most"), [(0, 2, 14), (50, 40, 65), (100, 100, 100)])
def test_so_many_deals_have_few_diamonds_as_were_asked_for(
    scarce: int, least: int, most: int
) -> None:
    options = Options(players=3, scarce=scarce, policy_plies=0)
    players = Players(options)
    held = []
    for number in range(100):
        seed, state = begin_game(players, number, Generator(number))
        assert purpose_of(seed) is Purpose.TRAIN
        again = new_state(options.rules, seed)
        assert diamonds_held(again) == diamonds_held(state)
        held.append(diamonds_held(state))
        if not scarce:
            assert seed == deal_seed(Purpose.TRAIN, options.seed, number)
    assert least <= sum(count <= 2 for count in held) <= most
    assert not scarce or sum(count <= 1 for count in held) > scarce / 4


def test_diamonds_are_counted_in_all_hands() -> None:
    for state in some_positions(2, 30):
        hands = [view_for(state, seat).hands[seat].cards for seat in range(2)]
        found = [card for hand in hands for card in hand if suit_of(card) is Suit.DIAMONDS]
        assert diamonds_held(state) == len(found)


@dataclass(frozen=True)
class Analysis:
    move: Move
    win_chance: float
    medals: tuple[float, float, float] | None = None


class Analyst:
    """A bot with an opinion; it counts how often it was asked."""

    def __init__(self, win_chance: float = 0.625) -> None:
        self.win_chance = win_chance
        self.asked: list[View] = []

    def analyse(self, view: View, generator: Generator) -> Analysis:
        self.asked.append(view)
        return Analysis(moves_of(view)[0], self.win_chance)


def test_a_bot_is_asked_wherever_it_has_a_choice(weights: str) -> None:
    players = Players(Options(players=2, policy=weights, policy_plies=0))
    players.bot = analyst = Analyst()
    recorder = Recorder(2)
    play_game(players, 3, recorder)
    samples = recorder.samples()
    assert len(samples) == len(analyst.asked) > 3
    assert all(view.seat == view.turn for view in analyst.asked)
    assert (samples.value == 0.625).all()
    state = new_state(players.options.rules, deal_seed(Purpose.TRAIN, 1, 3))
    assert len(minimal_moves(state)) > 1
    assert samples.rows[0][: len(encode(state)[0])].tolist() == encode(state)[0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_open_hands_are_known_and_nothing_else(players: int) -> None:
    taverns = set()
    for state in some_positions(players, 40):
        worlds, world = Worlds(open_view(state)), State(state.rules)
        for seed in range(3):
            worlds.deal(world, Generator(seed))
            assert [cards_in(world.hands[seat]) for seat in range(players)] == [
                cards_in(state.hands[seat]) for seat in range(players)
            ]
            tavern = world.tavern_cards()
            taverns.add((state.ply, *tavern))
            view = view_for(state, state.seat)
            for part in view.tavern:
                cards, tavern = tavern[: part.count], tavern[part.count :]
                assert {min(card, JESTER) for card in cards} <= {*view.layers[part.layer]}
    assert len(taverns) > 60


def test_a_judge_sees_all_hands_and_the_player_does_not(weights: str) -> None:
    players = Players(Options(players=2, policy=weights, policy_plies=0))
    players.bot, players.judge = Analyst(), Analyst(0.25)
    recorder = Recorder(2)
    play_game(players, 3, recorder)
    samples = recorder.samples()
    assert (samples.value == 0.25).all()
    assert len(players.judge.asked) == len(samples) >= len(players.bot.asked) > 3
    first = new_state(players.options.rules, deal_seed(Purpose.TRAIN, 1, 3))
    assert players.bot.asked[0] == view_for(first, first.seat)
    assert players.judge.asked[0] == open_view(first)


class Doubter:
    """A judge who loses all doubt in the end."""

    def __init__(self, chances: list[float]) -> None:
        self.chances = chances
        self.asked: list[View] = []

    def analyse(self, view: View, generator: Generator) -> Analysis:
        self.asked.append(view)
        return Analysis(moves_of(view)[0], self.chances[len(self.asked) - 1])


def test_a_game_is_played_as_long_as_it_is_in_doubt() -> None:
    players = Players(Options(players=2, doubtful=True, scarce=100, policy_plies=0))
    players.bot = make_bot("greedy")
    # Two deals without doubt, a third one, that one again, and two positions with a move aside.
    players.judge = judge = Doubter([0.99, 0.01, 0.5, 0.3, 0.2, 0.6, 0.7, 0.97])
    recorder = Recorder(2)
    assert play_game(players, 1, recorder)
    samples = recorder.samples()
    assert samples.value[:, 0].tolist() == pytest.approx([0.3, 0.2, 0.6, 0.7, 0.97])
    assert np.isnan(samples.goal).all()
    assert len(set(samples.game.tolist())) == 1
    dealt = new_state(players.options.rules, deal_seed(Purpose.TRAIN, 1, 1, 2, tries_of(judge)))
    assert diamonds_held(dealt) <= 2
    assert judge.asked[2] == judge.asked[3] == open_view(dealt)
    # What was tried aside is not what the game went on with.
    plies = [view.ply for view in judge.asked[3:]]
    assert plies == [0, 1, 1, 2, 2]


def tries_of(judge: Doubter) -> int:
    """Return how often it was dealt again before the game began."""
    rules = judge.asked[0].rules
    for tries in range(1, 10_000):
        state = new_state(rules, deal_seed(Purpose.TRAIN, 1, 1, 2, tries))
        if open_view(state) == judge.asked[3]:
            return tries
    raise AssertionError("no such deal")


def test_without_a_judge_there_is_no_doubt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--players", "2", "--games", "1", "--doubtful", "--out", str(tmp_path / "out")])
    assert "--judge" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_moves_tried_aside_are_those_that_the_search_would_try() -> None:
    players = Players(Options(players=2))
    for state in some_positions(2, 20):
        moves, scores = players.prior.advise(state)
        dice = Generator(1)
        tried = [players.likely_move(state, dice) for _ in range(200)]
        assert set(tried) <= set(moves)
        best = moves[scores.index(max(scores))]
        assert tried.count(Move(best)) >= 200 / (len(moves) + 1) / 2


def test_bots_without_an_opinion_play_too(tmp_path: Path, weights: str) -> None:
    command = ["--players", "2", "--bot", "random", "--games", "3", "--chunk", "3"]
    main([*command, "--policy", weights, "--out", str(tmp_path / "out")])
    assert np.isnan(read_folders([tmp_path / "out"]).value).all()


def test_medals_become_chances_from_here_on() -> None:
    [state, *_] = some_positions(1, 1)
    move = minimal_moves(state)[0]
    analysis = Analysis(move, 0.9, (0.5, 0.3, 0.1))
    assert opinion(state, analysis) == pytest.approx([0.5, 0.8, 0.9])
    apply(state, FLIP)
    assert opinion(state, Analysis(move, 0.9, (0, 0.7, 0.2))) == pytest.approx([0.7, 0.9, 0.9])
    apply(state, FLIP)
    assert opinion(state, Analysis(move, 0.9, (0, 0, 0.9))) == pytest.approx([0.9, 0.9, 0.9])
    together = some_positions(2, 1)[0]
    assert opinion(together, Analysis(move, 0.25)) == [0.25]


def test_a_break_changes_nothing(tmp_path: Path, weights: str) -> None:
    command = ["--players", "3", "--policy", weights, "--chunk", "10", "--games"]
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    main([*command, "40", "--out", str(whole)])
    main([*command, "20", "--out", str(broken)])
    (broken / "chunk-00000.npz").unlink()
    main([*command, "40", "--out", str(broken), "--resume", "--jobs", "2"])
    one, other = read_folders([whole]), read_folders([broken])
    assert np.array_equal(one.rows, other.rows)
    assert np.array_equal(one.goal, other.goal)
    assert len(set(one.game.tolist())) <= 40


def test_samples_of_another_run_are_left_alone(
    tmp_path: Path, weights: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["--players", "2", "--policy", weights, "--chunk", "2", "--games", "2"]
    command += ["--out", str(tmp_path / "out")]
    main(command)
    with pytest.raises(SystemExit):
        main(command)
    assert "--resume" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*command, "--resume", "--seed", "2"])
    assert "other options" in capsys.readouterr().err


def test_the_objective_is_an_option_of_the_bot() -> None:
    gold = Options(players=1, objective="gold", bot="search:ms=5")
    assert gold.spec == "search:ms=5,objective=gold"
    assert Options(players=1, objective="gold", bot="search").spec == "search:objective=gold"
    assert Options(players=1, bot="search:ms=5").spec == "search:ms=5"
