"""The value net: what it sees of a state, and that its file is read as it was written."""

from __future__ import annotations

import json
import math
from array import array

import pytest

from openregicide.bots.search.net import DENSE, INPUTS, MOST_ROWS, Net, blank_net, encode, fits
from openregicide.bots.search.parameters import Objective, net_for
from openregicide.core import Card, Companions, Generator, RuleSet, Suit, Talk, new_state, suit_of
from support.positions import positions

STANDARD = [RuleSet(players=players) for players in (1, 2, 3, 4)]


def some_net(hidden: int, second: int, outputs: int) -> bytes:
    """A net file with numbers from a generator."""
    count = (INPUTS + DENSE + 1) * hidden + (hidden + 1) * second + (second + 1) * outputs
    dice = Generator(hidden)
    numbers = array("f", [dice.random_below(2001) / 5000 - 0.2 for _ in range(count)])
    head = {"inputs": INPUTS, "dense": DENSE, "hidden": hidden, "second": second}
    return json.dumps(head | {"outputs": outputs}).encode() + b"\n" + numbers.tobytes()


def by_hand(data: bytes, rows: list[int], dense: list[float]) -> list[float]:
    """What a net says, worked out the slow way."""
    line, _, rest = data.partition(b"\n")
    head = json.loads(line)
    numbers = iter(array("f", rest))
    signals = [1.0 if i in rows else 0.0 for i in range(INPUTS)] + dense
    for layer in ("hidden", "second", "outputs"):
        width = head[layer]
        weights = [[next(numbers) for _ in range(width)] for _ in signals]
        sums = [next(numbers) for _ in range(width)]
        for signal, weight in zip(signals, weights, strict=True):
            sums = [total + signal * w for total, w in zip(sums, weight, strict=True)]
        signals = sums if layer == "outputs" else [max(0.0, total) for total in sums]
    return [1 / (1 + math.exp(-signal)) for signal in signals]


@pytest.mark.parametrize("shape", [(64, 16, 1), (32, 8, 3), (40, 5, 2), (1, 1, 1)])
def test_a_net_says_what_its_numbers_say(shape: tuple[int, int, int]) -> None:
    data = some_net(*shape)
    net = Net.read(data)
    for number, state in enumerate(positions(RuleSet(players=2), 1, seed=2)):
        if number % 10 == 0:
            assert net.chances(state) == pytest.approx(by_hand(data, *encode(state)), abs=1e-4)
        assert net.copy().chances(state) == net.chances(state)


@pytest.mark.parametrize("rules", STANDARD, ids=str)
def test_a_state_turns_on_one_input_for_every_card_outside_the_castle(rules: RuleSet) -> None:
    for state in positions(rules, 5, seed=1):
        rows, dense = encode(state)
        assert len(rows) == len(set(rows)) <= MOST_ROWS
        assert all(0 <= row < INPUTS for row in rows)
        assert sum(row < 8 * 54 for row in rows) == rules.cards - (12 - state.castle_at)
        assert len(dense) == DENSE
        assert all(-2 <= quantity <= 8 for quantity in dense)


def test_tables_that_differ_look_different() -> None:
    seen = {
        (tuple(sorted(rows)), tuple(dense))
        for state in positions(RuleSet(players=3), 10, seed=5)
        for rows, dense in [encode(state)]
    }
    count = sum(1 for _ in positions(RuleSet(players=3), 10, seed=5))
    assert len(seen) == count


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("rules", STANDARD, ids=str)
def test_every_standard_game_has_a_net(rules: RuleSet, objective: Objective) -> None:
    net = net_for(rules, objective)
    assert net is not None
    assert net.outputs == (3 if rules.players == 1 else 1)
    chances = net.chances(new_state(rules, 1))
    assert all(0 < chance < 1 for chance in chances)
    assert chances == sorted(chances) or rules.players > 1


def test_a_net_knows_only_rules_that_it_learnt() -> None:
    assert fits(RuleSet(players=2, talk=Talk.OPEN, companions=Companions.MANY))
    assert fits(RuleSet(players=1, flips=0))
    assert not fits(RuleSet(players=2, attack=(5, 10, 15)))
    assert not fits(RuleSet(players=2, health=(20, 30, 41)))
    assert not fits(RuleSet(players=2, hand_limit=8))
    assert not fits(RuleSet(players=2, jesters=2))
    assert net_for(RuleSet(players=3, jesters=2)) is None


def test_damaged_files_are_refused() -> None:
    data = some_net(8, 4, 1)
    with pytest.raises(ValueError, match="do not make this net"):
        Net.read(data[:-4])
    with pytest.raises(ValueError, match="other inputs"):
        Net.read(data.replace(f'"inputs": {INPUTS}'.encode(), b'"inputs": 7'))
    with pytest.raises(ValueError, match="no net has layers"):
        Net(129, 16, 1, array("f"))
    with pytest.raises(ValueError, match="no net has 4 outputs"):
        Net(64, 16, 4, array("f"))


def test_a_blank_net_looks_but_does_not_know() -> None:
    state = new_state(RuleSet(players=2), 1)
    assert blank_net().chances(state) == [0.5]


def test_the_net_for_two_knows_that_nothing_goes_without_diamonds() -> None:
    """Who holds none never draws, and fourteen cards do not defeat twelve royals."""
    net = net_for(RuleSet(players=2))
    assert net is not None
    chances: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(2000):
        state = new_state(RuleSet(players=2), seed)
        held = state.hands[0] | state.hands[1]
        some = any(held >> card & 1 for card in range(52) if suit_of(Card(card)) is Suit.DIAMONDS)
        chances[some] += net.chances(state)
    assert len(chances[False]) > 5
    assert max(chances[False]) < 0.2
    assert sum(chances[True]) / len(chances[True]) > 0.9
