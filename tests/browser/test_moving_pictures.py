"""What moves: a scene above a table that is up to date, in nobody's way, and gone when unwanted."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.sync_api import expect

from openregicide.protocol import Joined
from support.browsing import Invite, Person, asked, shoot
from support.film import Film
from support.serving import RunningServer
from support.tables import EASY, HARD, connected, move_once, seat_people, told

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
        shoot(ann.page, "film/loss-result", ("phone", "desktop", "tablet", "landscape"))


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
        shoot(ann.page, "film/win-result", ("phone", "desktop", "tablet", "landscape"))


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
