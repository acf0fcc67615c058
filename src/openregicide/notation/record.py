"""Whole games as text (RGN): tags, an empty line, then one `actor move` per line.

What is written has one spelling. What is read may have been laid out by hand: tags in any order,
the moves spread over lines as anyone likes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from ..core import STREAM_BYTES, Game, Heal, Record, RuleSet, Seed, State, Token
from ..errors import InvalidMoveError, InvalidRecordError, NotationError
from .moves import format_action, parse_action
from .position import format_rfen, parse_rfen
from .rules import format_rules, parse_rules
from .text import Scanner

__all__ = [
    "UNFINISHED",
    "format_seed",
    "load_game",
    "parse_generator_seed",
    "parse_seed",
    "read_record",
    "result_of",
    "write_record",
]

CHANCE = "*"
UNFINISHED = "*"
"""The result of a game that has not ended by the rules; it may have been given up."""
RESULTS = ("won", "lost", UNFINISHED)
REQUIRED = ("Rules", "Start", "Result")
OWN = ("Rules", "Dice", "Seed", "Start", "Result")
"""Tags with a meaning, in order; all others are notes and follow them, sorted."""

UNWRITABLE = ("Cc", "Cs", "Zl", "Zp")
"""Unicode categories that a tag may not contain: they end lines, or cannot be encoded."""

GENERATOR, STREAM = "sfc32", "shake256"
"""What deals and draws heals: the fast generator of simulations, or a cryptographic stream."""
GENERATOR_DIGITS = 32
SEED_DIGITS = (GENERATOR_DIGITS, 2 * STREAM_BYTES)

T = TypeVar("T")

MAX_TEXT = 1_000_000
"""No game comes near this many characters; longer texts are refused."""


def format_seed(seed: Seed) -> str:
    """Format a seed as hexadecimal digits: 32 for the generator, 64 for the stream."""
    return seed.hex() if isinstance(seed, bytes) else f"{seed:032x}"


def parse_seed(text: str) -> Seed:
    """Parse a seed of 32 or 64 hexadecimal digits.

    :raises InvalidRecordError: the text is anything else.
    """
    if len(text) not in SEED_DIGITS or any(char not in "0123456789abcdef" for char in text):
        raise InvalidRecordError("record.seed", text=text, at=0)
    return int(text, 16) if len(text) == GENERATOR_DIGITS else bytes.fromhex(text)


def parse_generator_seed(text: str) -> int:
    """Parse a seed of 32 hexadecimal digits, as simulations have it.

    :raises InvalidRecordError: the text is anything else.
    """
    seed = parse_seed(text)
    if isinstance(seed, bytes):
        raise InvalidRecordError("record.seed", text=text, at=GENERATOR_DIGITS)
    return seed


def result_of(game: Game) -> str:
    """Return the result as a record states it: `won`, `lost`, or `*` for an unfinished game."""
    if game.outcome is None:
        return UNFINISHED
    return "won" if game.outcome.won else "lost"


def write_record(record: Record) -> str:
    """Return a game as text.

    :raises InvalidRecordError: a tag could not be read back.
    :raises IllegalMoveError: the moves cannot be played.
    """
    for name, value in record.tags.items():
        _check_tag(name, value)
    result = result_of(Game.from_record(record))
    tags = {"Rules": format_rules(record.rules)}
    if record.seed is not None:
        if isinstance(record.seed, bytes):
            tags["Dice"] = STREAM
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
    """Parse a record; whether its moves are legal is only known when it is replayed.

    :raises InvalidRecordError: the text is not a record.
    """
    if len(text) > MAX_TEXT:
        raise InvalidRecordError("record.too_long", text=text[:80], at=MAX_TEXT)
    tags, sources, body = _read_tags(text)
    for name in REQUIRED:
        if name not in tags:
            raise InvalidRecordError("record.tag_missing", text=text[:80], at=0, tag=name)
    if tags["Result"] not in RESULTS:
        line, source = sources["Result"]
        raise InvalidRecordError(
            "record.result", text=source, at=source.find('"') + 1, line=line, known=RESULTS
        )
    rules: RuleSet = _inside(sources["Rules"], lambda: parse_rules(tags["Rules"]))
    start = _inside(sources["Start"], lambda: parse_rfen(tags["Start"], rules))
    seed = None
    if "Seed" in tags:
        seed = _inside(sources["Seed"], lambda: parse_seed(tags["Seed"]))
    # Without a word about it, the generator dealt.
    if tags.get("Dice", GENERATOR) != (STREAM if isinstance(seed, bytes) else GENERATOR):
        line, source = sources.get("Dice", sources.get("Seed", (1, text[:80])))
        raise InvalidRecordError(
            "record.dice", text=source, at=source.find('"') + 1, line=line, known=(STREAM,)
        )
    return Record(
        start=start,
        tokens=tuple(_read_tokens(body)),
        seed=seed,
        result=tags["Result"],
        tags={name: value for name, value in tags.items() if name not in OWN},
    )


def load_game(text: str) -> Game:
    """Parse a record and replay it.

    :raises InvalidRecordError: the text is not a record, or states another result.
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


Line = tuple[int, str]
"""A line of the record: its number, and its text."""


def _read_tags(text: str) -> tuple[dict[str, str], dict[str, Line], list[Line]]:
    lines = list(enumerate(text.replace("\r\n", "\n").split("\n"), 1))
    tags: dict[str, str] = {}
    sources: dict[str, Line] = {}
    for number, line in lines:
        if not line:
            if number == len(lines):
                break
            return tags, sources, lines[number:]
        scanner = Scanner(line, InvalidRecordError, line=number)
        scanner.take("[", "record.tag")
        start = scanner.at
        while scanner.peek().isalnum() and scanner.peek().isascii():
            scanner.at += 1
        name = line[start : scanner.at]
        if not name or name in tags:
            scanner.fail("record.tag_twice" if name else "record.tag", at=start)
        scanner.take(" ", "record.tag")
        tags[name] = _quoted(scanner)
        scanner.take("]", "record.tag")
        scanner.end("record.tag")
        sources[name] = (number, line)
    number, line = lines[-1]
    raise InvalidRecordError("record.empty_line_missing", text=line, at=len(line), line=number)


def _quoted(scanner: Scanner) -> str:
    scanner.take('"', "record.quote")
    value = []
    while not scanner.skip('"'):
        if not scanner.left:
            scanner.fail("record.quote")
        if scanner.skip("\\") and scanner.peek() not in ('"', "\\"):
            scanner.fail("record.quote")
        if unicodedata.category(scanner.peek()) in UNWRITABLE:
            scanner.fail("record.tag_value")
        value.append(scanner.peek())
        scanner.at += 1
    return "".join(value)


def _read_tokens(lines: list[Line]) -> list[Token]:
    """Parse actors and actions, however they are spread over the lines."""
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
    """Refuse a tag that could not be read back as it was written."""
    if not (name.isascii() and name.isalnum()):
        raise InvalidRecordError("record.tag", text=name, at=0)
    if name in OWN:
        raise InvalidRecordError("record.tag_twice", text=name, at=0)
    for at, char in enumerate(value):
        if unicodedata.category(char) in UNWRITABLE:
            raise InvalidRecordError("record.tag_value", text=value, at=at)


def _format_start(start: State) -> str:
    """Format the start of a game, with its memory if there is any."""
    long = format_rfen(start, memory=True)
    *_, seats, groups = long.split(" ")
    return long if groups != "-" or seats.strip("-?") else format_rfen(start)


def _inside(source: Line, read: Callable[[], T]) -> T:
    """Parse the value of a tag; errors name the line that it is on."""
    number, line = source
    try:
        return read()
    except NotationError as error:
        raise InvalidRecordError(
            error.code, text=line, at=line.find('"') + 1 + error.at, line=number, **error.details
        ) from None


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
