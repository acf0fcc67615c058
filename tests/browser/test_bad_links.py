"""Whatever leads nowhere has a calm page or word that says what to do next."""

from __future__ import annotations

from playwright.sync_api import expect

from support.browsing import Invite, Watch, asked, shoot
from support.serving import RunningServer
from support.tables import HARD, seat_people

UNKNOWN = "AAAAABBBBB"


def test_an_address_that_leads_nowhere(invite: Invite, watch: Watch) -> None:
    watch.forgive(r"status of 404 .*/nowhere")
    ann = invite()
    ann.visit("/nowhere")
    expect(ann.page.locator(".problem p").first).to_have_text(ann.words("web.nowhere"))
    shoot(ann.page, "nowhere")
    ann.press(ann.link("ui.menu.home"))
    expect(ann.door("ui.home.alone")).to_be_visible()


def test_a_table_that_does_not_exist(invite: Invite) -> None:
    ann = invite("phone")
    ann.visit()
    ann.field("ui.home.code").fill(UNKNOWN)
    ann.press(ann.button("ui.home.join"))
    expect(ann.page.locator(".problem p").first).to_have_text(ann.words("error.table.unknown"))
    shoot(ann.page, "unknown-table")
    ann.press(ann.link("ui.home.new"))
    expect(ann.button("web.setup.make")).to_be_visible()


def test_a_game_that_does_not_exist(invite: Invite, watch: Watch) -> None:
    watch.forgive(r"status of 404 .*/api/games/")
    ann = invite("phone")
    ann.visit("/g/AAAAAAAAAAAAAAAA")
    expect(ann.page.locator(".problem p").first).to_have_text(ann.words("error.game.unknown"))
    shoot(ann.page, "unknown-game")
    ann.press(ann.link("ui.menu.home"))
    expect(ann.door("ui.home.alone")).to_be_visible()


def test_a_code_with_a_letter_too_few_stays_on_the_page(invite: Invite) -> None:
    ann = invite("phone")
    ann.visit()
    ann.field("ui.home.code").fill(UNKNOWN[:-1])
    ann.press(ann.button("ui.home.join"))
    expect(ann.page.locator(".toast.bad")).to_have_text(ann.words("ui.home.code_wrong"))
    assert ann.page.url == ann.url + "/"


def test_a_link_with_an_old_key_offers_to_watch(server: RunningServer, invite: Invite) -> None:
    (seat,) = asked(seat_people(server, 1))
    ann = invite("phone")
    ann.visit(f"/t/{seat.table}#seat={'A' * len(seat.token)}")
    expect(ann.page.locator(".problem p").first).to_have_text(ann.words("error.seat.token"))
    assert "#" not in ann.page.url
    shoot(ann.page, "old-key")
    ann.press(ann.button("web.problem.watch"))
    expect(ann.page.locator(".turn-text")).to_have_text(ann.words("ui.turn.play", seat="Ann"))
    shoot(ann.page, "watching")


def test_a_table_that_is_full_by_the_time_one_sits_down(
    server: RunningServer, invite: Invite
) -> None:
    seats = asked(seat_people(server, 2, bots={"1": "greedy"}, begin=False))
    # A seat that is taken while somebody types a name.
    ann, bob = invite("phone"), invite("phone")
    ann.come(seats[0])
    ann.page.get_by_label(ann.words("ui.seat.choose", number=2)).select_option("")
    bob.visit(f"/t/{seats[0].table}")
    bob.field("ui.name").fill("Bob")
    ann.page.get_by_label(ann.words("ui.seat.choose", number=2)).select_option("greedy")
    expect(bob.page.get_by_role("heading", name=bob.words("ui.waiting"))).to_be_visible()
    expect(bob.page.get_by_role("button", name=bob.words("web.sit"))).to_have_count(0)
    expect(bob.page.locator(".waiting")).to_contain_text(bob.words("ui.waiting.host"))
    shoot(bob.page, "full-table", ("phone",))


def test_somebody_late_watches_a_table_that_is_full(server: RunningServer, invite: Invite) -> None:
    asked_for = asked(seat_people(server, 2))[0].table
    late = invite("phone")
    late.visit(f"/t/{asked_for}")
    expect(late.page.locator(".watchers")).to_be_visible()
    expect(late.cards).to_have_count(0)
    expect(late.page.get_by_role("button", name=late.words("web.sit"))).to_have_count(0)


def test_a_table_that_does_not_want_to_be_watched(server: RunningServer, invite: Invite) -> None:
    seats = asked(seat_people(server, 2, settings={"spectators": False}))
    late = invite("phone")
    late.visit(f"/t/{seats[0].table}")
    expect(late.page.locator(".problem p").first).to_have_text(
        late.words("error.table.no_spectators")
    )
    shoot(late.page, "no-spectators")


def test_a_finished_game_shows_its_end_to_whoever_comes_by(
    server: RunningServer, invite: Invite
) -> None:
    (seat,) = asked(seat_people(server, 1, rules=HARD | {"flips": 0}))
    ann, late = invite(), invite("phone")
    ann.sit(seat)
    ann.play_on()
    late.visit(f"/t/{seat.table}")
    expect(late.result.get_by_role("heading", level=1)).to_have_text(late.words("ui.result.lost"))
    expect(late.page.get_by_role("button", name=late.words("ui.result.new_deal"))).to_have_count(0)
    shoot(late.page, "finished-game")
    # The device that played is not told to go on with a game that is over.
    ann.visit()
    ann.page.wait_for_load_state("networkidle")
    expect(ann.page.locator(".unfinished a")).to_have_count(0)
