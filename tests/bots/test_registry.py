"""Bots by name, ours and other people's, and everything that can be wrong with a spec."""

from __future__ import annotations

from pathlib import Path

import pytest

from openregicide.bots import bot_names, make_bot
from openregicide.bots.api.registry import bot_info
from openregicide.bots.players.greedy_bot import GreedyBot
from openregicide.bots.players.random_bot import RandomBot
from openregicide.errors import InvalidOptionError
from openregicide.i18n import Catalogue
from support import third_party

THEIRS = '''
    from enum import StrEnum
    from typing import Literal

    from openregicide.core import moves_of
    from openregicide.errors import InvalidOptionError

    class Mood(StrEnum):
        CALM = "calm"
        WILD = "wild"

    class First:
        """Always the first move."""

        def __init__(
            self, number: int = 1, part: float = 0.5, word="none", loud: bool = False,
            mood: Mood = Mood.CALM, depth: Literal[1, 2] = 1, limit: int | None = None,
            **rest: int,
        ) -> None:
            if number < 0:
                raise InvalidOptionError(
                    "option.out_of_range", option="number", value=number, least=0, most=9
                )
            self.given = (number, part, word, loud, mood, depth, limit)

        def choose(self, view, generator):
            return moves_of(view)[0]

    class Needy(First):
        def __init__(self, file: str) -> None:
            self.file = file

    def fails():
        raise RuntimeError("no luck")

    def nothing():
        return None

    not_even_callable = 3
'''

BOTS = {
    "first": "acme:First",
    "needy": "acme:Needy",
    "fails": "acme:fails",
    "nothing": "acme:nothing",
    "number": "acme:not_even_callable",
    "gone": "acme:Gone",
    "missing": "nowhere_to_be_found:Bot",
    "random": "acme:fails",
}


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of somebody else's, good bots and bad ones."""
    third_party.install(tmp_path, THEIRS, BOTS)
    third_party.forget()
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def refused(spec: str) -> InvalidOptionError:
    with pytest.raises(InvalidOptionError) as error:
        make_bot(spec)
    # Every refusal can be said in one line.
    text = Catalogue().error(error.value)
    assert "\n" not in text
    assert "error." not in text.lower()
    return error.value


def test_ours_are_known_by_name() -> None:
    assert bot_names()[:4] == ("random", "greedy", "policy", "search")
    assert isinstance(make_bot("random"), RandomBot)
    assert isinstance(make_bot(" greedy "), GreedyBot)


def test_every_bot_of_ours_has_a_line_about_it() -> None:
    for name in ("random", "greedy"):
        assert bot_info(name).about.endswith(".")


def test_an_unknown_bot_names_the_known_ones() -> None:
    error = refused("grumpy")
    assert (error.code, error.values["known"]) == ("bot.unknown", bot_names())
    assert refused("").code == "bot.unknown"


def test_a_bot_without_options_says_so() -> None:
    assert refused("random:ms=10").code == "bot.no_options"


@pytest.mark.usefixtures("theirs")
def test_bots_of_other_packages_are_found() -> None:
    assert bot_names()[4:] == tuple(sorted(set(BOTS) - {"random"}))
    bot = make_bot("first")
    assert bot.given == (1, 0.5, "none", False, "calm", 1, None)  # type: ignore[attr-defined]
    info = bot_info("first")
    assert info.about == "Always the first move."
    assert [option.name for option in info.options][:3] == ["number", "part", "word"]


@pytest.mark.usefixtures("theirs")
def test_options_have_the_types_of_their_parameters() -> None:
    spec = "first:number=7,part=2.5,word=hello,loud=on,mood=wild,depth=2,limit=9"
    given = make_bot(spec).given  # type: ignore[attr-defined]
    assert given == (7, 2.5, "hello", True, "wild", 2, 9)
    assert type(given[4]).__name__ == "Mood"


@pytest.mark.usefixtures("theirs")
@pytest.mark.parametrize(
    ("spec", "code", "known"),
    [
        ("first:speed=3", "bot.unknown_option", "number"),
        ("first:rest=3", "bot.unknown_option", "number"),
        ("first:number=many", "bot.not_a_whole_number", None),
        ("first:number=2.5", "bot.not_a_whole_number", None),
        ("first:limit=x", "bot.not_a_whole_number", None),
        ("first:part=half", "bot.not_a_number", None),
        ("first:part=nan", "bot.not_a_number", None),
        ("first:part=inf", "bot.not_a_number", None),
        ("first:loud=yes", "option.unknown_value", "on"),
        ("first:mood=sad", "option.unknown_value", "calm"),
        ("first:depth=3", "option.unknown_value", "2"),
        ("first:number=-1", "option.out_of_range", None),
        ("needy", "bot.option_missing", None),
        ("fails", "bot.not_made", None),
        ("nothing", "bot.no_choose", None),
        ("number", "bot.no_choose", None),
        ("gone", "bot.not_loaded", None),
        ("missing", "bot.not_loaded", None),
    ],
)
def test_what_is_wrong_with_a_spec_is_said(spec: str, code: str, known: str | None) -> None:
    error = refused(spec)
    assert error.code == code
    if known is not None:
        assert known in error.values["known"]  # type: ignore[operator]


@pytest.mark.usefixtures("theirs")
def test_nobody_takes_our_names() -> None:
    assert isinstance(make_bot("random"), RandomBot)


@pytest.mark.parametrize("source", ["import nothing_like_this", "1 / 0", "raise SystemExit", "("])
def test_a_broken_package_hides_nobody(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    third_party.install(tmp_path, source, {"broken": "acme:Bot"})
    third_party.forget()
    monkeypatch.syspath_prepend(tmp_path)
    assert refused("broken").code == "bot.not_loaded"
    assert "broken" in bot_names()
    assert isinstance(make_bot("random"), RandomBot)


def test_a_name_that_two_packages_claim_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("acme", "apex"):
        third_party.install(tmp_path, "Bot = object", {"mine": f"{package}:Bot"}, package=package)
    monkeypatch.syspath_prepend(tmp_path)
    error = refused("mine")
    assert (error.code, error.values["known"]) == ("bot.ambiguous", ["acme:Bot", "apex:Bot"])
