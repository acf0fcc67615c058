"""Reasons to come back: unfinished games, the calendar, achievements, a kinder table, the lamp."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from support.accessibility import axe_source, barriers
from support.browsing import (
    Invite,
    Person,
    Watch,
    asked,
    at_size,
    beyond,
    moves_made,
    play_together,
    shoot,
)
from support.clocked_server import ClockedServer, clocked_server
from support.tables import EASY, HARD, seat_people, told

TODAY = "2026-11-16"
NOON = datetime(2026, 11, 16, 13, tzinfo=UTC)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClockedServer]:
    folder = tmp_path_factory.mktemp("server")
    with clocked_server(folder, f"{TODAY} 13:00", bot_ms=20, hint_ms=20) as running:
        yield running


def remember(person: Person, **kept: dict[str, Any]) -> None:
    """Let a device remember something; the page has to be loaded for it."""
    for name, value in kept.items():
        text = json.dumps({"version": 1, **value})
        person.page.evaluate("([k, v]) => localStorage.setItem(k, v)", [f"regicide.{name}", text])


def remembered(person: Person, name: str) -> Any:
    found = person.page.evaluate("(key) => localStorage.getItem(key)", f"regicide.{name}")
    return json.loads(found or "null")


def ahead(person: Person) -> int:
    """How far the server's clock is ahead of the browser's, as the page would find out."""
    here: float = person.page.evaluate("Date.now() / 1000")
    return round(NOON.timestamp() - here)


def unfinished(person: Person) -> Locator:
    return person.page.locator(".unfinished li")


# Unfinished games


def test_unfinished_games_are_told_apart_and_put_away(
    server: ClockedServer, invite: Invite
) -> None:
    ann, bob = invite(), invite("phone")
    alone = asked(seat_people(server, 1, rules=EASY))[0]
    one, other = asked(seat_people(server, 2, first=0))
    ann.sit(alone)
    ann.turn()
    ann.sit(one)
    bob.sit(other)
    ann.visit()
    expect(unfinished(ann)).to_have_count(2)
    solo = unfinished(ann).filter(has_text=ann.words("daily.solo").capitalize())
    shared = unfinished(ann).filter(has_text="Bob")
    # One royal has fallen in one game and none in the other, and both wait for Ann.
    expect(solo).to_contain_text(ann.words("unfinished.fallen.one", count=1))
    expect(shared).to_contain_text(ann.words("unfinished.fallen.other", count=0))
    expect(unfinished(ann).get_by_text(ann.words("unfinished.mine"))).to_have_count(2)
    update = asked(told(server, one))
    assert update.view is not None
    expect(shared.locator(f'.card[data-card="{update.view.enemy}"]')).to_have_count(1)
    bob.visit()
    expect(unfinished(bob)).to_contain_text("Ann")
    expect(unfinished(bob).get_by_text(bob.words("unfinished.mine"))).to_have_count(0)
    shoot(ann.page, "unfinished")
    # It says what it means to put a game away that others play, and what it does not.
    ann.press(shared.get_by_role("button"))
    told_so = ann.page.locator(".unfinished [role=status]")
    expect(told_so).to_have_text(ann.words("unfinished.away_others"))
    ann.press(solo.get_by_role("button"))
    expect(told_so.filter(has_text=ann.words("unfinished.away"))).to_have_count(1)
    # The focus is on the way back.
    expect(ann.page.locator(".unfinished button:focus")).to_have_text(ann.words("unfinished.back"))
    ann.visit()
    ann.page.wait_for_load_state("networkidle")
    expect(unfinished(ann)).to_have_count(0)
    # Nothing happened on the server, and under history both are there.
    assert asked(told(server, one)).version == update.version
    ann.visit("/history")
    expect(ann.page.get_by_role("heading", name=ann.words("unfinished.put_aside"))).to_be_visible()
    expect(unfinished(ann)).to_have_count(2)
    ann.press(shared.get_by_role("button"))
    assert barriers(ann.page, axe_source()) == []
    ann.visit()
    expect(unfinished(ann)).to_have_count(1)
    ann.press(unfinished(ann).get_by_role("link"))
    ann.ready()
    assert ann.state["table"]["id"] == one.table
    for size in ("phone", "desktop"):
        ann.visit()
        expect(unfinished(ann)).to_have_count(1)
        at_size(ann.page, size)
        assert beyond(ann.page)[0] <= 0, size


def test_a_seat_that_was_lost_is_not_offered(
    server: ClockedServer, invite: Invite, watch: Watch
) -> None:
    watch.forgive(r"the server responded with a status of 40[14] .*/glance")
    ann = invite()
    (seat,) = asked(seat_people(server, 1))
    ann.visit()
    seats = [
        {"table": seat.table, "token": "nonsense", "at": 1},
        {"table": "AAAAABBBBB", "token": seat.token, "at": 1},
        {"table": 7},
        None,
    ]
    ann.page.evaluate("(t) => localStorage.setItem('regicide.seats', t)", json.dumps(seats))
    ann.visit()
    ann.page.wait_for_load_state("networkidle")
    expect(unfinished(ann)).to_have_count(0)
    # They are forgotten, so that nobody asks for them again.
    assert remembered(ann, "seats") == []


# Achievements and losses


def test_three_losses_bring_the_offer_of_a_kinder_table(
    server: ClockedServer, invite: Invite
) -> None:
    ann = invite("phone")
    (seat,) = asked(seat_people(server, 1, rules=HARD | {"flips": 0}))
    ann.sit(seat)
    kinder = ann.page.locator(".kinder")
    for losses in (1, 2, 3):
        ann.play_on()
        ann.page.wait_for_function(
            "(n) => JSON.parse(localStorage.getItem('regicide.merits'))?.losses === n", arg=losses
        )
        expect(kinder).to_have_count(int(losses == 3))
        # Looked at again, a game is not lost a second time.
        ann.visit(f"/t/{seat.table}")
        expect(ann.result).to_be_visible()
        expect(kinder).to_have_count(int(losses == 3))
        assert remembered(ann, "merits")["losses"] == losses
        if losses < 3:
            game = ann.state["table"]["game"]["id"]
            ann.press(ann.button("ui.result.new_deal"))
            ann.page.wait_for_function(
                "(id) => document.querySelector('table-page').store.state.table.game.id !== id",
                arg=game,
            )
    shoot(ann.page, "kinder")
    # At home, too; and whoever says no is not asked again.
    ann.visit()
    expect(kinder).to_be_visible()
    ann.press(ann.button("kinder.no"))
    expect(kinder).to_have_count(0)
    ann.visit(f"/t/{seat.table}")
    expect(ann.result).to_be_visible()
    expect(kinder).to_have_count(0)
    # One tap is enough for whoever says yes.
    remember(ann, merits={"earned": {}, "losses": 3, "players": 1, "seen": []})
    ann.visit(f"/t/{seat.table}")
    expect(ann.result).to_be_visible()
    game = ann.state["table"]["game"]["id"]
    ann.press(ann.button("kinder.play"))
    ann.page.wait_for_function(
        "(id) => document.querySelector('table-page').store.state.table.game.id !== id", arg=game
    )
    settings = ann.state["table"]["settings"]
    assert settings["hints"]
    assert settings["rules"]["health"] == [16, 24, 32]
    assert settings["rules"]["attack"] == [8, 12, 16]
    assert settings["rules"]["mulligan"] == "any"
    assert remembered(ann, "merits")["losses"] == 0


def test_a_kinder_table_from_home_begins_with_one_tap(
    server: ClockedServer, invite: Invite
) -> None:
    ann = invite()
    ann.visit()
    remember(ann, merits={"earned": {}, "losses": 3, "players": 2, "seen": []})
    ann.visit()
    ann.press(ann.button("kinder.play"))
    ann.ready()
    table = ann.state["table"]
    assert [seat["holder"] for seat in table["seats"]] == ["person", "bot"]
    assert table["game"]["rules"]["health"] == [16, 24, 32]
    assert table["settings"]["hints"]


def test_guests_are_not_offered_what_only_the_host_can_do(
    server: ClockedServer, invite: Invite
) -> None:
    ann, bob = invite(), invite()
    one, other = asked(seat_people(server, 2, rules=HARD, first=0))
    for person in (ann, bob):
        person.visit()
        remember(person, merits={"earned": {}, "losses": 2, "players": 2, "seen": []})
    ann.sit(one)
    bob.sit(other)
    play_together(ann, bob)
    expect(ann.page.locator(".kinder")).to_have_count(1)
    bob.page.wait_for_function("JSON.parse(localStorage.getItem('regicide.merits')).losses === 3")
    expect(bob.page.locator(".kinder")).to_have_count(0)


# Days


def test_a_device_that_has_played_finds_its_days_and_badges(
    server: ClockedServer, invite: Invite
) -> None:
    ann = invite()
    ann.visit()
    expect(ann.page.locator(".calendar")).to_have_count(0)
    results = [
        {
            "day": f"2026-11-{day:02}",
            "players": 1,
            "won": day == 14,
            "kills": 12 if day == 14 else 4,
        }
        for day in (13, 14, 15)
    ]
    remember(
        ann,
        days={"ahead": ahead(ann), "results": results},
        merits={"earned": {"win_1": 5, "daily_win": 9}, "losses": 0, "players": 1, "seen": []},
    )
    ann.visit()
    expect(ann.page.locator(".streak")).to_contain_text(ann.words("calendar.streak.other", count=3))
    expect(ann.page.locator(".calendar td.played")).to_have_count(3)
    expect(ann.page.locator(".calendar td.won")).to_have_text("14")
    expect(ann.page.locator('.calendar [aria-current="date"]')).to_have_text("16")
    expect(ann.page.locator(".badge-row li")).to_have_count(2)
    assert barriers(ann.page, axe_source()) == []
    shoot(ann.page, "home-reasons")
    for size in ("phone", "desktop"):
        at_size(ann.page, size)
        assert beyond(ann.page)[0] <= 0, size
    ann.press(ann.page.locator(".badge-row a"))
    expect(ann.page.locator(".badge")).to_have_count(16)
    expect(ann.page.locator(".badge.earned")).to_have_count(2)
    assert barriers(ann.page, axe_source()) == []
    shoot(ann.page, "badges")


def test_damaged_memory_breaks_no_page(server: ClockedServer, invite: Invite) -> None:
    ann = invite()
    ann.visit()
    for name in ("days", "merits", "seats"):
        ann.page.evaluate("(k) => localStorage.setItem(k, '{\"version\":1,')", f"regicide.{name}")
    for path in ("/", "/history", "/daily"):
        ann.visit(path)
        ann.page.wait_for_load_state("networkidle")
    expect(ann.page.locator(".calendar")).to_be_visible()


def test_par_follows_ones_own_try_and_the_day_is_in_the_calendar(
    server: ClockedServer, invite: Invite
) -> None:
    ann, eve = invite(), invite()
    ann.visit()
    before = [
        {"day": f"2026-11-{day}", "players": 1, "won": False, "kills": 4} for day in range(10, 16)
    ]
    remember(ann, days={"ahead": 0, "results": before})
    ann.visit("/daily")
    expect(ann.page.locator(".calendar td.played")).to_have_count(6)
    expect(ann.page.locator(".par")).to_have_count(0)
    ann.press(ann.button("ui.home.play"))
    ann.ready()
    ann.play_on()
    # First that it is coming, perhaps; then what it is, without a touch.
    par = ann.page.locator(".par")
    expect(par).to_contain_text("of 12")
    # It was the seventh day in a row.
    expect(ann.page.locator(".new-badges")).to_contain_text(ann.words("web.achievement.streak_7"))
    shoot(ann.page, "par")
    ann.visit("/daily")
    expect(ann.page.locator(".calendar td.played")).to_have_count(7)
    expect(ann.page.locator(".streak")).to_contain_text(ann.words("calendar.streak.other", count=7))
    expect(par).to_be_visible()
    eve.visit("/daily")
    expect(eve.page.locator(".deal")).to_be_visible()
    expect(eve.page.locator(".par")).to_have_count(0)


# Difficulty and the lamp


def test_a_new_table_is_easier_or_harder_with_one_tap(
    server: ClockedServer, invite: Invite
) -> None:
    ann = invite()
    ann.visit("/new")
    group = ann.page.get_by_role("radiogroup", name=ann.words("companion.difficulty"))
    expect(group.get_by_label(ann.words("option.standard"))).to_be_checked()
    group.get_by_label(ann.words("companion.easier")).check()
    ann.page.get_by_text(ann.words("option.more")).click()
    expect(ann.field("option.hand_limit")).to_have_value("8")
    # Another number of players begins by the rules again.
    ann.page.get_by_role("radiogroup", name=ann.words("ui.home.players")).get_by_label("3").check()
    expect(group.get_by_label(ann.words("option.standard"))).to_be_checked()
    group.get_by_label(ann.words("companion.harder")).check()
    ann.press(ann.button("web.setup.make"))
    ann.page.wait_for_selector("table-page.ready")
    rules = ann.state["table"]["settings"]["rules"]
    assert (rules["hand_limit"], rules["jesters"]) == (5, 0)
    # The waiting room knows what was chosen, though the table has filled everything in.
    ann.press(ann.button("web.options"))
    expect(group.get_by_label(ann.words("companion.harder"))).to_be_checked()
    # Chosen otherwise by hand, it is none of the three.
    ann.page.get_by_text(ann.words("option.more")).click()
    ann.field("option.hand_limit").select_option("9")
    expect(group.get_by_role("radio", checked=True)).to_have_count(0)


def test_the_lamp_is_lit_in_a_game_that_began_with_one_tap(
    server: ClockedServer, invite: Invite
) -> None:
    ann = invite("phone")
    ann.play_alone()
    before = ann.state
    ann.press(ann.button("lamp.light"))
    expect(ann.page.get_by_role("dialog")).to_contain_text(ann.words("learn.hints.about"))
    expect(ann.page.get_by_role("dialog")).not_to_contain_text(ann.words("lamp.told"))
    ann.press(ann.page.get_by_role("dialog").get_by_role("button", name=ann.words("lamp.light")))
    hints = ann.page.locator(".hint-dialog .hint")
    busy = ann.page.get_by_text(ann.words("error.hint.too_late"))
    expect(hints.first.or_(busy)).to_be_visible()
    while not hints.count():
        # The machine had no time for a search; that can be asked again.
        ann.key("Escape")
        ann.press(ann.button("learn.hint"))
        expect(hints.first.or_(busy)).to_be_visible()
    assert ann.state["view"] == before["view"]
    ann.key("Escape")
    expect(ann.button("learn.hint")).to_be_visible()
    ann.press(ann.button("ui.menu"))
    ann.press(ann.button("lamp.put_out"))
    expect(ann.button("lamp.light")).to_be_visible()


def test_others_are_told_of_the_lamp(server: ClockedServer, invite: Invite) -> None:
    ann, bob = invite(), invite()
    one, other = asked(seat_people(server, 2, first=1))
    ann.sit(one)
    bob.sit(other)
    # A guest cannot light it.
    expect(bob.page.locator(".acts .lamp")).to_be_hidden()
    ann.press(ann.button("ui.menu"))
    ann.press(ann.button("lamp.light"))
    expect(bob.page.get_by_text(bob.words("ui.change.lamp_lit", seat="Ann")).first).to_be_visible()
    expect(bob.button("learn.hint")).to_be_visible()
    assert moves_made(server, one) == []


def test_there_is_no_lamp_in_a_ranked_game(server: ClockedServer, invite: Invite) -> None:
    ann = invite()
    ann.visit("/daily?players=1")
    ann.press(ann.button("ui.home.play"))
    ann.ready()
    expect(ann.page.locator(".acts .lamp")).to_be_hidden()
    ann.press(ann.button("ui.menu"))
    expect(ann.button("ui.menu.home")).to_be_visible()
    expect(ann.page.get_by_role("button", name=ann.words("lamp.light"))).to_have_count(0)
