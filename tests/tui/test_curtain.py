"""Nobody sees another hand, whatever is typed."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from openregicide.core import Card, Cards, Game, Phase, RuleSet, visible_to
from openregicide.notation import read_cards
from support.people import CURTAIN, Players, newest_game, play

# A card in any spelling that the screen knows: 10♥, and drawn or to be typed 10H.
MENTION = re.compile(r"(?<![0-9A-Z])((?:10|[2-9AJQK])[♣♦♥♠CDHS])(?![A-Za-z])")
BLANK = "\n" * 40


def cards_in(text: str) -> set[Card]:
    return {card for word in MENTION.findall(text) for card in read_cards(word)}


def known_to(game: Game, seat: int) -> set[Card]:
    """All that the seat holds, sees, or ever saw."""
    view = game.view(seat)
    known = {*view.hands[seat].cards, *view.discard, *view.royals}
    known |= {card for _, cards in view.table for card in cards}
    for events in game.events:
        for event in visible_to(seat, events):
            known |= set(event.cards)
    for state in (game.at(ply) for ply in range(game.ply + 1)):
        known.add(Card(state.castle_cards()[0]) if state.castle_cards() else Card(0))
    start: Cards = Game(game.start).view(seat).hands[seat].cards
    return known | set(start)


class Watched(Players):
    """Players who look for cards on the screen that the one before it must not know."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, seed)
        self.seat: int | None = None
        self.curtains = 0
        self.hidden_cards_checked = 0
        self.own_cards_seen = 0
        self.asked = 0

    def __call__(self, written: str) -> str | None:
        if "Play again?" in written:
            return "n"
        game = newest_game(self.folder)
        before, curtain, _ = written.partition(CURTAIN)
        if self.seat is None:
            assert not cards_in(written)
        else:
            self.check(before, game, self.seat)
        if curtain:
            turn = game.view(None).turn
            assert turn != self.seat
            # What the last player saw is gone before the next one is called.
            assert self.seat is None or before.endswith(BLANK)
            assert not cards_in(before.rpartition(BLANK)[2])
            self.seat, self.curtains = turn, self.curtains + 1
            return ""
        assert game.view(None).turn == self.seat
        self.asked += 1
        if self.asked % 5 == 0:
            return ("log", "moves", "discard", "", "save")[self.asked // 5 % 5]
        return super().__call__(written)

    def check(self, text: str, game: Game, seat: int) -> None:
        mentioned = cards_in(text)
        hidden = {
            card
            for other in range(game.rules.players)
            if other != seat
            for card in game.view(other).hands[other].cards
        } - known_to(game, seat)
        assert not mentioned & hidden
        self.hidden_cards_checked += len(hidden)
        self.own_cards_seen += len(mentioned & set(game.view(seat).hands[seat].cards))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_card_of_a_hidden_hand_is_ever_on_the_screen(players: int, tmp_path: Path) -> None:
    for seed in range(2):
        watched = Watched(tmp_path / str(seed), seed)
        rules = RuleSet(players=players, attack=(4, 6, 8))
        play(tmp_path / str(seed), watched, rules=rules, seed=seed)
        assert watched.curtains > 5
        assert watched.hidden_cards_checked > 100
        # And the look for cards does find them: the own hand is always there.
        assert watched.own_cards_seen > 50


def test_no_card_of_a_bot_is_ever_on_the_screen(tmp_path: Path) -> None:
    curtains = hidden = 0
    for seed in range(3):
        # What bots do is left to chance, so the games are many and long.
        watched = Watched(tmp_path / str(seed), seed)
        rules = RuleSet(players=4, attack=(1, 1, 1))
        bots = ("greedy", "random")
        play(tmp_path / str(seed), watched, rules=rules, seed=seed, bots=bots)
        curtains += watched.curtains
        hidden += watched.hidden_cards_checked
    assert curtains > 5
    assert hidden > 100


def test_the_look_for_cards_finds_every_spelling() -> None:
    assert cards_in("│10♥  │ 7S p3C") == set(read_cards("10h 7s 3c"))
    assert cards_in("Player 1 has 10 cards, ADD 5") == set()


def test_the_curtain_falls_only_when_another_player_acts(tmp_path: Path) -> None:
    text = play(tmp_path, ["", "1", "s", "", ""], rules=RuleSet(players=2), seed=5)
    game = newest_game(tmp_path)
    assert game.view(None).turn == 1
    assert game.view(None).phase is Phase.PLAY
    # Two questions to player 1, attack and discard, then player 2.
    assert text.count(CURTAIN) == 2


def test_alone_there_is_no_curtain(tmp_path: Path) -> None:
    assert CURTAIN not in play(tmp_path, Players(tmp_path, 1), rules=RuleSet(players=1), seed=5)


def test_a_person_may_read_what_came_of_the_move_before_the_curtain(tmp_path: Path) -> None:
    lines = ["", "1", "", "s", "", "", ""]
    text = play(tmp_path, lines, rules=RuleSet(players=2), seed=5, person=True)
    assert (
        text.index("You discard") < text.index("Press Enter, and the screen") < text.rindex(CURTAIN)
    )


def test_a_rematch_hides_the_last_hand_too(tmp_path: Path) -> None:
    people = Players(tmp_path, 1)
    after_the_end = iter(["y", "", None])
    ended = False

    def answer(written: str) -> str | None:
        nonlocal ended
        ended = ended or "Play again?" in written
        return next(after_the_end) if ended else people(written)

    text = play(tmp_path, answer, rules=RuleSet(players=2), seed=5)
    before, curtain, turn = text.partition("Play again?")[2].partition(CURTAIN)
    assert curtain
    assert not cards_in(before)
    assert BLANK in before
    # Nor is anything told of the game before.
    assert cards_in(turn)
    assert "What happened:" not in turn


@pytest.mark.parametrize("players", [2, 3])
def test_a_terminal_is_cleared_with_its_scrollback(players: int, tmp_path: Path) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    text = play(
        tmp_path, ["", "1", "s", "", ""], rules=RuleSet(players=players), seed=5, screen=Terminal()
    )
    assert "\x1b[3J" in text
    assert BLANK not in text


def test_the_curtain_calls_people_by_their_names(tmp_path: Path) -> None:
    rules = RuleSet(players=3)
    text = play(tmp_path, ["", "1"], rules=rules, seed=5, names=("Ann", ""), bots=("greedy",))
    assert "Pass the keyboard to Ann and press Enter." in text
    assert "── Ann · Enemy 1 of 12" in text
    assert "player 2: 6 cards · 3 Cleo: 6 cards" in text
    # The names are there again when the game is gone on with.
    assert "Pass the keyboard to Ann" in play(tmp_path, [""])


def test_quit_works_at_the_curtain(tmp_path: Path) -> None:
    text = play(tmp_path, ["quit"], rules=RuleSet(players=2), seed=5)
    assert text.endswith("start again to continue it.\n")
    assert not cards_in(text)
