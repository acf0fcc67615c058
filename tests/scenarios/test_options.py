"""The options of a table: companions, yields, jesters, flips, hands, enemies."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from openregicide.core import (
    Companions,
    EventKind,
    Phase,
    RuleSet,
    State,
    Talk,
    is_companion,
    is_jester,
    new_state,
    rank_of,
    value_of,
)
from openregicide.errors import InvalidOptionError
from support.scenario import Table, cards, table, text

MANY = RuleSet(players=2, companions=Companions.MANY, jesters=2)


def rules_of(options: Mapping[str, object]) -> RuleSet:
    return RuleSet(**options)  # type: ignore[arg-type]


# companions=many (zh)


@pytest.mark.parametrize(
    "move",
    [
        *("pACAD", "pACADAH", "pACADAHAS"),
        *("pAC9C", "pACAD9C", "pACADAH9C", "pACADAHAS9C"),
        *("pACADKS", "pACADAHASKS"),
    ],
)
def test_many_companions_go_together_or_with_one_other_card(move: str) -> None:
    hand = text({*cards("ACADAHAS"), *cards(move[1:])})
    assert move in table(hand, "TC", castle="KHKCKD", rules=MANY).plays


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("pAC2C2D", "companion.with_two_others"),
        ("pACAD2C2D", "companion.with_two_others"),
        ("pACAD2C3D", "companion.with_two_others"),
        ("pACX", "companion.with_jester"),
        ("pACADX", "companion.with_jester"),
        ("pACADXX", "companion.with_jester"),
        ("p2CX", "jester.not_alone"),
        ("p2C3D", "combo.mixed_ranks"),
    ],
)
def test_many_companions_do_not_go_with_more(move: str, code: str) -> None:
    before = table("ACAD2C2D3DXX", "TC", rules=MANY)
    assert before.refusal(move).code == code
    assert move not in before.plays


def test_many_companions_all_plays_of_a_hand_and_no_others() -> None:
    hand = cards("ACADAH2C2D9SX")
    expected = set()
    for size in range(1, len(hand) + 1):
        for some in combinations(hand, size):
            others = [card for card in some if not is_companion(card)]
            one_rank = len({rank_of(card) for card in others}) == 1
            combo = len(others) == size and one_rank and sum(map(value_of, some)) <= 10
            if any(is_jester(card) for card in some):
                fits = size == 1
            else:
                fits = len(others) <= 1 or combo
            if fits:
                expected.add("p" + text(some))
    assert table(text(hand), "TC", rules=MANY).plays == expected


def test_many_companions_act_with_all_their_suits_at_the_full_value() -> None:
    before = table("ACADAHAS6S", "TC", enemy="KS", discard="2C", played=("X",), rules=MANY)
    after = before.do("pACADAHAS6S")
    assert after.damage == 20
    assert after.shield == 10
    assert len(after.draws()) == 10
    assert after.one(EventKind.HEALED).value == 1


# jesters, flips, hands


@pytest.mark.parametrize(("players", "jesters"), [(2, 1), (2, 2), (3, 0), (3, 2), (4, 0)])
def test_the_number_of_jesters_can_be_chosen(players: int, jesters: int) -> None:
    start = Table(new_state(RuleSet(players=players, jesters=jesters), 3))
    assert ("".join(start.hands) + start.tavern).count("X") == jesters
    assert len(cards("".join(start.hands) + start.tavern)) == 40 + jesters


def test_a_solo_player_may_have_jesters_in_the_tavern_instead_of_aside() -> None:
    rules = RuleSet(players=1, jesters=1, flips=1)
    after = table("X4STC", enemy="JS", rules=rules).do("pX")
    assert after.moves == {"n0"}
    assert after.do("n0", "p4S").shield == 4


@pytest.mark.parametrize("flips", [0, 1, 2])
def test_the_number_of_flips_can_be_chosen(flips: int) -> None:
    before = table("TC", rules=RuleSet(players=1, flips=flips))
    assert ("j" in before.moves) == (flips > 0)
    assert before.state.flips == flips


@pytest.mark.parametrize(("players", "limit"), [(1, 12), (2, 1), (3, 8), (4, 10)])
def test_the_hand_limit_can_be_chosen(players: int, limit: int) -> None:
    start = Table(new_state(RuleSet(players=players, hand_limit=limit), 3))
    assert start.hand_counts == [limit] * players


def test_diamonds_and_flips_keep_to_the_chosen_hand_limit() -> None:
    two = table("9DTC", "9C", rules=RuleSet(players=2, hand_limit=3)).do("p9D")
    assert two.hand_counts == [3, 3]
    solo = table("9DTC", rules=RuleSet(players=1, hand_limit=10)).do("j")
    assert solo.hand_counts == [10]


# Enemies


def test_attack_and_health_can_be_chosen_for_each_rank() -> None:
    rules = RuleSet(players=2, attack=(1, 2, 3), health=(4, 5, 6))
    for enemy, attack, health in (("JS", 1, 4), ("QS", 2, 5), ("KS", 3, 6)):
        view = table("9C", "9D", enemy=enemy, rules=rules).view(0)
        assert (view.attack, view.health) == (attack, health)


def test_a_chosen_health_decides_what_is_exact() -> None:
    rules = RuleSet(players=2, health=(9, 30, 40))
    after = table("9H", "9C", rules=rules).do("p9H")
    assert after.tavern.startswith("JS")


def test_a_chosen_attack_is_what_has_to_be_paid() -> None:
    rules = RuleSet(players=2, attack=(12, 15, 20))
    after = table("2HTC2S", "9C", rules=rules).do("p2H")
    assert after.due == 12
    assert after.moves == {"d2STC"}


def test_an_enemy_without_attack_never_strikes() -> None:
    rules = RuleSet(players=2, attack=(0, 15, 20))
    after = table("2H", "9C", rules=rules).do("p2H")
    assert (after.phase, after.seat) == (Phase.PLAY, 1)


def test_a_chosen_enemy_does_not_change_what_royals_count_in_hand() -> None:
    rules = RuleSet(players=2, attack=(1, 2, 3), health=(99, 99, 99))
    after = table("QH", "9C", castle="KSKC", rules=rules).do("pQH")
    assert after.damage == 15


# What cannot be chosen


@pytest.mark.parametrize(
    ("options", "values"),
    [
        ({"players": 0}, ("players", 0, 1, 4)),
        ({"players": 5}, ("players", 5, 1, 4)),
        ({"players": -1}, ("players", -1, 1, 4)),
        ({"players": True}, ("players", True, 1, 4)),
        ({"players": 2.0}, ("players", 2.0, 1, 4)),
        ({"players": "2"}, ("players", "2", 1, 4)),
        ({"players": 2, "jesters": 3}, ("jesters", 3, 0, 2)),
        ({"players": 2, "jesters": -2}, ("jesters", -2, 0, 2)),
        ({"players": 2, "flips": 1}, ("flips", 1, 0, 0)),
        ({"players": 1, "flips": 3}, ("flips", 3, 0, 2)),
        # There are two jesters in the box: those in the tavern do not lie aside.
        ({"players": 1, "jesters": 1, "flips": 2}, ("flips", 2, 0, 1)),
        ({"players": 2, "hand_limit": 0}, ("hand_limit", 0, 1, 12)),
        ({"players": 2, "hand_limit": 13}, ("hand_limit", 13, 1, 12)),
        # 42 cards do not make four hands of 11.
        ({"players": 4, "hand_limit": 11}, ("hand_limit", 11, 1, 10)),
        ({"players": 2, "attack": (10, 15, 251)}, ("attack", 251, 0, 250)),
        ({"players": 2, "attack": (-1, 15, 20)}, ("attack", -1, 0, 250)),
        ({"players": 2, "health": (0, 30, 40)}, ("health", 0, 1, 250)),
        ({"players": 2, "health": (20, 30, "40")}, ("health", "40", 1, 250)),
    ],
)
def test_an_option_out_of_range_is_refused(
    options: dict[str, object], values: tuple[str, object, int, int]
) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        rules_of(options)
    assert caught.value.code == "option.out_of_range"
    option, value, least, most = values
    assert caught.value.values == {"option": option, "value": value, "least": least, "most": most}


@pytest.mark.parametrize(
    ("options", "code", "option"),
    [
        ({"companions": "three"}, "option.unknown_value", "companions"),
        ({"talk": "loud"}, "option.unknown_value", "talk"),
        ({"solo_yield": 1}, "option.not_on_or_off", "solo_yield"),
        ({"attack": (10, 15)}, "option.not_three_numbers", "attack"),
        ({"health": (20, 30, 40, 50)}, "option.not_three_numbers", "health"),
        ({"attack": 10}, "option.not_three_numbers", "attack"),
        ({"health": None}, "option.not_three_numbers", "health"),
    ],
)
def test_an_option_that_does_not_exist_is_refused(
    options: dict[str, object], code: str, option: str
) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        rules_of({"players": 2, **options})
    assert caught.value.code == code
    assert caught.value.values["option"] == option


def test_an_unknown_word_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InvalidOptionError) as caught:
        rules_of({"players": 2, "talk": "loud"})
    assert caught.value.values["known"] == ["strict", "open"]


@pytest.mark.parametrize("seed", [-1, 1 << 128])
def test_a_seed_has_128_bits(seed: int) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        new_state(RuleSet(players=2), seed)
    assert caught.value.code == "option.seed_out_of_range"


def test_a_state_is_made_from_rules_and_nothing_else() -> None:
    # The compiled engine indexes without looking; it must never meet a wrong number of players.
    with pytest.raises(InvalidOptionError) as caught:
        State(5)  # type: ignore[arg-type]
    assert caught.value.code == "option.not_rules"


def test_words_may_be_given_as_text() -> None:
    rules = rules_of({"players": 2, "companions": "many", "talk": "open"})
    assert rules.companions is Companions.MANY
    assert rules.talk is Talk.OPEN


def test_only_what_differs_from_the_rulebook_counts_as_changed() -> None:
    assert RuleSet(players=3, jesters=1, hand_limit=6).changed() == {}
    assert RuleSet(players=3, jesters=2).changed() == {"jesters": 2}
