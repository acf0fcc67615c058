"""How bots are written, alone and at a table."""

from __future__ import annotations

import pytest

from openregicide.bots.api.specs import split_seats, split_spec, tidy_spec
from openregicide.errors import InvalidOptionError


@pytest.mark.parametrize(
    ("spec", "name", "options"),
    [
        ("greedy", "greedy", {}),
        ("search:ms=10", "search", {"ms": "10"}),
        (" search : ms = 10 , objective = gold ", "search", {"ms": "10", "objective": "gold"}),
        ("mine:file=C:/a=b", "mine", {"file": "C:/a=b"}),
    ],
)
def test_a_spec_is_a_name_and_options(spec: str, name: str, options: dict[str, str]) -> None:
    assert split_spec(spec) == (name, options)


def test_a_spec_has_one_spelling() -> None:
    assert tidy_spec(" search : ms = 10 , objective=gold") == "search:ms=10,objective=gold"
    assert tidy_spec(" greedy ") == "greedy"


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("search:", "bot.option_without_value"),
        ("search:ms", "bot.option_without_value"),
        ("search:ms=", "bot.option_without_value"),
        ("search:=10", "bot.option_without_value"),
        ("search:ms=10,,threads=2", "bot.option_without_value"),
        ("search:ms=10,ms=20", "bot.option_twice"),
        ("search:ms=10\n", "bot.unprintable"),
        ("\x1b[2Jgreedy", "bot.unprintable"),
    ],
)
def test_what_is_no_spec_is_refused(spec: str, code: str) -> None:
    with pytest.raises(InvalidOptionError) as error:
        split_spec(spec)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("greedy", ("greedy",)),
        ("greedy,random", ("greedy", "random")),
        ("search:ms=10,greedy", ("search:ms=10", "greedy")),
        ("search:ms=10,objective=gold,greedy", ("search:ms=10,objective=gold", "greedy")),
        ("greedy, search:ms=10, threads=2 ,greedy", ("greedy", "search:ms=10,threads=2", "greedy")),
        ("mine:file=C:/x,search:ms=1", ("mine:file=C:/x", "search:ms=1")),
        ("greedy,", ("greedy", "")),
    ],
)
def test_an_option_belongs_to_the_bot_before_it(text: str, seats: tuple[str, ...]) -> None:
    assert split_seats(text) == seats


def test_a_list_that_begins_with_an_option_is_refused() -> None:
    with pytest.raises(InvalidOptionError) as error:
        split_seats("ms=10,greedy")
    assert error.value.code == "bot.seats_begin_with_option"
