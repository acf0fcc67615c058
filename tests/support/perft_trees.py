"""Files of tree sizes: `rules ; position or seed ; depth ; count`, a line each.

Lines that begin with `#` and empty lines are for people. A count of `?` is still to be found;
`regenerate.py` fills it in.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from openregicide.core import RuleSet, State, new_state
from openregicide.notation import parse_rfen, parse_rules, parse_seed

__all__ = ["FOLDER", "Tree", "files", "parse_tree", "trees_in"]

FOLDER = Path(__file__).parents[1] / "perft"


@dataclass(frozen=True, slots=True)
class Tree:
    rules: RuleSet
    origin: str
    depth: int
    count: int | None

    def start(self) -> State:
        """Return the state at the root; a position heals with seed 0."""
        if " " in self.origin:
            return parse_rfen(self.origin, self.rules)
        return new_state(self.rules, parse_seed(self.origin))


def parse_tree(line: str) -> Tree | None:
    """Read a line; comments are no tree."""
    if not line or line.startswith("#"):
        return None
    rules, origin, depth, count = line.split(" ; ")
    number = None if count == "?" else int(count)
    return Tree(parse_rules(rules), origin, int(depth), number)


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.perft"))


def trees_in(path: Path) -> list[Tree]:
    trees = (parse_tree(line) for line in path.read_text().splitlines())
    return [tree for tree in trees if tree is not None]
