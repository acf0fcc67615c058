"""Whole games as text (RGN): tags, an empty line, then one `actor move` to a line.

What is written has one spelling. What is read may have been laid out by hand: tags in any order,
the moves spread over lines as anyone likes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from ..core import Game, Heal, Record, RuleSet, State, Token
from ..errors import InvalidMoveError, InvalidRecordError, NotationError
from .moves import format_action, parse_action
from .position import format_rfen, parse_rfen
from .rules import format_rules, parse_rules
from .text import Reader

__all__ = ["format_seed", "load_game", "parse_seed", "read_record", "result_of", "write_record"]

CHANCE = "*"
UNFINISHED = "*"
RESULTS = ("won", "lost", UNFINISHED)
REQUIRED = ("Rules", "Start", "Result")
OWN = ("Rules", "Seed", "Start", "Result")
"""Tags with a meaning, in their order; all others are notes and come after them, sorted."""

UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""Kinds of characters that no tag may hold: they end lines, or no file takes them."""

T = TypeVar("T")

MAX_TEXT = 1_000_000
"""No game comes near this many characters; more is not worth reading."""


def format_seed(seed: int) -> str:
    """Write a seed as 32 hexadecimal digits."""
    return f"{seed:032x}"


def parse_seed(text: str) -> int:
    """Read a seed of 32 hexadecimal digits.

    :raises InvalidRecordError: the text is anything else.
    """
    if len(text) != 32 or any(char not in "0123456789abcdef" for char in text):
        raise InvalidRecordError("record.seed", text=text, at=0)
    return int(text, 16)


def result_of(game: Game) -> str:
    """Return the result as a record states it: `won`, `lost`, or `*` while it goes on."""
    if game.outcome is None:
        return UNFINISHED
    return "won" if game.outcome.won else "lost"


def write_record(record: Record) -> str:
    """Write a game down.

    :raises InvalidRecordError: a tag that could not be read again.
    :raises IllegalMoveError: the moves cannot be played.
    """
    for name, value in record.tags.items():
        _check_tag(name, value)
    result = result_of(Game.from_record(record))
    tags = {"Rules": format_rules(record.rules)}
    if record.seed is not None:
        tags["Seed"] = format_seed(record.seed)
    tags |= {"Start": _format_start(record.start), "Result": result}
    tags |= dict(sorted(record.tags.items()))
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
    lines.append("")
    for token in record.tokens:
        actor = CHANCE if token.actor is None else token.actor
        lines.append(f"{actor} {format_action(token.action)}")
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """Read a record; whether its moves are legal shows in the replay.

    :raises InvalidRecordError: the text is no record.
    """
    if len(text) > MAX_TEXT:
        raise InvalidRecordError("record.too_long", text=text[:80], at=MAX_TEXT)
    tags, places, body = _read_tags(text)
    for name in REQUIRED:
        if name not in tags:
            raise InvalidRecordError("record.tag_missing", text=text[:80], at=0, tag=name)
    if tags["Result"] not in RESULTS:
        line, source = places["Result"]
        raise InvalidRecordError(
            "record.result", text=source, at=source.find('"') + 1, line=line, known=RESULTS
        )
    rules: RuleSet = _inside(places["Rules"], lambda: parse_rules(tags["Rules"]))
    start = _inside(places["Start"], lambda: parse_rfen(tags["Start"], rules))
    seed = None
    if "Seed" in tags:
        seed = _inside(places["Seed"], lambda: parse_seed(tags["Seed"]))
    return Record(
        start=start,
        tokens=tuple(_read_tokens(body)),
        seed=seed,
        result=tags["Result"],
        tags={name: value for name, value in tags.items() if name not in OWN},
    )


def load_game(text: str) -> Game:
    """Read a record and play it through.

    :raises InvalidRecordError: the text is no record, or states another result.
    :raises IllegalMoveError: a move in it is refused.
    """
    record = read_record(text)
    game = Game.from_record(record)
    if record.result != result_of(game):
        line, source = _read_tags(text)[1]["Result"]
        raise InvalidRecordError(
            "record.result_differs",
            text=source,
            at=source.find('"') + 1,
            line=line,
            stated=record.result,
            played=result_of(game),
        )
    return game


Place = tuple[int, str]
"""A line of the record: its number, and its text."""


def _read_tags(text: str) -> tuple[dict[str, str], dict[str, Place], list[Place]]:
    lines = list(enumerate(text.replace("\r\n", "\n").split("\n"), 1))
    tags: dict[str, str] = {}
    places: dict[str, Place] = {}
    for number, line in lines:
        if not line:
            if number == len(lines):
                break
            return tags, places, lines[number:]
        reader = Reader(line, InvalidRecordError, line=number)
        reader.take("[", "record.tag")
        start = reader.at
        while reader.peek().isalnum() and reader.peek().isascii():
            reader.at += 1
        name = line[start : reader.at]
        if not name or name in tags:
            reader.fail("record.tag_twice" if name else "record.tag", at=start)
        reader.take(" ", "record.tag")
        tags[name] = _quoted(reader)
        reader.take("]", "record.tag")
        reader.end("record.tag")
        places[name] = (number, line)
    number, line = lines[-1]
    raise InvalidRecordError("record.empty_line_missing", text=line, at=len(line), line=number)


def _quoted(reader: Reader) -> str:
    reader.take('"', "record.quote")
    value = []
    while not reader.skip('"'):
        if not reader.left:
            reader.fail("record.quote")
        if reader.skip("\\") and reader.peek() not in ('"', "\\"):
            reader.fail("record.quote")
        if unicodedata.category(reader.peek()) in UNWRITABLE:
            reader.fail("record.tag_value")
        value.append(reader.peek())
        reader.at += 1
    return "".join(value)


def _read_tokens(lines: list[Place]) -> list[Token]:
    """Read actors and actions, however they are spread over the lines."""
    tokens: list[Token] = []
    actor: str | None = None
    for number, line in lines:
        for match in re.finditer(r"[^ ]+", line):
            word, at = match[0], match.start()
            if actor is None:
                if word != CHANCE and not (len(word) == 1 and word in "0123456789"):
                    raise InvalidRecordError("record.actor", text=line, at=at, line=number)
                actor = word
                continue
            try:
                action = parse_action(word)
            except InvalidMoveError as error:
                raise InvalidRecordError(
                    error.code, text=line, at=at + error.at, line=number, **error.details
                ) from None
            if isinstance(action, Heal) != (actor == CHANCE):
                raise InvalidRecordError("record.actor", text=line, at=at, line=number)
            tokens.append(Token(None if actor == CHANCE else int(actor), action))
            actor = None
    if actor is not None:
        number, line = lines[-1]
        raise InvalidRecordError("record.move_missing", text=line, at=len(line), line=number)
    return tokens


def _check_tag(name: str, value: str) -> None:
    """Complain about a tag that would not be read as it was written."""
    if not (name.isascii() and name.isalnum()):
        raise InvalidRecordError("record.tag", text=name, at=0)
    if name in OWN:
        raise InvalidRecordError("record.tag_twice", text=name, at=0)
    for at, char in enumerate(value):
        if unicodedata.category(char) in UNWRITABLE:
            raise InvalidRecordError("record.tag_value", text=value, at=at)


def _format_start(start: State) -> str:
    """Write where a game began, with its memory if there is any."""
    long = format_rfen(start, memory=True)
    *_, seats, groups = long.split(" ")
    return long if groups != "-" or seats.strip("-?") else format_rfen(start)


def _inside(place: Place, read: Callable[[], T]) -> T:
    """Read the value of a tag; errors name the line it stands in."""
    line, source = place
    try:
        return read()
    except NotationError as error:
        raise InvalidRecordError(
            error.code, text=source, at=source.find('"') + 1 + error.at, line=line, **error.details
        ) from None


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
