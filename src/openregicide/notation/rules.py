"""Rules as text: `players=3`, and whatever differs from the rulebook: `hand_limit=7`."""

from __future__ import annotations

from ..core import OPTIONS, RuleSet
from ..core.options import Choice, ThreeNumbers, Toggle, option_of
from ..errors import InvalidOptionError, InvalidRecordError, NotationError

__all__ = ["format_rules", "parse_rules"]

PLAYERS = "players"
NAMES = [PLAYERS, *(option.name for option in OPTIONS)]


def format_rules(rules: RuleSet) -> str:
    """Format the number of players, and the options that differ from the rulebook."""
    words = [f"{PLAYERS}={rules.players}"]
    words += [f"{name}={_text(value)}" for name, value in rules.changed().items()]
    return " ".join(words)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def parse_rules(text: str, error: type[NotationError] = InvalidRecordError) -> RuleSet:
    """Parse rules; each option at most once, in any order, and default values are allowed.

    This is what people type. Records have only one spelling, that of `format_rules`.

    :raises InvalidRecordError: an unknown option or value.
    """
    values: dict[str, object] = {}
    at = 0
    for word in text.split(" "):
        name, equals, value = word.partition("=")
        if name not in NAMES or not equals or name in values:
            code = "rules.option_twice" if name in values else "rules.option"
            raise error(code, text=text, at=at, known=NAMES)
        values[name] = _value(name, value, text, at + len(name) + 1, error)
        at += len(word) + 1
    if PLAYERS not in values:
        raise error("rules.players_missing", text=text, at=0)
    try:
        return RuleSet(**values)  # type: ignore[arg-type]
    except InvalidOptionError as problem:
        offset = text.find(str(problem.values["option"]) + "=")
        raise error(problem.code, text=text, at=max(offset, 0), **problem.values) from None


def _value(name: str, value: str, text: str, at: int, error: type[NotationError]) -> object:
    match option_of(name):
        case Toggle():
            if value not in ("on", "off"):
                raise error("option.not_on_or_off", text=text, at=at, option=name)
            return value == "on"
        case ThreeNumbers():
            numbers = []
            for part in value.split(","):
                numbers.append(_number(part, text, at, error))
                at += len(part) + 1
            return tuple(numbers)
        case Choice():
            return value
        case _:
            return _number(value, text, at, error)


def _number(value: str, text: str, at: int, error: type[NotationError]) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 4 or str(int(value)) != value:
        raise error("rules.number", text=text, at=at)
    return int(value)
