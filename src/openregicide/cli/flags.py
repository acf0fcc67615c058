"""Flags shared by several commands, and how they are read."""

from __future__ import annotations

import errno
import os
import secrets
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, _ArgumentGroup
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from ..core import OPTIONS, STREAM_BYTES, RuleSet, Seed
from ..core.options import Choice, Number, Option, ThreeNumbers, Toggle
from ..core.rng import SEED_BITS
from ..files import read_bytes
from ..i18n import PLURALS, Catalogue, language_of
from ..notation.record import MAX_TEXT
from .command import UsageError

__all__ = [
    "RULES",
    "add_color",
    "add_language",
    "add_rules",
    "add_saves",
    "add_seed",
    "color",
    "deal_seed",
    "first",
    "full_screen",
    "language",
    "read_text",
    "rules",
    "seed",
]

RULES = tuple(option.name for option in OPTIONS)
"""What can be said about the rules, beside the number of players."""


def add_rules(command: ArgumentParser, players: int | None = 2) -> None:
    group = command.add_argument_group("rules")
    told = "" if players is None else f" ({players})"
    group.add_argument("--players", type=int, default=players, metavar="N", help=f"1 to 4{told}")
    for option in OPTIONS:
        _add_option(group, option)


def _add_option(group: _ArgumentGroup, option: Option) -> None:
    flag = "--" + option.name.replace("_", "-")
    # The words are those of the set-up forms, so that a new option needs no others.
    label = Catalogue("en")(f"option.{option.name}")
    about = label[0].lower() + label[1:]
    match option:
        case Choice(words=words):
            known = [word.value for word in words]
            group.add_argument(flag, choices=known, help=f"{about} ({known[0]})")
        case Toggle():
            group.add_argument(flag, action="store_true", default=None, help=about)
        case Number(by_players=by_players):
            told = ", ".join(map(str, by_players)) + " for 1 to 4 players"
            group.add_argument(flag, type=int, metavar="N", help=f"{about} ({told})")
        case ThreeNumbers(printed=printed):
            told = ",".join(map(str, printed))
            group.add_argument(flag, type=_read_three, metavar="J,Q,K", help=f"{about} ({told})")


def _read_three(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not three numbers like 10,15,20") from None


def rules(options: Namespace) -> RuleSet:
    """Return the rules that were asked for."""
    chosen = {name: getattr(options, name) for name in RULES}
    given = {name: value for name, value in chosen.items() if value is not None}
    return RuleSet(players=options.players, **given)


def add_seed(command: ArgumentParser) -> None:
    command.add_argument(
        "--seed",
        type=_read_seed,
        metavar="SEED",
        help="a number, or the hexadecimal digits of a record (random)",
    )


def _read_seed(text: str) -> Seed:
    if len(text) == 2 * STREAM_BYTES:
        with suppress(ValueError):
            return bytes.fromhex(text)
    hexadecimal = len(text) == 32 or text.startswith("0x")
    try:
        seed = int(text, 16 if hexadecimal else 10)
    except ValueError:
        seed = -1
    if not 0 <= seed < 1 << SEED_BITS:
        raise ArgumentTypeError(
            f"{text!r} is not a seed; a seed is a number of at most {SEED_BITS} bits, "
            "or 32 or 64 hexadecimal digits"
        )
    return seed


def seed(options: Namespace) -> int:
    """Return the seed that was asked for, or a random one, for the fast generator.

    :raises UsageError: it is one for the stream.
    """
    if isinstance(options.seed, bytes):
        raise UsageError("64 digits are the seed of one game; give a number or 32 digits")
    return secrets.randbits(SEED_BITS) if options.seed is None else int(options.seed)


def deal_seed(options: Namespace) -> Seed:
    """Return the seed that was asked for, of either kind, or a random one."""
    return options.seed if isinstance(options.seed, bytes) else seed(options)


def first(options: Namespace, players: int) -> int:
    """Return the seat that begins; the flag counts from 1."""
    if not 1 <= options.first <= players:
        raise UsageError(f"--first: there are players 1 to {players}")
    return int(options.first) - 1


def add_language(command: ArgumentParser) -> None:
    command.add_argument("--lang", choices=tuple(PLURALS), help="the language (the terminal's own)")


def language(options: Namespace) -> str:
    """Return the language that was asked for, or the terminal's own."""
    return options.lang or language_of(os.environ)


def add_saves(command: ArgumentParser) -> None:
    command.add_argument("--saves", type=Path, metavar="DIR", help="the folder for saved games")


def add_color(command: ArgumentParser) -> None:
    command.add_argument("--no-color", action="store_true", help="no colours")


def color(options: Namespace) -> bool:
    """Tell whether to use colour."""
    unwanted = options.no_color or "NO_COLOR" in os.environ or _dumb()
    return not unwanted and sys.stdout.isatty()


def _dumb() -> bool:
    """Tell whether the terminal says that it can only write lines."""
    return os.environ.get("TERM") == "dumb"


def full_screen() -> bool:
    """Tell whether this terminal can show a full screen and Textual is installed."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and not _dumb()
        and find_spec("textual") is not None
    )


MOST_BYTES = 4 * MAX_TEXT
"""No record is longer, whatever its characters."""


def read_text(name: str) -> str:
    """Return the text of a record in a file, or on standard input for `-`.

    :raises OSError: it cannot be read, or is longer than any record.
    :raises UsageError: it is not text.
    """
    try:
        return _read(name).decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{name}: not a text file (byte {error.start})") from None


def _read(name: str) -> bytes:
    if name != "-":
        return read_bytes(Path(name), MOST_BYTES)
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"longer than {MOST_BYTES} bytes", name)
    return data
