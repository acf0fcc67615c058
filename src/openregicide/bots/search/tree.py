"""The tree of a search: which moves were tried in many possible worlds, and what came of them.

Single-observer information-set Monte Carlo tree search. Every iteration deals a world that the
view allows, walks down the tree by the moves that are possible in it, adds one move to the tree
and asks the net how that will end: at once, and again when the policy has played on for a while.
A node stands for a sequence of moves, and against which enemies they were made; what else chance
decided between them differs from world to world and is averaged.

The policy says which moves are worth trying first (PUCT), so nodes need no moves of their own:
they are found by parent and move in one hash table. Compiles, with C types in `tree.pxd`; runs
without Python's lock, so that several trees can grow at once.
"""

from __future__ import annotations

import math
from array import array

from ...core import bits, codes, legal
from ...core.rng import Generator
from ...core.state import State
from . import machine
from .net import Net
from .policy import Policy
from .worlds import Worlds

__all__ = ["Tree"]

BUILT_FROM = bits.DIGEST

MOST_DEEP = 256
"""No line of moves is followed further than this."""
FULL = (1 << 64) - 1
SUIT_UNIT = 1 << 54
"""A node is found by its move and the suit of the enemy then faced, which together make one number:
the cards of a move end below this bit, and its kind begins two bits further on."""
MIX_NODE = 0x9E3779B97F4A7C15
MIX_MOVE = 0xC2B2AE3D27D4EB4F

ROOT_CAP = 48
"""How many moves are looked at in the position itself, the best by the policy's score."""
CAP = 16
"""The same for the positions below."""
FLOOR = 0.02
"""No move that is looked at is less likely than this, before all are scaled to 1."""

GUESSED_SPREAD = 0.25
GUESSED_RESULTS = 16.0
"""What the spread of results is taken to be at first, and how many results that counts for."""


class Tree:
    """One thread's search of one position at a time."""

    def __init__(self, policy: Policy, prior: Policy, net: Net, capacity: int) -> None:
        """Make room for that many nodes.

        :param policy: plays on from the end of the tree.
        :param prior: says which moves to try first. It may be the same.
        """
        self.policy = policy
        self.prior_policy = prior
        self.net = net
        self.capacity = capacity
        slots = 16
        while slots < 2 * capacity:
            slots *= 2
        self.slot_mask = slots - 1
        self.slots = array("i", bytes(4 * slots))
        self.parents = array("i", bytes(4 * capacity))
        self.moves = array("Q", bytes(8 * capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.totals = array("d", bytes(8 * capacity))
        self.squares = 0.0
        self.used = 0
        self.path = [0] * 256
        self.out = [0] * 1024
        self.prior = [0.0] * 1024
        self.child = [0] * 1024
        # What is known about the position itself.
        self.root_suit = 0
        self.root_count = 0
        self.root_moves = [0] * 64
        self.root_prior = [0.0] * 64
        self.root_outcomes = [0.0] * 256
        # Settings: whether time is what the clock says or what the processor was busy; how much the
        # prior counts beside results, for results that are spread by 1, and how sharp it is; how
        # many more enemies the policy fights; how much the net's first guess counts beside the one
        # after that; how much worse a move without results is taken to be, in spreads; what all
        # enemies but the last are worth in a lost game; and what a win is worth, without a medal
        # and with bronze, silver and gold.
        self.by_processor = False
        self.exploration = 1.0
        self.temperature = 1.0
        self.enemies = 1
        self.trust = 0.0
        self.unseen = 0.1
        self.comfort = 0.02
        self.utility = [1.0] * 4

    def begin(self, worlds: Worlds, generator: Generator) -> None:
        """Forget the last position and get ready for another."""
        self.used = 1
        self.parents[0] = -1
        self.visits[0] = 0
        self.totals[0] = 0.0
        self.squares = 0.0
        self.sort_nodes()
        self.look(worlds, generator)

    def go_on(self, move: int, worlds: Worlds, generator: Generator) -> None:
        """Get ready for the position after a move, and keep what was found about it.

        That is only right if nothing was revealed since: else the results are those of worlds
        that are no longer possible.
        """
        root = self.find(0, move | self.root_suit)
        if root == 0:
            self.begin(worlds, generator)
            return
        spread = self.squares / self.visits[0] - (self.totals[0] / self.visits[0]) ** 2
        mean = self.totals[root] / self.visits[root]
        self.visits[0] = self.visits[root]
        self.totals[0] = self.totals[root]
        self.squares = self.visits[0] * (spread + mean * mean)
        self.keep_below(root)
        self.sort_nodes()
        self.look(worlds, generator)

    def keep_below(self, root: int) -> None:
        """Drop all nodes but those below one, which becomes the first.

        Parents come before their children, so one walk finds them all and moves them up. The
        hash table is room for their new numbers until then; 0 is for a node that is dropped.
        """
        kept = 1
        for node in range(root + 1, self.used):
            parent = self.parents[node]
            self.slots[node] = 0
            if parent == root or (parent > root and self.slots[parent]):
                self.slots[node] = kept
                self.parents[kept] = 0 if parent == root else self.slots[parent]
                self.moves[kept] = self.moves[node]
                self.visits[kept] = self.visits[node]
                self.totals[kept] = self.totals[node]
                kept += 1
        self.used = kept

    def sort_nodes(self) -> None:
        """Put all nodes into the hash table, and nothing else."""
        for i in range(len(self.slots)):
            self.slots[i] = 0
        for node in range(1, self.used):
            self.put(node)

    def look(self, worlds: Worlds, generator: Generator) -> None:
        """Take note of the position itself."""
        self.worlds = worlds
        self.generator = generator
        self.state = State(worlds.base.rules)
        self.state.copy_from(worlds.base)
        self.root_suit = self.suit_faced()
        for i in range(256):
            self.root_outcomes[i] = 0.0
        self.root_count = self.list_moves(ROOT_CAP)
        for i in range(self.root_count):
            self.root_moves[i] = self.out[i]
            self.root_prior[i] = self.prior[i]

    def grow(self, iterations: int, deadline: float) -> int:
        """Search that long: a number of iterations, or until the clock says `deadline`, if not 0.

        By processor time, `deadline` is how much of it may be spent. Return the number of
        iterations made.
        """
        kept = machine.release_threads()
        if self.by_processor and deadline > 0:
            deadline += machine.spent()
        done = self.iterate(iterations, deadline)
        machine.take_threads(kept)
        return done

    def iterate(self, iterations: int, deadline: float) -> int:
        for i in range(iterations):
            if deadline > 0 and i & 3 == 3:
                now = machine.spent() if self.by_processor else machine.now()
                if now >= deadline:
                    return i
            self.explore()
        return iterations

    def explore(self) -> None:
        """Deal a world, follow the tree in it, and note what came of it."""
        self.worlds.deal(self.state, self.generator)
        node = 0
        depth = 0
        root_choice = 0
        known = True
        while known and self.state.phase != codes.PHASE_OVER and depth < MOST_DEEP:
            if node == 0:
                count = self.root_count
                for i in range(count):
                    self.out[i] = self.root_moves[i]
                    self.prior[i] = self.root_prior[i]
            else:
                count = self.list_moves(CAP)
            choice = self.select(node, count)
            if node == 0:
                root_choice = choice
            move = self.out[choice]
            child = self.child[choice]
            if child == 0:
                known = False
                if self.used < self.capacity:
                    child = self.add(node, move | self.suit_faced())
            self.state.advance(move)
            if child:
                self.path[depth] = child
                depth += 1
                node = child
        self.learn(self.value(root_choice), depth)

    def list_moves(self, cap: int) -> int:
        """List the moves worth trying, each with its prior; return their number."""
        count = legal.list_minimal(self.state, self.out)
        best = self.prior_policy.score_moves(self.state, self.out, count)
        scores = self.prior_policy.scores
        top = scores[best]
        if count > cap:
            for i in range(cap):
                best = i
                for j in range(i + 1, count):
                    if scores[j] > scores[best]:
                        best = j
                move = self.out[i]
                self.out[i] = self.out[best]
                self.out[best] = move
                score = scores[i]
                scores[i] = scores[best]
                scores[best] = score
            count = cap
        total = 0.0
        for i in range(count):
            self.prior[i] = FLOOR + math.exp((scores[i] - top) / self.temperature)
            total += self.prior[i]
        for i in range(count):
            self.prior[i] /= total
        return count

    def select(self, node: int, count: int) -> int:
        """Return the move to try: promising by its results so far, or by its prior (PUCT)."""
        seen = 0
        gained = 0.0
        suit = self.suit_faced()
        for i in range(count):
            child = self.find(node, self.out[i] | suit)
            self.child[i] = child
            if child:
                seen += self.visits[child]
                gained += self.totals[child]
        # Where all results lie close together, small differences already mean something.
        spread = self.spread()
        # A move without results is taken to be a little worse than those with some.
        expected = gained / seen - self.unseen * spread if seen else 0.5
        eager = self.exploration * spread * math.sqrt(seen + 1.0)
        best = 0
        best_worth = -1.0e9
        for i in range(count):
            child = self.child[i]
            if child:
                visits = self.visits[child]
                worth = self.totals[child] / visits + eager * self.prior[i] / (1.0 + visits)
            elif self.used < self.capacity or not seen:
                worth = expected + eager * self.prior[i]
            else:
                # There is no room to note what would come of it.
                continue
            if worth > best_worth:
                best_worth = worth
                best = i
        return best

    def suit_faced(self) -> int:
        """Return the enemy's suit, as nodes note it; the moves before tell its rank."""
        return (self.state.castle[self.state.castle_at] & 3) * SUIT_UNIT

    def spread(self) -> float:
        """Return how far results lie apart: their standard deviation so far."""
        count = self.visits[0]
        square = GUESSED_RESULTS * GUESSED_SPREAD * GUESSED_SPREAD + self.squares
        if count:
            square -= self.totals[0] * self.totals[0] / count
        return math.sqrt(square / (GUESSED_RESULTS + count))

    def find(self, node: int, move: int) -> int:
        """Return the node that a move leads to, or 0."""
        slot = self.home(node, move)
        while self.slots[slot]:
            child = self.slots[slot]
            if self.moves[child] == move and self.parents[child] == node:
                return child
            slot = (slot + 1) & self.slot_mask
        return 0

    def home(self, node: int, move: int) -> int:
        """Return where in the hash table a node would lie."""
        mixed = (node * MIX_NODE ^ move * MIX_MOVE) & FULL
        mixed ^= mixed >> 29
        return (mixed * MIX_NODE & FULL) >> 32 & self.slot_mask

    def add(self, node: int, move: int) -> int:
        """Add a node to the tree."""
        child = self.used
        self.used += 1
        self.parents[child] = node
        self.moves[child] = move
        self.visits[child] = 0
        self.totals[child] = 0.0
        self.put(child)
        return child

    def put(self, node: int) -> None:
        """Put a node into the hash table."""
        slot = self.home(self.parents[node], self.moves[node])
        while self.slots[slot]:
            slot = (slot + 1) & self.slot_mask
        self.slots[slot] = node

    def learn(self, value: float, depth: int) -> None:
        """Note a result at every node on the way."""
        self.visits[0] += 1
        self.totals[0] += value
        self.squares += value * value
        for i in range(depth):
            self.visits[self.path[i]] += 1
            self.totals[self.path[i]] += value

    def value(self, root_choice: int) -> float:
        """Guess how the game will end, at once and after the policy has played on, and return how
        good that is.

        How the game was won is counted for the move of the position itself.
        """
        value = 0.0
        share = 1.0
        if self.trust > 0 and self.state.phase != codes.PHASE_OVER:
            value = self.guess(root_choice, self.trust)
            share -= self.trust
        self.policy.play_on(self.state, self.enemies, self.out)
        return value + self.guess(root_choice, share)

    def guess(self, root_choice: int, share: float) -> float:
        """Return how good the table is, as far as this guess counts."""
        if self.state.phase == codes.PHASE_OVER:
            if self.state.ending != codes.ENDING_LAST_KING:
                return share * self.comfort * self.state.castle_at / 12.0
            medal = self.state.medal()
            self.root_outcomes[4 * root_choice + medal] += share
            return share * self.utility[medal]
        self.net.think(self.state)
        if self.state.players > 1:
            self.root_outcomes[4 * root_choice] += share * self.net.chance[0]
            return share * self.utility[0] * self.net.chance[0]
        # One chance for each number of flips still to come, added up.
        value = 0.0
        before = 0.0
        for i in range(self.state.flips + 1):
            chance = self.net.chance[i] - before
            before = self.net.chance[i]
            medal = self.state.medal() - i
            self.root_outcomes[4 * root_choice + medal] += share * chance
            value += self.utility[medal] * chance
        return share * value

    def results(self) -> list[tuple[int, int, float, float, list[float]]]:
        """Return for each move of the position: the move, its visits, the sum of its values, its
        prior, and how often the game was won without a medal, with bronze, silver and gold."""
        found = []
        for i in range(self.root_count):
            node = self.find(0, self.root_moves[i] | self.root_suit)
            found.append(
                (
                    self.root_moves[i],
                    self.visits[node] if node else 0,
                    self.totals[node] if node else 0.0,
                    self.root_prior[i],
                    [self.root_outcomes[4 * i + medal] for medal in range(4)],
                )
            )
        return found
