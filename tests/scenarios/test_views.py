"""R28: what each seat may know, and what nobody may."""

from __future__ import annotations

from collections import Counter

import pytest

from openregicide.core import (
    EventKind,
    Game,
    Generator,
    Phase,
    RuleSet,
    State,
    Suit,
    View,
    cards_in,
    new_state,
    random_move,
    restore_state,
    view_for,
    visible_to,
    world_of,
)
from openregicide.core import apply as make
from openregicide.errors import InvalidOptionError
from openregicide.notation import format_view, parse_cards
from support.scenario import Table, cards, of, table, text

# An enemy that hardly hurts and does not fall: the scenes are about the cards.
MILD = RuleSet(players=2, attack=(1, 1, 1), health=(99, 99, 99))


def hands_of(view: View) -> str:
    """Write the hands as the viewer knows them: `?2` unseen, `[3C4C]1` one of these."""
    return format_view(view).split()[5]


def tavern_of(view: View) -> str:
    return format_view(view).split()[6]


# What everyone sees


def test_R28_the_enemy_and_what_was_done_to_it_are_public() -> None:
    after = table("4STC", "9D", enemy="QC", played=("5S", "9H"), by=(0, 1)).do("p4S")
    view = after.view(None)
    assert text([view.enemy] if view.enemy is not None else []) == "QC"
    assert (view.damage, view.health) == (18, 30)
    assert (view.shield, view.attack, view.due) == (9, 6, 6)
    assert view.immune is Suit.CLUBS
    assert view.table == ((0, cards("5S")), (1, cards("9H")), (0, cards("4S")))


def test_R28_discard_pile_and_counts_are_public() -> None:
    before = table("4STC", "9D8D7D", discard="2C3C")
    view = before.view(None)
    assert text(view.discard) == "2C3C"
    assert [hand.count for hand in view.hands] == [2, 3]
    assert view.tavern_count == before.tavern_count


def test_R28_yields_and_jesters_left_are_public() -> None:
    view = table("9C", "9D", "9H", yielded="011").view(None)
    assert view.yielded == (False, True, True)
    assert not view.may_yield
    assert table("9C", flips=1).view(None).flips == 1


def test_R28_the_royals_to_come_are_known_but_not_their_order() -> None:
    one = table("9C", "9D", castle="JSJDQCQDQHQSKCKDKHKS").view(0)
    other = table("9C", "9D", castle="JSJDQSQHQDQCKSKHKDKC").view(0)
    assert text(one.royals) == "JDQCQDQHQSKCKDKHKS"
    assert one == other


def test_R28_the_end_is_public() -> None:
    after = table("2H9C", "9D").do("p2H")
    assert after.view(1).outcome == after.outcome


# What is hidden


def test_R28_a_seat_sees_its_own_hand_and_only_the_number_of_the_others() -> None:
    view = table("2C9H", "3D4D5D", "6S").view(1)
    assert hands_of(view) == "?2/3D4D5D/?1"


def test_R28_a_spectator_sees_no_hand() -> None:
    view = table("2C9H", "3D4D5D", "6S").view(None)
    assert hands_of(view) == "?2/?3/?1"
    assert all(hand.cards == () for hand in view.hands)


def test_R28_cards_that_change_places_unseen_change_nothing() -> None:
    one = table("2C9H", "3D4D", tavern="5S6S7S")
    other = table("2C9H", "3D6S", tavern="7S4D5S")
    assert one.view(0) == other.view(0)
    assert format_view(one.view(None)) == format_view(other.view(None))
    assert one.view(1) != other.view(1)


def test_R28_the_seed_is_hidden() -> None:
    assert table("2C", "3D", seed=1).view(0) == table("2C", "3D", seed=2).view(0)


def test_R28_before_any_heal_all_hidden_cards_are_one_layer() -> None:
    view = table("2C9H", "3D4D").view(0)
    assert len(view.layers) == 1
    assert not set(view.layers[0]) & set(cards("2C9H"))
    assert len(view.layers[0]) == view.tavern_count + 2


@pytest.mark.parametrize("seat", [-1, 2])
def test_R28_there_is_no_view_for_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        table("2C", "3D").view(seat)
    assert caught.value.code == "seat.unknown"
    assert caught.value.values == {"seat": seat, "players": 2}


# Heals


def test_R28_what_a_heal_moved_is_known_as_a_set_under_the_tavern() -> None:
    before = table("2HTC", "9D", discard="3C4C5C")
    view = before.do("p2H", "h4C3C").view(1)
    assert tavern_of(view) == f"?{before.tavern_count}.[3C4C]"
    assert text(view.discard) == "5C"


def test_R28_the_order_of_a_heal_is_hidden() -> None:
    before = table("2HTC", "9D", discard="3C4C5C")
    one, other = before.do("p2H", "h3C4C"), before.do("p2H", "h4C3C")
    assert one.tavern != other.tavern
    for seat in (0, 1, None):
        assert one.view(seat) == other.view(seat)
        assert visible_to(seat, one.events) == visible_to(seat, other.events)


def test_R28_two_heals_make_two_layers() -> None:
    before = table("2HTC", "3H9D", discard="3C4C5C6C")
    view = before.do("p2H", "h3C6C", "dTC", "p3H", "h4C5CTC").view(0)
    assert tavern_of(view) == f"?{before.tavern_count}.[3C6C].[4C5CTC]"


def test_R28_a_heal_of_nothing_makes_no_layer() -> None:
    assert len(table("2HTC", "9D").do("p2H").view(None).layers) == 1


def heal_and_draw() -> Table:
    before = table("4D4HTC", "8D9D", tavern="9S8S", rest="discard", enemy="KS")
    return before.do("p4D4H", "h2C2D2H2S3C3D3H3S")


def test_R28_everyone_knows_which_layer_was_drawn_from_but_not_which_card() -> None:
    # Eight cards are drawn in turn: first the two that nobody has seen, then six healed ones.
    healed = "[2C2D2H2S3C3D3H3S]"
    view = heal_and_draw().view(None)
    assert hands_of(view) == f"?2.{healed}3/?3.{healed}3"
    assert tavern_of(view) == f"{healed}2"


def test_R28_ones_own_cards_are_not_among_the_hidden_of_their_layer() -> None:
    view = heal_and_draw().view(0)
    assert hands_of(view) == "2C2H3C9STC/?3.[2D2S3D3H3S]3"
    assert tavern_of(view) == "[2D2S3D3H3S]2"
    assert view.layers == (cards("8D8S9D"), cards("2D2S3D3H3S"))


def test_R28_the_other_seat_knows_the_same_layer_by_its_own_cards() -> None:
    assert hands_of(heal_and_draw().view(1)) == "?2.[2C2H3C3H3S]3/2D2S3D8D8S9D"


def test_R28_a_card_that_comes_back_is_forgotten_from_its_layer() -> None:
    before = table("2H8D9D", "3D3H8C9C", rest="discard", rules=MILD)
    # The healed pair is drawn, one card each.
    drawn = before.do("p2H", "h3C4C", "d8D", "p3D")
    assert hands_of(drawn.view(None)) == "?1.[3C4C]1/?3.[3C4C]1"
    # Seat 0 discards the four of clubs: what seat 1 holds is no secret any more.
    shown = drawn.do("d8C", "p9D", "d4C")
    assert hands_of(shown.view(None)) == "-/?2.3C"
    # It is healed again, with two others: one layer of three, and the three of clubs apart.
    back = shown.do("p3H", "h5C4C6C")
    assert tavern_of(back.view(None)) == "[4C5C6C]"
    assert hands_of(back.view(None)) == "-/?1.3C"
    assert back.view(None).layers[1:] == (cards("3C"), cards("4C5C6C"))


def test_R28_a_played_card_leaves_its_layer() -> None:
    before = table("2H8D", "3D8C9C", rest="discard", rules=MILD)
    drawn = before.do("p2H", "h3C4C", "d8D", "p3D", "d8C")
    assert hands_of(drawn.view(1)) == "4C/3C9C"
    after = drawn.do("p4C")
    assert hands_of(after.view(None)) == "-/?1.3C"


def test_R28_a_jester_in_a_heal_is_known_like_any_card() -> None:
    before = table("2HTC", "9D", "8D", discard="3CX")
    view = before.do("p2H", "hX3C").view(1)
    assert tavern_of(view) == f"?{before.tavern_count}.[3CX]"


def test_R28_two_jesters_in_two_heals_are_kept_apart() -> None:
    rules = RuleSet(players=2, attack=(1, 1, 1), health=(99, 99, 99), jesters=2)
    before = table("2H8D", "AH9D", discard="3C4CXX", rules=rules)
    view = before.do("p2H", "hX3C", "d8D", "pAH", "hX").view(None)
    assert tavern_of(view) == f"?{before.tavern_count}.[3CX].X"


def test_R28_which_of_two_jesters_is_played_is_nobodys_to_know() -> None:
    # Seat 1 holds a jester that nobody has seen and one out of a heal with the five of clubs.
    # The two look alike: when one of them is played, everyone must see the same, however the
    # engine tells them apart inside.
    def after(layers: list[int]) -> Table:
        start = table("9C", "9DXX", rules=RuleSet(players=2, jesters=2), seat=1)
        tavern = tuple(card for card in cards(start.tavern) if card not in cards("5C"))
        state = restore_state(
            RuleSet(players=2, jesters=2),
            phase=Phase.PLAY,
            seat=1,
            yielded=[False, False],
            flips=0,
            castle=cards(start.castle),
            table=[],
            hands=[cards("9C"), cards("9DXX")],
            tavern=(*tavern, *cards("5C")),
            discard=(),
            ply=0,
            hand_layers=[[0], [0, *layers]],
            tavern_layers=[*[0] * len(tavern), 1],
        )
        return Table(state)

    one, other = after([0, 1]), after([1, 0])
    assert one.view(0) == other.view(0)
    assert one.do("pX").view(0) == other.do("pX").view(0)


# Exact kills


def exact_kill() -> Table:
    return table("9H3STC", "2D5CTD", played=("TH", "AH"), enemy="JSJC").do("p9H")


def test_R28_an_exactly_defeated_royal_is_known_to_lie_on_top() -> None:
    for seat in (0, 1, None):
        assert tavern_of(exact_kill().view(seat)).startswith("JS.?")


def test_R28_a_second_one_lies_on_the_first() -> None:
    before = table("9H5CTC", "2D", played=("TH", "AH"), enemy="JSJHJC")
    after = before.do("p9H", "pTC")
    assert after.enemy == "JC"
    assert tavern_of(after.view(1)).startswith("JH.JS.?")


def test_R28_an_overkill_makes_no_layer() -> None:
    after = table("9HTC", "2D", played=("TH", "2H")).do("p9H")
    assert len(after.view(None).layers) == 1


def test_R28_who_draws_the_royal_is_known_to_hold_it() -> None:
    after = exact_kill().do("p3S", "dTC", "p2D")
    assert after.draws()[0] == (1, "JS")
    assert hands_of(after.view(0)).split("/")[1] == "?2.JS"
    assert "JS" in hands_of(after.view(1)).split("/")[1]


def test_R28_others_see_only_the_back_of_the_royal_being_drawn() -> None:
    after = exact_kill().do("p3S", "dTC", "p2D")
    for seat in (0, None):
        seen = [
            e for e in visible_to(seat, after.events) if e.kind is EventKind.DREW and e.seat == 1
        ]
        assert [event.cards for event in seen] == [()]


def test_R28_a_captured_royal_that_was_discarded_is_no_layer_any_more() -> None:
    after = exact_kill().do("p3S", "dTC", "p2D")
    assert len(after.view(None).layers) == 2
    paid = after.do("dJS")
    assert len(paid.view(None).layers) == 1
    assert hands_of(paid.view(0)).split("/")[1] == "?2"


# Events


def test_R28_each_seat_sees_its_own_draws_only() -> None:
    after = table("5DTC", "9D", tavern="2C2D2H2S3C").do("p5D")
    for seat, own in ((0, ["2C", "", "2H", "", "3C"]), (1, ["", "2D", "", "2S", ""])):
        seen = [e for e in visible_to(seat, after.events) if e.kind is EventKind.DREW]
        assert [of(event) for event in seen] == own
        assert [event.seat for event in seen] == [0, 1, 0, 1, 0]
    assert all(e.cards == () for e in visible_to(None, after.events) if e.kind is EventKind.DREW)


def test_R28_all_other_events_are_for_everyone() -> None:
    after = table("3H3CTC", "9D", discard="2C").do("p3C3H")
    assert visible_to(None, after.events) == after.events
    assert of(after.one(EventKind.HEALED)) == "2C"


# Views are enough: a table can be laid out from one, and looks the same


def random_states(rules: RuleSet, seed: int) -> list[State]:
    state = new_state(rules, seed)
    chooser = Generator(seed)
    states = [state.copy()]
    while state.outcome() is None:
        make(state, random_move(state, chooser))
        states.append(state.copy())
    return states


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_R28_a_table_laid_out_from_a_view_looks_the_same(players: int) -> None:
    generator = Generator(3)
    for seed in range(6):
        for state in random_states(RuleSet(players=players), seed):
            for seat in (*range(players), None):
                view = view_for(state, seat)
                assert view_for(world_of(view), seat) == view
                assert view_for(world_of(view, generator), seat) == view


@pytest.mark.parametrize(
    "after",
    [table("2H", flips=0).do("p2H"), table("2H", "9D", yielded="01").do("p2H")],
    ids=["solo", "the other yielded"],
)
def test_R28_a_game_lost_with_an_empty_hand_is_laid_out_as_lost_in_the_same_way(
    after: Table,
) -> None:
    # The last card was played and the attack could not be paid (R17). That is not the same as
    # having no card to begin a turn with (R25), and what was due is not nothing.
    for seat in (0, None):
        view = after.view(seat)
        assert view_for(world_of(view), seat) == view


def test_R28_tables_laid_out_at_random_spread_the_hidden_cards_evenly() -> None:
    before = table("2CTC", "9D", "7D", discard="3C")
    view = before.view(0)
    generator = Generator(8)
    seen = Counter(cards_in(world_of(view, generator).hands[1])[0] for _ in range(1500))
    # 38 cards of the tavern's stock, a jester included, each about as often as the others.
    assert set(seen) == set(view.layers[0])
    assert max(seen.values()) < 3 * min(seen.values())


def test_R28_whoever_has_to_pay_can_as_everyone_knows() -> None:
    # The game goes on, so the hand about to pay is worth enough on every table laid out.
    view = table("9HAC", "9D", enemy="JS", phase="d").view(1)
    generator = Generator(8)
    for _ in range(50):
        state = world_of(view, generator)
        assert Phase(state.phase) is Phase.DISCARD
        assert state.worth(state.hands[0]) >= 10


@pytest.mark.parametrize("viewer", [1, None])
def test_R28_whoever_could_not_pay_could_not_on_any_table_laid_out(viewer: int | None) -> None:
    # Two cards were left against an attack of 10: whatever they are, they are worth less.
    lost = table("2HAC3D", "9C", enemy="JS").do("p2H")
    assert lost.outcome is not None
    generator = Generator(8)
    for _ in range(50):
        state = world_of(lost.view(viewer), generator)
        assert state.outcome() == lost.outcome
        assert state.worth(state.hands[0]) < lost.due == 10


def test_R28_a_games_views_never_hold_the_hidden_hand() -> None:
    game = Game.new(RuleSet(players=2), 5)
    chooser = Generator(1)
    while game.outcome is None:
        view = game.view(0)
        own, other = (cards_in(game.state.hands[seat]) for seat in (0, 1))
        assert view.hands[0].cards == own
        assert view.hands[1].cards == ()
        known = {
            view.layers[p.layer][0]
            for p in view.hands[1].parts
            if p.layer and len(view.layers[p.layer]) == 1
        }
        assert known <= set(other)
        game.push(random_move(game.state, chooser))


def test_R28_layers_survive_on_a_table_laid_out_card_by_card() -> None:
    rules = RuleSet(players=2)
    deck = parse_cards(table("2C", "3D").tavern, ordered=True)
    start = table("2C", "3D")
    state = restore_state(
        rules,
        phase=Phase.PLAY,
        seat=0,
        yielded=[False, False],
        flips=0,
        castle=cards(start.castle),
        table=[],
        hands=[cards("2C"), cards("3D")],
        tavern=deck,
        discard=(),
        ply=0,
        hand_layers=[[0], [1]],
        tavern_layers=[*[0] * (len(deck) - 2), 2, 2],
    )
    view = view_for(state, 0)
    assert hands_of(view) == "2C/3D"
    assert tavern_of(view) == f"?{len(deck) - 2}.[{text(deck[-2:])}]"
