"""Whole games as text: a replay gives the same end and the same text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from openregicide.core import Game, Heal, Phase, Record, RuleSet, Token, view_for
from openregicide.errors import IllegalMoveError, InvalidOptionError, InvalidRecordError
from openregicide.notation import (
    format_action,
    format_rfen,
    format_rules,
    format_seed,
    load_game,
    parse_move,
    parse_rfen,
    parse_seed,
    read_record,
    result_of,
    write_record,
)
from support.random_games import games, random_game, seeds

LONG = RuleSet(players=3, attack=(3, 4, 5), health=(12, 14, 16))
"""Rules under which random games last long enough to see heals."""


def healing_game() -> tuple[Game, int]:
    """Return a game, and the ply of its first heal."""
    for seed in range(100):
        game = random_game(LONG, seed)
        for ply, token in enumerate(game.tokens):
            if isinstance(token.action, Heal) and len(token.action) > 1:
                return game, ply
    raise AssertionError("no game with a heal")


def lines_of(game: Game) -> list[str]:
    return write_record(game.record()).split("\n")


def body_of(lines: list[str]) -> int:
    """Return the index of the first token."""
    return lines.index("") + 1


# Pairs


@settings(max_examples=60)
@given(games())
@example(random_game(RuleSet(players=1), 1))
@example(random_game(RuleSet(players=4, attack=(0, 0, 0), health=(1, 1, 1)), 2))
def test_a_replay_gives_the_same_end_and_the_same_text(game: Game) -> None:
    text = write_record(game.record())
    again = load_game(text)
    assert again.state.key() == game.state.key()
    assert again.tokens == game.tokens
    assert again.events == game.events
    assert again.outcome == game.outcome
    assert again.state.generator.words() == game.state.generator.words()
    assert again.seed == game.seed
    assert again.seed_checks
    assert write_record(again.record()) == text
    assert write_record(read_record(text)) == text
    assert read_record(text).result == result_of(game)


def test_a_record_is_tags_an_empty_line_and_tokens() -> None:
    game, ply = healing_game()
    lines = lines_of(game)
    assert lines[0] == f'[Rules "{format_rules(LONG)}"]'
    assert lines[1] == f'[Seed "{format_seed(game.seed or 0)}"]'
    assert lines[2] == f'[Start "{format_rfen(game.start)}"]'
    assert lines[3] in ('[Result "won"]', '[Result "lost"]')
    assert lines[4] == ""
    assert lines[-1] == ""
    tokens = lines[5:-1]
    assert len(tokens) == game.ply
    assert tokens[ply].startswith("* h")
    assert tokens[0] == f"{game.start.seat} {format_action(game.tokens[0].action)}"


def test_results_are_words() -> None:
    easy = RuleSet(players=2, attack=(0, 0, 0), health=(1, 1, 1))
    assert result_of(random_game(easy, 1)) == "won"
    assert result_of(random_game(easy, 1, moves=3)) == "*"
    assert result_of(random_game(RuleSet(players=2, attack=(250, 250, 250)), 1)) == "lost"


def test_a_replay_needs_no_seed() -> None:
    game, _ = healing_game()
    text = write_record(replace(game.record(), seed=None))
    assert "Seed" not in text
    again = load_game(text)
    assert again.state.key() == game.state.key()
    assert again.seed is None
    assert not again.seed_checks


def test_a_record_may_stop_before_its_heal() -> None:
    game, ply = healing_game()
    game.rewind(ply)
    assert game.state.phase == Phase.HEAL
    text = write_record(game.record())
    again = load_game(text)
    assert again.state.phase == Phase.HEAL
    assert write_record(again.record()) == text
    assert result_of(again) == "*"


def test_a_record_may_start_at_a_heal() -> None:
    game, ply = healing_game()
    middle = Game(game.at(ply))
    middle.replay(game.tokens[ply])
    text = write_record(middle.record())
    again = load_game(text)
    assert again.state.key() == middle.state.key()
    assert write_record(again.record()) == text


def test_a_record_from_the_middle_keeps_its_memory() -> None:
    game, ply = healing_game()
    middle = Game(game.at(ply + 1))
    text = write_record(middle.record())
    assert format_rfen(middle.start, memory=True) in text
    again = load_game(text)
    for seat in range(3):
        assert view_for(again.start, seat) == view_for(middle.start, seat)
    assert write_record(again.record()) == text


def test_a_start_without_memory_is_written_without() -> None:
    game, ply = healing_game()
    forgotten = Game(parse_rfen(format_rfen(game.at(ply)), LONG))
    text = write_record(forgotten.record())
    assert f'[Start "{format_rfen(forgotten.start)}"]' in text
    assert write_record(load_game(text).record()) == text


# Tags


@pytest.mark.parametrize(
    "value",
    [
        "",
        " ",
        'Anna "the Fox"',
        "back\\slash",
        '\\"',
        "\\\\",
        '"',
        "]",
        '"]',
        "Zoë, Łukasz, 王芳, Анна, 🦊👩‍👩‍👧",
        "\u00a0non\u2009breaking",
        "0 p7S",
    ],
)
def test_a_tag_may_hold_any_name(value: str) -> None:
    text = write_record(random_game(LONG, 1).record({"Player0": value, "Event": "x"}))
    record = read_record(text)
    assert record.tags == {"Player0": value, "Event": "x"}
    assert list(record.tags) == ["Event", "Player0"]
    assert write_record(record) == text


names = st.text("abcXYZ019", min_size=1, max_size=5)
values = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=20)


@settings(max_examples=50)
@given(st.dictionaries(names, values, max_size=4))
def test_written_tags_read_as_themselves(tags: dict[str, str]) -> None:
    text = write_record(Game.new(RuleSet(players=2), 0).record(tags))
    assert read_record(text).tags == tags
    assert write_record(read_record(text)) == text


@pytest.mark.parametrize(
    ("tags", "code", "at"),
    [
        ({"Player0": "a\nb"}, "record.tag_value", 1),
        ({"Player0": "ab\r"}, "record.tag_value", 2),
        ({"Player0": "\x00"}, "record.tag_value", 0),
        ({"Player0": "\u2028"}, "record.tag_value", 0),
        ({"Player0": "\ud800"}, "record.tag_value", 0),
        ({"Player 0": "a"}, "record.tag", 0),
        ({"": "a"}, "record.tag", 0),
        ({"Spïelér": "a"}, "record.tag", 0),
        ({"Result": "won"}, "record.tag_twice", 0),
        ({"Start": "a"}, "record.tag_twice", 0),
        ({"Seed": "a"}, "record.tag_twice", 0),
    ],
)
def test_a_tag_that_could_not_be_read_is_not_written(
    tags: dict[str, str], code: str, at: int
) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        write_record(Game.new(RuleSet(players=2), 0).record(tags))
    assert (caught.value.code, caught.value.at) == (code, at)


# Seeds


@given(seeds())
def test_a_written_seed_reads_as_itself(seed: int) -> None:
    text = format_seed(seed)
    assert len(text) == 32
    assert parse_seed(text) == seed


@pytest.mark.parametrize(
    "text",
    ["", "0", "0" * 31, "0" * 33, "0" * 31 + "A", "0x" + "0" * 30, " " + "0" * 31, "٠" * 32],
)
def test_a_seed_has_32_small_hexadecimal_digits(text: str) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        parse_seed(text)
    assert (caught.value.code, caught.value.at, caught.value.text) == ("record.seed", 0, text)


def test_a_seed_that_does_not_belong_to_the_start_is_not_believed() -> None:
    game, _ = healing_game()
    assert isinstance(game.seed, int)
    text = write_record(replace(game.record(), seed=game.seed + 1))
    # The note stays on paper, but the game does not claim the deal came from it.
    assert write_record(read_record(text)) == text
    again = load_game(text)
    assert again.seed is None
    assert not again.seed_checks
    assert again.state.key() == game.state.key()


def test_a_heal_that_the_seed_did_not_decide_shows() -> None:
    game, ply = healing_game()
    lines = lines_of(game.branch(ply + 1))
    line = body_of(lines) + ply
    cards = lines[line][3:]
    lines[line] = "* h" + cards[-2:] + cards[:-2]
    again = load_game("\n".join(lines))
    assert again.seed == game.seed
    assert not again.seed_checks


def test_a_record_with_a_seed_that_is_none_cannot_be_written() -> None:
    with pytest.raises(InvalidOptionError):
        write_record(replace(random_game(LONG, 1).record(), seed=2**128))


# Moves that cannot be


def refused(lines: list[str]) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        load_game("\n".join(lines))
    return caught.value


def test_an_illegal_move_in_the_middle_is_named_with_its_ply() -> None:
    game, _ = healing_game()
    lines = lines_of(game)
    ply = next(ply for ply in range(1, game.ply) if game.at(ply).phase == Phase.PLAY)
    actor = game.tokens[ply].actor
    lines[body_of(lines) + ply] = f"{actor} d2C"
    error = refused(lines)
    assert error.code == "move.wrong_phase"
    assert error.values["ply"] == ply


def test_a_card_that_was_not_in_hand_is_refused() -> None:
    game = Game.new(RuleSet(players=2), 0)
    held = format_rfen(game.start).split(" ")[5].split("/")[0]
    other = next(card for card in ("2C", "3C", "4C", "5C", "6C") if card not in held)
    lines = lines_of(game)
    lines.insert(body_of(lines), f"0 p{other}")
    error = refused(lines)
    assert (error.code, error.values["ply"]) == ("move.not_in_hand", 0)


def test_a_move_by_another_seat_is_refused() -> None:
    game, _ = healing_game()
    lines = lines_of(game)
    actor, move = lines[body_of(lines)].split(" ")
    for wrong in {0, 1, 2, 9} - {int(actor)}:
        lines[body_of(lines)] = f"{wrong} {move}"
        error = refused(lines)
        assert error.code == "move.not_your_turn"
        assert error.values == {"seat": wrong, "expected": int(actor), "ply": 0}


def test_a_missing_heal_is_missed() -> None:
    game, ply = healing_game()
    assert ply + 1 < game.ply
    lines = lines_of(game)
    del lines[body_of(lines) + ply]
    error = refused(lines)
    assert error.values["ply"] == ply
    assert error.values["phase"] == "heal"
    assert error.code == "move.wrong_phase"


def test_a_heal_out_of_place_is_refused() -> None:
    game, ply = healing_game()
    lines = lines_of(game)
    lines.insert(body_of(lines) + ply, lines[body_of(lines) + ply])
    error = refused(lines)
    assert (error.code, error.values["ply"]) == ("heal.not_awaited", ply + 1)


def test_a_heal_of_other_cards_is_refused() -> None:
    game, ply = healing_game()
    lines = lines_of(game)
    place = body_of(lines) + ply
    healed = lines[place]
    enemy = format_rfen(game.at(ply)).split(" ")[3][:2]
    lines[place] = "* h" + enemy + healed[5:]
    error = refused(lines)
    assert (error.code, error.values["ply"]) == ("heal.not_in_discard", ply)
    lines[place] = healed[:-2]
    error = refused(lines)
    assert (error.code, error.values["ply"]) == ("heal.wrong_count", ply)


def test_a_move_after_the_end_is_refused() -> None:
    game, _ = healing_game()
    lines = lines_of(game)
    lines.insert(-1, f"{game.state.seat} y")
    error = refused(lines)
    assert (error.code, error.values["ply"]) == ("move.game_over", game.ply)


def test_a_record_of_moves_that_cannot_be_is_not_written() -> None:
    start = Game.new(RuleSet(players=2), 0).start
    record = Record(start=start, tokens=(Token(0, parse_move("n1")),))
    with pytest.raises(IllegalMoveError):
        write_record(record)


# Text that is laid out by hand


def laid_out(game: Game) -> list[str]:
    """The same record as other people and programs might write it down."""
    text = write_record(game.record({"Event": "test"}))
    tags, _, moves = text.partition("\n\n")
    backwards = "\n".join(reversed(tags.split("\n")))
    return [
        text,
        f"{backwards}\n\n{moves}",
        f"{tags}\n\n{moves.replace(chr(10), ' ')}",
        f"{tags}\n\n\n{moves.replace(' ', chr(10))}\n  \n",
        text.rstrip("\n"),
        text.replace("\n", "\r\n"),
        text.replace('[Rules "players=2"]', '[Rules "hand_limit=7 players=2 talk=strict"]'),
    ]


def test_a_record_may_be_laid_out_by_hand_and_is_written_in_one_way() -> None:
    game = random_game(RuleSet(players=2), 12)
    first, *others = laid_out(game)
    assert len({first, *others}) == 7
    for text in others:
        assert write_record(read_record(text)) == first


# Text that is no record

DEALT = write_record(Game.new(RuleSet(players=2), 7).record({"Event": "test", "Place": "here"}))
LINES = DEALT.split("\n")
START = LINES[2]
"""Rules, Seed, Start, Result, Event, Place, an empty line, and the end of the last line."""


def changed(line: int, text: str) -> str:
    return "\n".join([*LINES[: line - 1], text, *LINES[line:]])


def with_tokens(*tokens: str) -> str:
    return DEALT + "".join(token + "\n" for token in tokens)


def test_the_record_that_is_changed_below_is_a_record() -> None:
    assert len(LINES) == 8
    assert write_record(read_record(DEALT)) == DEALT


@pytest.mark.parametrize(
    ("text", "code", "line", "at"),
    [
        ("\n" + DEALT, "record.tag_missing", None, 0),
        ("", "record.empty_line_missing", 1, 0),
        ("0 p7S", "record.tag", 1, 0),
        (" " + DEALT, "record.tag", 1, 0),
        # The shape of a tag
        (changed(5, 'Event "test"]'), "record.tag", 5, 0),
        (changed(5, '["test"]'), "record.tag", 5, 1),
        (changed(5, '[ "test"]'), "record.tag", 5, 1),
        (changed(5, '[Event"test"]'), "record.tag", 5, 6),
        (changed(5, '[Event  "test"]'), "record.quote", 5, 7),
        (changed(5, "[Event test]"), "record.quote", 5, 7),
        (changed(5, '[Event "test]'), "record.quote", 5, 13),
        (changed(5, '[Event "te\\st"]'), "record.quote", 5, 11),
        (changed(5, '[Event "test\\'), "record.quote", 5, 13),
        (changed(5, '[Event "te"st"]'), "record.tag", 5, 11),
        (changed(5, '[Event "test"'), "record.tag", 5, 13),
        (changed(5, '[Event "test"] '), "record.tag", 5, 14),
        (changed(5, '[Event "te\tst"]'), "record.tag_value", 5, 10),
        (changed(5, '[Évent "test"]'), "record.tag", 5, 1),
        # Which tags
        (changed(6, '[Event "again"]'), "record.tag_twice", 6, 1),
        (changed(6, LINES[1]), "record.tag_twice", 6, 1),
        (changed(1, LINES[1]), "record.tag_twice", 2, 1),
        (DEALT.replace(LINES[0] + "\n", ""), "record.tag_missing", None, 0),
        (DEALT.replace(START + "\n", ""), "record.tag_missing", None, 0),
        (DEALT.replace(LINES[3] + "\n", ""), "record.tag_missing", None, 0),
        # What the tags say
        (changed(1, '[Rules "players=2 hand_limit=77"]'), "option.out_of_range", 1, 18),
        (changed(1, '[Rules "players=3"]'), "position.players", 3, START.index("/") - 14),
        (changed(2, '[Seed "1"]'), "record.seed", 2, 7),
        (changed(3, START.replace(" 0 ", " 9 ")), "position.flips", 3, 14),
        (changed(4, '[Result "draw"]'), "record.result", 4, 9),
        (changed(4, '[Result "Won"]'), "record.result", 4, 9),
        # Where the lines end
        (DEALT[:-1], "record.empty_line_missing", 7, 0),
        (DEALT[:-2], "record.empty_line_missing", 6, 14),
        # Tokens
        (with_tokens("y"), "record.actor", 8, 0),
        (with_tokens("0y"), "record.actor", 8, 0),
        (with_tokens("00 y"), "record.actor", 8, 0),
        (with_tokens("٠ y"), "record.actor", 8, 0),
        (with_tokens("0 h3C"), "record.actor", 8, 2),
        (with_tokens("* y"), "record.actor", 8, 2),
        (with_tokens("0 y 1"), "record.move_missing", 9, 0),
        (with_tokens("0 y 1 2"), "move.verb", 8, 6),
        (with_tokens("0 y\t1 y"), "move.too_long", 8, 3),
        (with_tokens("0 y", "1 p7"), "card.suit", 9, 4),
        (with_tokens("0 y", "1 p3S3H"), "card.order", 9, 5),
        (with_tokens("0 y\r1 y"), "move.too_long", 8, 3),
        (with_tokens("; a comment"), "record.actor", 8, 0),
    ],
)
def test_no_other_text_is_a_record(text: str, code: str, line: int | None, at: int) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        read_record(text)
    error = caught.value
    assert (error.code, error.values.get("line"), error.at) == (code, line, at)
    if line is not None:
        assert error.text == text.split("\n")[line - 1]


def test_a_missing_tag_is_named() -> None:
    with pytest.raises(InvalidRecordError) as caught:
        read_record(DEALT.replace(LINES[3] + "\n", ""))
    assert caught.value.values["tag"] == "Result"


def test_a_text_beyond_all_games_is_not_read() -> None:
    with pytest.raises(InvalidRecordError) as caught:
        read_record(DEALT + "0 y\n" * 300_000)
    assert caught.value.code == "record.too_long"


@pytest.mark.parametrize("stated", ["won", "lost", "*"])
def test_a_record_that_states_another_result_is_refused(stated: str) -> None:
    game, _ = healing_game()
    true = result_of(game)
    text = write_record(game.record()).replace(f'[Result "{true}"]', f'[Result "{stated}"]')
    if stated == true:
        assert result_of(load_game(text)) == stated
        return
    assert read_record(text).result == stated
    with pytest.raises(InvalidRecordError) as caught:
        load_game(text)
    error = caught.value
    assert (error.code, error.values.get("line"), error.at) == ("record.result_differs", 4, 9)
    assert (error.values["stated"], error.values["played"]) == (stated, true)
