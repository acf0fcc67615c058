"""The rulebook in the browser: read, searched, linked to from the game, in every language."""

from __future__ import annotations

from playwright.sync_api import expect

from openregicide.core import OPTIONS
from openregicide.rulebook import load_book
from openregicide.rulebook.examples import all_examples
from support.accessibility import axe_source, barriers
from support.browsing import LANGUAGES, Invite, Person, Watch, asked, at_size, beyond, picture
from support.serving import RunningServer
from support.tables import seat_people


def open_book(person: Person, path: str = "/rules") -> None:
    person.visit(path)
    expect(person.page.locator(".book .rule").first).to_be_visible()


def in_sight(person: Person, section: str) -> None:
    """Wait until a section is where the eye and the focus are."""
    person.page.wait_for_function(
        """(name) => {
          const { top } = document.getElementById(name).getBoundingClientRect();
          const focused = document.activeElement?.closest(".rule")?.id;
          return focused === name && top >= -1 && top < innerHeight / 2;
        }""",
        arg=section,
    )


def test_the_book_is_read_searched_and_linked(invite: Invite) -> None:
    """One visit: an anchor, links within, going back, searching."""
    person = invite()
    page = person.page
    open_book(person, "/rules/r19")
    in_sight(person, "R19")
    expect(page.locator(".rule")).to_have_count(31 + len(OPTIONS))
    expect(page.locator(".example")).to_have_count(len(all_examples()))

    # From rule to rule, and back again.
    page.locator("#R25").get_by_role("link", name="R17").click()
    in_sight(person, "R17")
    assert page.url.endswith("/rules/R17")
    page.go_back()
    in_sight(person, "R19")

    # As one types.
    box = page.get_by_role("searchbox", name=person.words("rules.search"))
    box.fill("second jester")
    expect(page.locator(".hits li")).to_have_count(1)
    expect(page.locator(".hits mark")).to_have_text("second")
    for query in ("joker", "aces", "communication", "yeild", "pass"):
        box.fill(query)
        first = {"joker": "R18", "aces": "R13", "communication": "R27"}.get(query, "R23")
        expect(page.locator(".hits .rule-number").first).to_have_text(first)
    box.fill("second jester")
    expect(page.locator(".book")).to_be_hidden()
    box.press("Enter")
    in_sight(person, "R21")
    expect(box).to_have_value("")
    box.fill("xyzzy")
    expect(page.get_by_role("status").first).to_have_text(person.words("rules.found.none"))
    box.fill("20")
    expect(page.locator(".hits a")).to_have_text(["R20Spades before the jester"])

    # What an example shows is what the engine did.
    page.locator(".hits a").click()
    example = page.locator("#R20 .example").first
    expect(example.locator(".what li")).to_have_count(5)
    expect(example.locator(".state").last).to_contain_text("13 / 20")
    expect(page.locator("#R14 .refused").first).to_contain_text("6♣ 6♦")


def test_the_book_is_there_without_a_server(invite: Invite, watch: Watch) -> None:
    """Whoever has been at the front door can read it on the train."""
    watch.forgive_a_lost_network()
    person = invite("phone")
    page = person.page
    person.visit()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    with page.expect_response(lambda answer: answer.url.endswith("rulebook/examples.json")):
        page.reload()
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    open_book(person, "/rules/R8")
    in_sight(person, "R8")
    page.context.set_offline(False)


def test_every_language_fits_a_phone_and_bars_nobody(invite: Invite) -> None:
    queries = {
        "en": "spades",
        "fr": "regenere",
        "es": "COMBINACION",
        "zh": "小丑黑桃",
        "id": "kombo",
    }
    found = {"en": "R10", "fr": "R7", "es": "R14", "zh": "R20", "id": "R14"}
    person = invite("phone")
    page = person.page
    for language in LANGUAGES:
        # One browser for all of them: the language is changed as people change it.
        person.visit("/settings")
        page.locator("select").first.select_option(language)
        open_book(person)
        expect(page.locator("h1")).to_have_text(load_book(language).title)
        assert beyond(page)[0] <= 0, language
        picture(page, f"rules-{language}-phone")
        page.get_by_role("searchbox").fill(queries[language])
        names = page.locator(".hits .rule-number")
        expect(names.first).to_be_visible()
        assert found[language] in names.all_text_contents()[:3]
        assert beyond(page)[0] <= 0, language
        page.get_by_role("searchbox").fill("")
        page.locator("summary").click()
        assert beyond(page)[0] <= 0, language
    at_size(page, "desktop")
    assert beyond(page)[0] <= 0
    # A dozen rules, with all the pictures, stand for the others: axe looks at every sign.
    page.evaluate(
        "() => [...document.querySelectorAll('.rule')].slice(12).map((it) => it.remove())"
    )
    assert barriers(page, axe_source()) == []


def test_the_game_leads_to_its_rules(invite: Invite, server: RunningServer) -> None:
    """From the log, from a refusal, from the help and from the options; the game stays."""
    person = invite()
    page = person.page
    (seat,) = asked(seat_people(server, 2, bots={"1": "greedy"}, first=0))
    person.sit(seat)
    person.turn()
    entry = page.locator(".log li", has=page.locator(".rules-of")).first
    entry.locator(".line").click()
    more = entry.locator(".rules-of")
    expect(more).to_have_text(person_rules := more.text_content() or "")
    assert "R5" in person_rules.split()

    # The keyboard stops once in the log, and the arrows go on from there.
    assert page.locator('.log .line[tabindex="0"]').count() == 1
    more.click()
    dialog = page.locator("dialog.rules-dialog[open]")
    expect(dialog.locator("#R5 h3")).to_contain_text("R5")
    assert dialog.locator(".rule").count() == len(person_rules.split())
    dialog.locator("#R5").get_by_role("link", name="R23").click()
    expect(dialog.locator("#R23")).to_be_visible()
    assert barriers(page, axe_source()) == []
    person.key("Escape")
    expect(dialog).to_have_count(0)

    # The book opens beside the game.
    person.key("?")
    with page.context.expect_page() as opened:
        page.locator("dialog.help .rule-link").click()
    opened.value.wait_for_selector(".book .rule")
    opened.value.close()
    person.key("Escape")
    expect(page.locator("table-page")).to_be_visible()

    person.visit("/new")
    person.press(page.get_by_text(person.words("option.more")))
    links = page.locator("details .rule-link")
    expect(links.first).to_be_visible()
    assert [link.get_attribute("href") for link in links.all()] == [
        f"/rules/{option.name}"
        for option in OPTIONS
        if 2 in option.players and option.name != "talk"
    ]


def test_a_refusal_names_its_rule(invite: Invite) -> None:
    """Alone one may not yield, and the answer says where that is written."""
    person = invite("phone")
    page = person.page
    person.play_alone()
    person.key("y")
    link = page.locator(".toast .rule-link")
    expect(link).to_have_text("R24")
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_selector("#R24")
    expect(opened.value.locator("#R24 h3")).to_be_in_viewport()
