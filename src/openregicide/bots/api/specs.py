"""Specs: bots as text, `search` or `search:ms=100,objective=gold`, and several at one table.

    spec  = name [":" item {"," item}]      item = option "=" value
    seats = spec {"," spec}

In a list of seats an `option=value` belongs to the bot before it, so that a comma can separate
options and seats alike: `search:ms=10,objective=gold,greedy` is two players.
"""

from __future__ import annotations

from ...errors import InvalidOptionError

__all__ = ["split_seats", "split_spec", "tidy_spec"]


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Return the name of a bot and its options, as written.

    :raises InvalidOptionError: an item that is not `option=value`, or an option given twice.
    """
    if not spec.isprintable():
        # It ends up in file names, records and on screens.
        raise InvalidOptionError("bot.unprintable")
    name, colon, rest = spec.partition(":")
    name = name.strip()
    options: dict[str, str] = {}
    for item in rest.split(",") if colon else ():
        option, equals, value = (part.strip() for part in item.partition("="))
        if not (option and equals and value):
            raise InvalidOptionError("bot.option_without_value", name=name, item=item.strip())
        if option in options:
            raise InvalidOptionError("bot.option_twice", name=name, option=option)
        options[option] = value
    return name, options


def tidy_spec(spec: str) -> str:
    """Return a spec in its canonical form, without spaces; the options keep their order.

    :raises InvalidOptionError: as for `split_spec`.
    """
    name, options = split_spec(spec)
    items = ",".join(f"{option}={value}" for option, value in options.items())
    return f"{name}:{items}" if items else name


def split_seats(text: str) -> tuple[str, ...]:
    """Return the spec of each seat in a list of them.

    :raises InvalidOptionError: the list begins with an option, which belongs to no bot.
    """
    seats: list[str] = []
    for item in text.split(","):
        before_value = item.partition("=")[0]
        if ":" in before_value or "=" not in item:
            seats.append(item.strip())
        elif seats:
            seats[-1] += "," + item.strip()
        else:
            raise InvalidOptionError("bot.seats_begin_with_option", item=item.strip())
    return tuple(seats)
