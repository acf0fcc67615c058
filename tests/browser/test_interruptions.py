"""Lines that break, servers that die, and tabs that know nothing of each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from support.browsing import Invite, Line, Person, Watch, asked, moves_made, shoot
from support.serving import RunningServer, running_server
from support.tables import seat_people

OFFLINE_SECONDS = 10


@pytest.fixture
def line(server: RunningServer, watch: Watch) -> Iterator[Line]:
    made = Line(server)
    watch.origins.add(made.url.removeprefix("http://"))
    yield made
    made.close()


@pytest.fixture
def forgiving(watch: Watch) -> None:
    """The browser itself complains when there is no server; that is what these tests are about."""
    watch.forgive_a_lost_network()


def lost(person: Person) -> None:
    expect(person.page.locator(".banner:visible")).to_have_text(person.words("ui.lost"))


def found(person: Person) -> None:
    expect(person.page.locator(".banner:visible")).to_have_count(0, timeout=20_000)


@pytest.mark.usefixtures("forgiving")
def test_a_game_goes_on_after_a_reload_and_after_a_server_that_was_killed(
    server: RunningServer, invite: Invite
) -> None:
    (seat,) = asked(seat_people(server, 2, bots={"1": "greedy"}, first=0))
    ann = invite("phone")
    ann.sit(seat)
    ann.turn()
    assert ann.wait_for_turn()
    before = ann.state["view"]
    ann.page.reload()
    ann.ready()
    assert ann.state["view"] == before
    server.kill()
    lost(ann)
    expect(ann.cards).to_have_count(len(before["hands"][0]["cards"]))
    shoot(ann.page, "lost-connection")
    server.start()
    found(ann)
    assert ann.state["view"] == before
    ann.play_on()
    expect(ann.result).to_be_visible()


@pytest.mark.usefixtures("forgiving")
def test_a_move_made_while_the_server_is_down_is_made_once_when_it_is_back(
    server: RunningServer, invite: Invite
) -> None:
    (seat,) = asked(seat_people(server, 1))
    ann = invite()
    ann.sit(seat)
    server.kill()
    lost(ann)
    state = ann.state
    ann.intend()
    ann.press(ann.confirm)
    server.start()
    ann.wait_past(0, state["table"]["game"]["id"])
    found(ann)
    assert len(moves_made(server, seat)) == 1


@pytest.mark.usefixtures("forgiving")
def test_a_move_whose_answer_was_lost_is_not_made_twice(
    server: RunningServer, invite: Invite, line: Line
) -> None:
    (seat,) = asked(seat_people(server, 1))
    ann = invite(url=line.url)
    ann.sit(seat)
    game = ann.state["table"]["game"]["id"]
    line.swallow_answers()
    ann.intend()
    ann.press(ann.confirm)
    for _ in range(100):
        if moves_made(server, seat):
            break
        ann.page.wait_for_timeout(50)
    assert ann.state["view"]["ply"] == 0
    line.cut()
    lost(ann)
    line.mend()
    ann.wait_past(0, game)
    found(ann)
    assert len(moves_made(server, seat)) == 1
    made = ann.play_on()
    assert len(moves_made(server, seat)) == 1 + made


@pytest.mark.usefixtures("forgiving")
def test_ten_seconds_without_a_network_lose_and_double_nothing(
    server: RunningServer, invite: Invite
) -> None:
    seats = asked(seat_people(server, 2, first=0))
    ann, bob = invite("phone"), invite("phone")
    ann.sit(seats[0])
    bob.sit(seats[1])
    game = ann.state["table"]["game"]["id"]
    ann.page.context.set_offline(True)
    lost(ann)
    ann.intend()
    ann.press(ann.confirm)
    ann.page.wait_for_timeout(OFFLINE_SECONDS * 1000)
    assert moves_made(server, seats[0]) == []
    assert ann.state["view"]["ply"] == bob.state["view"]["ply"] == 0
    ann.page.context.set_offline(False)
    for person in (ann, bob):
        person.wait_past(0, game)
    found(ann)
    assert len(moves_made(server, seats[0])) == 1
    assert ann.state["version"] == bob.state["version"]


def test_two_tabs_on_one_seat_show_the_same_game(server: RunningServer, invite: Invite) -> None:
    (seat,) = asked(seat_people(server, 1))
    ann = invite()
    ann.sit(seat)
    again = Person(ann.page.context.new_page(), ann.url)
    again.visit(f"/t/{seat.table}")
    again.ready()
    assert again.state["view"] == ann.state["view"]
    # Both have the same card in mind; one of them plays it.
    game = ann.state["table"]["game"]["id"]
    for tab in (ann, again):
        tab.pick(tab.cards.last)
    ann.press(ann.confirm)
    for tab in (ann, again):
        tab.wait_past(0, game)
        expect(tab.page.locator(".card.selected")).to_have_count(0)
    assert again.state["view"] == ann.state["view"]
    assert len(moves_made(server, seat)) == 1
    ann.turn()
    again.page.wait_for_function(
        "(ply) => document.querySelector('table-page').store.state.view.ply === ply",
        arg=ann.state["view"]["ply"],
    )


def test_a_move_on_an_old_picture_is_refused_with_a_word_and_the_game_goes_on(
    server: RunningServer, invite: Invite
) -> None:
    (seat,) = asked(seat_people(server, 1))
    ann = invite()
    ann.sit(seat)
    slow = Person(ann.page.context.new_page(), ann.url)
    held: list[str | bytes] = []
    holding = False

    def hold_back(route: WebSocketRoute) -> None:
        there = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            news = isinstance(message, str) and '"type":"update"' in message
            if holding and news:
                held.append(message)
            else:
                route.send(message)

        there.on_message(pass_on)

    slow.page.route_web_socket("**/socket", hold_back)
    slow.visit(f"/t/{seat.table}")
    slow.ready()
    holding = True
    ann.turn()
    slow.pick(slow.cards.first)
    slow.press(slow.confirm)
    expect(slow.page.locator(".toast.bad")).to_have_text(slow.words("error.move.stale"))
    shoot(slow.page, "refused-move")
    assert len(moves_made(server, seat)) == 1
    assert held
    # The page may be loaded anew, as people do, and shows how things stand.
    holding = False
    slow.page.reload()
    slow.ready()
    assert slow.state["view"] == ann.state["view"]


@pytest.mark.usefixtures("forgiving")
def test_a_home_page_whose_server_is_gone_says_so_and_stays(
    server: RunningServer, invite: Invite
) -> None:
    ann = invite("phone")
    ann.visit()
    # From here on the service worker stands between the page and the server.
    ann.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    server.kill()
    try:
        start = ann.door("ui.home.alone").get_by_role("button")
        ann.press(start)
        expect(ann.page.locator(".toast.bad")).to_have_text(ann.words("web.unreachable"))
        shoot(ann.page, "server-gone")
        expect(start).to_be_enabled()
    finally:
        server.start()
    ann.press(start)
    ann.ready()


def test_a_bot_plays_for_who_is_away_after_a_while_and_a_second_click(
    invite: Invite, watch: Watch, tmp_path: Path
) -> None:
    with running_server(tmp_path, absent_seconds=9, stand_in="greedy") as server:
        watch.origins.add(server.url.removeprefix("http://"))
        seat, _ = asked(seat_people(server, 2, rules={"attack": [0, 0, 0]}, first=1))
        ann = invite("phone", url=server.url)
        ann.sit(seat)
        away = ann.page.locator(".seat.away")
        vote = away.locator(".vote")
        expect(vote).to_be_disabled()
        expect(vote.locator(".wait")).to_have_text(re.compile("^[1-9]$"))
        shoot(ann.page, "vote-countdown")
        expect(vote).to_be_enabled(timeout=20_000)
        vote.click()
        question = ann.page.get_by_role("dialog")
        expect(question).to_contain_text(ann.words("web.vote.alone", seat="Bob"))
        shoot(ann.page, "vote-question")
        # What changes nothing has the focus.
        ann.key("Enter")
        expect(question).to_have_count(0)
        assert not ann.state["table"]["seats"][1].get("votes")
        vote.click()
        ann.press(ann.button("web.vote.yes"))
        # Nobody else could agree: once more, and not at once.
        expect(vote).to_be_disabled()
        expect(vote).to_be_enabled(timeout=20_000)
        assert vote.get_attribute("aria-label") == ann.words("web.vote.again", seat="Bob")
        expect(away.locator(".note")).to_have_text(ann.words("ui.seat.away"))
        vote.click()
        ann.press(ann.button("web.vote.yes"))
        expect(away.locator(".note")).to_have_text(ann.words("ui.seat.stand_in"))
        expect(vote).to_be_hidden()
        ann.turn()
