"""The companion for real tables: right to the number, and without a server."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from support.accessibility import axe_source, barriers
from support.browsing import (
    LANGUAGES,
    SIZES,
    Invite,
    Person,
    Watch,
    at_size,
    beyond,
    choose_language,
    picture,
    shoot,
)
from support.serving import RunningServer


def act(page: Page, *actions: dict[str, Any]) -> None:
    """Enter something without tapping it."""
    for action in actions:
        before = entered(page)["at"]
        page.evaluate("(action) => document.querySelector('companion-page').act(action)", action)
        assert entered(page)["at"] == before + 1, action


def entered(page: Page) -> dict[str, Any]:
    """Return where the game stands, and after how many actions."""
    found: dict[str, Any] = page.evaluate(
        "() => { const { game } = document.querySelector('companion-page');"
        " return { ...game.states[game.at], at: game.at }; }"
    )
    return found


class AtTheTable:
    """Somebody who keeps the companion for a table."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def begin(self, *names: str) -> None:
        """Set a game up on the page of the companion."""
        form = self.page.locator("companion-page")
        form.get_by_role("radio", name=str(len(names)), exact=True).check(force=True)
        for seat, name in enumerate(names):
            self.page.locator(".name-fields input").nth(seat).fill(name)
        self.press("ui.begin")

    def press(self, key: str) -> None:
        self.person.press(self.person.button(key))

    def key(self, card: str) -> Locator:
        return self.page.locator(f'.key[data-card="{card}"]')

    def tap(self, *cards: str) -> None:
        for card in cards:
            self.person.press(self.key(card))

    def turn_up(self, card: str) -> None:
        self.person.press(self.page.locator(f'.answers .card[data-card="{card}"]'))

    def play(self, *cards: str) -> None:
        self.tap(*cards)
        self.person.press(self.page.locator(".answers .go:enabled"))

    def pay(self, count: int) -> None:
        self.person.press(self.page.locator(".counts button").nth(count - 1))

    def asks(self, key: str, **values: object) -> None:
        expect(self.page.locator(".question h2")).to_have_text(self.person.words(key, **values))

    def tells(self, *texts: str) -> None:
        expect(self.page.locator(".told li")).to_have_text(list(texts))

    def refuses(self, what: Locator, text: str) -> None:
        """Press something, and be told why not, with nothing changed."""
        before = entered(self.page)
        what.click(force=True)
        note = self.page.locator("#toasts .toast", has_text=text)
        expect(note).to_be_visible()
        note.click()
        assert entered(self.page) == before


@pytest.fixture
def table(invite: Invite) -> AtTheTable:
    ann = invite("phone", touch=True)
    ann.visit("/companion")
    return AtTheTable(ann)


# At the table


def test_an_evening_with_three_players_on_one_phone(invite: Invite) -> None:
    ann = invite("phone", touch=True)
    ann.visit()
    ann.press(ann.link("ui.home.companion"))
    table, words, page = AtTheTable(ann), ann.words, ann.page
    table.begin("Ann", "Bob", "Cem")
    table.asks("companion.turned_up", rank="Jack")
    table.turn_up("JS")

    # Two taps for a card: it says what to do, in order.
    table.asks("companion.play", seat="Ann")
    table.play("7D")
    table.tells("Draw 1: Ann +1.", "Attack 7.")
    table.asks("companion.pay", seat="Ann", due=10)
    table.pay(2)
    table.asks("companion.play", seat="Bob")

    # What cannot be is refused with its reason, and nothing is lost.
    table.refuses(table.key("7D"), words("companion.on_table", card="7 of diamonds"))
    table.tap("5H")
    table.refuses(table.key("6H"), words("error.combo.mixed_ranks"))
    expect(table.key("5H")).to_have_attribute("aria-pressed", "true")
    page.reload()
    table.asks("companion.play", seat="Bob")
    expect(page.locator(".figure-of.health b")).to_have_text("13")

    # Discards may be shown; yielding has its limit.
    table.press("ui.yield")
    table.press("companion.pay_cards")
    table.tap("4S", "5S")
    confirm = page.locator(".answers .go")
    table.refuses(confirm, words("error.discard.too_small", total=9, due=10))
    table.play("8C")
    table.press("ui.yield")
    table.pay(1)
    table.asks("companion.play", seat="Ann")
    table.refuses(page.get_by_role("button", name="Yield"), words("error.yield.not_allowed"))
    table.refuses(table.key("8C"), words("companion.in_discard", card="8 of clubs"))

    # A jester breaks the immunity and names who goes next.
    table.play("X")
    table.asks("ui.say.name_next")
    ann.press(page.get_by_role("button", name="Cem", exact=True))
    expect(page.locator(".immunity")).to_have_text(words("ui.enemy.immunity_broken"))
    table.play("8S")
    table.tells("Shield 8.", "Attack 8.")
    end = entered(page)
    back, on = page.locator(".companion-bar button").nth(0), page.locator(".redo")
    while back.is_enabled():
        ann.press(back)
    table.asks("companion.turned_up", rank="Jack")
    assert entered(page)["at"] == 0
    while on.is_enabled():
        ann.press(on)
    assert entered(page) == end

    # A hand that was miscounted is set right, and the game ends when somebody cannot pay.
    table.press("ui.menu")
    table.press("companion.recount")
    page.locator("dialog select").nth(2).select_option("6")
    ann.key("Escape")
    assert entered(page)["hands"] == [3, 3, 6]
    table.press("ui.menu")
    table.press("companion.new")
    table.press("ui.clear")
    table.press("companion.unpaid")
    table.asks("ui.result.lost")
    shoot(page, "companion-over")
    table.press("ui.result.again")
    expect(page.locator(".past .game b")).to_have_text("Lost · 0 of 12 royals")
    expect(page.locator(".name-fields input").nth(2)).to_have_value("Cem")
    shoot(page, "companion-setup")


def test_a_play_is_seen_before_it_is_made(table: AtTheTable) -> None:
    """Damage, draw, heal, shield and what is left to pay; nothing of it has happened yet."""
    page, words = table.page, table.person.words
    table.begin("Ann", "Bob")
    table.turn_up("JC")
    act(page, {"kind": "play", "cards": ["4C"]}, {"kind": "discard", "count": 3})
    lines = page.locator(".foresight li")
    expect(lines).to_have_text([words("ui.say.play")])
    pad = page.locator(".pad").bounding_box()
    before = entered(page)
    table.tap("3H")
    expect(lines).to_have_text(
        ["Heal 3.", "Attack 3. Jack: 13 health left.", "Bob discards at least 10"]
    )
    table.tap("3D", "3S")
    expect(lines).to_have_text(
        [
            "Heal 3.",
            "Draw 7: Bob +3, Ann +4.",
            "Shield 9.",
            "Attack 9. Jack: 7 health left.",
            "Bob discards at least 1",
        ]
    )
    # No key has moved under the finger, and the game stands as it stood.
    assert page.locator(".pad").bounding_box() == pad
    assert entered(page) == before
    shoot(page, "companion-preview")
    # Clubs do nothing more against their jack, and exactly his health is seen as that.
    table.tap("3H", "3D", "3S", "AC", "TC")
    expect(lines.first).to_have_text(words("ui.enemy.immune", suit="clubs"))
    act(page, {"kind": "play", "cards": ["TD"]}, {"kind": "discard", "count": 1})
    table.tap("6S")
    falls = words("preview.falls_exactly", enemy="jack")
    expect(lines).to_have_text(["Shield 6.", "Attack 6.", falls])


def test_a_solo_win_with_one_tap_a_card(table: AtTheTable) -> None:
    page, words = table.page, table.person.words
    for key in ("companion.count", "web.confirm"):
        page.get_by_label(words(key), exact=True).uncheck(force=True)
    page.get_by_role("radio", name="1", exact=True).check(force=True)
    page.get_by_text(words("option.more")).click()
    for field in page.locator(".three").nth(1).locator("input").all():
        field.fill("1")
        field.blur()
    table.press("ui.begin")
    for rank, number in zip("JQK", "678", strict=True):
        # Whoever played only what the enemies are immune to could not draw, and it would know.
        for suit, other in zip("CDHS", "DHSC", strict=True):
            if suit == "S":
                # Nobody is asked about the last of a rank.
                table.press("ui.do.next")
            else:
                table.turn_up(rank + suit)
            table.tap(number + other)
    table.asks("ui.result.won")
    expect(page.locator(".question p")).to_have_text(words("medal.gold"))
    # Undone, it is not won; done again, it is one game.
    for button, games in ((".companion-bar button", 0), (".redo", 1)):
        table.person.press(page.locator(button).first)
        past = page.evaluate("() => JSON.parse(localStorage['regicide.companion.past']).length")
        assert past == games
    table.press("ui.result.again")
    expect(page.locator(".past .game b")).to_have_text(words("web.medal.gold"))


def test_a_damaged_memory_is_no_obstacle(table: AtTheTable) -> None:
    page, words = table.page, table.person.words
    table.begin("Ann", "Bob")
    table.turn_up("JH")
    table.play("9C")
    saved: str = page.evaluate("() => localStorage['regicide.companion']")
    for text in ("{", '{"version":1}', '{"version":2}', saved.replace('"JH"', '"KH"')):
        page.evaluate("(text) => (localStorage['regicide.companion'] = text)", text)
        page.reload()
        expect(page.locator("companion-page :is(.question, .name-fields)")).to_be_visible()
        expect(page.locator(".past")).to_have_count(0)
    # Of the last one, all is left that can be.
    table.asks("companion.turned_up", rank=words("rank.jack").capitalize())


# Without a server


def test_it_goes_on_when_the_server_is_gone(
    server: RunningServer, invite: Invite, watch: Watch
) -> None:
    watch.forgive_a_lost_network()
    ann = invite("phone", touch=True)
    ann.visit("/companion")
    table, page = AtTheTable(ann), ann.page
    page.wait_for_function(
        """async () => {
          await navigator.serviceWorker.ready;
          return Boolean(await caches.match(performance.getEntriesByType("resource")
            .find(({ name }) => name.endsWith("/i18n/en.json")).name));
        }"""
    )
    manifest = page.request.get(f"{server.url}/manifest.webmanifest").json()
    assert [each["url"] for each in manifest["shortcuts"]] == ["/companion"]
    server.kill()
    try:
        page.reload()
        table.begin("Ann", "Bob")
        table.turn_up("JC")
        table.play("2H", "2D")
        page.reload()
        table.asks("companion.pay", seat="Ann", due=10)
        expect(page.locator(".figure-of.health b")).to_have_text("16")
        # As somebody does who comes back to it the next day.
        other = Person(page.context.new_page(), server.url)
        other.visit("/companion")
        AtTheTable(other).asks("companion.pay", seat="Ann", due=10)
        expect(other.page.locator(".face .card")).to_be_visible()
    finally:
        server.start()


def test_the_rulebook_is_there_too(server: RunningServer, invite: Invite, watch: Watch) -> None:
    """Of somebody who opened nothing but the companion, and once."""
    watch.forgive_a_lost_network()
    ann = invite("phone", touch=True, language="fr")
    ann.visit("/companion")
    page = ann.page
    # The page itself looks again: whoever waits for a function takes a promise for an answer.
    page.evaluate(
        """async (wanted) => {
          await navigator.serviceWorker.ready;
          const kept = async () => {
            const names = [];
            for (const key of await caches.keys()) {
              const requests = await (await caches.open(key)).keys();
              names.push(...requests.map(({ url }) => url.split("/").slice(5).join("/")));
            }
            return names;
          };
          while (true) {
            const names = await kept();
            if (wanted.every((name) => names.includes(name))) return;
            await new Promise((done) => setTimeout(done, 50));
          }
        }""",
        ["i18n/fr.json", "rulebook/fr.json", "rulebook/examples.json"],
    )
    server.kill()
    try:
        other = Person(page.context.new_page(), server.url, language="fr")
        other.visit("/rules/R18")
        expect(other.page.locator("#R18 h3")).to_be_visible()
        other.page.get_by_role("searchbox").fill("joker")
        expect(other.page.locator(".hits .rule-number").first).to_have_text("R18")
    finally:
        server.start()


# How it looks

FELL = (
    {"kind": "play", "cards": ["9S"]},
    {"kind": "discard", "count": 1},
    {"kind": "play", "cards": ["AH", "TC"]},
)
ALL_POWERS = (
    {"kind": "turn_up", "card": "JC"},
    {"kind": "play", "cards": ["3H"]},
    {"kind": "discard", "count": 1},
    {"kind": "play", "cards": ["2H", "2D", "2S", "2C"]},
)

OUT_OF_SIGHT = """
() => [...document.querySelectorAll(
    ".companion :is(h1, h2, button, .figure-of, .sitter, .told li, .immunity, .court)")]
  .filter((element) => element.offsetParent !== null)
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([element, { left, top, right, bottom, height }]) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1 ||
    (element.matches("button") && height < 24) || element.scrollWidth > element.clientWidth + 2)
  .map(([element]) => element.outerHTML.slice(0, 120))
"""
"""What is cut off, or too small for a finger."""


LOUDEST = """
() => {
  const lines = [...document.querySelectorAll(".told li, .foresight li, .question h2, .question p")]
    .filter((element) => element.offsetParent !== null && element.textContent);
  const size = (element) => parseFloat(getComputedStyle(element).fontSize);
  const loudest = Math.max(...lines.map(size));
  const [line, ...others] = lines.filter((element) => size(element) === loudest);
  if (line.tagName === "H2") return others.length ? "" : "question";
  return line.matches(".known") ? "known" : "to do";
}
"""
"""Which line is said in the largest letters."""


def test_what_to_do_now_is_the_loudest_line(table: AtTheTable) -> None:
    """A question that waits for an answer, or, where none does, the cards to move."""
    page = table.page
    table.begin("Ann", "Bob")
    table.turn_up("JH")
    table.tap("7D")
    assert page.evaluate(LOUDEST) == "question"
    table.press("ui.do.play")
    table.asks("companion.pay", seat="Ann", due=10)
    assert page.evaluate(LOUDEST) == "question"
    shoot(page, "companion-discard")
    table.pay(2)
    # The shield takes the attack away: nothing is asked, and the cards to draw stand out.
    act(page, {"kind": "play", "cards": ["TS"]}, {"kind": "play", "cards": ["AD"]})
    expect(page.locator(".companion")).to_have_attribute("data-mode", "read")
    expect(page.locator(".tell-draw")).to_be_visible()
    assert page.evaluate(LOUDEST) == "to do"
    shoot(page, "companion-read")


def test_everything_is_in_sight_in_every_language_at_every_size(table: AtTheTable) -> None:
    page = table.page
    table.begin("Annabelle", "Bartholomew", "Cem", "Wilhelmina")
    act(page, {"kind": "turn_up", "card": "JD"})
    looks("play", page)
    assert barriers(page, axe_source()) == []
    act(page, *FELL)
    looks("turn_up", page)
    act(page, *ALL_POWERS)
    looks("discard", page)
    assert barriers(page, axe_source()) == []
    page.evaluate("() => document.querySelector('companion-page').give(true)")
    looks("give", page)
    act(page, {"kind": "discard", "count": 2}, {"kind": "play", "cards": ["X"]})
    looks("name_next", page)


def looks(mode: str, page: Page) -> None:
    """Look at a screen in all languages on a phone, and in the longest one at all sizes."""
    expect(page.locator(".companion")).to_have_attribute("data-mode", mode)
    for language in LANGUAGES:
        choose_language(page, language)
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))
        if mode == "give":
            page.evaluate("() => document.querySelector('companion-page').give(true)")
        expect(page.locator(".companion")).to_have_attribute("data-mode", mode)
        for size in SIZES if language == "fr" else ("phone",):
            at_size(page, size)
            assert max(beyond(page)) <= 0, (mode, language, size)
            assert page.evaluate(OUT_OF_SIGHT) == [], (mode, language, size)
            assert page.evaluate(LOUDEST) == "question", (mode, language, size)
            if language == "fr":
                picture(page, f"companion-{mode}-{size}")
    at_size(page, "phone")


def test_the_set_up_is_in_nobodys_way(table: AtTheTable) -> None:
    page = table.page
    page.get_by_text(table.person.words("option.more")).click()
    for size in SIZES:
        at_size(page, size)
        assert beyond(page)[0] <= 0, size
    at_size(page, "phone")
    assert barriers(page, axe_source()) == []
