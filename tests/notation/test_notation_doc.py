"""Every example in docs/notation.md is what the document says it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from openregicide.core import Phase, RuleSet, view_for
from openregicide.errors import NotationError
from openregicide.notation import (
    format_action,
    format_card,
    format_cards,
    format_move,
    format_rfen,
    format_rules,
    format_seed,
    format_view,
    load_game,
    parse_action,
    parse_card,
    parse_cards,
    parse_move,
    parse_rfen,
    parse_rules,
    parse_seed,
    parse_view,
    read_cards,
    read_record,
    write_record,
)
from openregicide.notation.position import FIELDS, PHASES, VERBS
from openregicide.notation.record import OWN
from openregicide.notation.rules import NAMES

DOCUMENT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text()

BLOCKS = [
    (kind, text) for kind, text in re.findall(r"^```(.+?)\n(.*?)^```$", DOCUMENT, re.M | re.S)
]


def rewrite_record(text: str) -> str:
    assert load_game(text).seed_checks
    return write_record(read_record(text))


REWRITE: dict[str, Callable[[str], str]] = {
    "card": lambda text: format_card(parse_card(text)),
    "cards": lambda text: format_cards(parse_cards(text)),
    "move": lambda text: format_move(parse_move(text)),
    "action": lambda text: format_action(parse_action(text)),
    "rules": lambda text: format_rules(parse_rules(text)),
    "position": lambda text: format_rfen(parse_rfen(text), memory=text.count(" ") > 8),
    "view": lambda text: format_view(parse_view(text)),
    "seed": lambda text: format_seed(parse_seed(text)),
}

EXAMPLES = [(kind, line) for kind, text in BLOCKS if kind in REWRITE for line in text.splitlines()]
REFUSED = [
    (kind.removeprefix("refused "), line)
    for kind, text in BLOCKS
    if kind.startswith("refused ")
    for line in text.splitlines()
]


def test_every_kind_of_text_has_an_example() -> None:
    kinds = [kind for kind, _ in BLOCKS]
    assert DOCUMENT.count("```") == 2 * len(BLOCKS)
    refused = {f"refused {kind}" for kind in REWRITE}
    assert set(kinds) <= {*REWRITE, *refused, "typed", "record"}
    assert set(kinds) >= {*REWRITE, "typed", "record"}


@pytest.mark.parametrize(("kind", "text"), EXAMPLES)
def test_an_example_reads_and_writes_back(kind: str, text: str) -> None:
    assert REWRITE[kind](text) == text


@pytest.mark.parametrize(("kind", "line"), REFUSED)
def test_what_the_document_calls_refused_is_refused_there(kind: str, line: str) -> None:
    text, code, at = line.rsplit(maxsplit=2)
    with pytest.raises(NotationError) as caught:
        REWRITE[kind](text)
    assert (caught.value.code, caught.value.at) == (code, int(at))


def test_the_record_reads_plays_and_writes_back() -> None:
    (text,) = (text for kind, text in BLOCKS if kind == "record")
    assert rewrite_record(text) == text


def test_typed_cards_are_cards() -> None:
    (text,) = (text for kind, text in BLOCKS if kind == "typed")
    assert [format_cards(read_cards(line)) for line in text.splitlines()] == ["3STHX", "AC8D", "KD"]


def test_the_example_of_a_view_belongs_to_the_example_of_a_position() -> None:
    position = [text for kind, text in EXAMPLES if kind == "position"][-1]
    view, spectator = [text for kind, text in EXAMPLES if kind == "view"][-2:]
    state = parse_rfen(position)
    assert format_view(view_for(state, 0)) == view
    assert format_view(view_for(state, None)) == spectator


def test_the_tables_name_every_field_option_tag_and_verb_in_order() -> None:
    fields = re.findall(r"^\| \d+ \| (\w+) \|", DOCUMENT, re.M)
    assert fields == [*FIELDS, "by", "groups"]
    rules = DOCUMENT[DOCUMENT.index("| option |") : DOCUMENT.index("```rules")]
    options = [n for n in re.findall(r"`(\w+)`", rules) if n in NAMES]
    assert options == NAMES
    tags = re.findall(r"^\| `(\w+)` \|", DOCUMENT[DOCUMENT.index("| tag |") :], re.M)
    assert tags == list(OWN)
    for verb in {*VERBS.values(), *PHASES, *"pdynjh"}:
        assert f"`{verb}`" in DOCUMENT
    assert len(PHASES) == len(Phase) + 1
    assert {text.split(" ")[0] for kind, text in EXAMPLES if kind == "rules"} == {
        f"players={RuleSet(players=n).players}" for n in (1, 2, 3, 4)
    }
