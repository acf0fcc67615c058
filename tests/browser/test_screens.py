"""Every screen, at every size: nothing scrolls that should not, nothing is in anybody's way."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from openregicide.client import Server, new_id
from openregicide.protocol import Joined, MakeMove
from support.accessibility import axe_source, barriers
from support.browsing import (
    SIZES,
    THEMES,
    Invite,
    Person,
    Watch,
    asked,
    at_size,
    beyond,
    in_theme,
    misplaced,
    shoot,
)
from support.serving import RunningServer
from support.tables import HARD, seat_people, table_with_jester, told

FIRST_LOAD = 200_000
"""Bytes over the wire, from nothing to a table with cards on it."""


def sit(person: Person, server: RunningServer, players: int, **rules: Any) -> None:
    """Sit at a table full of bots, with the first move."""
    bots = {str(seat): "greedy" for seat in range(1, players)}
    first = None if players == 1 else 0
    (seat,) = asked(seat_people(server, players, bots=bots, rules=rules, first=first))
    person.sit(seat)


def home(person: Person, server: RunningServer) -> None:
    person.visit()


def setup(person: Person, server: RunningServer) -> None:
    person.visit("/new")
    person.press(person.page.get_by_text(person.words("option.more")))


def lobby(person: Person, server: RunningServer) -> None:
    asked(seat_people(server, 2, bots={"1": "greedy"}, begin=False, settings={"open": True}))
    person.visit("/lobby")
    expect(person.page.locator(".tables li").first).to_be_visible()


def settings(person: Person, server: RunningServer) -> None:
    person.visit("/settings")


def waiting(person: Person, server: RunningServer) -> None:
    (host, _, _) = asked(seat_people(server, 4, bots={"3": "policy"}, begin=False))
    person.come(host)
    expect(person.page.locator(".waiting .chair")).to_have_count(4)


def unknown(person: Person, server: RunningServer) -> None:
    person.visit("/t/AAAAABBBBB")
    expect(person.page.locator(".problem")).to_be_visible()


def result(person: Person, server: RunningServer) -> None:
    sit(person, server, 2, **HARD)
    person.play_on()


def replay(person: Person, server: RunningServer) -> None:
    result(person, server)
    person.press(person.link("ui.result.replay"))
    expect(person.page.locator("replay-page .turn-text")).to_have_text(
        person.words.like("ui.replay.at")
    )


def history(person: Person, server: RunningServer) -> None:
    person.play_alone()
    person.play_on()
    person.visit("/history")
    expect(person.page.get_by_text(person.words("web.history.list"))).to_be_visible()


def rulebook(person: Person, server: RunningServer) -> None:
    person.visit("/rules")
    expect(person.page.locator(".book article .rule").first).to_be_visible()


def course(person: Person, server: RunningServer) -> None:
    person.visit("/learn")
    expect(person.page.locator(".lesson-link").first).to_be_visible()


def lesson(person: Person, server: RunningServer) -> None:
    person.visit("/learn/suffer")
    expect(person.cards.last).to_be_visible()


def daily(person: Person, server: RunningServer) -> None:
    person.visit("/daily")
    expect(person.page.locator(".deal h2")).to_be_visible()


def companion(person: Person, server: RunningServer) -> None:
    person.visit("/companion")
    expect(person.page.locator("companion-page .field").first).to_be_visible()


def table_alone(person: Person, server: RunningServer) -> None:
    sit(person, server, 1)


def table_selected(person: Person, server: RunningServer) -> None:
    sit(person, server, 2)
    person.pick(person.cards.last)


def table_of_four(person: Person, server: RunningServer) -> None:
    """As many cards as four players can hold, and one selected."""
    sit(person, server, 4, hand_limit=10)
    expect(person.cards).to_have_count(10)
    person.pick(person.cards.last)


def table_of_twelve(person: Person, server: RunningServer) -> None:
    """As many cards as anybody can hold, and one selected."""
    sit(person, server, 3, hand_limit=12)
    expect(person.cards).to_have_count(12)
    person.pick(person.cards.last)


def table_struck(person: Person, server: RunningServer) -> None:
    """Nine cards of which some have to go."""
    sit(person, server, 4, hand_limit=10, health=[250, 250, 250], attack=[1, 1, 1])
    weakest = person.page.locator(".hand .card:not(.suit-S)").first
    person.pick(weakest)
    person.press(person.confirm)
    expect(person.page.locator(".bar.struck")).to_be_visible()
    person.press(person.button("web.suggest"))


def table_with_wishes(person: Person, server: RunningServer) -> None:
    """Somebody else has played a jester, and one may say something about it."""
    person.sit(beside_a_jester(server))
    expect(person.page.locator(".wishes button:visible")).to_have_count(2)


def beside_a_jester(server: RunningServer) -> Joined:
    """Let somebody play a jester, and return the seat of the other player."""
    ann, bob = asked(table_with_jester(server))
    playing = MakeMove(id=new_id(), version=asked(told(server, ann)).version, move="pX")
    answer = asked(Server(server.url).ask(ann.table, ann.token, playing))
    assert answer.error is None
    return bob


def table_choosing(person: Person, server: RunningServer) -> None:
    """A jester lies on the table, and one of four goes next."""
    for _ in range(64):
        sit(person, server, 4, hand_limit=10, jesters=2, attack=[0, 0, 0])
        if any(legal["move"] == "pX" for legal in person.state["moves"]):
            break
    person.choose(["X"])
    person.press(person.confirm)
    expect(person.page.locator(".next button:visible")).to_have_count(4)


def menu(person: Person, server: RunningServer) -> None:
    table_selected(person, server)
    person.press(person.button("ui.menu"))


def game_settings(person: Person, server: RunningServer) -> None:
    menu(person, server)
    dialog = person.page.locator("dialog[open]")
    person.press(dialog.get_by_role("button", name=person.words("ui.menu.settings")))


def help_dialog(person: Person, server: RunningServer) -> None:
    sit(person, server, 1)
    person.key("?")


def discard_pile(person: Person, server: RunningServer) -> None:
    sit(person, server, 1, hand_limit=12, health=[1, 1, 1], attack=[0, 0, 0])
    for _ in range(3):
        person.turn()
    person.press(person.page.locator(".pile.discard"))


def talk(person: Person, server: RunningServer) -> None:
    sit(person, server, 2)
    person.press(person.button("ui.talk"))
    expect(person.page.locator(".phrase").first).to_be_visible()


def log(person: Person, server: RunningServer) -> None:
    sit(person, server, 2)
    person.turn()
    person.key("l")


Screen = Callable[[Person, RunningServer], None]
PAGES: tuple[Screen, ...] = (
    home,
    setup,
    lobby,
    settings,
    waiting,
    unknown,
    result,
    replay,
    history,
    rulebook,
    course,
    lesson,
    daily,
    companion,
)
TABLES: tuple[Screen, ...] = (
    table_alone,
    table_selected,
    table_of_four,
    table_of_twelve,
    table_struck,
    table_choosing,
    table_with_wishes,
)
DIALOGS: tuple[Screen, ...] = (menu, game_settings, help_dialog, discard_pile, talk, log)


def named(screen: Screen) -> str:
    return screen.__name__.replace("_", "-")


@pytest.mark.parametrize("screen", PAGES + DIALOGS, ids=named)
def test_no_page_scrolls_sideways_or_is_in_anybodys_way(
    server: RunningServer, invite: Invite, screen: Screen
) -> None:
    ann = invite("phone")
    screen(ann, server)
    for size in SIZES:
        at_size(ann.page, size)
        assert beyond(ann.page)[0] <= 0, size
    shoot(ann.page, named(screen))
    at_size(ann.page, "phone")
    for theme in THEMES:
        in_theme(ann.page, theme)
        assert barriers(ann.page, axe_source()) == [], theme


def test_what_may_be_said_is_offered_even_if_it_is_known_late(
    server: RunningServer, invite: Invite
) -> None:
    bob = invite("phone")
    held: list[Route] = []
    bob.page.route("**/api/info", lambda route: held.append(route))
    with bob.page.expect_request("**/api/info"):
        bob.sit(beside_a_jester(server))
    expect(bob.page.locator(".wishes")).to_be_attached()
    expect(bob.page.locator(".wishes button")).to_have_count(0)
    [answer] = held
    answer.continue_()
    expect(bob.page.locator(".wishes button:visible")).to_have_count(2)


@pytest.mark.parametrize("screen", TABLES, ids=named)
def test_the_table_fits_every_screen_and_is_in_nobodys_way(
    server: RunningServer, invite: Invite, screen: Screen
) -> None:
    ann = invite("phone")
    screen(ann, server)
    shoot(ann.page, named(screen))
    for size in SIZES:
        at_size(ann.page, size)
        assert max(beyond(ann.page)) <= 0, size
        assert misplaced(ann.page) == [], size
    for size in ("phone", "desktop"):
        at_size(ann.page, size)
        for theme in THEMES:
            in_theme(ann.page, theme)
            assert barriers(ann.page, axe_source()) == [], (size, theme)


def test_bots_that_are_alike_have_names_that_fit_where_room_is_short(
    server: RunningServer, invite: Invite
) -> None:
    ann = invite("phone")
    # An enemy that hurts nobody and does not fall: every play stays on the table.
    sit(ann, server, 4, health=[250, 250, 250], attack=[0, 0, 0], jesters=0)
    alike = ["Bruno", "Cleo", "Dora"]
    expect(ann.page.locator(".seat:not(.me) .name")).to_have_text(alike)
    ann.key("l")
    expect(ann.page.locator(".log .seated")).to_have_text(
        [ann.words("ui.change.seated", seat=name) for name in (*alike, "Ann")]
    )
    ann.key("l")
    ann.turn()
    # Hardly ever does one of them yield.
    by_bots = ".played li:not(:first-child)"
    expect(ann.page.locator(f"{by_bots} .name").last).to_have_text(re.compile("|".join(alike)))
    for size in SIZES:
        at_size(ann.page, size)
        assert names_cut(ann.page, ".seat:not(.me)") == 0, size
        assert names_cut(ann.page, by_bots) == 0, size
        # Small phones have no room for names under plays; what everybody did is said below them.
        if size not in ("small", "phone", "landscape"):
            expect(ann.page.locator(f"{by_bots} .name").last).to_be_visible()
    shoot(ann.page, "bots-alike")


def names_cut(page: Page, within: str) -> int:
    """Return how many of some places show only a part of their name."""
    cut: int = page.locator(within).evaluate_all(
        """(places) => places.filter((place) => {
          const words = place.querySelector(".name .words");
          return words.checkVisibility() && words.scrollWidth > words.clientWidth;
        }).length"""
    )
    return cut


def test_the_first_load_is_small(invite: Invite, watch: Watch) -> None:
    # What a service worker fetches is not counted here, so there is none.
    watch.forgive("Service Worker registration blocked")
    ann = invite(service_workers="block")
    wire = ann.page.context.new_cdp_session(ann.page)
    sizes: list[float] = []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    ann.play_alone()
    ann.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert sum(sizes) <= FIRST_LOAD


def test_a_second_visit_fetches_no_asset_again(invite: Invite) -> None:
    ann = invite()
    ann.visit()
    ann.page.wait_for_load_state("networkidle")
    wire = ann.page.context.new_cdp_session(ann.page)
    sizes: list[float] = []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    ann.visit()
    ann.page.wait_for_load_state("networkidle")
    assert sum(sizes) <= 20_000
