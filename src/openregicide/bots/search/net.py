"""A learned guess at how a game will end: a small net that looks at the whole table.

The search asks it about tables that it dealt itself, so the net may see every card of them. Most
of its inputs are switches: this card lies there, that much health is left. Only those that are
on cost anything: each adds a row of numbers to the first layer. Two more layers turn that into
chances; `learning/train.py` finds the numbers.

Compiles, with C types in `net.pxd`.
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

# Where a card can lie, as the player to move sees it: own hand, the hands of the next players
# in turn, the cards that will be drawn soon, the rest of the tavern, the discard pile, the table.
# A card that is nowhere is a royal still in the castle.
SOON = 4
LATER = 5
DISCARDED = 6
ON_TABLE = 7
DRAWN_SOON = 6
"""How many cards from the top of the tavern will be drawn soon."""

# Where each kind of switch begins.
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
"""The number of switches."""
DENSE = 10
"""The number of inputs that are quantities."""
MOST_ROWS = 64
"""No more switches than this are ever on: 54 cards, and one of each other kind."""

# With C types in net.pxd, which other modules cannot see.
SWITCHES = INPUTS
QUANTITIES = DENSE

MOST_HIDDEN = 128
MOST_SECOND = 32
MOST_OUTPUTS = 3


def fits(rules: RuleSet) -> bool:
    """Tell whether a net can know these rules: its games were played by the rulebook's.

    Talk and companions make no difference to how strong a table is; enemies and hands do.
    """
    standard = RuleSet(players=rules.players)
    return (
        (rules.attack, rules.health, rules.hand_limit, rules.jesters)
        == (standard.attack, standard.health, standard.hand_limit, standard.jesters)
    )  # fmt: skip


class Net:
    """A net with its numbers. It takes notes while it thinks, so every thread has its own."""

    def __init__(
        self, hidden: int, second: int, outputs: int, parameters: array[float], note: object = None
    ) -> None:
        """Take the numbers of all layers in the order of `read`."""
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

        The layers follow each other, each with its weights by input and then its offsets.

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

    def switch(self, row: int) -> None:
        """Turn an input on."""
        self.rows[self.row_count] = row
        self.row_count += 1

    def switch_cards(self, mask: int, place: int) -> int:
        """Turn on that these cards lie there; return what they are worth."""
        worth = 0
        while mask:
            card = bits.lowest(mask)
            mask &= mask - 1
            self.rows[self.row_count] = place * 54 + card
            self.row_count += 1
            worth += codes.VALUE[card]
        return worth

    def look(self, state: State) -> None:
        """Read the inputs off a table whose game goes on."""
        self.row_count = 0
        own = state.hands[state.seat]
        own_worth = self.switch_cards(own, 0)
        worth = own_worth
        held = bits.size(own)
        fewest = held
        seat = state.seat
        for distance in range(1, state.players):
            seat = seat + 1 if seat + 1 < state.players else 0
            worth += self.switch_cards(state.hands[seat], distance)
            count = bits.size(state.hands[seat])
            held += count
            if count < fewest:
                fewest = count
        for depth in range(state.tavern_count):
            card = state.tavern[(state.tavern_top + depth) & 63]
            self.switch((SOON if depth < DRAWN_SOON else LATER) * 54 + card)
        self.switch_cards(state.discard, DISCARDED)
        self.switch_cards(state.table, ON_TABLE)
        enemy = state.castle[state.castle_at]
        full = state.health[(enemy >> 2) - 10]
        left = full - state.damage
        strikes = state.attack_left()
        own_cards = bits.size(own)
        self.switch((BARE_ENEMY if state.jester_played else ENEMY) + enemy - 40)
        self.switch(FALLEN + state.castle_at)
        self.switch(HEALTH + (left if left < 40 else 40))
        self.switch(STRIKES + (strikes if strikes < 20 else 20))
        self.switch(DUE + (state.due if state.due < 20 else 20))
        self.switch(OWN_CARDS + (own_cards if own_cards < 8 else 8))
        self.switch(FLIPS + state.flips)
        self.switch(PHASE + state.phase)
        if state.players > 1 and state.may_yield():
            self.switch(MAY_YIELD)
        places = state.hand_limit * state.players
        self.dense[0] = own_worth / 40.0
        self.dense[1] = worth / (20.0 * state.players)
        self.dense[2] = held / (1.0 * places)
        self.dense[3] = fewest / (1.0 * state.hand_limit)
        self.dense[4] = state.tavern_count / 40.0
        self.dense[5] = state.tavern_count / 10.0 if state.tavern_count < 10 else 1.0
        self.dense[6] = bits.size(state.discard) / 40.0
        self.dense[7] = state.damage / (1.0 * full)
        # Whether the blow can be taken, now or should nothing else be done.
        self.dense[8] = own_worth / (1.0 * strikes) if own_worth < strikes else 1.0
        self.dense[9] = (
            (own_worth - state.due) / 20.0 if state.phase == codes.PHASE_DISCARD else 1.0
        )

    def think(self, state: State) -> None:
        """Work out the chances of a table whose game goes on, into `chance`."""
        self.look(state)
        hidden = self.hidden
        numbers = machine.floats(self.parameters)
        layer = machine.reals(hidden)
        offsets = (SWITCHES + QUANTITIES) * hidden
        for j in range(hidden):
            layer[j] = numbers[offsets + j]
        machine.add_rows(layer, numbers, self.rows, self.row_count, hidden)
        for i in range(QUANTITIES):
            start = (SWITCHES + i) * hidden
            quantity = self.dense[i]
            for j in range(hidden):
                layer[j] += quantity * numbers[start + j]
        self.conclude(layer, offsets + hidden)

    def conclude(self, layer: list[float], start: int) -> None:
        """Work out the last two layers, whose numbers begin at `start`."""
        second = self.second
        numbers = machine.floats(self.parameters)
        sums = machine.reals(second)
        offsets = start + self.hidden * second
        for k in range(second):
            sums[k] = numbers[offsets + k]
        machine.add_products(sums, numbers, start, layer, self.hidden, second)
        start = offsets + second
        offsets = start + second * self.outputs
        for o in range(self.outputs):
            total = numbers[offsets + o]
            for k in range(second):
                if sums[k] > 0:
                    total += sums[k] * numbers[start + k * self.outputs + o]
            self.chance[o] = 1.0 / (1.0 + math.exp(-total))

    def chances(self, state: State) -> list[float]:
        """Return the chances of a table whose game goes on."""
        self.think(state)
        return [self.chance[i] for i in range(self.outputs)]

    def inputs(self, state: State) -> tuple[list[int], list[float]]:
        """Return the switches that are on, and the quantities."""
        self.look(state)
        return [self.rows[i] for i in range(self.row_count)], [
            self.dense[i] for i in range(QUANTITIES)
        ]

    def copy(self) -> Net:
        """Return a net with the same numbers for another thread."""
        return Net(self.hidden, self.second, self.outputs, self.parameters, self.note)


def blank_net() -> Net:
    """Return a net that knows nothing, for those who only need one to look."""
    return Net(1, 1, 1, array("f", bytes(4 * (INPUTS + DENSE + 5))))


def encode(state: State) -> tuple[list[int], list[float]]:
    """Return what a net sees of a table: the switches that are on, and the quantities."""
    return blank_net().inputs(state)
