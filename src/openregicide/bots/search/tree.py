"""The search tree: which moves were tried in many possible worlds, and with what results.

Single-observer information-set Monte Carlo tree search. Every iteration deals a world that the
view allows, walks down the tree along moves that are legal in it, adds one move to the tree and
asks the net how the game will end: at once, and again after the policy has played on for a while.
A node stands for a sequence of moves and the enemies they were made against; everything else that
chance decided along the way differs from world to world and is averaged.

The prior says which moves to try first (PUCT), so nodes store no list of moves: children are found
by parent and move in one hash table. Compiled, with C types in `tree.pxd`; releases the GIL, so
several trees can grow at once.
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

MOST_PLIES = 256
"""The longest line of moves that is followed."""
FULL = (1 << 64) - 1
SUIT_UNIT = 1 << 54
"""A node's key is its move plus the suit of the enemy faced at the time, packed into one number:
the cards of a move end below this bit, and its kind begins two bits above it."""
MIX_NODE = 0x9E3779B97F4A7C15
MIX_MOVE = 0xC2B2AE3D27D4EB4F

ROOT_CAP = 48
"""How many moves are considered at the root: the best by the prior's score."""
CAP = 16
"""The same for nodes below the root."""
FLOOR = 0.02
"""The least weight of a considered move, before the prior is normalized."""

GUESSED_SPREAD = 0.25
GUESSED_RESULTS = 16.0
"""The assumed spread of results before there are any, and how many results that counts for."""


class Tree:
    """The search of one thread, for one position at a time."""

    def __init__(self, policy: Policy, prior: Policy, net: Net, capacity: int) -> None:
        """Allocate room for `capacity` nodes.

        :param policy: plays on from a leaf of the tree.
        :param prior: says which moves to try first; may be the same as `policy`.
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
        # The root.
        self.root_suit = 0
        self.root_count = 0
        self.root_moves = [0] * 64
        self.root_prior = [0.0] * 64
        self.root_outcomes = [0.0] * 256
        # Settings.
        self.by_cpu_time = False
        """Measure time by CPU time, not by the clock."""
        self.exploration = 1.0
        """PUCT's constant, in units of the spread of results."""
        self.temperature = 1.0
        """How flat the prior is."""
        self.enemies = 1
        """How many more enemies the policy fights before the net is asked again."""
        self.trust = 0.0
        """The share of the net's first estimate, at the leaf; the second has the rest."""
        self.unseen = 0.1
        """How much worse than its siblings an untried move is assumed to be, in spreads."""
        self.consolation = 0.02
        """What defeating all enemies but the last is worth in a lost game."""
        self.utility = [1.0] * 4
        """What a win is worth: without a medal, with bronze, silver, gold."""

    def begin(self, worlds: Worlds, generator: Generator) -> None:
        """Start from an empty tree at a new position."""
        self.used = 1
        self.parents[0] = -1
        self.visits[0] = 0
        self.totals[0] = 0.0
        self.squares = 0.0
        self.rehash()
        self.set_root(worlds, generator)

    def reuse(self, move: int, worlds: Worlds, generator: Generator) -> None:
        """Start at the position after a move, and keep the subtree below that move.

        Only valid if nothing was revealed since: otherwise its results come from worlds that
        are no longer possible.
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
        self.rehash()
        self.set_root(worlds, generator)

    def keep_below(self, root: int) -> None:
        """Drop all nodes but those below one, which becomes the root.

        Parents come before their children, so one pass finds and moves them all. Meanwhile the
        hash table holds their new numbers, with 0 for a dropped node.
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

    def rehash(self) -> None:
        """Rebuild the hash table from the nodes."""
        for i in range(len(self.slots)):
            self.slots[i] = 0
        for node in range(1, self.used):
            self.insert(node)

    def set_root(self, worlds: Worlds, generator: Generator) -> None:
        """Make a view's worlds the root, and list its moves."""
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
        """Search for a number of iterations, or until `deadline` on the clock, if it is not 0.

        With `by_cpu_time`, `deadline` is how much CPU time may be spent. Return the number of
        iterations done.
        """
        kept = machine.release_gil()
        if self.by_cpu_time and deadline > 0:
            deadline += machine.thread_time()
        done = self.iterate(iterations, deadline)
        machine.acquire_gil(kept)
        return done

    def iterate(self, iterations: int, deadline: float) -> int:
        for i in range(iterations):
            if deadline > 0 and i & 3 == 3:
                now = machine.thread_time() if self.by_cpu_time else machine.now()
                if now >= deadline:
                    return i
            self.explore()
        return iterations

    def explore(self) -> None:
        """Run one iteration: deal a world, descend, evaluate, back up."""
        self.worlds.deal(self.state, self.generator)
        node = 0
        depth = 0
        root_choice = 0
        known = True
        while known and self.state.phase != codes.PHASE_OVER and depth < MOST_PLIES:
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
        self.back_up(self.value(root_choice), depth)

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
        """Return which move to try: promising by its results so far, or by its prior (PUCT)."""
        seen = 0
        gained = 0.0
        suit = self.suit_faced()
        for i in range(count):
            child = self.find(node, self.out[i] | suit)
            self.child[i] = child
            if child:
                seen += self.visits[child]
                gained += self.totals[child]
        # When results lie close together, small differences already matter.
        spread = self.spread()
        # First-play urgency: an untried move is assumed to be a little worse than the others.
        expected = gained / seen - self.unseen * spread if seen else 0.5
        bonus = self.exploration * spread * math.sqrt(seen + 1.0)
        best = 0
        best_worth = -1.0e9
        for i in range(count):
            child = self.child[i]
            if child:
                visits = self.visits[child]
                worth = self.totals[child] / visits + bonus * self.prior[i] / (1.0 + visits)
            elif self.used < self.capacity or not seen:
                worth = expected + bonus * self.prior[i]
            else:
                # The tree is full: there is no room for its results.
                continue
            if worth > best_worth:
                best_worth = worth
                best = i
        return best

    def suit_faced(self) -> int:
        """Return the enemy's suit as part of a node's key; the moves before imply its rank."""
        return (self.state.castle[self.state.castle_at] & 3) * SUIT_UNIT

    def spread(self) -> float:
        """Return the standard deviation of the results so far."""
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
        """Return the first slot of the hash table to look at for a node."""
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
        self.insert(child)
        return child

    def insert(self, node: int) -> None:
        """Insert a node into the hash table."""
        slot = self.home(self.parents[node], self.moves[node])
        while self.slots[slot]:
            slot = (slot + 1) & self.slot_mask
        self.slots[slot] = node

    def back_up(self, value: float, depth: int) -> None:
        """Add a result to every node on the path."""
        self.visits[0] += 1
        self.totals[0] += value
        self.squares += value * value
        for i in range(depth):
            self.visits[self.path[i]] += 1
            self.totals[self.path[i]] += value

    def value(self, root_choice: int) -> float:
        """Estimate how the game will end, at the leaf and after the policy has played on, and
        return what that is worth.

        How the game was won is credited to the move at the root.
        """
        value = 0.0
        share = 1.0
        if self.trust > 0 and self.state.phase != codes.PHASE_OVER:
            value = self.guess(root_choice, self.trust)
            share -= self.trust
        self.policy.play_on(self.state, self.enemies, self.out)
        return value + self.guess(root_choice, share)

    def guess(self, root_choice: int, share: float) -> float:
        """Return what the position is worth, times the share of this estimate."""
        if self.state.phase == codes.PHASE_OVER:
            if self.state.ending != codes.ENDING_LAST_KING:
                return share * self.consolation * self.state.castle_at / 12.0
            medal = self.state.medal()
            self.root_outcomes[4 * root_choice + medal] += share
            return share * self.utility[medal]
        self.net.evaluate(self.state)
        if self.state.players > 1:
            self.root_outcomes[4 * root_choice] += share * self.net.chance[0]
            return share * self.utility[0] * self.net.chance[0]
        # The net's chances are cumulative: with no further flip, at most one, at most two.
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
        """Return for each move at the root: the move, its visits, the sum of its values, its
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
