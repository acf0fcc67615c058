"""The search as a bot: searches for a given time, and can say what it found."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from ...core import Generator, Medal, Move, RuleSet, View, apply, view_for, world_of
from ...errors import InvalidOptionError
from ..search import machine
from ..search.net import blank_net
from ..search.parameters import Objective, net_for, prior_for, weights_for
from ..search.policy import Policy
from ..search.tree import Tree
from ..search.worlds import Worlds

__all__ = ["Analysis", "Candidate", "SearchBot"]

DEFAULT_MS = 100
MOST_MS = 600_000
MOST_ITERATIONS = 100_000_000
MOST_THREADS = 64

# A tree grows by one node per iteration until it is full: no bot takes more than 50 MB.
LEAST_NODES = 1 << 12
MOST_NODES = 1 << 20
NODES_PER_MS = 1024

NO_LIMIT = (1 << 31) - 1
SHORTEST = 1e-9

# How many more enemies the policy fights before the net is asked again.
ENEMIES_AHEAD = 1
TO_THE_END = 12

TRUST = 0.5
"""The share of the net's estimate at the leaf; the one after playing on has the rest."""

EXPLORATION = 1.5
"""PUCT's constant, in units of the spread of results."""
EXPLORATION_OF_THREE = 3.0
"""The same for three players, whose results are so close together that more exploration pays."""

# What bronze, silver and gold are worth to a solo player who wants to win: where nearly every move
# wins, the ones that save a flip for later are better.
WORTH_SOLO = (0.8, 0.9, 1.0)
WORTH_FOR_GOLD = (0.01, 0.02, 1.0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the search found about a move."""

    move: Move
    visits: int
    """How often it was tried: the measure of how good it is."""
    win_chance: float
    medals: tuple[float, float, float] | None
    """Solo: the chances of gold, silver and bronze."""
    prior: float
    """How promising the prior found it."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found."""

    candidates: tuple[Candidate, ...]
    """The best move first."""
    iterations: int
    seconds: float

    @property
    def move(self) -> Move:
        return self.candidates[0].move

    @property
    def win_chance(self) -> float:
        return self.candidates[0].win_chance

    @property
    def medals(self) -> tuple[float, float, float] | None:
        return self.candidates[0].medals


class SearchBot:
    """Searches the worlds that the view allows; 100 ms a move by default.

    Searches for `ms` milliseconds or for a number of `iterations`, whichever ends first if both
    are given. With iterations alone, the generator decides everything.
    """

    def __init__(
        self,
        *,
        ms: int | None = None,
        iterations: int | None = None,
        threads: int = 1,
        objective: Objective = Objective.WIN,
        clock: Literal["wall", "cpu"] = "wall",
    ) -> None:
        """Set the limits.

        :param clock: whether `ms` are wall-clock time or the CPU time of each thread: for fair
                comparisons on busy machines.
            :raises InvalidOptionError: a limit is out of range.
        """
        if ms is None and iterations is None:
            ms = DEFAULT_MS
        self.ms = _within("ms", ms, MOST_MS)
        self.iterations = _within("iterations", iterations, MOST_ITERATIONS)
        self.threads = _within("threads", threads, MOST_THREADS)
        self.objective = objective
        self.clock = clock
        self._trees: dict[RuleSet, list[Tree]] = {}
        # The last choice, if the next search may reuse its tree.
        self._last: tuple[View, Move] | None = None
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def prepare(self, rules: RuleSet) -> None:
        """Load what a game by these rules needs; otherwise the first move takes a little longer."""
        self._trees_for(rules)

    def choose(self, view: View, generator: Generator) -> Move:
        """Return the best move found.

        Solo and limited by time, this reuses the tree of the last choice if nothing was revealed
        since. By iterations it never does: there the view and the dice decide everything.
        """
        reuse = view.rules.players == 1 and not self.iterations
        move = self._search(view, generator, reuse=reuse).move
        self._last = (view, move) if reuse else None
        return move

    def analyse(self, view: View, generator: Generator) -> Analysis:
        """Search from scratch, and return what was found."""
        return self._search(view, generator, reuse=False)

    def _search(self, view: View, generator: Generator, *, reuse: bool) -> Analysis:
        begin, busy = machine.now(), machine.thread_time()
        last = self._way_to(view) if reuse else None
        self._last = None
        trees = self._trees_for(view.rules)
        for tree in trees:
            worlds, dice = Worlds(view), Generator(generator.new_seed())
            if last is None:
                tree.begin(worlds, dice)
            else:
                tree.reuse(last, worlds, dice)
        deadline = 0.0
        if self.ms:
            by_clock = begin if self.clock == "wall" else busy - machine.thread_time()
            # Positive even if preparing took all the time: 0 would mean no deadline.
            deadline = max(SHORTEST, by_clock + self.ms / 1000)
        shares = [self._share(number) for number in range(self.threads)]
        if self._pool is None:
            done = trees[0].grow(shares[0], deadline)
        else:
            grown = [
                self._pool.submit(tree.grow, share, deadline)
                for tree, share in zip(trees, shares, strict=True)
            ]
            done = sum(each.result() for each in grown)
        return Analysis(_merged(trees, view.rules.players), done, machine.now() - begin)

    def _way_to(self, view: View) -> Move | None:
        """Return the last choice if it led to this view and nothing was revealed on the way."""
        if self._last is None:
            return None
        before, move = self._last
        return move if leads_to(before, move, view) else None

    def _share(self, number: int) -> int:
        """Return how many of the iterations a thread does."""
        if not self.iterations:
            return NO_LIMIT
        return (self.iterations + self.threads - 1 - number) // self.threads

    def _trees_for(self, rules: RuleSet) -> list[Tree]:
        if rules not in self._trees:
            # Only the trees for the last rules are kept, so that a bot stays within its memory.
            self._trees = {rules: [self._new_tree(rules) for _ in range(self.threads)]}
        return self._trees[rules]

    def _new_tree(self, rules: RuleSet) -> Tree:
        policy = Policy(weights_for(rules, self.objective))
        net = net_for(rules, self.objective)
        wanted = self.iterations // self.threads + 1 if self.iterations else self.ms * NODES_PER_MS
        nodes = max(LEAST_NODES, min(MOST_NODES // self.threads, wanted))
        expected = prior_for(rules, self.objective)
        tree = Tree(policy, Policy(expected.weights), net or blank_net(), nodes)
        tree.temperature = expected.temperature
        gold = rules.players == 1 and (self.objective is Objective.GOLD or not rules.flips)
        tree.enemies = ENEMIES_AHEAD
        tree.trust = TRUST
        tree.exploration = EXPLORATION_OF_THREE if rules.players == 3 else EXPLORATION
        tree.by_cpu_time = self.clock == "cpu"
        if gold:
            tree.utility = [1.0, *WORTH_FOR_GOLD]
        elif rules.players == 1:
            tree.utility = [1.0, *WORTH_SOLO]
        if net is None:
            # No net knows these rules: the policy plays every game to its end.
            tree.enemies = TO_THE_END
            tree.trust = 0.0
        return tree


def leads_to(before: View, move: Move, after: View) -> bool:
    """Tell whether a move leads from one view to another and reveals nothing."""
    if (before.layers, before.royals) != (after.layers, after.royals):
        return False
    # The move involves nothing hidden, so any world will do.
    world = world_of(before)
    apply(world, move)
    return view_for(world, before.seat) == after


def _within(option: str, value: int | None, most: int) -> int:
    """Return a limit, or 0 for none."""
    if value is None:
        return 0
    if not 1 <= value <= most:
        raise InvalidOptionError(
            "option.out_of_range", option=option, value=value, least=1, most=most
        )
    return value


def _merged(trees: list[Tree], players: int) -> tuple[Candidate, ...]:
    """Add up what the trees of all threads found; the best move comes first."""
    ranked = []
    for same in zip(*(tree.results() for tree in trees), strict=True):
        move = Move(same[0][0])
        visits = sum(result[1] for result in same)
        total = sum(result[2] for result in same)
        won = [sum(result[4][medal] for result in same) for medal in range(4)]
        chances = [times / visits if visits else 0.0 for times in won]
        medals = (chances[Medal.GOLD], chances[Medal.SILVER], chances[Medal.BRONZE])
        candidate = Candidate(
            move, visits, sum(chances), medals if players == 1 else None, same[0][3]
        )
        mean = total / visits if visits else 0.0
        ranked.append(((visits, mean, same[0][3]), candidate))
    ranked.sort(key=lambda pair: pair[0], reverse=True)
    return tuple(candidate for _, candidate in ranked)
