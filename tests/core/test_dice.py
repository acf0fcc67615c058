"""The cryptographic stream that deals games of people."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import shake_256
from pathlib import Path
from typing import Any

import pytest

from openregicide.core import (
    STREAM_BYTES,
    Card,
    Game,
    Heal,
    Phase,
    RuleSet,
    Suit,
    cards_in,
    draw_heal,
    first_by_seed,
    legal_moves,
    new_state,
    suit_of,
)
from openregicide.core.dice import Stream
from openregicide.core.options import Mulligan
from openregicide.errors import IllegalMoveError, InvalidOptionError
from openregicide.notation import format_card

SECURITY = Path(__file__).parents[2] / "docs" / "security.md"
SEED = bytes(range(STREAM_BYTES))


def seeds(count: int) -> list[bytes]:
    return [shake_256(f"seed {number}".encode()).digest(STREAM_BYTES) for number in range(count)]


def surprising(found: Counter[Any], kinds: int, total: int) -> float:
    """Return how far counts are from equal ones, in standard deviations of chi-square."""
    expected = total / kinds
    chi = sum((count - expected) ** 2 for count in found.values()) / expected
    chi += (kinds - len(found)) * expected
    free = kinds - 1
    return (chi - free) / float((2 * free) ** 0.5)


def test_the_words_are_those_of_shake_256() -> None:
    stream = Stream(SEED, "deal")
    bytes_of = shake_256(SEED + b"deal").digest(4 * 300)
    words = [int.from_bytes(bytes_of[i : i + 4], "big") for i in range(0, len(bytes_of), 4)]
    assert [stream.word() for _ in words] == words


def test_a_word_that_would_favour_some_numbers_is_thrown_away() -> None:
    n = 3 << 30
    words, numbers = Stream(SEED, "x"), Stream(SEED, "x")
    kept = [word for word in (words.word() for _ in range(100)) if word < n]
    assert 60 < len(kept) < 90
    assert [numbers.below(n) for _ in kept] == kept


def test_every_order_is_equally_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(12_000):
        cards = [Card(card) for card in range(4)]
        Stream(SEED, f"shuffle {number}").shuffle(cards)
        orders[tuple(cards)] += 1
    assert surprising(orders, 24, 12_000) < 4


def test_every_card_is_equally_likely_everywhere() -> None:
    rules, games = RuleSet(players=2), 2_000
    dealt: Counter[int] = Counter()
    second: Counter[int] = Counter()
    top: Counter[int] = Counter()
    first: Counter[int] = Counter()
    for seed in seeds(games):
        state = new_state(rules, seed)
        dealt.update(cards_in(state.hands[0]))
        second[state.castle_cards()[1]] += 1
        top[state.tavern_cards()[0]] += 1
        first[first_by_seed(rules, seed)] += 1
    # A hand's cards are drawn together, so their counts vary a little less.
    assert surprising(dealt, 40, games * 7) < 4
    assert surprising(second, 4, games) < 4
    assert surprising(top, 40, games) < 4
    assert surprising(first, 2, games) < 4


def test_a_seed_of_another_length_is_refused() -> None:
    for seed in (b"", SEED[:-1], SEED + b"x"):
        with pytest.raises(InvalidOptionError) as error:
            new_state(RuleSet(players=2), seed)
        assert error.value.code == "option.seed_out_of_range"


def test_a_mulligan_is_shuffled_again_from_the_same_stream() -> None:
    plain, strict = RuleSet(players=4), RuleSet(players=4, mulligan=Mulligan.ANY)
    changed = 0
    for seed in seeds(60):
        before, after = new_state(plain, seed), new_state(strict, seed)
        assert before.castle_cards() == after.castle_cards()
        assert not after.deals_again()
        hands, accepted = ([state.hands[seat] for seat in range(4)] for state in (before, after))
        dry = any(not any(suit_of(c) == Suit.DIAMONDS for c in cards_in(hand)) for hand in hands)
        assert (hands != accepted) == dry
        changed += dry
    assert 0 < changed < 60


def healing_game(seed: bytes) -> Game:
    """Play the first legal move that heals, and others until one does."""
    game = Game.new(RuleSet(players=2, attack=(0, 0, 0)), seed)
    while game.outcome is None and not any(isinstance(t.action, Heal) for t in game.tokens):
        moves = legal_moves(game.state)
        game.push(moves[len(game.tokens) % len(moves)])
    return game


def test_a_heal_follows_from_seed_ply_and_discard_pile() -> None:
    game = next(
        game
        for game in map(healing_game, seeds(50))
        if game.tokens and isinstance(game.tokens[-1].action, Heal)
    )
    assert game.seed_checks
    heal = game.tokens[-1].action
    assert isinstance(heal, Heal)
    ply = game.ply - 1
    before = game.at(ply)
    assert before.phase == Phase.HEAL
    cards = list(cards_in(before.discard))
    assert game.seed is not None
    assert isinstance(game.seed, bytes)
    Stream(game.seed, f"heal {ply}").pick(cards, before.heal_count())
    assert tuple(heal) == tuple(cards[: len(heal)])
    # Taking the game up from its record leads to the same.
    assert Game.from_record(game.record()).seed_checks
    # Nothing is drawn where nothing is awaited.
    with pytest.raises(IllegalMoveError):
        draw_heal(game.at(0).copy(), game.seed)


def test_the_documents_deal_is_the_deal() -> None:
    """What docs/security.md says in a few lines of Python is all there is to it."""
    (code,) = re.findall(r"```python\n(.*?)```", SECURITY.read_text(encoding="utf-8"), re.S)
    told: dict[str, Any] = {}
    exec(code, told)
    for players, seed in enumerate(seeds(4), 1):
        rules = RuleSet(players=players)
        state = new_state(rules, seed, first=first_by_seed(rules, seed))
        castle, tavern = told["deal"](seed.hex(), rules.jesters)
        size = rules.hand_limit
        assert castle == [format_card(Card(card)) for card in state.castle_cards()]
        for seat in range(players):
            hand = [format_card(card) for card in cards_in(state.hands[seat])]
            assert sorted(tavern[seat * size :][:size]) == sorted(hand)
        left = [format_card(Card(card)) for card in state.tavern_cards()]
        assert tavern[players * size :] == left
        assert told["below"](players, told["words"](seed.hex(), "first")) == state.seat
