"""Nothing a seat receives may depend on what it may not know (R28).

For a seat and a moment of a random game everything hidden from that seat is dealt anew, in every
way that its memory allows, and the whole game is played again with the same moves: whatever the
seat was ever shown must come out the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from openregicide.bots import make_bot
from openregicide.core import (
    JESTER,
    Card,
    EventKind,
    Game,
    Generator,
    Heal,
    Phase,
    RuleSet,
    State,
    Token,
    cards_in,
    legal_moves,
    move_cards,
    moves_of,
    new_state,
    play,
    preview,
    restore_state,
    view_for,
    visible_to,
    world_of,
)
from openregicide.errors import IllegalMoveError
from openregicide.i18n import Catalogue
from openregicide.notation import format_move, format_view
from openregicide.tui.words.narrator import Narrator
from openregicide.tui.words.screen import table_lines
from support.random_games import random_game, rule_sets

seeds = st.integers(0, 2**128 - 1)


def bits(mask: int) -> list[int]:
    return [card for card in range(54) if mask >> card & 1]


def shown(card: int) -> Card:
    return Card(min(card, JESTER))


def hidden_from(state: State, seat: int | None) -> list[int]:
    """The cards in the tavern and in other hands, jesters told apart."""
    cards = list(state.tavern_cards())
    for other in range(state.players):
        if other != seat:
            cards += bits(state.hands[other])
    return cards


def last_moved_by(game: Game) -> list[int]:
    """For every card, which heal or exact kill last put it into the tavern; 0 for the deal.

    Counted here and not read off the state, which mixes layers that nobody can tell apart.
    """
    moved, number = [0] * 54, 0
    for ply, (token, events) in enumerate(zip(game.tokens, game.events, strict=True)):
        if isinstance(token.action, Heal):
            number += 1
            for card in bits(game.at(ply).discard & ~game.at(ply + 1).discard):
                moved[card] = number
        for event in events:
            if event.kind is EventKind.DEFEATED and event.value:
                number += 1
                moved[event.cards[0]] = number
    return moved


def dealt_anew(game: Game, seat: int | None, random: Random) -> Game:
    """The same game in another world that the seat cannot tell from its own."""
    now, start = game.state, game.start
    unseen, moved = hidden_from(now, seat), last_moved_by(game)

    # Cards that nobody has seen since the deal change places in the deal.
    never = [card for card in unseen if not moved[card]]
    swap = dict(zip(never, random.sample(never, len(never)), strict=True))
    hands = [
        tuple(sorted(shown(swap.get(card, card)) for card in bits(mask)))
        for mask in start.hands[: start.players]
    ]
    tavern = tuple(shown(swap.get(card, card)) for card in start.tavern_cards())

    # Royals that have not turned up change places within their rank.
    castle = [Card(card) for card in start.castle_cards()]
    for rank in (10, 11, 12):
        places = [i for i in range(now.castle_at + 1, 12) if castle[i] >> 2 == rank]
        mixed = random.sample([castle[i] for i in places], len(places))
        for i, card in zip(places, mixed, strict=True):
            castle[i] = card

    other = Game(
        restore_state(
            game.rules,
            phase=Phase(start.phase),
            seat=start.seat,
            yielded=[False] * start.players,
            flips=start.flips,
            castle=tuple(castle),
            table=(),
            hands=hands,
            tavern=tavern,
            discard=(),
            ply=0,
            seed=random.getrandbits(128),
        )
    )
    # Cards that a heal moved, and that were not seen since, change places in that heal.
    layer = 0
    for token, events in zip(game.tokens, game.events, strict=True):
        action = token.action
        if isinstance(action, Heal):
            layer += 1
            batch = [c for c in unseen if moved[c] == layer and c < JESTER]
            heal_swap = dict(zip(batch, random.sample(batch, len(batch)), strict=True))
            action = Heal(Card(heal_swap.get(card, card)) for card in action)
        other.replay(Token(token.actor, action))
        layer += sum(event.kind is EventKind.DEFEATED and event.value for event in events)
    return other


def received(game: Game, seat: int | None) -> Iterator[str]:
    """Everything that a seat is shown from the first deal on."""
    words = Narrator(Catalogue("en"), seat)
    for ply in range(game.ply + 1):
        if ply:
            yield repr(visible_to(seat, game.events[ply - 1]))
            yield words.events(game.events[ply - 1])
        state = game.at(ply)
        view = view_for(state, seat)
        yield format_view(view)
        yield repr(view)
        yield "\n".join(table_lines(words.t, view, 80))
        if state.seat == seat:
            # The engine's own answer, which knows everything, and the one from the view alone.
            yield " ".join(map(format_move, legal_moves(state)))
            yield " ".join(map(format_move, moves_of(view)))
        for move in moves_of(view, minimal=True):
            yield f"{format_move(move)} {preview(view, move)}"


@given(rule_sets(), seeds, st.integers(0, 80), st.integers(0, 4), st.randoms(use_true_random=False))
def test_a_seat_cannot_tell_worlds_apart_that_differ_only_in_what_is_hidden(
    rules: RuleSet, seed: int, moves: int, viewer: int, random: Random
) -> None:
    game = random_game(rules, seed, moves=moves)
    seat = viewer if viewer < rules.players else None
    other = dealt_anew(game, seat, random)
    # A world in which the game would be lost already, or not yet, is not consistent.
    assume(other.state.phase == game.state.phase and other.outcome == game.outcome)
    assert list(received(other, seat)) == list(received(game, seat))


def seen_by(seat: int | None, game: Game) -> tuple[str, str]:
    """What a seat got to see of the last token of a game."""
    return repr(visible_to(seat, game.events[-1])), repr(game.view(seat))


def tells_worlds_apart(seat: int | None, game: Game, other: Game) -> bool:
    """Whether the last token let a seat see a card, or an end, that is another in the other."""
    news = [
        [
            (event.kind, event.cards)
            for event in visible_to(seat, each.events[-1])
            if event.kind in (EventKind.DREW, EventKind.REVEALED)
        ]
        for each in (game, other)
    ]
    return news[0] != news[1] or game.state.phase != other.state.phase


def policy_game(rules: RuleSet, seed: int) -> Game:
    """A game that lasts: cards are healed and drawn again."""
    policy, dice = make_bot("policy"), Generator(seed)
    game = Game.new(rules, seed)
    while game.outcome is None:
        game.push(policy.choose(game.view(game.state.seat), dice))
    return game


def jesters_shown(game: Game) -> list[int]:
    """The plies at which a player showed a jester."""
    return [
        ply
        for ply, token in enumerate(game.tokens)
        if not isinstance(token.action, Heal) and JESTER in move_cards(token.action)
    ]


def same_until_told_apart(game: Game, ply: int, seat: int | None, seed: int) -> int:
    """Play the rest of a game in a world that a seat takes for possible, as far as it can be.

    The seat must be shown the same there until it sees a card that lies elsewhere.

    :returns: how many tokens could be played.
    """
    known = Game(game.at(ply))
    other = Game(world_of(known.view(seat), Generator(seed)))
    for made, token in enumerate(game.tokens[ply:]):
        known.replay(token)
        try:
            other.replay(token)
        except IllegalMoveError:
            return made
        if tells_worlds_apart(seat, known, other) or token.actor == seat:
            return made + 1
        assert seen_by(seat, other) == seen_by(seat, known)
    return game.ply - ply


def test_R28_a_jester_is_shown_alike_in_every_world_that_a_seat_takes_for_possible() -> None:
    played = 0
    for seed in range(30):
        game = policy_game(RuleSet(players=4), seed)
        for ply in jesters_shown(game):
            state = game.at(ply)
            for seat in (None, 0, 1, 2, 3):
                # Who holds a jester, or shows one, knows from where they drew it; a view does
                # not say where one's own cards came from, so a sampled world does not know.
                if seat is not None and JESTER in cards_in(state.hands[seat]):
                    continue
                for i in range(3):
                    played += same_until_told_apart(game, ply, seat, seed << 8 | i)
    assert played > 500


def shows_a_jester(*, twin_in: str) -> Game:
    """Two jesters of different layers; player 0 holds cards of both layers and shows a jester.

    The other one is in the layer that was healed (and the one shown came from the deal), or the
    other way round; player 1 cannot tell.
    """
    healed, dealt = (Card(0), Card(4)), (Card(8), Card(12))
    # Each hand has one card of either layer; one jester lies in each layer.
    mine = (JESTER, healed[0]) if twin_in == "healed" else (dealt[0], JESTER)
    rest = (dealt[0], JESTER) if twin_in == "healed" else (JESTER, healed[0])
    placed = {0, 8, 4, 12, 48, 49}
    game = Game(
        restore_state(
            RuleSet(players=4),
            phase=Phase.PLAY,
            seat=0,
            yielded=[False] * 4,
            flips=0,
            castle=(Card(48), Card(49)),
            table=(),
            hands=[mine, (Card(16),), rest, (dealt[1], healed[1])],
            tavern=(),
            discard=tuple(Card(c) for c in range(52) if c not in placed | {16}),
            ply=0,
            hand_layers=[[0, 1], [0], [0, 1], [0, 1]],
        )
    )
    game.push(play([JESTER]))
    return game


@pytest.mark.parametrize("seat", [1, 3, None])
def test_R28_nobody_knows_which_of_two_jesters_was_shown(seat: int | None) -> None:
    one, other = shows_a_jester(twin_in="healed"), shows_a_jester(twin_in="dealt")
    before = one.at(0), other.at(0)
    assert view_for(before[0], seat) == view_for(before[1], seat)
    assert one.view(seat) == other.view(seat)
    [layer] = one.view(seat).layers
    assert set(layer) >= {Card(0), JESTER}


def test_the_other_worlds_really_are_others() -> None:
    game = random_game(RuleSet(players=4), 5, moves=12)
    keys = {dealt_anew(game, 1, Random(i)).state.key() for i in range(20)}
    assert len(keys) == 20


@given(rule_sets(), seeds, st.integers(0, 80), st.integers(0, 4))
def test_a_sampled_world_gives_the_same_view(
    rules: RuleSet, seed: int, moves: int, viewer: int
) -> None:
    state = random_game(rules, seed, moves=moves).state
    seat = viewer if viewer < rules.players else None
    view = view_for(state, seat)
    assert view_for(world_of(view, Generator(seed)), seat) == view


def test_sampled_worlds_are_uniform_over_what_the_view_allows() -> None:
    # Four hidden cards of one layer in a hand of one and a tavern of three: 24 ways, and two
    # kings to come: 48 worlds.
    placed = {0, 4, 8, 12, 16, 20, 48, 49, 50}
    state = restore_state(
        RuleSet(players=2),
        phase=Phase.PLAY,
        seat=0,
        yielded=[False, False],
        flips=0,
        castle=(Card(48), Card(49), Card(50)),
        table=(),
        hands=[(Card(0), Card(4)), (Card(8),)],
        tavern=(Card(12), Card(16), Card(20)),
        discard=tuple(Card(c) for c in range(52) if c not in placed),
        ply=0,
    )
    view, generator = view_for(state, 0), Generator(3)
    counts: dict[object, int] = {}
    for _ in range(9600):
        world = world_of(view, generator)
        key = (tuple(world.castle_cards()), world.hands[1], tuple(world.tavern_cards()))
        counts[key] = counts.get(key, 0) + 1
    assert len(counts) == 48
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < 110  # 47 degrees of freedom: exceeded once in a million


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hidden_hand_appears_in_nothing_a_spectator_sees(players: int) -> None:
    game = Game(new_state(RuleSet(players=players), 9))
    view = game.view(None)
    assert all(hand.cards == () for hand in view.hands)
    assert [hand.count for hand in view.hands] == [game.rules.hand_limit] * players
    jesters = {JESTER} if players > 2 else set()
    assert set(view.layers[0]) == set(cards_in((1 << 40) - 1)) | jesters
