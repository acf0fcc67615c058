"""Every example is played by the engine, and what it claims is what happens."""

from __future__ import annotations

import re

import pytest

from openregicide.core import Card, Phase, is_jester, value_of
from openregicide.i18n import PLURALS
from openregicide.notation import format_rfen, parse_rfen
from openregicide.protocol import AFTER_JESTER, PHRASES, PUBLIC_FACTS
from openregicide.rulebook import load_book
from openregicide.rulebook.book import Example as ExampleBlock
from openregicide.rulebook.book import plain
from openregicide.rulebook.examples import Run, all_examples, facts_of, run_example

NAMES = list(all_examples())
CARD_SIGNS = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]")


@pytest.mark.parametrize("name", NAMES)
def test_the_position_of_an_example_parses_and_is_spelled_as_we_spell_it(name: str) -> None:
    example = all_examples()[name]
    state = parse_rfen(example.position, example.rules)
    assert format_rfen(state, memory=True) == example.position


@pytest.mark.parametrize("name", NAMES)
def test_what_an_example_claims_is_what_the_engine_does(name: str) -> None:
    run = run_example(name)
    facts = facts_of(run)
    assert run.example.claim
    assert {key: facts[key] for key in run.example.claim} == run.example.claim
    # An example that ends in a refusal says so.
    assert (run.refused is None) == ("refused" not in run.example.claim)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_leaves_nothing_to_chance(name: str) -> None:
    assert run_example(name).after.phase is not Phase.HEAL


def numbers_in(run: Run) -> set[int]:
    """Every number that can be read off an example, before, on the way and behind."""
    found = set(range(1, run.before.rules.players + 1))
    cards: list[Card] = []
    for view in (run.before, run.after):
        found |= {view.health, view.damage, view.health - view.damage, view.shield, view.attack}
        found |= {view.due, view.tavern_count, view.flips, len(view.discard)}
        found |= {hand.count for hand in view.hands}
        cards += [card for _, play in view.table for card in play]
        cards += [card for hand in view.hands for card in hand.cards]
    found |= {value_of(card) for card in cards if not is_jester(card)}
    for event in run.events:
        found |= {event.value, event.total}
    drawn = facts_of(run)["drawn"]
    assert isinstance(drawn, list)
    found |= {*drawn, sum(drawn)}
    if run.refused is not None:
        # What is refused is too much; how much, the error says.
        found |= {int(value) for value in run.refused[1].values.values() if isinstance(value, int)}
    return found


@pytest.mark.parametrize("language", PLURALS)
def test_every_number_in_a_caption_can_be_read_off_its_example(language: str) -> None:
    for block in load_book(language).blocks_in_order:
        if not isinstance(block, ExampleBlock):
            continue
        spoken = "".join(span.text for span in block.caption if span.kind != "code")
        spoken = CARD_SIGNS.sub("", re.sub(r"R\d+", "", spoken))
        spoken = re.sub(STEP[language], "", spoken)
        numbers = {int(number) for number in re.findall(r"\d+", spoken)}
        run = run_example(block.name)
        assert numbers <= numbers_in(run), (block.name, numbers - numbers_in(run))


STEP = {
    "en": r"step \d",
    "fr": r"étape \d",
    "es": r"paso \d",
    "zh": r"阶段\d",
    "id": r"langkah \d",
}
"""Steps have numbers that are no example's."""


def test_the_phrases_of_an_example_are_those_of_its_moment() -> None:
    for run in map(run_example, NAMES):
        phrases = run.example.phrases
        if phrases:
            jester = run.after.phase is Phase.NAME_NEXT
            assert phrases == (AFTER_JESTER if jester else PUBLIC_FACTS + PHRASES)


def test_an_example_shows_no_more_than_its_onlooker_sees() -> None:
    for run in map(run_example, NAMES):
        for view in (run.before, run.after):
            assert view.seat is not None
            assert all(not hand.cards for seat, hand in enumerate(view.hands) if seat != view.seat)


def test_captions_are_sentences() -> None:
    for language in PLURALS:
        for block in load_book(language).blocks_in_order:
            if isinstance(block, ExampleBlock):
                assert plain(block.caption)[-1] in ".:。：", (language, block.name)
