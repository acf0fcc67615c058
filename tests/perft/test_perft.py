"""The sizes of small trees: how many lines of play there are of each length."""

from __future__ import annotations

import pytest

from openregicide.core import State, apply, legal_moves, new_state, perft
from support.perft_trees import Tree, files, parse_tree, trees_in

TREES = [(path.stem, tree) for path in files() for tree in trees_in(path)]


def name_of(value: object) -> str:
    if isinstance(value, Tree):
        return f"{value.rules.players}p-{value.origin[-4:].strip()}-depth{value.depth}"
    return str(value)


def slow_count(state: State, depth: int) -> int:
    """Count every sequence one by one, with nothing but the public edge."""
    if depth == 0:
        return 1
    total = 0
    for move in legal_moves(state):
        child = state.copy()
        apply(child, move)
        total += slow_count(child, depth - 1)
    return total


@pytest.mark.parametrize(("file", "tree"), TREES, ids=name_of)
def test_a_tree_has_as_many_leaves_as_the_file_says(file: str, tree: Tree) -> None:
    assert perft(tree.start(), tree.depth) == tree.count


@pytest.mark.parametrize(
    ("file", "tree"), [(f, t) for f, t in TREES if (t.count or 0) <= 6000], ids=name_of
)
def test_a_slow_count_finds_the_same(file: str, tree: Tree) -> None:
    assert slow_count(tree.start(), tree.depth) == tree.count


def test_counting_leaves_the_state_as_it_was() -> None:
    for _, tree in TREES[:5]:
        state = tree.start()
        before = (state.key(), state.generator.words())
        perft(state, 2)
        assert (state.key(), state.generator.words()) == before


def test_a_tree_of_no_moves_is_one_leaf_and_a_game_that_is_over_has_none() -> None:
    state = new_state(TREES[0][1].rules, 0)
    assert perft(state, 0) == 1
    while state.outcome() is None:
        apply(state, legal_moves(state)[0])
    assert perft(state, 0) == 1
    assert perft(state, 1) == perft(state, 2) == 0


def test_every_number_of_players_has_trees() -> None:
    assert {tree.rules.players for _, tree in TREES} == {1, 2, 3, 4}
    assert all(tree.count is not None for _, tree in TREES)
    assert sum(tree.rules.changed() != {} for _, tree in TREES) > 10


def test_a_line_of_a_file_is_four_parts() -> None:
    tree = parse_tree("players=2 talk=open ; " + "0" * 32 + " ; 3 ; ?")
    assert tree is not None
    assert (tree.rules.players, tree.depth, tree.count) == (2, 3, None)
    assert tree.start().key() == new_state(tree.rules, 0).key()
    assert parse_tree("# a comment") is None
    assert parse_tree("") is None
