"""Rule errors seen in other implementations, and pitfalls of the rules: one test for each.

The name of a test is what is right; the comment in it says what went wrong elsewhere.
"""

from __future__ import annotations

from collections import Counter

import pytest

from openregicide.core import (
    Ending,
    EventKind,
    Game,
    Generator,
    Phase,
    RuleSet,
    legal_moves,
    new_state,
    random_move,
    random_playouts,
    visible_to,
)
from openregicide.core import apply as make
from support.scenario import Table, cards, of, table

TWO_JESTERS = RuleSet(players=2, jesters=2)

# Winning


def test_eleven_kills_are_not_a_victory() -> None:
    # Elsewhere: the game was won when the castle pile was empty, with the last king still alive.
    after = table("9H9S", "9D", castle="KSKC", played=("KH", "TD", "2D")).do("p9H")
    assert after.castle == "KC"
    assert after.outcome is None
    assert after.phase is Phase.PLAY


def test_the_win_is_there_with_the_blow_that_fells_the_last_king() -> None:
    # Elsewhere: it was noticed only at the next action.
    after = table("9H9S", "9D", castle="KS", played=("KH", "TD", "2D")).do("p9H")
    assert after.outcome is not None
    assert after.outcome.won
    assert after.moves == set()


def test_twelve_kills_are_needed_from_the_deal_to_the_win() -> None:
    # An enemy of one health each: twelve plays, no fewer.
    start = Table(new_state(RuleSet(players=2, health=(1, 1, 1)), 1))
    for kills in range(12):
        assert start.outcome is None
        assert len(start.state.castle_cards()) == 12 - kills
        start = start.do(min(start.plays))
    assert start.outcome is not None
    assert start.outcome.won


# Kills and cards on the table


def test_an_exact_kill_is_drawn_next_not_last() -> None:
    # Elsewhere: it was put under the tavern.
    after = table("9H5DTC", "9D", enemy="JSJC", played=("TH", "AH"), tavern="2C").do("p9H", "p5D")
    assert after.draws()[:2] == [(0, "JS"), (1, "2C")]


def test_played_cards_are_not_discarded_at_once() -> None:
    # Elsewhere: they were, so that the next heart could bring them back.
    after = table("9CTCTD", "3HTH", enemy="KS").do("p9C")
    assert after.discard == ""
    healed = after.do("dTCTD", "p3H")
    assert of(healed.one(EventKind.HEALED)) == "TCTD"
    assert healed.played == ["9C", "3H"]


def test_the_shield_does_not_stay_for_the_next_enemy() -> None:
    after = table("9H2HTC", "9D", enemy="JCJD", played=("8S", "4H")).do("p9H", "p2H")
    assert after.due == 10


def test_a_cancelled_immunity_does_not_stay_cancelled_for_the_next_enemy() -> None:
    before = table("9H5CTC", "9D", "8D", enemy="JSJC", played=("TH", "X", "3H"))
    assert before.do("p9H", "p5C").damage == 5


# Hearts


def test_hearts_shuffle_the_discard_pile() -> None:
    # Elsewhere: the oldest or the newest cards were taken.
    before = [table("2HTC", "9D", discard="3C4C5C6C7C", seed=seed) for seed in range(200)]
    chosen = Counter(of(one.do("p2H").one(EventKind.HEALED)) for one in before)
    assert len(chosen) == 10  # every pair of five cards
    assert max(chosen.values()) < 4 * min(chosen.values())


def test_a_heal_comes_from_the_seeded_generator() -> None:
    # Elsewhere: the shuffle used the system's randomness, and seeds did not reproduce.
    def play_out() -> tuple[object, ...]:
        game = Game.new(RuleSet(players=2), 12)
        chooser = Generator(3)
        while game.outcome is None:
            game.push(random_move(game.state, chooser))
        assert any(event.kind is EventKind.HEALED for step in game.events for event in step)
        return (*game.tokens, game.state.key(), game.state.generator.words())

    assert play_out() == play_out()


def test_a_heal_moves_the_generator_on_so_that_the_next_one_differs() -> None:
    before = table("2HTC", "9D", discard="3C4C5C6C7C", seed=5)
    after = before.do("p2H")
    assert after.state.generator.words() != before.state.generator.words()


# Diamonds


def test_an_empty_tavern_is_not_reshuffled_by_itself() -> None:
    after = table("5DTC", "9C", rest="discard").do("p5D")
    assert after.draws() == []
    assert after.tavern == ""


def test_diamonds_start_with_the_current_player() -> None:
    # Elsewhere: with seat 0.
    after = table("9C", "9H", "2DTC", tavern="4C4H", seat=2).do("p2D")
    assert after.draws() == [(2, "4C"), (0, "4H")]


def test_a_full_hand_draws_for_the_diamond_it_just_played() -> None:
    # Elsewhere: cards were drawn before the played one had left the hand, which was still full.
    after = table("2D9C9D9H9S8C8D", "2H3H4H5H6H7H8H", tavern="4C4S").do("p2D")
    assert after.draws() == [(0, "4C")]


def test_diamonds_go_around_full_hands() -> None:
    # Elsewhere: the first full hand ended the draw.
    after = table("4DTC", "2C2D2H2S3C3D", "9C", tavern="4C4H4S5C").do("p4D")
    assert [seat for seat, _ in after.draws()] == [0, 2, 0, 2]


def test_diamonds_wait_for_hearts() -> None:
    after = table("5D5HTC", "9C", tavern="4C", rest="discard", enemy="QS").do("p5D5H")
    assert len(after.draws()) == 10
    assert after.story.index("healed") < after.story.index("drew")


# Spades, clubs and jesters


def test_spades_before_a_jester_count_at_all() -> None:
    after = table("XTC", "9D", "8D", enemy="KS", played=("9S",)).do("pX")
    assert after.attack == 11


def test_spades_before_a_jester_count_at_the_plays_value_not_the_cards() -> None:
    # Elsewhere: the three of spades out of three threes counted for three.
    after = table("XTC", "9D", "8D", enemy="KS", played=("3D3H3S",)).do("pX")
    assert after.attack == 11


def test_clubs_double_the_whole_attack_not_only_the_club() -> None:
    # Elsewhere: 5 + 2 * 5.
    after = table("5C5HTC", "9D", enemy="KS").do("p5C5H")
    assert after.damage == 20


def test_a_club_in_a_combo_does_not_double_against_clubs() -> None:
    after = table("5C5HTC", "9D", enemy="KC").do("p5C5H")
    assert after.damage == 10


def test_of_two_jesters_in_hand_one_is_played() -> None:
    # Elsewhere: both were gone.
    after = table("XXTC", "9D", rules=TWO_JESTERS).do("pX")
    assert after.hands[0] == "TCX"
    assert after.played == ["X"]
    assert after.do("n0", "pX").hands[0] == "TC"


def test_two_jesters_are_not_a_pair() -> None:
    before = table("XXTC", "9D", rules=TWO_JESTERS)
    assert before.plays == {"pX", "pTC"}
    assert before.refusal("pXX").code == "jester.not_alone"


def test_the_second_jester_alone_can_be_played_and_discarded_too() -> None:
    # The first lies on the table already, so the hand holds the other one.
    before = table("XTC", "9D", played=("X",), rules=TWO_JESTERS)
    assert before.do("pX").played == ["X", "X"]
    due = table("XTC", "9D", played=("X",), phase="d", rules=TWO_JESTERS)
    assert due.moves == {"dTC", "dTCX"}
    assert due.do("dTCX").hands[0] == ""


def test_two_jesters_make_no_discard_twice() -> None:
    due = table("TCXX", "9D", phase="d", rules=TWO_JESTERS)
    assert due.moves == {"dTC", "dTCX", "dTCXX"}
    assert len(legal_moves(due.state)) == 3


def test_the_jesters_player_may_choose_themself() -> None:
    after = table("XTC", "9D", "8D").do("pX", "n0")
    assert (after.phase, after.seat) == (Phase.PLAY, 0)


@pytest.mark.parametrize(("players", "jesters"), [(1, 0), (2, 0), (3, 1), (4, 2)])
def test_the_number_of_jesters_is_right(players: int, jesters: int) -> None:
    start = Table(new_state(RuleSet(players=players), 2))
    assert ("".join(start.hands) + start.tavern).count("X") == jesters


def test_a_discarded_jester_comes_back_like_any_card() -> None:
    # Elsewhere: it counted nothing, and was lost.
    paid = table("TCX", "3HTD", "9D", phase="d").do("dTCX")
    assert paid.discard == "TCX"
    healed = paid.do("p3H")
    assert of(healed.one(EventKind.HEALED)) == "TCX"
    assert "X" in healed.tavern


# Yielding


def test_an_illegal_yield_is_not_offered() -> None:
    for before in (table("9C", "9D", yielded="01"), table("9C")):
        assert "y" not in before.moves
        assert not before.view(0).may_yield
        assert before.refusal("y").code == "yield.not_allowed"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_in_which_everyone_yields_whenever_possible_ends(players: int) -> None:
    # Elsewhere: nothing limited yields, and a full shield made the game endless.
    # The jack's attack is nothing, so that yielding is free.
    state = new_state(RuleSet(players=players, attack=(0, 0, 0), health=(250, 250, 250)), 4)
    position = Table(state)
    for _ in range(400):
        if position.outcome is not None:
            break
        moves = position.moves
        position = position.do("y" if "y" in moves else max(moves))
    assert position.outcome is not None
    assert position.outcome.ending is Ending.CANNOT_ACT


def test_a_yield_is_judged_by_each_players_last_turn_not_in_a_row() -> None:
    # Seat 1 yielded; seat 0 kills, so the last turn at the table was no yield. Still refused.
    after = table("9H9S", "9D", yielded="01", played=("TH", "2H")).do("p9H")
    assert "y" not in after.moves


# Solo


def test_a_solo_hand_that_cannot_pay_may_flip() -> None:
    after = table("2H3C", flips=2).do("p2H")
    assert (after.phase, after.moves) == (Phase.DISCARD, {"j"})


def test_a_solo_player_with_an_empty_hand_may_flip() -> None:
    before = table("", flips=1)
    assert before.moves == {"j"}
    assert before.do("j").hand_counts == [8]


def test_the_flipped_hand_is_discarded() -> None:
    # Elsewhere: it vanished, or stayed.
    after = table("2C3C4C").do("j")
    assert after.discard == "2C3C4C"
    assert not set(cards("2C3C4C")) & set(cards(after.hands[0]))


def test_after_a_flip_at_step_4_the_hand_is_counted_again() -> None:
    # Elsewhere: the game went on with a hand that could not pay.
    weak = "2C2D2S3C3D3H3SAC"  # 19, and the king strikes for 20
    after = table("2H9C", enemy="KS", tavern=weak, flips=1).do("p2H", "j")
    assert after.outcome is not None
    assert after.outcome.ending is Ending.CANNOT_PAY
    enough = table("2H9C", enemy="KS", tavern=weak.replace("AC", "4C"), flips=1).do("p2H", "j")
    assert enough.outcome is None


# Paying


def test_an_empty_hand_alone_is_not_a_loss() -> None:
    after = table("2HTC", "9C").do("p2H", "dTC")
    assert after.hands[0] == ""
    assert after.outcome is None


def test_a_player_with_an_empty_hand_who_may_not_yield_loses_on_their_turn() -> None:
    # Elsewhere: the game hung, or skipped them.
    after = table("TC2C", "").do("y", "dTC")
    assert after.outcome is not None
    assert (after.outcome.ending, after.outcome.seat) == (Ending.CANNOT_ACT, 1)


def test_a_whole_hand_worth_exactly_the_attack_pays() -> None:
    # Elsewhere: paying exactly was death, or refused.
    before = table("2H4C6C", "9C").do("p2H")
    assert before.moves == {"d4C6C"}
    assert before.do("d4C6C").outcome is None


@pytest.mark.parametrize(("royal", "value"), [("JH", 10), ("QH", 15), ("KH", 20)])
def test_royals_in_hand_are_not_worth_11_12_13(royal: str, value: int) -> None:
    rules = RuleSet(players=2, attack=(value, value, value))
    due = table(royal, "9C", castle="KS", phase="d", rules=rules)
    assert due.do(f"d{royal}").one(EventKind.DISCARDED).value == value
    more = RuleSet(players=2, attack=(value + 1,) * 3)
    assert table(f"2C{royal}", "9C", castle="KS", rules=more).do("p2C").outcome is not None


# What goes together


def test_two_companions_may_be_played() -> None:
    assert "pACAD" in table("ACAD", "9C").plays


def test_three_companions_may_not() -> None:
    before = table("ACADAH", "9C")
    assert "pACADAH" not in before.plays
    assert before.refusal("pACADAH").code == "companion.with_two_others"


@pytest.mark.parametrize(("rank", "most"), [("2", 4), ("3", 3), ("4", 2), ("5", 2), ("6", 1)])
def test_the_size_of_a_combo_is_limited_by_its_rank(rank: str, most: int) -> None:
    # Elsewhere: by how many places the interface had, so that three fives went through.
    hand = "".join(f"{rank}{suit}" for suit in "CDHS")
    sizes = {len(cards(move[1:])) for move in table(hand, "9C").plays}
    assert sizes == set(range(1, most + 1))


def test_every_choice_of_suits_makes_a_combo() -> None:
    # Elsewhere: only neighbours in the hand were found.
    pairs = {move for move in table("5C5D5H5S", "9C").plays if len(move) == 5}
    assert pairs == {"p5C5D", "p5C5H", "p5C5S", "p5D5H", "p5D5S", "p5H5S"}


# Secrets


def test_an_exactly_killed_royal_is_drawn_face_down() -> None:
    before = table("9H2STC", "3DTD", "9C", enemy="JSJC", played=("TH", "AH"))
    after = before.do("p9H", "p2S", "dTC", "p3D")
    assert after.draws()[0] == (1, "JS")
    for seat in (0, 2, None):
        for event in visible_to(seat, after.events):
            assert event.kind is not EventKind.DREW or event.seat == seat or event.cards == ()


# Whole games


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_end(players: int) -> None:
    tally = random_playouts(RuleSet(players=players), games=50, seed=1)
    assert tally.games == 50
    assert tally.moves < 50 * 400


def test_no_card_is_lost_or_made_in_random_games() -> None:
    for players in (1, 2, 3, 4):
        rules = RuleSet(players=players)
        state = new_state(rules, players)
        chooser = Generator(9)
        while state.outcome() is None:
            make(state, random_move(state, chooser))
            now = Table(state)
            everything = now.castle + "".join(now.hands) + now.tavern + now.discard
            assert sorted(cards_of(everything + "".join(now.played))) == sorted(
                [*range(52), *[52] * rules.jesters]
            )


def cards_of(words: str) -> list[int]:
    """Read cards one by one; `X` may stand in it more than twice if something is wrong."""
    found: list[int] = []
    while words:
        size = 1 if words[0] == "X" else 2
        found += cards(words[:size])
        words = words[size:]
    return found
