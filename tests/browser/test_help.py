"""The browser's help says what holds at this table, in the terminal's words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from openregicide.core import RuleSet
from openregicide.i18n import Catalogue
from openregicide.notation import parse_rules
from openregicide.table.options import rules_data
from openregicide.tui.words.in_force import rules_in_force
from support.browsing import LANGUAGES, Invite, Person, Watch, asked, shoot
from support.serving import RunningServer, running_server
from support.tables import seat_people

TABLES = [
    "players=4 mulligan=all",
    "players=1",
    "players=1 solo_yield=on",
    "players=1 flips=0",
    "players=1 jesters=1 hand_limit=3",
    "players=2",
    "players=2 talk=open jesters=1",
    "players=3 attack=1,2,3 health=40,50,60",
    "players=4",
    "players=4 companions=many hand_limit=10",
]

BASE = "document.querySelector('script[type=module]').src.replace('/app.js', '')"


def open_help(person: Person, server: RunningServer, players: int, **rules: Any) -> list[str]:
    """Sit down at a table, ask for help, and return what holds there."""
    bots = {str(seat): "greedy" for seat in range(1, players)}
    (seat,) = asked(seat_people(server, players, bots=bots, rules=rules, first=0))
    person.sit(seat)
    person.key("?")
    expect(person.page.locator("dialog.help[open]")).to_be_visible()
    return person.page.locator("dialog.help .facts-list").last.locator("li").all_text_contents()


def keys(person: Person) -> list[str]:
    return person.page.locator("dialog.help dt").all_text_contents()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_solo_table_where_one_may_yield(
    invite: Invite, server: RunningServer, language: str
) -> None:
    person = invite(language=language)
    facts = open_help(person, server, 1, solo_yield=True)
    assert facts == rules_in_force(Catalogue(language), RuleSet(players=1, solo_yield=True))
    assert {"Y", "J"} <= set(keys(person))
    shoot(person.page, f"help-solo-yield-{language}")


def test_a_table_of_four_where_companions_go_in_packs(
    invite: Invite, server: RunningServer
) -> None:
    person = invite()
    facts = open_help(person, server, 4, companions="many")
    assert facts == rules_in_force(Catalogue(), parse_rules("players=4 companions=many"))
    assert person.words("ui.help.sets_many") in facts
    assert "J" not in keys(person)
    shoot(person.page, "help-four-packs")


def test_before_there_is_a_table_the_help_is_the_rulebooks(invite: Invite) -> None:
    person = invite()
    person.visit()
    person.press(person.button("ui.menu.help"))
    dialog = person.page.locator("dialog.help[open]")
    for key in ("ui.help.sets", "ui.help.jester", "ui.help.yield", "ui.help.solo"):
        expect(dialog.get_by_text(person.words(key))).to_be_visible()
    expect(dialog.get_by_text(person.words("ui.help.here"))).to_have_count(0)


def test_the_companion_app_explains_the_game_that_is_set_up(invite: Invite) -> None:
    person = invite()
    page = person.page
    person.visit("/companion")
    person.press(page.get_by_role("radio", name=person.words("companion.easier")))
    person.press(person.button("ui.begin"))
    person.press(person.button("ui.menu"))
    person.press(page.locator("dialog[open]").get_by_role("button", name=person.words("ui.help")))
    facts = page.locator("dialog.help .facts-list").last.locator("li").all_text_contents()
    assert facts == rules_in_force(Catalogue(), RuleSet(players=2, jesters=1, hand_limit=8))


def test_browser_and_terminal_say_the_same_of_every_table(
    invite: Invite, watch: Watch, tmp_path: Path
) -> None:
    rules = [parse_rules(text) for text in TABLES]
    # Of joined modules a test cannot import one.
    with running_server(tmp_path, plain_modules="on") as server:
        watch.origins.add(server.url.removeprefix("http://"))
        person = invite(url=server.url)
        person.visit()
        said = person.page.evaluate(
            f"""async ({{ languages, tables }}) => {{
              const base = {BASE};
              const {{ loadLanguage }} = await import(`${{base}}/i18n.js`);
              const {{ fullRules }} = await import(`${{base}}/store/options.js`);
              const {{ rulesInForce }} = await import(`${{base}}/words/options.js`);
              const said = {{}};
              for (const language of languages) {{
                await loadLanguage(language);
                said[language] = tables.map((rules) =>
                  rulesInForce(fullRules(rules)));
              }}
              return said;
            }}""",
            {
                "languages": list(LANGUAGES),
                "tables": [msgspec.to_builtins(rules_data(each)) for each in rules],
            },
        )
        person.page.context.close()
    for language in LANGUAGES:
        t = Catalogue(language)
        assert said[language] == [rules_in_force(t, each) for each in rules]
