"""Taking back, giving up and the same cards once more, with hands on real screens."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from openregicide.protocol import Joined
from support.browsing import Invite, Person, asked, shoot
from support.serving import RunningServer
from support.tables import seat_people

NO_ATTACK: dict[str, Any] = {"attack": [0, 0, 0]}
SIZES = ["phone", "desktop"]


def seated(server: RunningServer, people: int, **rules: Any) -> list[Joined]:
    return asked(seat_people(server, people, rules=NO_ATTACK | rules, first=0))


def yields(person: Person) -> None:
    person.key("y")
    person.key("Enter")


def give_up(person: Person) -> None:
    """Two deliberate taps, behind the menu."""
    person.press(person.button("ui.menu"))
    person.press(person.button("ui.give_up"))
    person.press(person.button("ui.give_up.yes"))


@pytest.mark.parametrize("size", SIZES)
def test_a_yield_is_taken_back_by_button_and_by_key(
    size: str, invite: Invite, server: RunningServer
) -> None:
    seats = seated(server, 2)
    ann, bob = invite(size), invite(size)
    ann.sit(seats[0])
    bob.sit(seats[1])
    undo = ann.button("ui.undo")
    expect(undo).to_have_count(0)
    for by_key in (True, False):
        yields(ann)
        expect(undo).to_be_visible()
        expect(bob.button("ui.undo")).to_have_count(0)
        shoot(ann.page, f"undo-{size}")
        if by_key:
            ann.key("u")
        else:
            ann.press(undo)
        expect(undo).to_have_count(0)
        expect(ann.page).to_have_title(ann.words("web.title_you"))
        expect(bob.page.locator(".say")).to_have_text(bob.words("ui.change.took_back", seat="Ann"))
    # The key means nothing then.
    ann.key("u")
    expect(ann.page.locator(".toast")).to_have_count(0)
    assert ann.state["table"]["game"]["undone"] == 2


def test_two_who_press_at_once_see_one_table(invite: Invite, server: RunningServer) -> None:
    seats = seated(server, 2)
    ann, bob = invite(), invite()
    ann.sit(seats[0])
    bob.sit(seats[1])
    yields(ann)
    expect(ann.button("ui.undo")).to_be_visible()
    bob.key("y")
    # The one asks before the other's move can be seen.
    bob.page.keyboard.press("Enter")
    ann.page.keyboard.press("u")
    ann.page.wait_for_function(
        "() => document.querySelector('table-page').store.state.version >= 5"
    )
    versions = "() => document.querySelector('table-page').store.state.version"
    newest = max(ann.page.evaluate(versions), bob.page.evaluate(versions))
    for person in (ann, bob):
        person.page.wait_for_function(
            f"() => document.querySelector('table-page').store.state.version >= {newest}"
        )
    assert ann.state["view"]["turn"] == bob.state["view"]["turn"]
    too_late = ann.words("error.undo.too_late")
    assert ann.page.locator(".toast").all_inner_texts() in ([], [too_late])


@pytest.mark.parametrize("size", SIZES)
def test_alone_two_taps_give_up_and_the_same_cards_come_again(
    size: str, invite: Invite, server: RunningServer
) -> None:
    (seat,) = seated(server, 1)
    ann = invite(size)
    ann.sit(seat)
    hand = ann.state["view"]["hands"][0]["cards"]
    # The first tap only asks, and Enter then answers with what changes nothing.
    ann.press(ann.button("ui.menu"))
    ann.press(ann.button("ui.give_up"))
    expect(ann.page.get_by_role("dialog")).to_contain_text(ann.words("ui.give_up.ask"))
    shoot(ann.page, f"give-up-{size}")
    ann.key("Enter")
    assert ann.state["table"]["game"]["result"] is None
    give_up(ann)
    expect(ann.result).to_contain_text(ann.words("ending.given_up"))
    shoot(ann.page, f"given-up-{size}")
    ann.press(ann.button("ui.result.same_cards"))
    expect(ann.result).to_have_count(0)
    assert ann.state["view"]["hands"][0]["cards"] == hand
    give_up(ann)
    # No alarm: everybody could know these cards.
    expect(ann.result.locator(".seal")).to_have_text(ann.words("web.fair.seal.known"))
    expect(ann.page.locator(".fair-warning")).to_have_count(0)
    ann.press(ann.button("ui.result.new_deal"))
    expect(ann.result).to_have_count(0)
    assert ann.state["view"]["hands"][0]["cards"] != hand


def test_together_all_agree_or_the_vote_lapses(invite: Invite, server: RunningServer) -> None:
    seats = seated(server, 3)
    people = [invite(size) for size in ("desktop", "phone", "phone")]
    for person, seat in zip(people, seats, strict=True):
        person.sit(seat)
    ann, bob, cleo = people
    give_up(bob)
    for person in people:
        expect(person.page.locator(".give-up")).to_contain_text("Bob")
    expect(bob.button("ui.give_up.agree")).to_have_count(0)
    shoot(cleo.page, "give-up-vote")
    # Somebody plays on.
    yields(ann)
    for person in people:
        expect(person.page.locator(".give-up")).to_be_hidden()
    give_up(bob)
    cleo.press(cleo.button("ui.give_up.no"))
    expect(bob.page.locator(".give-up")).to_be_hidden()
    give_up(bob)
    cleo.press(cleo.button("ui.give_up.agree"))
    ann.press(ann.button("ui.give_up.agree"))
    for person in people:
        expect(person.result).to_contain_text(person.words("ending.given_up"))
    # Only the host deals.
    expect(bob.button("ui.result.same_cards")).to_have_count(0)
    expect(ann.button("ui.result.same_cards")).to_be_visible()


def test_a_move_that_drew_stays(invite: Invite, server: RunningServer) -> None:
    (seat,) = asked(
        seat_people(server, 1, rules=NO_ATTACK | {"hand_limit": 12, "health": [250] * 3})
    )
    ann = invite("phone")
    ann.sit(seat)
    undo = ann.button("ui.undo")
    for _ in range(6):
        ann.turn()
        codes = ann.page.evaluate(
            "() => (document.querySelector('table-page').store.state.log.at(-1).events ?? [])"
            ".map(({ code }) => code)"
        )
        hidden = {"drew", "healed", "revealed"} & set(codes)
        expect(undo).to_have_count(0 if hidden else 1)
