"""R1 to R4: cards, castle, tavern, first player."""

from __future__ import annotations

import pytest

from openregicide.core import EventKind, Rank, RuleSet, State, new_state, rank_of, value_of
from openregicide.errors import InvalidOptionError
from openregicide.notation import parse_card
from support.scenario import Table, cards, deck_text, table, text

VALUES = {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 15, "K": 20}
SEEDS = range(200)


def dealt(players: int, seed: int = 7) -> State:
    return new_state(RuleSet(players=players), seed)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_R1_every_card_is_in_the_game_once(players: int) -> None:
    start = Table(dealt(players))
    assert text(cards(start.castle + "".join(start.hands) + start.tavern)) == deck_text(
        RuleSet(players=players)
    )
    assert start.discard == ""


@pytest.mark.parametrize(("rank", "value"), VALUES.items())
def test_R1_a_card_attacks_with_its_value(rank: str, value: int) -> None:
    # Hearts with an empty discard pile: nothing but the value is at work.
    castle = "KSKCKD" if rank == "K" else "KSKCKDKH"
    after = table(f"{rank}H", "9C", castle=castle).do(f"p{rank}H")
    assert after.one(EventKind.DAMAGED).value == value == value_of(parse_card(f"{rank}H"))


@pytest.mark.parametrize(("rank", "value"), VALUES.items())
def test_R1_a_card_pays_with_its_value(rank: str, value: int) -> None:
    castle = "KSKCKD" if rank == "K" else "KSKCKDKH"
    hand = text(cards(f"{rank}HTCTD"))
    after = table(hand, "9C", castle=castle, phase="d").do(f"d{hand}")
    assert after.one(EventKind.DISCARDED).value == 20 + value


def test_R1_a_jester_pays_nothing() -> None:
    after = table("TCX", "9C", "8C", enemy="JS", phase="d").do("dTCX")
    assert after.one(EventKind.DISCARDED).value == 10
    assert value_of(parse_card("X")) == 0


@pytest.mark.parametrize("seed", range(20))
def test_R2_jacks_lie_on_queens_on_kings(seed: int) -> None:
    castle = cards(Table(dealt(2, seed)).castle)
    assert [rank_of(card) for card in castle] == [Rank.JACK] * 4 + [Rank.QUEEN] * 4 + [
        Rank.KING
    ] * 4


def test_R2_each_rank_of_the_castle_is_shuffled() -> None:
    castles = [cards(Table(dealt(2, seed)).castle) for seed in SEEDS]
    for place in range(12):
        assert len({castle[place] for castle in castles}) == 4


def test_R2_the_top_card_of_the_castle_is_the_enemy_for_all_to_see() -> None:
    start = Table(dealt(2))
    assert start.view(None).enemy == cards(start.castle)[0]


@pytest.mark.parametrize(
    ("players", "jesters", "limit", "flips"),
    [(1, 0, 8, 2), (2, 0, 7, 0), (3, 1, 6, 0), (4, 2, 5, 0)],
)
def test_R3_jesters_and_hands_follow_the_number_of_players(
    players: int, jesters: int, limit: int, flips: int
) -> None:
    start = Table(dealt(players))
    assert start.hand_counts == [limit] * players
    assert ("".join(start.hands) + start.tavern).count("X") == jesters
    assert start.tavern_count == 40 + jesters - players * limit
    assert start.state.flips == flips


def test_R3_no_royal_is_in_the_tavern_or_in_a_hand() -> None:
    for seed in SEEDS:
        start = Table(dealt(4, seed))
        assert not {"J", "Q", "K"} & set("".join(start.hands) + start.tavern)


def test_R3_the_tavern_is_shuffled_before_the_deal() -> None:
    # Every card turns up first in some hand; a deal without a shuffle would repeat itself.
    seen = {card for seed in SEEDS for card in cards(Table(dealt(2, seed)).hands[0])}
    assert len(seen) == 40
    assert len({Table(dealt(2, seed)).tavern for seed in SEEDS}) == len(SEEDS)


def test_R3_jesters_are_shuffled_in() -> None:
    places = {Table(dealt(4, seed)).tavern.find("X") for seed in SEEDS}
    assert -1 in places  # both in hands
    assert len(places) > 10


@pytest.mark.parametrize("first", [0, 1, 2])
def test_R4_the_seat_that_is_asked_for_begins(first: int) -> None:
    start = Table(new_state(RuleSet(players=3), 7, first=first))
    assert start.seat == first
    # Who begins has nothing to do with who is dealt what.
    assert start.hands == Table(dealt(3)).hands


@pytest.mark.parametrize("first", [-1, 3])
def test_R4_no_other_seat_can_begin(first: int) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        new_state(RuleSet(players=3), 7, first=first)
    assert caught.value.code == "seat.unknown"
    assert caught.value.values == {"seat": first, "players": 3}


def test_R4_the_outcome_names_who_defeated_the_last_king() -> None:
    # The next game at this table begins with them.
    after = table("9C", "TCTD", castle="KS", played=("KH",), seat=1).do("pTC")
    assert after.outcome is not None
    assert after.outcome.won
    assert after.outcome.seat == 1
