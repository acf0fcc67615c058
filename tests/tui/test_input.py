"""What people type, well or badly, and what they are told."""

from __future__ import annotations

import io
import re
from itertools import takewhile
from pathlib import Path

import pytest

from openregicide.core import (
    FLIP,
    YIELD,
    Game,
    Move,
    MoveKind,
    Phase,
    RuleSet,
    View,
    discard,
    is_royal,
    legal_moves,
    move_cards,
    move_kind,
    move_seat,
    name_next,
    preview,
    previews,
)
from openregicide.core import play as playing
from openregicide.errors import RegicideError
from openregicide.i18n import Catalogue
from openregicide.notation import format_move, parse_rfen, read_cards
from openregicide.tui.plain.plain import run
from openregicide.tui.plain.typed import read_move
from openregicide.tui.tables.options import PlayOptions
from openregicide.tui.words.guide import best_discard
from openregicide.tui.words.narrator import Narrator
from support.people import Players, newest_game, play

T = Catalogue()


def view_of(seed: int, players: int) -> View:
    return Game.new(RuleSet(players=players), seed).view(0)


def solo() -> View:
    """A♣ A♥ 5♥ 5♠ 8♦ 9♣ 9♠ 10♥ against the jack of hearts."""
    return view_of(5, 1)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("9c", "9C"),
        ("9C", "9C"),
        ("9♣", "9C"),
        ("♣9", "9C"),
        ("c9", "9C"),
        ("6", "9C"),
        ("p9C", "9C"),
        ("P 9c", "9C"),
        ("10h", "10H"),
        ("th", "10H"),
        ("♥10", "10H"),
        ("h10", "10H"),
        ("5h 5s", "5H 5S"),
        ("5s,5h", "5H 5S"),
        ("5s5h", "5H 5S"),
        ("♠5 ♥5", "5H 5S"),
        ("h5s5", "5H 5S"),
        ("s5 5h", "5H 5S"),
        ("4 3", "5H 5S"),
        ("3,4", "5H 5S"),
        ("3 + 4", "5H 5S"),
        ("d8", "8D"),
        ("♥\ufe0f5", "5H"),
    ],
)
def test_cards_can_be_typed_in_many_ways(text: str, cards: str) -> None:
    assert read_move(T, text, solo()) == playing(read_cards(cards))


@pytest.mark.parametrize(
    ("text", "move"),
    [("y", YIELD), ("YIELD", YIELD), ("j", FLIP), ("flip", FLIP), ("jester", FLIP)],
)
def test_moves_without_cards_have_words(text: str, move: Move) -> None:
    assert read_move(T, text, solo()) == move


def test_in_company_the_jester_is_a_card() -> None:
    for text in ("x", "X", "j", "jester", "joker", "px"):
        move = read_move(T, text, view_of(1, 4))
        assert (move_kind(move), move_cards(move)) == (MoveKind.PLAY, read_cards("x"))


def test_the_phase_tells_a_discard_from_a_play() -> None:
    game = Game.new(RuleSet(players=1), 5)
    game.push(playing(read_cards("9c")))
    view = game.view(0)
    assert view.phase is Phase.DISCARD
    for text in ("10h", "7", "d10h", "dTH", "♥10"):
        assert read_move(T, text, view) == discard(read_cards("10h"))


def test_a_bare_number_is_a_player_and_notation_a_seat() -> None:
    for seed in range(60):
        game = Game.new(RuleSet(players=4), seed)
        if read_cards("x")[0] in game.view(0).hands[0].cards:
            break
    game.push(playing(read_cards("x")))
    view = game.view(0)
    assert view.phase is Phase.NAME_NEXT
    assert read_move(T, "2", view) == name_next(1)
    assert read_move(T, "player 2", view) == name_next(1)
    assert read_move(T, "n2", view) == name_next(2)
    for text in ("0", "two", "-1", "player"):
        with pytest.raises(RegicideError) as caught:
            read_move(T, text, view)
        assert caught.value.code == "typed.player"
    fifth = read_move(T, "5", view)
    assert move_seat(fifth) == 4
    with pytest.raises(RegicideError) as caught:
        preview(view, fifth)
    assert T.error(caught.value) == "There is no player 5 in this game."


BAD = {
    "zz": "“zz” is neither a card nor a command; type a number under your hand",
    "9": "There is no card number 9; the numbers under your hand go from 1 to 8",
    "0": "There is no card number 0;",
    "99999999999999999999": "There is no card number 9999;",
    "12": "There is no card number 12;",
    "1 1": "Card number 1 is named twice",
    "5h 5h": "The five of hearts is named twice",
    "9z": "There is no suit at “z”",
    "2c": "Not in the hand: 2♣.",
    "5h 8d": "These cards cannot be played together",
    "9c 9s": "A combo may be worth 10 at most, and this one is worth 18",
    "ac ah 5h": "A companion (A) goes with one other card at most",
    "x": "Not in the hand: jester.",
    "y": "You cannot yield now",
    "d9c": "That cannot be done now; the game is at: playing cards.",
    "n0": "That cannot be done now; the game is at: playing cards.",
    "s": "Suggestions are for discards",
    "\x1b[A": "“?[A” is neither",
    "{seat}": "“{seat}” is neither",
    "-1": "“-1” is neither",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_input_is_one_sentence_and_the_question_again(text: str, tmp_path: Path) -> None:
    written = play(tmp_path, [text], rules=RuleSet(players=1), seed=5)
    said = " ".join(written.partition("> ")[2].split())
    assert BAD[text] in said
    assert written.count("Attack: type the number") == 2
    assert newest_game(tmp_path).ply == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5h", "That is worth 5, and 10 is due; add more cards."),
        ("y", "That cannot be done now; the game is at: discarding."),
        ("p5h", "That cannot be done now; the game is at: discarding."),
    ],
)
def test_a_bad_discard_is_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    written = play(tmp_path, ["9c", text], rules=RuleSet(players=1), seed=5)
    assert said in written
    assert written.count("You must discard 10 or more") == 2
    assert newest_game(tmp_path).ply == 1


def test_bytes_that_are_no_text_do_not_end_the_game(tmp_path: Path) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n9c\n"), encoding="utf-8")
    screen = io.StringIO()
    options = PlayOptions(rules=RuleSet(players=1), seed=5, saves=tmp_path)
    assert run(options, stdin=stdin, stdout=screen) == 0
    assert "is neither a card nor a command" in screen.getvalue()
    assert newest_game(tmp_path).ply == 1


def test_the_end_of_input_is_a_quit_wherever_it_comes(tmp_path: Path) -> None:
    """Anywhere in a game for four, in every phase."""
    rules = RuleSet(players=4)
    answers: list[str] = []
    whole = Players(tmp_path / "whole", 1)
    phases: list[Phase | None] = []

    def noting(written: str) -> str | None:
        before = len(whole.phases)
        answer = whole(written)
        phases.append(whole.phases[-1] if len(whole.phases) > before else None)
        assert answer is not None
        answers.append(answer)
        return answer

    for seed in range(9):
        answers.clear()
        phases.clear()
        whole.folder = tmp_path / f"whole{seed}"
        play(whole.folder, noting, rules=rules, seed=seed)
        if Phase.NAME_NEXT in phases:
            break
    assert {None, Phase.PLAY, Phase.DISCARD, Phase.NAME_NEXT} == set(phases)
    # The first of each kind of question, some more, and the last.
    counts = {phases.index(phase) for phase in set(phases)}
    for count in sorted(counts | set(range(0, len(answers), 5)) | {len(answers) - 1}):
        folder = tmp_path / str(count)
        text = play(folder, answers[:count], rules=rules, seed=seed)
        if text.rstrip().endswith("start again to continue it."):
            assert newest_game(folder).outcome is None
        else:
            # At the last question, whether to play again, nothing is left to save.
            assert count == len(answers) - 1
            assert text.endswith("Goodbye.\n")


def test_the_end_of_input_before_a_game_is_a_goodbye(tmp_path: Path) -> None:
    assert play(tmp_path, []).endswith("Goodbye.\n")
    assert play(tmp_path, ["quit"]).endswith("Goodbye.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("when", [0, 1, 2])
def test_ctrl_c_is_a_quit(when: int, tmp_path: Path) -> None:
    lines = iter(["9c", "10h"][:when])

    def answer(_: str) -> str | None:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    text = play(tmp_path, answer, rules=RuleSet(players=1), seed=5)
    assert text.endswith("start again to continue it.\n")
    assert newest_game(tmp_path).ply == when


def test_a_reader_that_went_away_is_a_quit(tmp_path: Path) -> None:
    class Closed(io.StringIO):
        def write(self, text: str, /) -> int:
            if "You play" in self.getvalue():
                raise BrokenPipeError
            return super().write(text)

    play(tmp_path, ["9c", "10h"], rules=RuleSet(players=1), seed=5, screen=Closed())
    assert newest_game(tmp_path).ply == 1


def test_an_empty_line_shows_the_table_again(tmp_path: Path) -> None:
    text = play(tmp_path, [""], rules=RuleSet(players=1), seed=5)
    assert text.count("Jack of hearts") == 2


def test_commands_answer_and_change_nothing(tmp_path: Path) -> None:
    commands = ["help", "rules", "moves", "log", "discard", "save", "?"]
    text = play(tmp_path, commands, rules=RuleSet(players=1), seed=5)
    text = " ".join(text.split())
    for said in (
        "Your attack. Type one card",
        "♠ SPADES Lower this enemy's attack",
        "What you can do now:",
        "Nothing has happened yet.",
        "The discard pile is empty.",
        f"Saved in {tmp_path}",
    ):
        assert said in text
    assert newest_game(tmp_path).ply == 0


def test_moves_shows_every_play_with_what_it_does(tmp_path: Path) -> None:
    game = Game.new(RuleSet(players=1), 5)
    text = play(tmp_path, ["moves"], rules=RuleSet(players=1), seed=5)
    hints = text.partition("What you can do now:\n")[2]
    words = Narrator(T, 0)
    for move in game.legal_moves():
        assert f"\n  {words.move(move)} " in "\n" + hints
    assert "Attack 9, doubled: 18. The jack has 2 health left." in hints


def test_discard_and_log_look_back(tmp_path: Path) -> None:
    text = play(tmp_path, ["9c", "5h 5s", "discard", "log"], rules=RuleSet(players=1), seed=5)
    assert "The discard pile, 2 cards:" in text
    assert "♥ hearts    5♥" in text
    assert "  1. You play 9♣ for 9." in text
    assert "  2. You discard 5♥ 5♠, worth 10 against 10." in text


def test_a_suggestion_is_taken_with_an_empty_line(tmp_path: Path) -> None:
    text = play(tmp_path, ["9c", "s", ""], rules=RuleSet(players=1), seed=5)
    assert "Suggestion: 10♥: Worth exactly the 10 that you must discard." in text
    assert "You discard 10♥, worth 10 against 10." in text


def test_a_suggestion_is_forgotten_when_something_else_is_typed(tmp_path: Path) -> None:
    play(tmp_path, ["9c", "s", "zz", ""], rules=RuleSet(players=1), seed=5)
    assert newest_game(tmp_path).ply == 1


def test_the_suggestion_is_never_beaten() -> None:
    """Against every legal discard: kills and royals kept, then the least, then the fewest."""
    compared = 0
    for seed in range(40):
        game = Game.new(RuleSet(players=1), seed)
        game.push(game.legal_moves()[seed % 8])
        view = game.view(0)
        if view.phase is not Phase.DISCARD:
            continue
        best = best_discard(view)
        told = previews(view)
        every = [move for move in legal_moves(game.state) if move_kind(move) is MoveKind.DISCARD]
        costs = []
        for move in every:
            cards = move_cards(move)
            royals = sum(map(is_royal, cards))
            costs.append((told[move].gives_kill, royals, told[move].paid, len(cards)))
        assert best is not None
        assert costs[every.index(best)] == min(costs)
        compared += len(every)
    assert compared > 1000


@pytest.mark.parametrize(
    ("hand", "played", "best"),
    [
        ("3S7SJD", "4H", "d3S7S"),  # not the jack, which would be just as much
        ("3S8SJD", "4H", "d3S8S"),  # not even though it would be less
        ("5CJD", "4H", "dJD"),  # nothing else can pay
        ("3H8HTC", "4H5H", "d3H8H"),  # not the 10, which doubled is the kill
        ("AH9CJD", "4H", "dJD"),  # a kill is worth more than a royal
    ],
)
def test_royals_and_kills_are_kept_where_other_cards_can_pay(
    hand: str, played: str, best: str
) -> None:
    plays = "/".join(played[at : at + 2] for at in range(0, len(played), 2))
    royals = "JSJCJHQCQDQHQSKCKDKHKS"
    fallen = "-" if "JD" in hand else "JD"
    game = Game(parse_rfen(f"d0 0 0 {royals} {plays} {hand} {_rest(hand + played)} {fallen} 10"))
    move = best_discard(game.view(0))
    assert move is not None
    assert format_move(move) == best


def test_when_no_cards_suffice_only_a_flip_is_suggested() -> None:
    view = Game(parse_rfen("d0 0 1 JSJCJDJHQCQDQHQSKCKDKHKS 2C AC " + _rest("AC2C") + " - 1")).view(
        0
    )
    assert best_discard(view) is None


def _rest(without: str) -> str:
    cards = [rank + suit for rank in "A23456789T" for suit in "CDHS"]
    return "".join(card for card in cards if card not in without)


def test_a_play_that_loses_is_warned_of() -> None:
    state = parse_rfen("p0 0 0 JSJCJDJHQCQDQHQSKCKDKHKS - AC2C3H " + _rest("AC2C3H") + " - 0")
    view = Game(state).view(0)
    move = playing(read_cards("2c"))
    assert Narrator(T, 0).preview(view, move, preview(view, move)) == (
        "Attack 2, doubled: 4. The jack has 16 health left. Then it strikes you for 10. "
        "Your other cards are worth only 4: the game would be lost."
    )


@pytest.mark.parametrize(
    ("move", "warning"),
    [
        ("2c", "Your other cards are worth only 6: you would have to flip a jester."),
        ("2d", "without better ones from the draw you would have to flip a jester."),
    ],
)
def test_R30_a_play_is_not_lost_while_a_jester_can_be_flipped(move: str, warning: str) -> None:
    hand = "2C2D4H"
    state = parse_rfen("p0 0 1 JSJCJDJHQCQDQHQSKCKDKHKS - " + hand + " " + _rest(hand) + " - 0")
    view = Game(state).view(0)
    chosen = playing(read_cards(move))
    text = Narrator(T, 0).preview(view, chosen, preview(view, chosen))
    assert text.endswith(warning)
    assert "lost" not in text


@pytest.mark.parametrize(
    ("position", "move", "warning"),
    [
        ("d0 0 0 {castle} 4C 7C8H", "7c8h", "you have nothing left to play"),
        ("d0 010 0 {castle} 4C 7C8H/-/2C", "7c8h", ""),
        ("d0 111 0 {castle} 4C 7C8H/-/2C", "7c8h", "player 2 can do nothing"),
    ],
)
def test_R25_a_discard_after_which_nobody_can_go_on_is_warned_of(
    position: str, move: str, warning: str
) -> None:
    castle = "JSJCJDJHQCQDQHQSKCKDKHKS"
    used = position.partition("}")[2].replace("/", "").replace("-", "").replace(" ", "")
    jester = "X" if "/" in position else ""
    line = f"{position.format(castle=castle)} {_rest(used)}{jester} - 5"
    view = Game(parse_rfen(line)).view(0)
    chosen = discard(read_cards(move))
    text = Narrator(T, 0).preview(view, chosen, preview(view, chosen))
    assert text.startswith("Worth 15, which is 5 more")
    assert ("the game would be lost" in text) == bool(warning)
    assert warning in text


def test_previews_say_what_the_play_does() -> None:
    said = []
    view = solo()
    for text in ("8d", "9s", "10h", "j", "5h 5s"):
        move = read_move(T, text, view)
        said.append(Narrator(T, 0).preview(view, move, preview(view, move)))
    assert said == [
        "Attack 8. You draw 1. The jack has 12 health left. Then it strikes you for 10.",
        "Attack 9. The shield rises to 9. The jack has 11 health left. Then it strikes you for 1.",
        "Attack 10. The enemy is immune to hearts: no power. The jack has 10 health left. "
        "Then it strikes you for 10.",
        "You discard your hand and draw 8; 1 jester is left after that.",
        "Attack 10. The enemy is immune to hearts: no power. The shield rises to 10. "
        "The jack has 10 health left. Its attack is down to 0: you discard nothing.",
    ]


def test_previews_name_who_draws() -> None:
    state = parse_rfen("p0 00 0 JSJCJDJHQCQDQHQSKCKDKHKS - 2C5D/3H " + _rest("5D2C3H") + " - 0")
    view = Game(state).view(0)
    move = playing(read_cards("5d"))
    text = Narrator(T, 0).preview(view, move, preview(view, move))
    assert "You draw 3, player 2 draws 2." in text


def test_hints_are_moves_with_their_chances(tmp_path: Path) -> None:
    text = play(tmp_path, ["h"], rules=RuleSet(players=1), seed=5)
    lines = text.partition("how often that wins:\n")[2].split("\n")
    hints = list(takewhile(lambda line: line.startswith("  "), lines))
    assert 1 <= len(hints) <= 3
    view = solo()
    for hint in hints:
        found = re.fullmatch(r"  (.+): (\d+)% \(gold \d+%, silver \d+%, bronze \d+%\)", hint)
        assert found is not None, hint
        assert 0 <= int(found[2]) <= 100
        assert read_move(T, found[1], view) in Game.new(RuleSet(players=1), 5).legal_moves()
    assert newest_game(tmp_path).ply == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("say hello", "That cannot be done at this table."),
        ("chat hello", "That cannot be done at this table."),
        ("vote 1", "That cannot be done at this table."),
        ("vote 3", "Name a player by number, from 1 to 2."),
        ("back", "That cannot be done at this table."),
        ("bot 2 greedy", "That cannot be done at this table."),
        ("begin", "That has to wait until the game is over."),
        ("who", "2. Bruno (bot greedy)"),
    ],
)
def test_what_this_table_does_not_offer_is_said(line: str, said: str, tmp_path: Path) -> None:
    text = play(tmp_path, [line], rules=RuleSet(players=2), seed=5, bots=("greedy",))
    assert said in text
    assert newest_game(tmp_path).ply == 0
