"""Previews: what a player is told before a move, and that it gives no hidden card away."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openregicide.core import (
    Ending,
    EventKind,
    Generator,
    Move,
    MoveKind,
    Phase,
    Preview,
    RuleSet,
    State,
    is_jester,
    legal_moves,
    minimal_moves,
    move_cards,
    move_kind,
    moves_of,
    narrate,
    new_state,
    preview,
    previews,
    random_move,
    view_for,
    world_of,
)
from openregicide.core import apply as make
from openregicide.errors import IllegalMoveError
from openregicide.notation import format_move, parse_move
from support.random_games import random_game, rule_sets, seeds
from support.scenario import table

NONE = (0, 0)


def test_clubs_are_told_doubled() -> None:
    told = table("4CTC", "9D", played=("3H",)).preview("p4C")
    assert told == Preview(attack=4, doubled=True, damage=8, damage_after=11, draws=NONE, strike=10)


def test_spades_are_told_with_the_whole_shield_and_the_strike_that_is_left() -> None:
    told = table("4STC", "9D", enemy="JC", played=("3S",)).preview("p4S")
    assert told == Preview(attack=4, damage=4, damage_after=7, shield_after=7, draws=NONE, strike=3)


def test_a_full_shield_is_told_as_a_strike_of_nothing() -> None:
    assert table("8STC", "9D", enemy="JC", played=("3S",)).preview("p8S").strike == 0


def test_hearts_are_told_as_far_as_the_discard_pile_goes() -> None:
    before = table("4H9HTC", "9D", discard="2C3C4C5C6C")
    assert before.preview("p4H").heal == 4
    assert before.preview("p9H").heal == 5


def test_diamonds_are_told_seat_by_seat() -> None:
    told = table("5DTC", "4C4D4H4S5C5H", tavern="2C").preview("p5D")
    assert told.draws == (4, 1)
    assert told.draw == 5


def test_diamonds_after_hearts_draw_what_was_healed() -> None:
    told = table("4D4HTC", "9D", rest="discard").preview("p4D4H")
    assert (told.heal, told.draw) == (8, 8)


def test_immunity_is_told() -> None:
    told = table("4STC", "9D", enemy="JS").preview("p4S")
    assert told.blocked
    assert told.shield_after == 0
    assert not table("4STC", "9D", enemy="JC").preview("p4S").blocked


def test_a_set_is_told_at_its_total() -> None:
    told = table("3C3STC", "9D", enemy="QH").preview("p3C3S")
    assert told == Preview(
        attack=6, doubled=True, damage=12, damage_after=12, shield_after=6, draws=NONE, strike=9
    )


def test_a_kill_is_told_and_nothing_strikes() -> None:
    told = table("9HTC", "9D", played=("TH", "2H")).preview("p9H")
    assert (told.falls, told.exact, told.wins, told.strike) == (True, False, False, None)
    assert told.damage_after == 21


def test_an_exact_kill_is_told() -> None:
    told = table("8HTC", "9D", played=("TH", "2H")).preview("p8H")
    assert (told.falls, told.exact, told.wins) == (True, True, False)


def test_the_last_king_is_told_as_a_win() -> None:
    before = table("9H9S", "9D", castle="KC", played=("KH", "TD", "2D"))
    told = before.preview("p9H")
    assert (told.falls, told.exact, told.wins) == (True, False, True)
    assert not table("9H", "9D", castle="KCKS", played=("KH", "TD", "2D")).preview("p9H").wins


def test_a_jester_is_told_with_the_spades_that_begin_to_count() -> None:
    told = table("XTC", "9D", "8D", enemy="QS", played=("3S", "4H4S")).preview("pX")
    assert told == Preview(shield_after=11, damage_after=11, draws=(0, 0, 0))


def test_naming_the_next_player_is_told_as_nothing_new() -> None:
    before = table("XTC", "9D", "8D", enemy="QS", played=("3S",)).do("pX")
    assert before.preview("n2") == Preview(shield_after=3, damage_after=3, draws=(0, 0, 0))


def test_a_yield_is_told_with_its_strike() -> None:
    told = table("9HTC", "9D", enemy="QC", played=("4S",)).preview("y")
    assert told == Preview(damage_after=4, shield_after=4, draws=NONE, strike=11)


def test_a_discard_is_told_with_what_it_is_worth() -> None:
    told = table("4D9HTC", "9D", enemy="JC", played=("4S",), phase="d").preview("d4D9H")
    assert told == Preview(damage_after=4, shield_after=4, draws=NONE, paid=13)


def test_a_flip_is_told_with_the_cards_it_draws() -> None:
    before = table("9HTC")
    assert before.preview("j") == Preview(draws=(8,))
    few = table("9HTC", enemy="QS", tavern="JCJD", rest="discard")
    assert few.preview("j").draws == (2,)


def test_a_flip_at_step_4_is_told_with_the_strike_that_still_comes() -> None:
    assert table("9HTC", phase="d").preview("j") == Preview(draws=(8,), strike=10)


def test_R17_a_strike_that_the_hand_cannot_bear_is_told_as_a_loss() -> None:
    before = table("2H4S9C", "9D", enemy="QC")
    assert before.preview("p2H").loses  # 15 against 13
    assert not before.preview("p4S").loses  # 11 against 11
    assert not before.preview("y").loses  # 15 against 15
    assert table("4S9C", "9D", enemy="QC").preview("y").loses


def test_cards_that_are_drawn_may_be_worth_enough() -> None:
    assert not table("5D2H", "9D", enemy="JC").preview("p5D").loses
    assert table("5D2H", "9D", enemy="JC", rest="discard").preview("p5D").loses


def test_R30_a_jester_that_can_be_flipped_is_hope() -> None:
    assert not table("2H", flips=1).preview("p2H").loses
    assert table("2H", flips=0).preview("p2H").loses


def test_R25_a_player_who_will_be_stuck_is_told() -> None:
    before = table("3STC", "", enemy="JC", phase="d", yielded="10")
    assert (before.preview("dTC").loses, before.preview("dTC").stuck) == (True, 1)
    before = table("3STC", "", enemy="JC", phase="d")
    assert (before.preview("dTC").loses, before.preview("dTC").stuck) == (False, None)


@pytest.mark.parametrize("move", ["p9D", "p9HTC", "dTC", "j", "n1"])
def test_a_move_that_the_rules_refuse_has_no_preview(move: str) -> None:
    before = table("9HTC", "9D")
    with pytest.raises(IllegalMoveError) as caught:
        before.preview(move)
    assert caught.value.code == before.refusal(move).code


def test_hidden_cards_that_change_places_do_not_change_a_preview() -> None:
    one = table("5DTC", "3D4D", tavern="5S6S7S")
    other = table("5DTC", "3D6S", tavern="7S4D5S")
    assert one.preview("p5D") == other.preview("p5D")


# Which moves a view allows


def test_a_view_knows_the_moves_of_its_own_seat() -> None:
    before = table("3C3D9S", "9D", "X")
    assert {format_move(m) for m in moves_of(before.view(0))} == before.moves
    assert moves_of(before.view(1)) == ()
    assert moves_of(before.view(None)) == ()


def test_all_moves_can_be_previewed_at_once() -> None:
    before = table("3C3D9S", "9D", "X")
    view = before.view(0)
    assert previews(view) == {move: preview(view, move) for move in moves_of(view)}
    assert previews(before.view(1)) == {}
    assert previews(before.view(None)) == {}


def test_a_view_of_a_game_that_is_over_knows_no_moves() -> None:
    after = table("2H9C", "9D").do("p2H")
    assert moves_of(after.view(0)) == ()


def test_minimal_discards_have_no_card_to_spare() -> None:
    before = table("2C4D6HTSX", "9D", "9C", phase="d")
    told = {format_move(m) for m in moves_of(before.view(0), minimal=True)}
    assert told == {"dTS", "d4D6H"}


# Against what really happens


def check(told: Preview, before: State, move: Move) -> None:
    """Compare a preview with what becomes of the cards on one table."""
    after = before.copy()
    make(after, move)
    enemy = before.castle_cards()[0]
    falls = len(after.castle_cards()) < len(before.castle_cards())
    assert told.falls == falls
    assert told.exact == (falls and after.tavern_cards()[:1] == [enemy])
    end = after.outcome()
    assert told.wins == (end is not None and end.won)
    if not falls:
        assert (told.damage_after, told.shield_after) == (after.damage, after.shield)
        assert told.damage == after.damage - before.damage
    given = len(move_cards(move))
    for seat in range(before.players):
        held = before.hands[seat].bit_count()
        if seat == before.seat:
            held = 0 if move_kind(move) is MoveKind.FLIP else held - given
        assert told.draws[seat] == after.hands[seat].bit_count() - held
    moved = len(after.tavern_cards()) - len(before.tavern_cards())
    assert moved == told.heal - told.draw + told.exact
    strikes = move_kind(move) in (MoveKind.PLAY, MoveKind.YIELD) and not falls
    strikes = strikes and not any(map(is_jester, move_cards(move)))
    strikes = strikes or (move_kind(move) is MoveKind.FLIP and before.phase == Phase.DISCARD)
    if strikes:
        cannot_pay = end is not None and end.ending is Ending.CANNOT_PAY
        waits = after.phase == Phase.DISCARD or cannot_pay
        assert told.strike == (after.due if waits else 0)
    else:
        assert told.strike is None
    if move_kind(move) is MoveKind.DISCARD:
        assert told.paid == before.worth(move & ((1 << 56) - 1))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_previews_come_true_on_every_table_that_the_view_allows(players: int) -> None:
    chooser = Generator(players)
    for seed in range(8):
        state = new_state(RuleSet(players=players), seed)
        while state.outcome() is None:
            view = view_for(state, state.seat)
            moves = minimal_moves(state) if state.phase == Phase.DISCARD else legal_moves(state)
            for move in moves[:: max(1, len(moves) // 4)]:
                told = preview(view, move)
                check(told, state, move)
                check(told, world_of(view, chooser), move)
            make(state, random_move(state, chooser))


def told_by_events(before: State, move: Move) -> Preview:
    """What the engine's own events say about a move on one table."""
    values: dict[str, object] = {"damage_after": before.damage, "shield_after": before.shield}
    draws = [0] * before.players
    for event in narrate(before.copy(), move):
        match event.kind:
            case EventKind.PLAYED:
                values["attack"] = event.value
            case EventKind.BLOCKED:
                values["blocked"] = True
            case EventKind.HEALED:
                values["heal"] = event.value
            case EventKind.DREW if event.seat is not None:
                draws[event.seat] += 1
            case EventKind.DOUBLED:
                values["doubled"] = True
            case EventKind.SHIELDED | EventKind.SPADES_COUNT:
                values["shield_after"] = event.total
            case EventKind.DAMAGED:
                values |= {"damage": event.value, "damage_after": event.total}
            case EventKind.DEFEATED:
                values |= {"falls": True, "exact": event.value == 1}
            case EventKind.STRUCK | EventKind.HELD:
                values["strike"] = event.value
            case EventKind.DISCARDED:
                values["paid"] = event.value
            case EventKind.WON:
                values["wins"] = True
            case EventKind.LOST if event.value == Ending.CANNOT_ACT:
                values["stuck"] = event.seat
            case _:
                pass
    return Preview(draws=tuple(draws), **values)  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(rule_sets(max_hand=8), seeds(), st.integers(0, 60))
def test_previews_say_what_the_events_will_say(rules: RuleSet, seed: int, moves: int) -> None:
    state = random_game(rules, seed, moves=moves).state
    told = previews(view_for(state, state.seat))
    assert list(told) == legal_moves(state)
    for move, seen in told.items():
        # Events say nothing of what the hand could have done instead.
        assert seen._replace(loses=False, gives_kill=False) == told_by_events(state, move)


@settings(max_examples=60, deadline=None)
@given(rule_sets(max_hand=8), seeds(), st.integers(0, 60))
def test_a_move_that_is_said_to_lose_does(rules: RuleSet, seed: int, moves: int) -> None:
    state = random_game(rules, seed, moves=moves).state
    view = view_for(state, state.seat)
    for move, told in previews(view).items():
        for world in (state.copy(), world_of(view, Generator(seed))):
            make(world, move)
            end = world.outcome()
            lost = end is not None and not end.won
            if told.loses:
                assert lost
            elif lost:
                # Only cards that nobody could know of made the difference.
                assert told.draws[view.turn]


def test_a_preview_leaves_no_trace() -> None:
    before = table("5H9HTC", "9D", discard="2C3C", seed=9)
    words, key = before.state.generator.words(), before.state.key()
    preview(before.view(0), parse_move("p5H"))
    assert (before.state.generator.words(), before.state.key()) == (words, key)


@settings(max_examples=30)
@given(rule_sets(), seeds())
def test_the_table_itself_tells_no_more_than_any_that_the_view_allows(
    rules: RuleSet, seed: int
) -> None:
    game = random_game(rules, seed)
    for state in (game.at(ply) for ply in range(game.ply)):
        view = view_for(state, state.seat)
        assert previews(view, state=state) == previews(view)
