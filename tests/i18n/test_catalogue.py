"""Every code has a text, every text is used, and a missing one never stops a game."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

import openregicide
from openregicide.core import OPTIONS, Ending, EventKind, Medal, Phase, Rank, RuleSet, Suit
from openregicide.core.options import Choice
from openregicide.core.refusal import CODES, Refusal
from openregicide.errors import (
    IllegalMoveError,
    ImpossiblePositionError,
    InvalidCardError,
    InvalidOptionError,
    InvalidRecordError,
    NotationError,
    RegicideError,
)
from openregicide.i18n import PLURALS, Catalogue, TextError
from openregicide.notation import load_game, parse_rules, read_cards

SOURCE = Path(openregicide.__file__).parent
T = Catalogue()

CODE = re.compile(r"[a-z]+\.[a-z_0-9]+")
KEY = re.compile(r"[a-z_0-9]+(\.[a-z_0-9]+)+")
NOT_CODES = {"bits.pxd", "course.toml", "matplotlib.figure", "openregicide.bots"}
TELLERS = ("Error", "Problem", ".close", ".dismiss")
"""What server and client hand codes to that people are told; others end up in a log."""
NOT_ERRORS = ("tui.", "preview.", "fault.")

FIELDS = ("phase", "yielded", "flips", "castle", "table", "hands", "tavern", "discard", "ply")

# Codes that are put together while the program runs; the other tests here know the parts.
BUILT = {
    *(f"error.{code}" for code in CODES.values()),
    *(f"error.position.{field}" for field in (*FIELDS, "by", "groups", "seat")),
    *(f"event.{kind.name.lower()}" for kind in EventKind),
    *(f"ending.{ending.name.lower()}" for ending in Ending),
    *(f"medal.{medal.name.lower()}" for medal in Medal),
    *(f"phase.{phase.name.lower()}" for phase in Phase),
    *(f"rank.{rank.name.lower()}" for rank in Rank),
    *(f"suit.{suit.name.lower()}" for suit in Suit),
    *(f"fault.{kind}" for kind in ("raised", "no_move", "illegal_move", "died")),
}


def modules(*parts: str) -> list[Path]:
    found: list[Path] = []
    for part in parts:
        place = SOURCE / part
        found += [place] if place.is_file() else place.rglob("*.py")
    return sorted(found)


@cache
def in_browser() -> tuple[frozenset[str], tuple[str, ...]]:
    """The keys that the browser client spells out, and how those begin that it puts together."""
    sources = [path.read_text() for path in sorted((SOURCE / "web").rglob("*.js"))]
    keys = {key for text in sources for key in re.findall(r"[\"`]((?:\w+\.)+\w+)[\"`]", text)}
    listed = re.search(r"COMPUTED = \[(.*?)\]", "".join(sources), re.DOTALL)
    assert listed is not None
    return frozenset(keys), tuple(re.findall(r'"([\w.]+)"', listed[1]))


@cache
def strings_in_calls(path: Path) -> list[tuple[str, ast.Call]]:
    """Every string that a module hands to a function, in a choice between two as well."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            for argument in node.args:
                for part in ast.walk(argument) if isinstance(argument, ast.IfExp) else [argument]:
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found.append((part.value, node))
    return found


def assigned_codes(path: Path) -> set[str]:
    """Codes that wait in a variable until they are raised."""
    return {
        part.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Assign)
        for part in ast.walk(node.value)
        if isinstance(part, ast.Constant)
        and isinstance(part.value, str)
        and CODE.fullmatch(part.value)
    }


@cache
def raised_codes() -> set[str]:
    codes = set()
    for path in modules("server", "client"):
        for text, call in strings_in_calls(path):
            if CODE.fullmatch(text) and ast.unparse(call.func).endswith(TELLERS):
                codes.add(text)
    codes |= assigned_codes(SOURCE / "server" / "store" / "sqlite.py")
    for path in modules("core", "notation", "table", "lessons", "bots", "arena", "tui"):
        for text, call in strings_in_calls(path):
            name = ast.unparse(call.func)
            speaks = name in ("t", "self.t", "says") or name.endswith((".said", "._said_of"))
            if CODE.fullmatch(text) and not speaks and not text.startswith(NOT_ERRORS):
                codes.add(text)
        if path.parent.name in ("core", "notation"):
            codes |= assigned_codes(path)
    return codes - NOT_CODES - {"event.defeated_exactly"}


def test_the_scan_finds_codes_of_every_spelling() -> None:
    """Raised, taken, failed with, chosen between, compared with, and our own."""
    assert raised_codes() >= {
        "seat.unknown",
        "card.rank",
        "card.twice",
        "position.no_heal",
        "rules.option_twice",
        "typed.position",
        "save.seed_differs",
        "bot.unknown",
        "arena.other_seats",
        "option.seed_out_of_range",
    }


@pytest.mark.parametrize("code", sorted(raised_codes() | set(CODES.values())))
def test_every_error_has_a_text(code: str) -> None:
    assert f"error.{code}" in T


@pytest.mark.parametrize("key", sorted(BUILT))
def test_everything_with_a_name_in_the_engine_has_a_text(key: str) -> None:
    assert key in T


def test_every_field_of_a_position_is_known_here() -> None:
    from openregicide.notation import position

    assert position.FIELDS == FIELDS


def asked_for() -> dict[str, set[Path]]:
    """Every key that a front end spells out."""
    keys: dict[str, set[Path]] = {}
    for path in modules("arena", "tui", "i18n", "server", "verify.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and KEY.fullmatch(text):
                keys.setdefault(text, set()).add(path)
    return keys


def test_every_key_that_a_front_end_asks_for_has_a_text() -> None:
    keys = {
        key
        for key in asked_for()
        if key.startswith(("arena.", "tui.", "preview.", "event.", "player.", "card.", "rank."))
    }
    assert len(keys) > 100
    assert [key for key in sorted(keys) if key not in T and f"error.{key}" not in T] == []


def test_every_key_that_the_browser_asks_for_has_a_text() -> None:
    families = {key.partition(".")[0] for key in T.texts}
    keys = {key for key in in_browser()[0] if key.partition(".")[0] in families}
    assert len(keys) > 200
    assert [key for key in sorted(keys) if key not in T and f"error.{key}" not in T] == []


def test_no_text_is_left_over() -> None:
    used = set(asked_for()) | BUILT | {f"error.{code}" for code in raised_codes()}
    spelled, begins = in_browser()
    used |= {part for key in spelled for part in (key, stem(key))}
    # Only families of its own: those of the engine are used by the engine.
    own = tuple(family for family in begins if family.startswith(("ui.", "web.")))
    used |= {
        stem(key)
        for key in T.texts
        if key.startswith((*own, "database.", "doctor.", "error.http.", "verify."))
    }
    # Endings of keys that are put together: commands, how close to defeat a play is, and what
    # came of checking a deal.
    built = ("tui.command.", "tui.deal.", "preview.fatal")
    used |= {key for key in T.texts if key.startswith(built)}
    used |= option_keys()
    assert sorted({stem(key) for key in T.texts} - used) == []


def option_keys() -> set[str]:
    """What every option of the rules is called, and what is said about it."""
    keys = {f"option.{option.name}{end}" for option in OPTIONS for end in ("", ".about")}
    for option in OPTIONS:
        if isinstance(option, Choice) and len(option.words) > 2:
            words = [f"option.{option.name}.{word.value}" for word in option.words]
            # The rulebook's own word needs no sentence among the rules in force.
            keys |= {*words, *(f"{word}.rule" for word in words[1:])}
        elif option.name != "flips":
            # How often somebody may flip is not said in one line with the rest.
            keys.add(f"option.{option.name}.short")
    return keys


def test_every_option_has_its_words() -> None:
    assert option_keys() <= {stem(key) for key in T.texts}


def stem(key: str) -> str:
    """A key without the endings that choose between forms of a text."""
    return re.sub(r"(\.you)?(\.one|\.other)?$", "", key)


def test_keys_stand_once() -> None:
    text = (SOURCE / "i18n" / "en.json").read_text(encoding="utf-8")
    pairs: list[tuple[str, str]] = json.loads(text, object_pairs_hook=lambda pairs: pairs)
    names = [name for name, _ in pairs]
    assert sorted(set(names)) == sorted(names)


def test_texts_are_sound() -> None:
    for key, text in T.texts.items():
        assert KEY.fullmatch(key), key
        assert text == text.strip() or key == "tui.prompt", key
        assert "  " not in text or key.startswith("tui.rules") or key == "tui.attack_shielded", key
        # Nothing but names: no attributes, no formats, no positions.
        assert all(re.fullmatch("[a-z_]+", name) for name in T.placeholders(key)), key


def test_plural_forms_come_in_full() -> None:
    stems = {key.rpartition(".")[0] for key in T.texts if key.endswith((".one", ".other"))}
    stems -= {"tui"}
    assert stems
    for stem in stems:
        if stem != "tui.other":
            assert stem not in T.texts, stem
        assert f"{stem}.one" in T.texts, stem
        assert f"{stem}.other" in T.texts, stem


def test_the_plural_follows_the_count() -> None:
    assert T.strict("event.drew", seat="Ann", count=1) == "Ann draws 1 card."
    assert T.strict("event.drew", seat="Ann", count=2) == "Ann draws 2 cards."
    assert T.strict("event.drew", seat="Ann", count=0) == "Ann draws 0 cards."


def test_a_language_without_a_form_uses_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Catalogue, "__init__", lambda self: None)
    t = Catalogue()
    t.texts = {"drew.other": "{count} kartu"}
    t._plural = lambda count: "many"
    assert t.strict("drew", count=5) == "5 kartu"


def test_what_is_missing_raises_for_tests_and_shows_its_key_to_players() -> None:
    for key, values in (("no.such.key", {}), ("event.drew", {}), ("event.yielded", {"count": 1})):
        with pytest.raises(TextError):
            T.strict(key, **values)
        assert T(key, **values) == key


def test_values_are_not_read_as_texts() -> None:
    assert T.strict("tui.saved", file="{count} {0.x}") == "Saved in {count} {0.x}."


def test_an_unknown_language_is_refused() -> None:
    assert "en" in PLURALS
    with pytest.raises(TextError):
        Catalogue("xx")


# Values


def values_at(code: str) -> list[tuple[Path, set[str]]]:
    """The names of the values that come with a code, at every place that raises it."""
    sites = []
    for path in modules("core", "notation", "table", "lessons", "bots", "arena", "tui"):
        for text, call in strings_in_calls(path):
            if text != code:
                continue
            names = {keyword.arg for keyword in call.keywords if keyword.arg}
            function = ast.unparse(call.func)
            notation = "notation" in path.parts or function.startswith("Invalid")
            if notation and "Option" not in function:
                names |= {"text", "found"}
            if "record.py" in path.name and ("scanner" in function or "line" in names):
                names |= {"line"}
            if "cards" in names:
                names |= {"total"}
            if function == "_compare":
                # Hands its own parameter on.
                names |= {"expected"}
            if function == "_same":
                names |= {"asked", "found"}
            sites.append((path, names))
    return sites


@pytest.mark.parametrize("code", sorted(raised_codes() - set(CODES.values())))
def test_every_place_that_raises_a_code_gives_the_values_of_its_text(code: str) -> None:
    for path, names in values_at(code):
        missing = T.placeholders(f"error.{code}") - names
        assert not missing, f"{path.name} raises {code} without {missing}"


REFUSAL_VALUES: dict[Refusal, dict[str, object]] = {
    Refusal.NOT_IN_HAND: {"cards": read_cards("7s x")},
    Refusal.TOTAL_OVER_10: {"total": 12},
    Refusal.DISCARD_TOO_SMALL: {"total": 3, "due": 10},
    Refusal.WRONG_PHASE: {"phase": "discard"},
    Refusal.UNKNOWN_SEAT: {"seat": 4, "players": 3},
}


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Catalogue, "__call__", Catalogue.strict)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_can_be_said(refusal: Refusal) -> None:
    text = T.error(IllegalMoveError(refusal.code, **REFUSAL_VALUES.get(refusal, {})))
    assert text.endswith(".")
    for value in REFUSAL_VALUES.get(refusal, {}).values():
        if isinstance(value, int) and refusal is not Refusal.UNKNOWN_SEAT:
            assert str(value) in text


@pytest.mark.usefixtures("strict")
def test_a_set_that_cannot_lie_on_the_table_is_added_up() -> None:
    error = ImpossiblePositionError("combo.total_over_10", field="table", cards=read_cards("9c9s"))
    assert "this one is worth 18" in T.error(error)


@pytest.mark.usefixtures("strict")
def test_errors_name_their_values_as_people_do() -> None:
    cards = read_cards("7s x")
    assert T.error(IllegalMoveError("move.not_in_hand", cards=cards)) == (
        "Not in the hand: 7♠ jester."
    )
    assert T.error(InvalidOptionError("seat.unknown", seat=4, players=3)) == (
        "There is no player 5 in this game."
    )
    assert T.error(IllegalMoveError("move.not_your_turn", seat=0, expected=1)) == (
        "It is not the turn of player 1, but of player 2."
    )
    card = InvalidCardError("card.twice", text="7s7s", at=2, card=cards[0])
    assert T.error(card) == "The seven of spades is named twice; name every card once."


@pytest.mark.usefixtures("strict")
def test_errors_of_the_engine_and_the_notation_can_be_said() -> None:
    with pytest.raises(InvalidOptionError) as option:
        RuleSet(players=5)
    assert T.error(option.value) == "The option players goes from 1 to 4; 5 is outside."
    with pytest.raises(InvalidRecordError) as rules:
        parse_rules("players=2 wings=3")
    assert T.error(rules.value).startswith("There is no rule at “wings=3”; choose from: players,")
    with pytest.raises(NotationError) as record:
        load_game("hello")
    assert T.error(record.value).startswith("“hello” is not a tag;")


@pytest.mark.usefixtures("strict")
def test_quotes_of_what_was_typed_are_short_and_harmless() -> None:
    error = InvalidCardError("card.rank", text="\x1b[2J" + "z" * 500, at=0)
    text = T.error(error)
    assert "\x1b" not in text
    assert len(text) < 160


def test_an_error_without_a_text_shows_its_code() -> None:
    assert T.error(RegicideError("no.such_code")) == "Error.no.such_code"
