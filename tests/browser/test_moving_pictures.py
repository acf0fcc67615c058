"""What moves: a scene above a table that is up to date, in nobody's way, and gone when unwanted."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from playwright.sync_api import expect

from openregicide.protocol import Joined
from support.browsing import Invite, Person, asked, at_size, beyond, shoot
from support.film import Film
from support.serving import RunningServer
from support.tables import HARD, connected, move_once, seat_people, told

SMALL = {"hand_limit": 12, "health": [1, 1, 1], "attack": [0, 0, 0]}


async def _seat_before(
    server: RunningServer, wanted: str, players: int, rules: dict[str, Any]
) -> tuple[Joined, str]:
    """Deal until the first player can make a move whose preview says so; return both."""
    for _ in range(64):
        bots = {str(seat): "greedy" for seat in range(1, players)}
        (seat,) = await seat_people(
            server, players, bots=bots, rules=rules, first=None if players == 1 else 0
        )
        for legal in (await told(server, seat)).moves or ():
            preview = legal.preview
            kind = "exact" if preview.exact else "kill" if preview.falls else "blow"
            several = len(legal.move) > 3 or preview.heal or preview.draws
            if kind == wanted and (several or wanted != "blow"):
                return seat, legal.move
    raise AssertionError(f"64 hands without a {wanted}")


def film_of(
    server: RunningServer, ann: Person, wanted: str, players: int = 1, **rules: Any
) -> Film:
    """Let somebody make a move, and return what there is to see of it."""
    seat, move = asked(_seat_before(server, wanted, players, rules))
    ann.sit(seat)
    film = Film(ann.page)
    ann.choose([move[place : place + 2] for place in range(1, len(move), 2)])
    ann.press(ann.confirm)
    film.wait()
    return film


def at_rest(person: Person) -> None:
    """See that nothing is left of a scene, and that every number is what the table says."""
    expect(person.page.locator(".moving, .enemy.was, [data-shown]")).to_have_count(0)
    view = person.state["view"]
    figures = {"tavern": view["tavern"], "discard": len(view["discard"])}
    if view["enemy"] is not None:
        figures |= {"attack": view["attack"], "shield": view["shield"]}
    for figure, value in figures.items():
        expect(person.page.locator(f'[data-figure="{figure}"]')).to_have_text(str(value))


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_film_of_a_kill(server: RunningServer, invite: Invite, size: str) -> None:
    ann = invite(size, motion=True)
    film = film_of(server, ann, "kill", players=3, health=[5, 30, 40])
    # The table is up to date at once; above it the fallen enemy's bar drains to zero.
    meter = ann.page.get_by_role("meter")
    expect(meter).to_have_attribute("aria-valuenow", "5")
    expect(ann.page.locator(".enemy.was .meter b")).to_have_text("5 / 5")
    film.shoot(f"kill-{size}")
    film.at(film.length * 0.62)
    expect(ann.page.locator(".enemy.was .meter b")).to_have_text("0 / 5")
    film.end()
    at_rest(ann)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_film_of_an_exact_kill(server: RunningServer, invite: Invite, size: str) -> None:
    ann = invite(size, motion=True)
    film = film_of(server, ann, "exact", players=2, health=[6, 30, 40])
    expect(ann.page.locator(".moving .exact")).to_have_text(ann.words("web.moment.exact"))
    film.shoot(f"exact-{size}", 14)
    film.end()
    at_rest(ann)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_film_of_a_blow(server: RunningServer, invite: Invite, size: str) -> None:
    ann = invite(size, motion=True)
    film = film_of(server, ann, "blow", players=2, health=[60, 60, 60], attack=[7, 7, 7])
    film.shoot(f"blow-{size}", 12)
    film.end()
    at_rest(ann)


def test_a_film_of_a_loss(server: RunningServer, invite: Invite) -> None:
    for size in ("phone", "desktop"):
        ann = invite(size, motion=True)
        film = film_of(server, ann, "blow", players=2, **HARD)
        film.shoot(f"loss-{size}")
        expect(ann.result).to_have_count(0)
        film.end()
        expect(ann.result).to_be_visible()
        at_rest(ann)
        check_keepsake(ann, "loss")


def test_a_film_of_a_win(server: RunningServer, invite: Invite) -> None:
    for size in ("phone", "desktop"):
        (seat,) = asked(_almost_won(server))
        ann = invite(size, motion=True)
        ann.sit(seat)
        film = Film(ann.page)
        ann.pick(ann.cards.last)
        ann.press(ann.confirm)
        film.wait()
        film.shoot(f"win-{size}")
        expect(ann.result).to_have_count(0)
        film.end()
        expect(ann.result).to_be_visible()
        at_rest(ann)
        check_keepsake(ann, "win")


def check_keepsake(person: Person, name: str) -> None:
    """See the end as a picture worth keeping, on every screen and on the smallest."""
    shoot(person.page, f"film/{name}-result", ("small", "tall", "landscape", "tablet", "wide"))
    for size in ("small", "phone"):
        at_size(person.page, size)
        assert beyond(person.page)[0] <= 0
    expect(person.result.locator(".scenery")).to_be_visible()
    expect(person.result.locator(".signature")).to_contain_text("Ann")
    expect(person.result.locator(".signature")).to_contain_text(str(date.today().year))


async def _almost_won(server: RunningServer) -> list[Joined]:
    """Play a solo game until one more card wins it."""
    people = await seat_people(server, 1, rules=SMALL)
    async with connected(server, people[0].table, people[0].token) as line:
        while line.view is not None and len(line.view.royals) > 0:
            await move_once([line])
    return people


def test_what_is_touched_while_things_move_is_done_at_once(
    server: RunningServer, invite: Invite
) -> None:
    ann = invite("phone", motion=True)
    film = film_of(server, ann, "kill", players=1, **SMALL)
    film.at(100)
    # The scene stands still; a card can be selected under it, with all that it will do.
    ann.pick(ann.cards.last)
    expect(ann.page.locator(".hand .selected")).to_have_count(1)
    expect(ann.confirm).to_have_text(ann.words.like("ui.do.play"))
    expect(ann.page.locator(".moving")).to_have_count(1)
    # And be played, too: the next move is seen when this one is over.
    ply = ann.state["view"]["ply"]
    ann.press(ann.confirm)
    ann.wait_past(ply, ann.state["table"]["game"]["id"])
    expect(ann.page.locator(".moving")).to_have_count(1)
    # A tap on the table itself means that one has seen enough.
    ann.page.locator(".piles").click(position={"x": 1, "y": 1}, force=True)
    at_rest(ann)


@pytest.mark.parametrize("motion", [True, False], ids=["moving", "still"])
def test_the_last_move_is_seen_before_the_result_covers_it(
    server: RunningServer, invite: Invite, motion: bool
) -> None:
    # Another player makes it, and cannot pay for it.
    seats = asked(seat_people(server, 2, rules=HARD, first=0))
    ann, bob = invite(motion=motion), invite("phone", motion=motion)
    ann.sit(seats[0])
    bob.sit(seats[1])
    for person in (ann, bob):
        keep_the_result_back(person)
    card = ann.cards.last.get_attribute("data-card")
    ann.pick(ann.cards.last)
    ann.press(ann.confirm)
    for person in (ann, bob):
        expect(person.page.locator(".turn-text")).to_have_text(person.words("ui.turn.over"))
        expect(person.page.locator(f'.played [data-card="{card}"]')).to_be_visible()
        key = "ending.cannot_pay.you" if person is ann else "ending.cannot_pay"
        expect(person.page.locator(".say span")).to_have_text(person.words.like(key))
        expect(person.result).to_have_count(0)
    # One who has seen enough goes on at once, with a tap or a key.
    ann.page.locator(".enemy > .card").first.click(force=True)
    expect(ann.result).to_be_visible()
    expect(ann.result.locator(".row button").first).to_be_focused()
    bob.key("Enter")
    expect(bob.result).to_be_visible()
    for person in (ann, bob):
        at_rest(person)


def keep_the_result_back(person: Person) -> None:
    """Let the look at the last move last until it is ended by hand."""
    person.page.evaluate(
        """() => {
          const { setTimeout } = window;
          window.setTimeout = (run, after, ...all) =>
            after === 900 ? 0 : setTimeout(run, after, ...all);
        }"""
    )


def test_the_result_comes_by_itself_when_a_bot_has_made_the_last_move(
    server: RunningServer, invite: Invite
) -> None:
    rules = {"attack": [0, 0, 0], "health": [1, 250, 250], "jesters": 0, "hand_limit": 5}
    (seat,) = asked(seat_people(server, 2, bots={"1": "greedy"}, rules=rules, first=0))
    ann = invite("phone", motion=True)
    ann.sit(seat)
    ann.play_on()
    expect(ann.result).to_be_visible()
    at_rest(ann)


def test_a_plan_made_while_others_play_stays_until_ones_turn(
    server: RunningServer, invite: Invite
) -> None:
    rules = {"health": [250, 250, 250], "attack": [0, 0, 0], "jesters": 0}
    seats = asked(seat_people(server, 3, rules=rules, first=0))
    ann, bob, cleo = invite(), invite("phone"), invite("phone", touch=True)
    for person, seat in zip((ann, bob, cleo), seats, strict=True):
        person.sit(seat)
    cleo.pick(cleo.cards.last)
    card = cleo.cards.last.get_attribute("data-card")
    expect(cleo.page.locator(".say span")).to_have_text(cleo.words.like("ui.say.planned"))
    shoot(cleo.page, "planned", ("phone",))
    assert cleo.page.locator(".acts > .go:visible").count() == 0
    for person in (ann, bob):
        assert person.wait_for_turn()
        person.turn()
    assert cleo.wait_for_turn()
    expect(cleo.page.locator(".hand .selected")).to_have_count(1)
    expect(cleo.page.locator(".hand .selected")).to_have_attribute("data-card", card or "")
    cleo.press(cleo.confirm)
    cleo.wait_past(2, cleo.state["table"]["game"]["id"])
    expect(cleo.page.locator(".hand .selected")).to_have_count(0)


def test_bots_that_move_at_once_are_never_far_ahead_of_what_is_seen(
    server: RunningServer, invite: Invite
) -> None:
    rules = {"health": [250, 250, 250], "attack": [0, 0, 0], "jesters": 0}
    bots = {str(seat): "greedy" for seat in (1, 2, 3)}
    (seat,) = asked(seat_people(server, 4, bots=bots, rules=rules, first=0))
    ann = invite(motion=True)
    ann.sit(seat)
    ann.page.evaluate(
        """() => {
          window.behind = [];
          const look = () => {
            const ends = document.getAnimations()
              .filter(({ effect }) => effect.target.matches(".moving > .card"))
              .map(({ effect, currentTime, playbackRate }) =>
                (effect.getComputedTiming().endTime - currentTime) / playbackRate);
            if (ends.length) window.behind.push(Math.max(...ends));
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    ann.turn()
    assert ann.wait_for_turn()
    expect(ann.page.locator(".played li")).to_have_count(4)
    expect(ann.page.locator(".moving")).to_have_count(0)
    behind = ann.page.evaluate("window.behind")
    assert behind
    assert max(behind) <= 2000
    at_rest(ann)


def test_three_speeds_and_none_where_nothing_is_to_move(
    server: RunningServer, invite: Invite
) -> None:
    lasts = {}
    for speed in ("quick", "normal", "slow"):
        ann = invite(motion=True)
        ann.visit("/settings")
        ann.field("web.speed").select_option(speed)
        film = film_of(server, ann, "kill", players=2, health=[1, 30, 40])
        lasts[speed] = ann.page.evaluate(
            "() => window.film.find(({ effect }) => effect.target.matches('.cut'))"
            ".effect.getTiming().duration"
        )
        film.end()
    assert (2 * lasts["quick"], lasts["slow"]) == (lasts["normal"], 2 * lasts["normal"])
    still = invite(motion=True)
    still.visit("/settings")
    still.field("web.motion").select_option("off")
    still.play_alone()
    still.page.evaluate("() => { Element.prototype.animate = () => { throw new Error('moved'); } }")
    still.turn()
    at_rest(still)


def test_sounds_are_offered_once_and_in_nobodys_way(server: RunningServer, invite: Invite) -> None:
    ann = invite("phone")
    ann.play_alone()
    offer = ann.page.locator(".sound-offer")
    expect(offer).to_contain_text(ann.words("web.sound.offer"))
    shoot(ann.page, "sound-offer", ("phone", "landscape", "desktop"))
    # A card can be played all the same, and takes the place of the question.
    ann.turn()
    ann.visit()
    ann.play_alone()
    ann.press(offer.get_by_role("button", name=ann.words("web.sound.offer.yes"), exact=True))
    expect(offer).to_be_hidden()
    ann.visit("/settings")
    expect(ann.field("web.sound")).to_be_checked()
    ann.field("web.sound").uncheck()
    ann.play_alone()
    expect(offer).to_be_hidden()


def test_a_phone_is_shaken_when_its_player_is_struck_and_only_if_wanted(
    server: RunningServer, invite: Invite
) -> None:
    for wanted in (True, False):
        ann = invite("phone", touch=True, motion=True)
        ann.page.add_init_script(
            "window.shaken = []; navigator.vibrate = (pattern) => window.shaken.push(pattern)"
        )
        ann.visit("/settings")
        toggle = ann.field("web.vibrate")
        if not wanted:
            toggle.uncheck()
        film = film_of(server, ann, "blow", players=2, health=[60, 60, 60], attack=[7, 7, 7])
        assert ann.page.evaluate("window.shaken.length") == 0
        film.end()
        assert bool(ann.page.evaluate("window.shaken.length")) is wanted
    desk = invite()
    desk.visit("/settings")
    expect(desk.field("web.speed")).to_be_visible()
    expect(desk.field("web.vibrate")).to_have_count(0)


def test_a_replay_shows_a_step_and_is_done_with_it_when_the_next_one_comes(
    server: RunningServer, invite: Invite
) -> None:
    (seat,) = asked(seat_people(server, 1, rules=HARD))
    ann = invite(motion=True)
    ann.sit(seat)
    ann.play_on()
    ann.press(ann.link("ui.result.replay"))
    title = ann.page.locator("replay-page .turn-text")
    expect(title).to_have_text(ann.words.like("ui.replay.at"))
    film = Film(ann.page)
    ann.key("ArrowRight")
    film.wait()
    ann.key("ArrowLeft")
    expect(ann.page.locator(".moving, .enemy.was, [data-shown]")).to_have_count(0)
    ann.key("ArrowRight")
    film.wait()
    film.end()
    expect(ann.page.locator(".moving, .enemy.was, [data-shown]")).to_have_count(0)
