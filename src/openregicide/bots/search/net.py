"""The value net: a small net that looks at a whole state and estimates how its game will end.

The search asks it about worlds that it dealt itself, so the net may see every card of them. Most
of its inputs are sparse, 0 or 1: this card is in that zone, so much health is left. Only those that
are on cost anything: each adds a row of weights to the first layer. Two more layers turn that into
chances; `learning/train.py` finds the weights.

Compiled, with C types in `net.pxd`.
"""

from __future__ import annotations

import json
import math
from array import array

from ...core import bits, codes
from ...core.options import RuleSet
from ...core.state import State
from . import machine

__all__ = ["DENSE", "INPUTS", "MOST_ROWS", "Net", "blank_net", "encode", "fits"]

BUILT_FROM = bits.DIGEST

# Zones, as the player to move sees them: 0 is their own hand, 1 to 3 the hands of the next players
# in turn, then the cards that will be drawn soon, the rest of the tavern, the discard pile and the
# table. A card in no zone is a royal still in the castle.
SOON = 4
LATER = 5
DISCARDED = 6
ON_TABLE = 7
DRAWN_SOON = 6
"""How many cards from the top of the tavern count as drawn soon."""

# Where each group of sparse inputs begins.
ENEMY = 8 * 54
BARE_ENEMY = ENEMY + 12
"""The enemy once a jester has ended its immunity."""
FALLEN = BARE_ENEMY + 12
HEALTH = FALLEN + 12
STRIKES = HEALTH + 41
DUE = STRIKES + 21
OWN_CARDS = DUE + 21
FLIPS = OWN_CARDS + 9
PHASE = FLIPS + 3
MAY_YIELD = PHASE + 5

INPUTS = MAY_YIELD + 1
"""The number of sparse inputs."""
DENSE = 10
"""The number of dense inputs: quantities."""
MOST_ROWS = 64
"""The most sparse inputs that are ever on: 54 cards, and one of each other group."""

# The same numbers with C types in net.pxd, where other modules cannot see them.
SPARSE_COUNT = INPUTS
DENSE_COUNT = DENSE

MOST_HIDDEN = 128
MOST_SECOND = 32
MOST_OUTPUTS = 3


def fits(rules: RuleSet) -> bool:
    """Tell whether a net knows these rules: it learnt from games by the rulebook.

    Talk and companions hardly change how strong a position is; enemies and hands do.
    """
    standard = RuleSet(players=rules.players)
    return (
        (rules.attack, rules.health, rules.hand_limit, rules.jesters)
        == (standard.attack, standard.health, standard.hand_limit, standard.jesters)
    )  # fmt: skip


class Net:
    """A net with its weights. It has scratch space of its own, so every thread needs a copy."""

    def __init__(
        self, hidden: int, second: int, outputs: int, parameters: array[float], note: object = None
    ) -> None:
        """Take the parameters of all layers in the order of `read`."""
        if not (0 < hidden <= MOST_HIDDEN and 0 < second <= MOST_SECOND):
            raise ValueError(f"no net has layers of {hidden} and {second}")
        if not 0 < outputs <= MOST_OUTPUTS:
            raise ValueError(f"no net has {outputs} outputs")
        first = INPUTS + DENSE + 1
        if len(parameters) != first * hidden + (hidden + 1) * second + (second + 1) * outputs:
            raise ValueError(f"{len(parameters)} numbers do not make this net")
        self.hidden = hidden
        self.second = second
        self.outputs = outputs
        self.note = note
        self.parameters = parameters
        self.rows = [0] * 64
        self.row_count = 0
        self.dense = [0.0] * 10
        self.chance = [0.0] * 3

    @staticmethod
    def read(data: bytes) -> Net:
        """Return the net of a file: a line of JSON, then 32-bit floats, lowest byte first.

        The layers follow each other, each with its weights by input and then its biases.

        :raises ValueError: the file holds no net, or one for other inputs.
        """
        line, _, numbers = data.partition(b"\n")
        head = json.loads(line)
        if (head["inputs"], head["dense"]) != (INPUTS, DENSE):
            raise ValueError("the net was made for other inputs")
        parameters = array("f")
        parameters.frombytes(numbers)
        if array("H", [1]).tobytes() != b"\x01\x00":
            parameters.byteswap()
        return Net(head["hidden"], head["second"], head["outputs"], parameters, head.get("note"))

    def activate(self, row: int) -> None:
        """Turn a sparse input on."""
        self.rows[self.row_count] = row
        self.row_count += 1

    def activate_cards(self, mask: int, zone: int) -> int:
        """Turn on that these cards are in a zone; return the sum of their values."""
        worth = 0
        while mask:
            card = bits.lowest(mask)
            mask &= mask - 1
            self.rows[self.row_count] = zone * 54 + card
            self.row_count += 1
            worth += codes.VALUE[card]
        return worth

    def read_inputs(self, state: State) -> None:
        """Read the inputs off a state whose game is not over."""
        self.row_count = 0
        own = state.hands[state.seat]
        own_worth = self.activate_cards(own, 0)
        worth = own_worth
        held = bits.size(own)
        fewest = held
        seat = state.seat
        for distance in range(1, state.players):
            seat = seat + 1 if seat + 1 < state.players else 0
            worth += self.activate_cards(state.hands[seat], distance)
            count = bits.size(state.hands[seat])
            held += count
            if count < fewest:
                fewest = count
        for depth in range(state.tavern_count):
            card = state.tavern[(state.tavern_top + depth) & 63]
            self.activate((SOON if depth < DRAWN_SOON else LATER) * 54 + card)
        self.activate_cards(state.discard, DISCARDED)
        self.activate_cards(state.table, ON_TABLE)
        enemy = state.castle[state.castle_at]
        full = state.health[(enemy >> 2) - 10]
        left = full - state.damage
        strikes = state.attack_left()
        own_cards = bits.size(own)
        self.activate((BARE_ENEMY if state.jester_played else ENEMY) + enemy - 40)
        self.activate(FALLEN + state.castle_at)
        self.activate(HEALTH + (left if left < 40 else 40))
        self.activate(STRIKES + (strikes if strikes < 20 else 20))
        self.activate(DUE + (state.due if state.due < 20 else 20))
        self.activate(OWN_CARDS + (own_cards if own_cards < 8 else 8))
        self.activate(FLIPS + state.flips)
        self.activate(PHASE + state.phase)
        if state.players > 1 and state.may_yield():
            self.activate(MAY_YIELD)
        room = state.hand_limit * state.players
        self.dense[0] = own_worth / 40.0
        self.dense[1] = worth / (20.0 * state.players)
        self.dense[2] = held / (1.0 * room)
        self.dense[3] = fewest / (1.0 * state.hand_limit)
        self.dense[4] = state.tavern_count / 40.0
        self.dense[5] = state.tavern_count / 10.0 if state.tavern_count < 10 else 1.0
        self.dense[6] = bits.size(state.discard) / 40.0
        self.dense[7] = state.damage / (1.0 * full)
        # Whether the hand could pay for a strike: the enemy's next one, and the one due now.
        self.dense[8] = own_worth / (1.0 * strikes) if own_worth < strikes else 1.0
        self.dense[9] = (
            (own_worth - state.due) / 20.0 if state.phase == codes.PHASE_DISCARD else 1.0
        )

    def evaluate(self, state: State) -> None:
        """Compute the chances of a state whose game is not over, into `chance`."""
        self.read_inputs(state)
        hidden = self.hidden
        numbers = machine.floats(self.parameters)
        layer = machine.reals(hidden)
        biases = (SPARSE_COUNT + DENSE_COUNT) * hidden
        for j in range(hidden):
            layer[j] = numbers[biases + j]
        machine.add_rows(layer, numbers, self.rows, self.row_count, hidden)
        for i in range(DENSE_COUNT):
            start = (SPARSE_COUNT + i) * hidden
            amount = self.dense[i]
            for j in range(hidden):
                layer[j] += amount * numbers[start + j]
        self.evaluate_rest(layer, biases + hidden)

    def evaluate_rest(self, layer: list[float], start: int) -> None:
        """Compute the last two layers, whose parameters begin at `start`."""
        second = self.second
        numbers = machine.floats(self.parameters)
        sums = machine.reals(second)
        biases = start + self.hidden * second
        for k in range(second):
            sums[k] = numbers[biases + k]
        machine.add_products(sums, numbers, start, layer, self.hidden, second)
        start = biases + second
        biases = start + second * self.outputs
        for o in range(self.outputs):
            total = numbers[biases + o]
            for k in range(second):
                if sums[k] > 0:
                    total += sums[k] * numbers[start + k * self.outputs + o]
            self.chance[o] = 1.0 / (1.0 + math.exp(-total))

    def chances(self, state: State) -> list[float]:
        """Return the chances of a state whose game is not over."""
        self.evaluate(state)
        return [self.chance[i] for i in range(self.outputs)]

    def inputs(self, state: State) -> tuple[list[int], list[float]]:
        """Return the sparse inputs that are on, and the dense ones."""
        self.read_inputs(state)
        return [self.rows[i] for i in range(self.row_count)], [
            self.dense[i] for i in range(DENSE_COUNT)
        ]

    def copy(self) -> Net:
        """Return a net with the same weights for another thread."""
        return Net(self.hidden, self.second, self.outputs, self.parameters, self.note)


def blank_net() -> Net:
    """Return a net that knows nothing, for callers that only need its inputs."""
    return Net(1, 1, 1, array("f", bytes(4 * (INPUTS + DENSE + 5))))


def encode(state: State) -> tuple[list[int], list[float]]:
    """Return what a net sees of a state: the sparse inputs that are on, and the dense ones."""
    return blank_net().inputs(state)
