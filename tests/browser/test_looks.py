"""How it looks: one centre line, room for everything, two themes, and faces of one's own choice."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from support.browsing import SIZES, THEMES, Invite, Person, asked, at_size, in_theme, misplaced
from support.serving import RunningServer
from support.tables import seat_people

LASTING: dict[str, Any] = {"health": [250, 250, 250], "attack": [1, 1, 1]}
"""An enemy that stays: everything that is played stays on the table."""

UPRIGHT = ("small", "tall", "laptop", "wide", "huge")

CENTRES = """
() => Object.fromEntries(
  [".enemy > .card", ".meter", ".played ol", ".say p", ".hand .cards"].map((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    return [name, (box.left + box.right) / 2];
  }),
)
"""

CUT = """
() => [...document.querySelectorAll(
    ".say p, .acts button, .coach, .turn-text, .blows, .immune, .castle small, .pile small",
  )]
  .filter((part) => part.checkVisibility({ visibilityProperty: true }))
  .filter((part) => part.clientWidth > 1)
  .filter((part) =>
    part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2)
  .map((part) => `${part.className || part.localName}: ${part.textContent}`)
"""
"""Parts that are too small for what they say."""

CONTRASTS = """
() => {
  const probe = document.body.appendChild(document.createElement("i"));
  const rgb = (token) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
  };
  const light = (token) => {
    const [r, g, b] = rgb(token)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const inks = ["--text", "--soft", "--gold", "--good", "--bad",
    "--lit-H", "--lit-D", "--lit-C", "--lit-S", "--lit-X"];
  const grounds = ["--cloth", "--cloth-lit", "--cloth-far", "--panel"];
  const found = inks.flatMap((ink) => grounds.map((ground) => {
    const [low, high] = [light(ink), light(ground)].sort((one, other) => one - other);
    return [ink, ground, (high + 0.05) / (low + 0.05)];
  }));
  probe.remove();
  return found;
}
"""
"""How well every ink can be read on every ground; axe does not know where there are gradients."""


def sit(person: Person, server: RunningServer, players: int, **rules: Any) -> None:
    bots = {str(seat): "greedy" for seat in range(1, players)}
    first = None if players == 1 else 0
    (seat,) = asked(seat_people(server, players, bots=bots, rules=rules, first=first))
    person.sit(seat)


def choose_looks(person: Person, **looks: str) -> None:
    """Choose at the table, in the settings."""
    person.press(person.button("ui.menu"))
    dialog = person.page.locator("dialog[open]")
    person.press(dialog.get_by_role("button", name=person.words("ui.menu.settings")))
    for name, value in looks.items():
        dialog.get_by_label(person.words(f"web.{name}"), exact=True).select_option(value)
    person.key("Escape")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_enemy_plays_preview_and_hand_share_a_centre_line(
    server: RunningServer, invite: Invite, players: int
) -> None:
    ann = invite("wide")
    sit(ann, server, players, **LASTING)
    ann.turn()
    assert ann.wait_for_turn()
    for size in UPRIGHT:
        at_size(ann.page, size)
        centres = ann.page.evaluate(CENTRES)
        assert max(centres.values()) - min(centres.values()) <= 2, (size, centres)
        assert misplaced(ann.page) == [], size


@pytest.mark.parametrize("players", [1, 4])
def test_the_enemy_stays_where_it_is_when_a_preview_grows(
    server: RunningServer, invite: Invite, players: int
) -> None:
    ann = invite("tall")
    sit(ann, server, players, **LASTING)
    enemy = ann.page.locator(".enemy > .card")
    said = set()
    for size in SIZES:
        at_size(ann.page, size)
        before = enemy.bounding_box()
        for number in range(ann.cards.count()):
            ann.pick(ann.cards.nth(number))
            said.add(ann.page.locator(".say p").inner_text())
            assert enemy.bounding_box() == before, size
            ann.key("Escape")
    assert len(said) > 1


def test_teammates_sit_around_the_enemy(server: RunningServer, invite: Invite) -> None:
    ann = invite("wide")
    sit(ann, server, 4)
    for size in ("laptop", "wide", "huge"):
        at_size(ann.page, size)
        middle = ann.page.locator(".enemy > .card").bounding_box()
        west, north, east = (
            ann.page.locator(f".seat:nth-child({number})").bounding_box() for number in (2, 3, 4)
        )
        assert middle
        assert west
        assert north
        assert east
        assert west["x"] + west["width"] <= middle["x"], size
        assert east["x"] >= middle["x"] + middle["width"], size
        assert north["y"] + north["height"] <= middle["y"], size


def struck(ann: Person, server: RunningServer) -> None:
    sit(ann, server, 4, hand_limit=10, health=[250, 250, 250], attack=[1, 1, 1])
    ann.pick(ann.page.locator(".hand .card:not(.suit-S)").first)
    ann.press(ann.confirm)
    expect(ann.page.locator(".bar.struck")).to_be_visible()


def playing(ann: Person, server: RunningServer) -> None:
    sit(ann, server, 4, hand_limit=10, **LASTING)
    for _ in range(3):
        ann.turn()
        assert ann.wait_for_turn()
    ann.pick(ann.cards.last)


def choosing(ann: Person, server: RunningServer) -> None:
    for _ in range(64):
        sit(ann, server, 4, hand_limit=10, jesters=2, attack=[0, 0, 0])
        if any(legal["move"] == "pX" for legal in ann.state["moves"]):
            break
    ann.choose(["X"])
    ann.press(ann.confirm)
    expect(ann.page.locator(".next button:visible")).to_have_count(4)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("phase", [playing, struck, choosing], ids=lambda each: each.__name__)
def test_four_fit_the_smallest_phone(
    server: RunningServer,
    invite: Invite,
    phase: Callable[[Person, RunningServer], None],
    language: str,
) -> None:
    ann = invite("small", language=language)
    phase(ann, server)
    assert misplaced(ann.page) == []
    assert ann.page.evaluate(CUT) == []


@pytest.mark.parametrize("size", ["small", "phone", "tall"])
def test_a_lesson_on_a_phone_shows_the_cards_it_speaks_of(
    server: RunningServer, invite: Invite, size: str
) -> None:
    ann = invite(size)
    ann.visit("/learn/attack")
    played = ann.page.locator(".played .card")
    expect(played).to_be_visible()
    assert misplaced(ann.page) == []
    box = played.bounding_box()
    assert box
    assert box["width"] >= 22
    coach, preview = ann.page.locator(".coach"), ann.page.locator(".say")
    expect(coach).to_be_visible()
    # What the selected card would do is said where the coach spoke.
    ann.pick(ann.cards.last)
    expect(preview).to_be_visible()
    expect(coach).to_be_hidden()
    expect(played).to_be_visible()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("cloth", ["plain", "felt", "wood"])
def test_everything_can_be_read_on_every_cloth(
    server: RunningServer, invite: Invite, cloth: str, theme: str
) -> None:
    ann = invite()
    sit(ann, server, 1)
    choose_looks(ann, cloth=cloth, theme=theme)
    weak = [found for found in ann.page.evaluate(CONTRASTS) if found[2] < 4.5]
    assert weak == []


def test_the_theme_follows_the_device_or_the_setting(invite: Invite) -> None:
    ann = invite()
    ann.visit("/settings")
    lightness = "() => getComputedStyle(document.body).color"
    in_theme(ann.page, "light")
    dark_ink = ann.page.evaluate(lightness)
    in_theme(ann.page, "dark")
    light_ink = ann.page.evaluate(lightness)
    assert dark_ink != light_ink
    ann.field("web.theme").select_option(label=ann.words("web.theme.light"))
    assert ann.page.evaluate(lightness) == dark_ink
    ann.page.reload()
    ann.page.wait_for_selector("#page > *")
    assert ann.page.evaluate(lightness) == dark_ink


def test_faces_and_backs_change_at_once(server: RunningServer, invite: Invite) -> None:
    ann = invite()
    sit(ann, server, 1)
    faces, backs = set(), set()
    for face, back in (("court", "crown"), ("pips", "moon"), ("arms", "tower")):
        choose_looks(ann, face=face, back=back)
        faces.add(ann.page.locator(".enemy > .card").inner_html())
        backs.add(ann.page.locator(".tavern .card").inner_html())
        for size in UPRIGHT:
            at_size(ann.page, size)
            assert misplaced(ann.page) == [], (face, size)
    assert len(faces) == len(backs) == 3


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_drawn_on_a_card_has_the_colour_of_its_suit(
    server: RunningServer, invite: Invite, theme: Literal["light", "dark"]
) -> None:
    ann = invite()
    sit(ann, server, 1)
    in_theme(ann.page, theme)
    strange = """() => [...document.querySelectorAll(".card:not(.back, .none)")].filter((card) =>
      [...card.querySelectorAll(".middle, .corner")].some((part) =>
        getComputedStyle(part).color !== getComputedStyle(card).color)).length"""
    assert ann.page.evaluate(strange) == 0


def test_who_is_refused_reads_why_in_the_middle_of_the_screen(invite: Invite) -> None:
    ann = invite()
    ann.visit("/t/AAAAABBBBB")
    panel = ann.page.locator(".problem h1")
    expect(panel).to_be_visible()
    for size in UPRIGHT:
        at_size(ann.page, size)
        box = panel.bounding_box()
        assert box
        assert abs(box["x"] + box["width"] / 2 - SIZES[size][0] / 2) <= 2, size


def test_a_toast_lies_above_an_open_dialog(server: RunningServer, invite: Invite) -> None:
    ann = invite("tall", permissions=["clipboard-read", "clipboard-write"])
    sit(ann, server, 2)
    ann.press(ann.button("ui.menu"))
    ann.press(ann.page.locator("dialog[open] .invite button").first)
    toast = ann.page.locator(".toast")
    expect(toast).to_be_visible()
    on_top = """(toast) => {
      const { left, top, width, height } = toast.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === toast;
    }"""
    assert toast.evaluate(on_top)
    ann.key("Escape")
    expect(ann.page.locator("dialog[open]")).to_have_count(0)
    assert toast.evaluate(on_top)


@pytest.mark.parametrize("theme", THEMES)
def test_dialogs_are_opaque(server: RunningServer, invite: Invite, theme: str) -> None:
    ann = invite()
    sit(ann, server, 2)
    choose_looks(ann, theme=theme)
    see_through = ann.page.evaluate(
        """() => [...document.querySelectorAll("dialog")].filter((dialog) => {
          const colour = getComputedStyle(dialog).backgroundColor;
          return !colour.startsWith("rgb(") || getComputedStyle(dialog).opacity !== "1";
        }).map((dialog) => dialog.className)"""
    )
    assert ann.page.locator("dialog").count() > 3
    assert see_through == []


def test_every_card_of_a_full_hand_has_a_key(server: RunningServer, invite: Invite) -> None:
    ann = invite()
    sit(ann, server, 3, hand_limit=12, attack=[0, 0, 0])
    expect(ann.cards).to_have_count(12)
    chosen = ann.page.locator(".hand .card.selected")
    for number, key in enumerate("1234567890-="):
        ann.key(key)
        expect(chosen).to_have_count(1)
        expect(ann.cards.nth(number)).to_have_class(re.compile("selected"))
        ann.key("Escape")
    # Where the row of digits says something else, as in France, the same keys will do.
    ann.page.evaluate(
        """() => document.dispatchEvent(
          new KeyboardEvent("keydown", { key: "à", code: "Digit0", bubbles: true }))"""
    )
    expect(ann.cards.nth(9)).to_have_class(re.compile("selected"))
    ann.key("Escape")


def test_arrows_walk_along_the_hand(server: RunningServer, invite: Invite) -> None:
    ann = invite()
    sit(ann, server, 1)
    ann.key("ArrowLeft")
    expect(ann.cards.last).to_be_focused()
    ann.key("ArrowRight")
    expect(ann.cards.first).to_be_focused()
    ann.key("ArrowRight", "Space")
    expect(ann.cards.nth(1)).to_have_class(re.compile("selected"))
    ann.key("?")
    expect(ann.page.locator("dialog[open] .keys")).to_contain_text(ann.words("ui.keys.arrows"))


def test_buttons_of_one_page_have_names_of_their_own(invite: Invite) -> None:
    ann = invite()
    ann.visit()
    expect(ann.page.locator(".picks .segments input").last).to_be_attached()
    names = sorted(
        button.get_attribute("aria-label") or button.inner_text()
        for button in ann.page.get_by_role("button").all()
    )
    assert len(names) > 3
    assert [one for one, other in pairwise(names) if one == other] == []
