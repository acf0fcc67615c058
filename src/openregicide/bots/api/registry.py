"""Bots by name: a spec such as `search:ms=100,objective=gold` makes one.

A bot's name leads to a factory, a class or function whose keyword parameters are the options of
the spec. Ours are listed here; other packages add theirs through the entry point group
`openregicide.bots`.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib.metadata import EntryPoint, entry_points
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ...errors import InvalidOptionError, RegicideError
from .bot import Bot
from .specs import split_spec

__all__ = ["GROUP", "OUR_BOTS", "BotInfo", "BotOption", "bot_info", "bot_names", "make_bot"]

GROUP = "openregicide.bots"

# Named, not imported: a random player need not load the nets of a search.
OURS = {
    name: EntryPoint(name, f"openregicide.bots.players.{where}", GROUP)
    for name, where in {
        "random": "random_bot:RandomBot",
        "greedy": "greedy_bot:GreedyBot",
        "policy": "policy_bot:PolicyBot",
        "search": "search_bot:SearchBot",
    }.items()
}

OUR_BOTS = tuple(OURS)
"""Our own bots by name, the weakest first; every client has words for these."""

SWITCH: dict[str, object] = {"on": True, "off": False}

Factory = Callable[..., Bot]


@dataclass(frozen=True, slots=True)
class BotOption:
    """An option of a bot's spec: one keyword parameter of its factory."""

    name: str
    kind: type
    """What a value is read as: `int`, `float`, or `str` for everything else."""
    choices: Mapping[str, object] = field(default_factory=dict)
    """The words allowed, if there is a fixed list, each with its value for the factory."""
    default: object = None
    required: bool = False


@dataclass(frozen=True, slots=True)
class BotInfo:
    """What is known about a bot without making one."""

    name: str
    about: str
    """The first line of its factory's docstring."""
    options: tuple[BotOption, ...]


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots available here, ours first."""
    return (*OURS, *sorted({entry.name for entry in _theirs()}))


def bot_info(name: str) -> BotInfo:
    """Return a bot's description and its options.

    :raises InvalidOptionError: there is no such bot, or its package is broken.
    """
    factory = _factory(name)
    about = (inspect.getdoc(factory) or "").partition("\n")[0]
    return BotInfo(name, about, tuple(_options(factory)))


def make_bot(spec: str) -> Bot:
    """Return a new bot made to a spec: a name, and after a colon its options.

    :raises InvalidOptionError: a bot, option or value that does not exist (the error lists those
        that do), or a bot of another package that cannot be made.
    """
    name, texts = split_spec(spec)
    factory = _factory(name)
    values = _values(name, texts, _options(factory))
    try:
        bot = factory(**values)
    except RegicideError:
        raise
    except Exception as error:
        raise InvalidOptionError("bot.not_made", name=name, error=_told(error)) from error
    if not callable(getattr(bot, "choose", None)):
        raise InvalidOptionError("bot.no_choose", name=name)
    return bot


def _theirs() -> tuple[EntryPoint, ...]:
    return tuple(entry for entry in entry_points(group=GROUP) if entry.name not in OURS)


def _factory(name: str) -> Factory:
    entry = OURS.get(name) or _found(name)
    try:
        factory: Factory = entry.load()
    except (Exception, SystemExit) as error:
        raise InvalidOptionError(
            "bot.not_loaded", name=name, origin=entry.value, error=_told(error)
        ) from error
    if not callable(factory):
        raise InvalidOptionError("bot.no_choose", name=name)
    return factory


def _found(name: str) -> EntryPoint:
    found = [entry for entry in _theirs() if entry.name == name]
    if not found:
        raise InvalidOptionError("bot.unknown", name=name, known=bot_names())
    if len(found) > 1:
        claims = sorted(entry.value for entry in found)
        raise InvalidOptionError("bot.ambiguous", name=name, known=claims)
    return found[0]


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


# Options


def _options(factory: Factory) -> list[BotOption]:
    """Return the options of a factory, read from its signature."""
    called = factory.__init__ if inspect.isclass(factory) else factory
    try:
        hints = get_type_hints(called)
        parameters = inspect.signature(factory).parameters.values()
    except Exception:
        # A factory without a readable signature has no options; calling it shows the rest.
        return []
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [_option(each, hints.get(each.name, str)) for each in parameters if each.kind in named]


def _option(parameter: inspect.Parameter, hint: Any) -> BotOption:
    kind, choices = _kind(hint)
    required = parameter.default is parameter.empty
    default = None if required else parameter.default
    return BotOption(parameter.name, kind, choices, default, required)


def _kind(hint: Any) -> tuple[type, dict[str, object]]:
    """Return the type to read a value as, and the words it may be, with their values."""
    if get_origin(hint) in (Union, UnionType):
        # `int | None`: left out it is None, and what is given is the other.
        hint = next((part for part in get_args(hint) if part is not NoneType), str)
    if get_origin(hint) is Literal:
        return str, {str(value): value for value in get_args(hint)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return str, {str(member.value): member for member in hint}
    if hint is bool:
        return str, SWITCH
    return (hint if hint in (int, float) else str), {}


def _values(name: str, texts: dict[str, str], options: Sequence[BotOption]) -> dict[str, Any]:
    known = {option.name: option for option in options}
    for text in texts:
        if text not in known:
            raise InvalidOptionError(
                "bot.unknown_option" if known else "bot.no_options",
                name=name,
                option=text,
                known=tuple(known),
            )
    for option in options:
        if option.required and option.name not in texts:
            raise InvalidOptionError("bot.option_missing", name=name, option=option.name)
    return {option: _value(known[option], text) for option, text in texts.items()}


def _value(option: BotOption, text: str) -> object:
    if option.choices:
        if text not in option.choices:
            raise InvalidOptionError(
                "option.unknown_value", option=option.name, value=text, known=tuple(option.choices)
            )
        return option.choices[text]
    try:
        value = option.kind(text)
    except ValueError:
        raise InvalidOptionError(
            "bot.not_a_whole_number" if option.kind is int else "bot.not_a_number",
            option=option.name,
            value=text,
        ) from None
    if isinstance(value, float) and not math.isfinite(value):
        raise InvalidOptionError("bot.not_a_number", option=option.name, value=text)
    return value
