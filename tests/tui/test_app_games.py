"""Whole games at the application, as people play them: looking, selecting, confirming."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from textual.pilot import Pilot

from openregicide.core import JESTER, Game, Generator, RuleSet
from openregicide.notation import load_game
from openregicide.tui.app.panels.hand import HandPanel
from openregicide.tui.app.panels.keys import KeyBar
from openregicide.tui.app.panels.panel import Panel
from openregicide.tui.app.play import PlayApp
from openregicide.tui.app.screens.curtain import CurtainScreen
from openregicide.tui.app.screens.home import HomeScreen
from openregicide.tui.app.screens.result import ResultScreen
from openregicide.tui.app.screens.room import RoomScreen
from openregicide.tui.app.screens.table import TableScreen
from openregicide.tui.tables.remote import ServerTable
from support.app_games import People, opened, run, text_of, until
from support.serving import RunningServer, running_server
from support.table_games import QUICK, at_random, play

LONG = RuleSet(players=1, attack=(3, 4, 5), health=(5, 6, 7))
"""Mild enough that a game takes a while."""


def test_a_game_alone_to_its_end_and_a_rematch(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, rules=LONG, seed=3, first=0) as (app, pilot):
            people = People(app, pilot)
            await people.on(TableScreen)
            model = app.model
            assert model is not None
            await people.play()
            outcome = model.outcome
            assert outcome is not None
            await pilot.press("enter")
            await people.on(ResultScreen)
            shown = text_of(app)
            assert ("The castle is yours" if outcome.won else "The castle stands") in shown
            assert "Seed: " + "0" * 31 + "3" in shown
            assert "regicide verify" in shown.replace("\n", " ")
            game = load_game(await model.record())
            assert game.outcome == outcome
            await pilot.press("n")
            await people.on(TableScreen)
            assert model.number == 2
            assert model.turn_of_here == 0

    run(work)


SHORT = RuleSet(players=2, attack=(2, 3, 4), health=(3, 4, 5))


def test_two_at_one_keyboard_never_see_each_others_cards(tmp_path: Path) -> None:
    """Behind the curtain nothing knows a hand: not the screen, nor any widget under it."""

    async def work() -> None:
        async with opened(tmp_path, rules=SHORT, seed=5, first=1) as (app, pilot):
            people = People(app, pilot, seed=2)
            await people.on(CurtainScreen)

            def behind() -> None:
                assert not re.search("[♣♦♥♠]", text_of(app))
                known = [hidden_cards(panel) for panel in panels(app)]
                assert len(known) == 5
                assert not any(known), known

            behind()
            # Nothing leads past it but sitting down.
            await pilot.press("1", "h", "l", "d", "question_mark", "escape", "t", "u", "left")
            await pilot.click("KeyBar", offset=(60, 0))
            assert isinstance(app.screen, CurtainScreen)
            behind()
            await pilot.press("enter")
            await people.on(TableScreen)
            assert people.table.selection.seat == 1
            assert "▶ Player 2" in text_of(app)
            await people.play(behind=behind)
            assert people.curtains >= 3
            assert app.model is not None
            assert app.model.outcome is not None

    run(work)


def panels(app: PlayApp) -> list[Panel]:
    return [panel for screen in app.screen_stack for panel in screen.query(Panel)]


def hidden_cards(panel: Panel) -> list[object]:
    """What a panel holds that not everybody may know."""
    found: list[object] = []
    if panel.scene is not None:
        found += [hand.cards for hand in panel.scene.view.hands if hand.cards]
        found += [panel.scene.view.seat] * (panel.scene.view.seat is not None)
    told = [*getattr(panel, "news", ()), *getattr(panel, "paragraphs", ())]
    found += [text for text in told if re.search("you draw", text, re.IGNORECASE)]
    assert not isinstance(panel, HandPanel) or not panel.cards
    return found


def test_a_game_with_bots_by_the_mouse_alone(tmp_path: Path) -> None:
    rules = RuleSet(players=3, attack=(2, 3, 4), health=(3, 4, 5), jesters=0)

    async def work() -> None:
        bots = ("greedy", "random")
        async with opened(tmp_path, rules=rules, seed=4, first=0, bots=bots) as (app, pilot):
            people = People(app, pilot)
            people.mouse = True
            await people.on(TableScreen)
            await people.play()
            assert app.model is not None
            assert app.model.outcome is not None
            assert "Bruno" in text_of(app)
            await pilot.click("KeyBar", offset=(3, 0))
            await people.on(ResultScreen)

    run(work)


def test_a_jester_lets_one_choose_who_goes_next(tmp_path: Path) -> None:
    rules = RuleSet(players=3, attack=(0, 0, 0), jesters=2)
    seed = next(n for n in range(99) if JESTER in Game.new(rules, n).view(0).hands[0].cards)

    async def work() -> None:
        async with opened(tmp_path, rules=rules, seed=seed, first=0, bots=("greedy",) * 2) as made:
            app, pilot = made
            people = People(app, pilot)
            await people.on(TableScreen)
            selection = people.table.selection
            await pilot.press(str(selection.hand.index(JESTER) + 1), "enter")
            await until(pilot, lambda: "Who goes next?" in text_of(app))
            await pilot.press("9")
            assert selection.asked is None
            assert selection.notice
            bar = app.screen.query_one(KeyBar)
            column = next(column for column, key in bar.placed() if key.action == "number(3)")
            await pilot.click(KeyBar, offset=(column, 0))
            assert "goes next" in text_of(app)
            await pilot.click(KeyBar, offset=(2, 0))
            await until(pilot, lambda: selection.acts)
            assert "You choose Cleo" in "".join(people.table.paragraphs())

    run(work)


def test_every_card_of_a_full_hand_has_a_key_that_is_written_on_it(tmp_path: Path) -> None:
    rules = RuleSet(players=3, hand_limit=12)

    async def work() -> None:
        async with opened(tmp_path, rules=rules, seed=8, first=0, bots=("greedy",) * 2) as made:
            app, pilot = made
            people = People(app, pilot)
            await people.on(TableScreen)
            selection = people.table.selection
            assert len(selection.hand) == 12
            assert "1–=" in text_of(app)
            keys = [*"1234567890", "minus", "equals_sign"]
            for index, key in enumerate(keys):
                await pilot.press(key)
                assert selection.chosen == [index]
                await pilot.press("escape")

    run(work)


def test_a_saved_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, rules=LONG, seed=8, first=0) as (app, pilot):
            people = People(app, pilot)
            await people.on(TableScreen)
            await people.play(moves=3)
            view = people.table.selection.view
            await pilot.press("ctrl+c")
        assert app.return_value is None
        async with opened(tmp_path) as (app, pilot):
            people = People(app, pilot)
            await people.on(HomeScreen)
            assert "Continue: alone" in text_of(app)
            await pilot.press("enter")
            await people.on(TableScreen)
            assert people.table.selection.view == view
            # An undo is possible, and noted.
            await pilot.press("u")
            await until(pilot, lambda: not people.table.busy)
            assert app.model is not None
            assert app.model.undone == 1
            await pilot.press("q")
            await people.on(HomeScreen)
            await pilot.press("q")
        assert app.model is None

    run(work)


def test_a_servers_table_survives_the_servers_death(tmp_path: Path) -> None:
    rules = RuleSet(players=2, attack=(2, 3, 4), health=(6, 6, 6), jesters=0)

    async def work() -> None:
        with running_server(tmp_path / "server") as server:
            made = await ServerTable.create(server.url, "Ann", rules, timing=QUICK)
            async with (
                made as ann,
                opened(tmp_path, join=ann.invitation, name="Bob") as (app, pilot),
            ):
                people = People(app, pilot)
                await people.on(RoomScreen)
                await until(pilot, lambda: ann.may_begin)
                shown = text_of(app)
                assert "Ann" in shown
                assert "Bob" in shown
                assert ann.invitation is not None
                assert ann.invitation in shown
                await ann.begin(first=1)
                await people.on(TableScreen)
                elsewhere = asyncio.create_task(play(ann, at_random(Generator(3))))
                await people.play(moves=3)
                await say_hello(pilot, ann)
                await until(pilot, lambda: people.table.selection.acts)

                server.kill()
                await until(pilot, lambda: "connection lost" in text_of(app))
                server.start()
                await until(pilot, lambda: "connection lost" not in text_of(app))
                await people.play()
                await elsewhere
                await pilot.press("enter")
                await people.on(ResultScreen)
                assert server.url in text_of(app)
                assert app.model is not None
                assert ann.outcome == app.model.outcome

    run(work)


async def say_hello(pilot: Pilot[None], ann: ServerTable) -> None:
    await pilot.press("t", "enter")
    await until(pilot, lambda: any(each.phrase == "hello" for each in ann.happenings()))


def test_bots_stand_in_for_those_who_are_away_until_they_are_back(
    tmp_path: Path, running: RunningServer
) -> None:
    # Nobody can win or lose this soon, however quickly bots play.
    rules = RuleSet(players=2, attack=(0, 0, 0), health=(250, 250, 250))

    async def work() -> None:
        ann = await ServerTable.create(running.url, "Ann", rules, timing=QUICK)
        await ann.open()
        async with opened(tmp_path, join=ann.invitation, name="Bob") as (app, pilot):
            people = People(app, pilot)
            await people.on(RoomScreen)
            await until(pilot, lambda: ann.may_begin)
            await ann.begin(first=0)
            await people.on(TableScreen)
            await ann.close()
            await until(pilot, lambda: "Ann is away" in text_of(app))
            await pilot.press("v")
            await until(pilot, lambda: "Let a bot play for Ann?" in text_of(app))
            # First the other way round: it was only a question.
            await pilot.press("2")
            await people.on(TableScreen)
            assert app.model is not None
            assert not app.model.players[0].votes
            for key in ("let a bot play", "confirm the bot"):
                await until(pilot, lambda key=key: key in text_of(app))  # type: ignore[misc]
                await pilot.press("v")
                await until(pilot, lambda: "Let a bot play for Ann?" in text_of(app))
                await pilot.press("1")
                await people.on(TableScreen)
            await until(pilot, lambda: "A bot plays on for Ann." in people.table.paragraphs())
            await until(pilot, lambda: people.table.selection.acts)
        async with await ServerTable.join(ann.link, timing=QUICK) as back:
            await back.come_back(0)
            await back.until(lambda: not back.players[1].present)
            await back.vote(0, 1)
            await back.vote(0, 1)
            await back.until(lambda: bool(back.players[1].stand_in))
            async with opened(tmp_path, join=back.invitation) as (app, pilot):
                people = People(app, pilot)
                await people.on(TableScreen)
                await until(pilot, lambda: "Take my seat back" in text_of(app))
                await pilot.press("b")
                await until(pilot, lambda: "You are back." in people.table.paragraphs())

    run(work)


def test_where_hints_are_off_there_is_no_key_for_them(
    tmp_path: Path, running: RunningServer
) -> None:
    async def work() -> None:
        rules = RuleSet(players=2)
        made = await ServerTable.create(running.url, "Ann", rules, hints=False, timing=QUICK)
        async with made as ann, opened(tmp_path, join=ann.invitation, name="Bob") as (app, pilot):
            people = People(app, pilot)
            await people.on(RoomScreen)
            await until(pilot, lambda: ann.may_begin)
            await ann.begin(first=1)
            await people.on(TableScreen)
            await until(pilot, lambda: people.table.selection.acts)
            assert "h hint" not in text_of(app)
            await pilot.press("h")
            await until(pilot, lambda: "There are no hints at this table." in text_of(app))

    run(work)
