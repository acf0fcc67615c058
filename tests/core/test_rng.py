"""The generator: known answers, no bias, and everything that is dealt or healed with it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise, permutations

import pytest

from openregicide.core import (
    Card,
    Generator,
    Heal,
    RuleSet,
    State,
    announce,
    apply,
    cards_in,
    new_state,
    sample_heal,
)
from openregicide.errors import InvalidOptionError
from openregicide.notation import parse_cards, parse_move, parse_rfen

# The same numbers once more, written from the definition of SFC32 and sharing no code


def sfc32(seed: int) -> Iterator[int]:
    """Yield the words of a seed, after the twelve that stir it."""
    mask = 2**32 - 1
    a, b, c, d = (seed >> shift & mask for shift in (0, 32, 64, 96))
    skip = 12
    while True:
        t = (a + b + d) % 2**32
        d = (d + 1) % 2**32
        a = b ^ b // 512
        b = 9 * c % 2**32
        c = ((c * 2**21) % 2**32 + c // 2**11 + t) % 2**32
        if skip:
            skip -= 1
        else:
            yield t


def bounded(words: Iterator[int], n: int) -> int:
    """Return a number below n: reject the words that would make some numbers likelier."""
    surplus = 2**32 % n
    while True:
        quotient, remainder = divmod(next(words) * n, 2**32)
        if remainder >= surplus:
            return quotient


def choose(words: Iterator[int], cards: Sequence[int], count: int) -> list[int]:
    """Return `count` of the cards in random order, as Fisher and Yates draw them."""
    left = list(cards)
    for i in range(count):
        j = i + bounded(words, len(left) - i)
        left[i], left[j] = left[j], left[i]
    return left[:count]


def shuffled(words: Iterator[int], cards: Sequence[int]) -> list[int]:
    # The last card has nowhere left to go, and costs no number.
    first = choose(words, cards, len(cards) - 1)
    return [*first, *(set(cards) - set(first))]


def draw(words: Callable[[], int], count: int) -> list[int]:
    return [words() for _ in range(count)]


def words_of(generator: Generator, count: int) -> list[int]:
    """Return the next words themselves; a new seed is made of four."""
    assert count % 4 == 0
    return [
        seed >> shift & 0xFFFFFFFF
        for seed in draw(generator.new_seed, count // 4)
        for shift in (96, 64, 32, 0)
    ]


# Statistics


def assert_uniform(observed: Iterable[int], *, cells: int) -> None:
    """Fail if equal chances would give such counts less than once in a million tests."""
    counts = list(observed)
    counts += [0] * (cells - len(counts))
    assert len(counts) == cells
    expected = sum(counts) / cells
    assert expected >= 5, "too few for a chi-square"
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    assert statistic < chi_square_limit(cells - 1)


def chi_square_limit(freedom: int, *, z: float = 4.7534) -> float:
    """Return Wilson and Hilferty's estimate of the quantile; z is that of one in a million."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + z * math.sqrt(part)) ** 3


def test_the_chi_square_limit_is_near_the_tables() -> None:
    # The tables' quantiles for one in a million with 10 and 100 degrees of freedom.
    assert chi_square_limit(10) == pytest.approx(48.32, rel=0.01)
    assert chi_square_limit(100) == pytest.approx(182.9, rel=0.01)


def test_a_bias_of_one_in_twenty_would_be_seen() -> None:
    with pytest.raises(AssertionError):
        assert_uniform([10_000] * 5 + [10_500] * 5, cells=10)


# Known answers

SEEDS = (
    0,
    1,
    2**32,
    2**64,
    2**127,
    2**128 - 1,
    0x0123456789ABCDEF0123456789ABCDEF,
)


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (0, [0xF08ED6A9, 0x514676C3, 0x08A809DF, 0x30349D2B]),
        (1, [0xA9C15057, 0x4D7928C5, 0xEE7B5378, 0xAD3BD78C]),
        (2**128 - 1, [0xC7B1FDC0, 0x842FB8E7, 0x1EF874D3, 0x7C91C406]),
        (0x0123456789ABCDEF0123456789ABCDEF, [0x6AE7FB2E, 0x74E85E42, 0x85FA6946, 0xAC81E7EB]),
    ],
)
def test_a_seed_has_these_words_on_every_machine(seed: int, words: list[int]) -> None:
    assert words_of(Generator(seed), 4) == words


@pytest.mark.parametrize("seed", SEEDS)
def test_the_words_are_those_of_sfc32(seed: int) -> None:
    assert words_of(Generator(seed), 1000) == list(islice(sfc32(seed), 1000))


def test_the_state_of_the_generator_is_four_words() -> None:
    assert Generator(0).words() == (0x2D009D08, 0xC38E3995, 0xD6D0B805, 0x0000000C)
    generator = Generator(1)
    generator.random_below(2)
    assert generator.words() == (0x428DD160, 0x0AEB5758, 0xFCD6CC7F, 0x0000000D)


def test_a_new_seed_is_four_words_the_first_one_highest() -> None:
    words = sfc32(77)
    a, b, c, d = islice(words, 4)
    generator = Generator(77)
    assert generator.new_seed() == a << 96 | b << 64 | c << 32 | d
    assert generator.new_seed() >> 96 == next(words)


def test_new_seeds_are_seeds() -> None:
    generator = Generator(78)
    seeds = draw(generator.new_seed, 500)
    assert len(set(seeds)) == 500
    for seed in seeds:
        Generator(seed)
    # Every bit is set about half the time: 250 of 500, give or take 5 standard deviations.
    for bit in range(128):
        assert 190 < sum(seed >> bit & 1 for seed in seeds) < 310


def test_reseeding_starts_the_stream_again() -> None:
    generator = Generator(5)
    first = words_of(generator, 8)
    generator.reseed(5)
    assert words_of(generator, 8) == first


def test_a_copied_generator_goes_on_alike_and_apart() -> None:
    one, other = Generator(5), Generator(6)
    one.new_seed()
    other.copy_from(one)
    assert other.words() == one.words()
    assert one.new_seed() == other.new_seed()
    one.new_seed()
    assert other.words() != one.words()


@pytest.mark.parametrize("seed", [-1, 2**128, -(2**128), 2**200])
def test_a_seed_outside_of_128_bits_is_refused(seed: int) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        Generator(seed)
    assert caught.value.code == "option.seed_out_of_range"
    assert caught.value.values == {"bits": 128}
    with pytest.raises(InvalidOptionError):
        new_state(RuleSet(players=2), seed)
    generator = Generator(9)
    before = generator.words()
    with pytest.raises(InvalidOptionError):
        generator.reseed(seed)
    assert generator.words() == before


# Bounded numbers


@pytest.mark.parametrize("n", [-1, 0, 2**32, 2**64])
def test_a_bound_outside_of_32_bits_is_refused(n: int) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        Generator(0).random_below(n)
    assert caught.value.code == "option.out_of_range"
    assert caught.value.values == {"option": "n", "value": n, "least": 1, "most": 2**32 - 1}


@pytest.mark.parametrize("n", [1, 2, 3, 7, 40, 54, 1000, 2**31, 3 * 2**30, 2**32 - 1])
def test_bounded_numbers_are_those_of_the_definition(n: int) -> None:
    generator, words = Generator(n), sfc32(n)
    for _ in range(500):
        assert generator.random_below(n) == bounded(words, n)


def test_a_bound_of_one_is_always_zero() -> None:
    generator = Generator(0)
    assert {generator.random_below(1) for _ in range(100)} == {0}


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 13, 40, 42, 54])
def test_bounded_numbers_are_equally_likely(n: int) -> None:
    generator = Generator(1000 + n)
    counts = Counter(generator.random_below(n) for _ in range(1000 * n))
    assert set(counts) <= set(range(n))
    assert_uniform(counts.values(), cells=n)


def test_words_are_rejected_where_some_numbers_would_be_likelier() -> None:
    # Of 3 * 2**30 numbers every third would come up twice as often without rejecting a quarter.
    n = 3 * 2**30
    generator, words = Generator(11), sfc32(11)
    numbers = [generator.random_below(n) for _ in range(20_000)]
    used = 0

    def counted() -> Iterator[int]:
        nonlocal used
        for word in words:
            used += 1
            yield word

    source = counted()
    assert numbers == [bounded(source, n) for _ in numbers]
    # 20 000 numbers need 26 667 words on average, with a standard deviation of 94.
    assert 26_667 - 500 < used < 26_667 + 500
    assert_uniform(Counter(number % 3 for number in numbers).values(), cells=3)
    assert_uniform(Counter(number * 8 // n for number in numbers).values(), cells=8)


def test_the_remainder_just_below_the_surplus_is_the_last_one_rejected() -> None:
    # With n = 2**31 + 1 the surplus is 2**31 - 1: nearly half of all words are drawn again.
    n = 2**31 + 1
    generator, words = Generator(12), sfc32(12)
    assert [generator.random_below(n) for _ in range(2000)] == [
        bounded(words, n) for _ in range(2000)
    ]


# Deals

RULE_SETS = (
    RuleSet(players=1),
    RuleSet(players=2),
    RuleSet(players=3),
    RuleSet(players=4),
    RuleSet(players=1, jesters=2, flips=0, hand_limit=12),
    RuleSet(players=4, jesters=0, hand_limit=10),
)


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: f"{rules.players}-{rules.jesters}")
def test_a_deal_is_four_shuffles_from_the_definition(rules: RuleSet) -> None:
    for seed in (*SEEDS, *range(100, 150)):
        words = sfc32(seed)
        castle = [card for rank in (40, 44, 48) for card in shuffled(words, range(rank, rank + 4))]
        tavern = shuffled(words, [*range(40), *range(52, 52 + rules.jesters)])
        state = new_state(rules, seed)
        assert state.castle_cards() == castle
        for seat in range(rules.players):
            start = seat * rules.hand_limit
            hand = tavern[start : start + rules.hand_limit]
            assert state.hands[seat] == sum(1 << card for card in hand)
        assert state.tavern_cards() == tavern[rules.players * rules.hand_limit :]


def test_a_deal_of_seed_1_for_three_players_is_this_one_forever() -> None:
    state = new_state(RuleSet(players=3), 1)
    castle = parse_cards("JHJDJSJCQHQDQCQSKSKCKDKH", ordered=True)
    tavern = parse_cards("7C5CACAH9C7S6D2D6S4CTC2S5STSAD3C8S4HXTH9H9S8C", ordered=True)
    assert tuple(state.castle_cards()) == castle
    assert tuple(state.tavern_cards()) == tavern


def places(state: State) -> list[int]:
    """Return the 40 cards and more of the tavern by place, hands first; no order within hands."""
    hands = [card for hand in state.hands for card in range(54) if hand >> card & 1]
    return [*hands, *state.tavern_cards()]


def test_every_card_is_equally_likely_at_every_place_of_the_tavern() -> None:
    rules = RuleSet(players=1, hand_limit=1, jesters=2, flips=0)
    deals = [places(new_state(rules, seed)) for seed in range(8000)]
    for place in range(42):
        assert_uniform(Counter(deal[place] for deal in deals).values(), cells=42)
    for card in (*range(40), 52, 53):
        assert_uniform(Counter(deal.index(card) for deal in deals).values(), cells=42)


def test_neighbours_in_the_tavern_are_unrelated() -> None:
    rules = RuleSet(players=1, hand_limit=1)
    follows: Counter[int] = Counter()
    for seed in range(2000):
        cards = places(new_state(rules, seed))
        follows.update((b - a) % 40 for a, b in pairwise(cards))
    assert follows[0] == 0
    # Of the 39 differences each is as likely as the pairs of cards that have it: all 40 do.
    assert_uniform([follows[difference] for difference in range(1, 40)], cells=39)


def test_every_order_of_a_castle_rank_is_equally_likely() -> None:
    castles = [new_state(RuleSet(players=2), seed).castle_cards() for seed in range(6000)]
    for start in (0, 4, 8):
        orders = Counter(tuple(castle[start : start + 4]) for castle in castles)
        assert set(orders) == set(permutations(range(40 + start, 44 + start)))
        assert_uniform(orders.values(), cells=24)
    # R2: the ranks are shuffled apart from each other.
    assert_uniform(Counter((c[0] % 4, c[4] % 4, c[8] % 4) for c in castles).values(), cells=64)


def test_every_hand_is_equally_likely_to_hold_a_card() -> None:
    rules = RuleSet(players=4, jesters=0, hand_limit=10)
    counts = [Counter[int]() for _ in range(40)]
    for seed in range(2000):
        state = new_state(rules, seed)
        for seat in range(4):
            for card in cards_in(state.hands[seat]):
                counts[card][seat] += 1
    for count in counts:
        assert_uniform(count.values(), cells=4)


def agreements(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(a == b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    "pairs",
    [
        [(seed, seed + 1) for seed in range(3000)],
        [(0, 1 << bit) for bit in range(128)] + [(7, 7 ^ 1 << bit) for bit in range(128)],
        [(seed << 96, (seed + 1) << 96) for seed in range(1000)],
    ],
    ids=["neighbours", "single bits", "counter words"],
)
def test_similar_seeds_give_unrelated_deals(pairs: list[tuple[int, int]]) -> None:
    rules = RuleSet(players=1, hand_limit=1)
    same = [agreements(places(new_state(rules, a)), places(new_state(rules, b))) for a, b in pairs]
    # Two unrelated deals agree in one place on average, with a variance of one.
    assert abs(sum(same) - len(same)) < 5 * math.sqrt(len(same))
    assert max(same) < 12


def test_the_deals_of_many_seeds_are_all_different() -> None:
    rules = RuleSet(players=2)
    deals = {tuple(places(new_state(rules, seed))) for seed in range(5000)}
    assert len(deals) == 5000


# Heals

DISCARD = "2C3C4C5C6C"
SMALL = (
    "p0 00 0 JCJDJHJSQCQDQHQSKCKDKHKS - 3H/AH"
    " ACADAS2D2H2S3D3S4D4H4S5D5H5S6D6H6S7C7D7H7S8C8D8H8S9C9D9H9STCTDTHTS 2C3C4C5C6C 0"
)


def test_a_heal_takes_every_choice_of_cards_in_every_order_equally_often() -> None:
    start = parse_rfen(SMALL)
    generator = Generator(31)
    heals: Counter[tuple[Card, ...]] = Counter()
    for _ in range(6000):
        state = start.copy()
        state.generator.copy_from(generator)
        announce(state, parse_move("p3H"))
        heals[tuple(sample_heal(state))] += 1
        # The next heal goes on where this one stopped.
        generator.copy_from(state.generator)
    # Three of the five cards in all their orders.
    assert set(heals) == set(permutations(cards_in(start.discard), 3))
    assert_uniform(heals.values(), cells=60)


def test_a_heal_is_the_choice_of_the_definition_and_lies_under_the_tavern() -> None:
    pile = parse_cards(DISCARD)
    for seed in range(50):
        state = parse_rfen(SMALL)
        state.generator.reseed(seed)
        before = state.tavern_cards()
        apply(state, parse_move("p3H"))
        healed = choose(sfc32(seed), pile, 3)
        assert state.tavern_cards() == before + healed
        assert set(cards_in(state.discard)) == set(pile) - set(map(Card, healed))


def test_a_heal_of_everything_shuffles_it() -> None:
    text = SMALL.replace("3H/AH", "9H/AH").replace("9D9H9S", "9D9S").replace("3D3S", "3D3H3S")
    start = parse_rfen(text)
    orders: Counter[Heal] = Counter()
    generator = Generator(32)
    for _ in range(6000):
        state = start.copy()
        state.generator.copy_from(generator)
        announce(state, parse_move("p9H"))
        orders[sample_heal(state)] += 1
        generator.copy_from(state.generator)
    assert set(orders) == {Heal(order) for order in permutations(parse_cards(DISCARD))}
    assert_uniform(orders.values(), cells=120)


def test_a_deal_leaves_the_generator_where_the_definition_does() -> None:
    rules = RuleSet(players=2)
    for seed in range(20):
        words = sfc32(seed)
        for rank in (40, 44, 48):
            shuffled(words, range(rank, rank + 4))
        shuffled(words, range(40))
        assert new_state(rules, seed).generator.random_below(2**32 - 1) == bounded(words, 2**32 - 1)
