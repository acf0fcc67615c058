"""Tables on a real server: lost and lost moments, seats that are remembered, people away, talk."""

from __future__ import annotations

import shutil
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from openregicide.client import Link, Server, format_link, new_id
from openregicide.core import Generator, Heal, RuleSet, Talk
from openregicide.i18n import Catalogue
from openregicide.notation import read_record
from openregicide.protocol import (
    AFTER_JESTER,
    PHRASES,
    PUBLIC_FACTS,
    Configure,
    ServerInfo,
    TableSettings,
)
from openregicide.table.options import rules_data
from openregicide.tui.tables.held_seats import HeldSeats
from openregicide.tui.tables.model import Status
from openregicide.tui.tables.remote import ServerTable, find_link
from openregicide.tui.words.names import Speech
from support.serving import RunningServer, running_server
from support.table_games import (
    EASY,
    QUICK,
    at_random,
    check_log,
    first_move,
    one_card,
    play,
    play_all,
    refused,
    run,
)

ANN_FIRST = RuleSet(players=2, attack=(0, 0, 0))
"""Nobody loses this soon."""


ELSEWHERE = "http://192.0.2.7:8000"
"""Where others would find the server."""


def invited(model: ServerTable) -> Link:
    assert model.invitation is not None
    return find_link(model.invitation)


@asynccontextmanager
async def ann_and_bob(
    server: RunningServer, rules: RuleSet, *, seats: HeldSeats | None = None, **options: object
) -> AsyncIterator[tuple[ServerTable, ServerTable]]:
    """Ann, who is the host, and Bob in the next seat that is no bot's; no game has begun."""
    made = await ServerTable.create(
        server.url,
        "Ann",
        rules,
        seats=seats,
        timing=QUICK,
        **options,  # type: ignore[arg-type]
    )
    async with made as ann:
        joined = await ServerTable.join(invited(ann), "Bob", seats=seats, timing=QUICK)
        async with joined as bob:
            await ann.until(lambda: all(player.present for player in ann.players))
            yield ann, bob


async def moves_on_record(model: ServerTable) -> list[object]:
    """The moves of the game that is over, as the server wrote them down."""
    assert model.kept_at is not None
    url, _, game = model.kept_at.rpartition("/g/")
    record = read_record(await Server(url).record(game))
    return [token.action for token in record.tokens if not isinstance(token.action, Heal)]


# The server


def test_a_server_is_killed_and_then_wakes_up_in_the_past(tmp_path: Path) -> None:
    """First nothing is lost; then it is, as when somebody goes back to an old copy of the data."""
    rules = RuleSet(players=3, attack=(0, 0, 0), jesters=0)

    async def work() -> None:
        with running_server(tmp_path / "server") as server:
            data, copy = server.folder / "data", tmp_path / "copy"
            async with ann_and_bob(server, rules, bots={1: "greedy"}) as models:
                ann, bob = models
                await ann.begin(first=2)
                for _ in range(2):
                    await first_move(models, one_card)
                await bob.until(lambda: bob.turn_of_here == 2)
                await ann.until(lambda: len(ann.happenings()) == len(bob.happenings()))
                before = [(model.view(), model.happenings()) for model in models]

                server.kill()
                for model in models:
                    await model.until(lambda model=model: model.status is not Status.ONLINE)  # type: ignore[misc]
                # What was known is still there to be looked at.
                assert [(model.view(), model.happenings()) for model in models] == before
                shutil.copytree(data, copy)
                server.start()
                await play(bob, one_card, moves=1)
                await ann.until(lambda: len(ann.happenings()) > len(before[0][1]))
                await bob.until(lambda: len(bob.happenings()) > len(before[1][1]))

                server.kill()
                shutil.rmtree(data)
                shutil.copytree(copy, data)
                server.start()
                for model, (view, happenings) in zip(models, before, strict=True):
                    await model.until(
                        lambda model=model, view=view: model.view() == view  # type: ignore[misc]
                    )
                    assert model.happenings() == happenings
                await play_all(models, at_random(Generator(4)))
                for model in models:
                    moves = check_log(model, rules)
                    assert [each.move for each in moves] == await moves_on_record(ann)

    run(work)


def test_where_nobody_is_there_is_an_error(tmp_path: Path) -> None:
    async def work() -> None:
        nowhere = "http://127.0.0.1:9"
        with refused("connection.failed"):
            await ServerTable.create(nowhere, "Ann", ANN_FIRST, timing=QUICK)
        model = ServerTable.watch(Link(nowhere, "ABCDEFGHJK"), timing=replace(QUICK, sit=0.3))
        with refused("connection.failed"):
            await model.open()
        assert model.status is Status.CLOSED
        assert model.error is not None

    run(work)


# Seats


def test_a_seat_is_come_back_to(running: RunningServer, tmp_path: Path) -> None:
    async def work() -> None:
        seats = HeldSeats(tmp_path)
        async with ann_and_bob(running, ANN_FIRST, seats=seats) as (ann, bob):
            await ann.begin(first=0)
            await bob.until(lambda: bob.turn is not None)
            table, hand = invited(ann), bob.view(1)
        files = list(tmp_path.rglob("*.link"))
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
        assert len(files) == 2
        # Everybody is known by name, in any case; without one it is the seat taken last.
        for name, seat in (("ann", 0), ("BOB", 1), (None, 1)):
            async with await ServerTable.join(table, name, seats=seats, timing=QUICK) as again:
                assert again.here == (seat,)
                assert again.turn == 0
        assert again.view(1) == hand
        with refused("table.full"):
            await ServerTable.join(table, "Cleo", seats=seats, timing=QUICK)
        with refused("name.empty"):
            await ServerTable.join(table, seats=HeldSeats(tmp_path / "other"), timing=QUICK)
        # On another machine the link to the seat brings it along.
        other = HeldSeats(tmp_path / "other")
        there = find_link(format_link(ann.link))
        async with await ServerTable.join(there, seats=other, timing=QUICK) as again:
            assert again.here == (0,)
        assert [held.name for held in other.find(table)] == ["Ann"]

    run(work)


def test_the_way_back_is_the_address_that_was_used(
    running: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def reached(_: Server) -> ServerInfo:
        return structs.replace(await info(Server(running.url)), addresses=[ELSEWHERE])

    async def work() -> None:
        seats = HeldSeats(tmp_path)
        async with await ServerTable.create(
            running.url, "Ann", ANN_FIRST, seats=seats, timing=QUICK
        ) as ann:
            assert invited(ann).url == ELSEWHERE
            assert ann.way_back is not None
            back = find_link(ann.way_back)
        assert back.token is None
        async with await ServerTable.join(back, seats=seats, timing=QUICK) as again:
            assert again.here == (0,)

    info = Server.info
    monkeypatch.setattr(Server, "info", reached)
    run(work)


def test_a_seat_that_was_given_up_is_forgotten(running: RunningServer, tmp_path: Path) -> None:
    async def work() -> None:
        seats = HeldSeats(tmp_path)
        async with ann_and_bob(running, ANN_FIRST, seats=seats) as (ann, bob):
            table = invited(ann)
            await bob.leave()
            assert bob.status is Status.CLOSED
            assert [held.name for held in seats.find(table)] == ["Ann"]
            await ann.until(lambda: ann.players[1].free)
            assert not ann.may_begin
            async with await ServerTable.join(table, "Bob", seats=seats, timing=QUICK) as bob:
                await ann.until(lambda: ann.may_begin)
                await ann.seat_bot(1, "greedy")
                assert ann.players[1].is_bot
                with refused("seat.lost"):
                    await bob.until(lambda: False)
            # The seat is somebody else's; its key is thrown away, and there is no other.
            assert [held.name for held in seats.find(table, "Bob")] == ["Bob"]
            with refused("table.full"):
                await ServerTable.join(table, "Bob", seats=seats, timing=QUICK)
            assert seats.find(table, "Bob") == []
            with refused("seat.token"):
                await ServerTable.join(bob.link, seats=seats, timing=QUICK)

    run(work)


def test_seats_of_other_tables_and_damaged_files_are_passed_over(tmp_path: Path) -> None:
    async def work() -> None:
        seats = HeldSeats(tmp_path)
        table = Link("http://127.0.0.1:9", "ABCDEFGHJK")
        assert seats.find(table) == []
        (tmp_path / "seats").mkdir()
        for number, text in enumerate(("", "x\ny\n", f"{format_link(table)}\nAnn\n")):
            (tmp_path / "seats" / f"{table.table}-{number}.link").write_text(text)
        (tmp_path / "seats" / f"{table.table}-9.link").write_bytes(b"\xff\xfe\n")
        assert seats.find(table) == []

    run(work)


def test_a_seat_that_cannot_be_remembered_is_played_all_the_same(
    running: RunningServer, tmp_path: Path
) -> None:
    async def work() -> None:
        (tmp_path / "seats").write_text("in the way")
        seats = HeldSeats(tmp_path)
        made = await ServerTable.create(
            running.url, "Ann", RuleSet(players=1), seats=seats, timing=QUICK
        )
        async with made as ann:
            assert ann.error is not None
            assert ann.error.code == "save.system"
            await ann.begin()
            await play(ann, at_random(Generator(1)))
            assert ann.outcome is not None

    run(work)


def test_tables_are_found_by_what_people_copy() -> None:
    table = Link("http://host:8420", "ABCDEFGHJK")
    assert find_link("http://host:8420/t/ABCDE-FGHJK") == table
    assert find_link("abcde-fghjk", "http://Host:8420/") == table
    assert find_link("http://host:8420/t/ABCDE-FGHJK#seat=x", "http://other") == replace(
        table, token="x"
    )
    for text, server, code in (
        ("abcde-fghjk", None, "link.no_table"),
        ("abcde", "http://host", "link.table"),
        ("abcde-fghjk", "host", "link.scheme"),
    ):
        with refused(code):
            find_link(text, server)


# People


def test_a_bot_plays_for_somebody_who_is_away_until_they_are_back(
    running: RunningServer, tmp_path: Path
) -> None:
    async def work() -> None:
        seats = HeldSeats(tmp_path)
        async with ann_and_bob(running, ANN_FIRST, seats=seats) as (ann, bob):
            await ann.begin(first=1)
            await bob.until(lambda: bob.turn_of_here == 1)
            waiting = ann.waiting_for
            assert waiting is not None
            assert (waiting.seat, waiting.why) == (1, "person")
            with refused("seat.present"):
                await ann.vote(0, 1)
            await bob.close()
            await ann.until(lambda: not ann.players[1].present)
            waiting = ann.waiting_for
            assert waiting is not None
            assert (waiting.seat, waiting.why) == (1, "away")
            await ann.vote(0, 1)
            # Nobody else is there, so Ann has to do it twice.
            assert not ann.players[1].stand_in
            assert ann.votes_again(0, 1)
            assert not ann.takes_vote_back(0, 1)
            await ann.vote(0, 1)
            assert ann.players[1].stand_in
            assert not ann.players[1].is_bot
            await ann.until(lambda: ann.turn_of_here == 0)
            told = [each.what for each in ann.happenings()]
            assert told[told.index("began") :][:5] == [
                "began",
                "voted",
                "voted",
                "stood_in",
                "moved",
            ]
            assert ann.happenings()[-1].by == "bot"
            async with await ServerTable.join(invited(ann), "Bob", seats=seats) as bob:
                # It is nobody's turn here as long as the bot plays.
                assert bob.players[1].stand_in
                await first_move([ann], one_card)
                assert bob.turn_of_here is None
                await bob.come_back(1)
                assert not bob.players[1].stand_in
                with refused("seat.no_stand_in"):
                    await bob.come_back(1)
                await ann.until(lambda: not ann.players[1].stand_in)

    run(work)


def test_a_lamp_that_is_lit_during_a_game_is_told(running: RunningServer) -> None:
    async def work() -> None:
        async with ann_and_bob(running, EASY, hints=False) as (ann, bob):
            await ann.begin()
            await bob.until(lambda: bob.turn is not None)
            assert not bob.may_hint
            speech = Speech(Catalogue("en"), 1, ["Ann", "Bob"])

            async def told(*, lit: bool) -> str:
                settings = structs.replace(ann._info.settings, hints=lit)
                await ann._table.ask(Configure(id=new_id(), settings=settings))
                await bob.until(lambda: bob.may_hint == lit)
                return speech.happening(bob.happenings()[-1])

            assert await told(lit=True) == speech.t("ui.change.lamp_lit", seat="Ann")
            assert await told(lit=False) == speech.t("ui.change.lamp_out", seat="Ann")

    run(work)


def test_people_talk_as_far_as_the_rules_allow(running: RunningServer) -> None:
    async def work() -> None:
        async with ann_and_bob(running, EASY) as (ann, bob):
            assert ann.may_chat
            assert set(ann.phrases) == set(PHRASES)
            await ann.chat(0, "How  are you?")
            await ann.begin()
            assert not ann.may_chat
            with refused("talk.strict"):
                await ann.chat(0, "Play your king!")
            with refused("talk.not_now"):
                await ann.say(0, AFTER_JESTER[0])
            await bob.say(1, "hello")
            await ann.until(lambda: ann.happenings()[-1].what == "said")
            told = ann.happenings()
            assert (told[-1].seat, told[-1].phrase) == (1, "hello")
            [chatted] = [each for each in told if each.what == "chatted"]
            assert (chatted.seat, chatted.text, chatted.game) == (0, "How are you?", 0)
            # What everybody sees is said with the number that the table has for it.
            assert set(ann.phrases) == {*PHRASES, *PUBLIC_FACTS}
            expected = ann.phrase_number(0, "my_cards")
            await ann.say(0, "my_cards")
            await bob.until(lambda: bob.happenings()[-1].phrase == "my_cards")
            heard = bob.happenings()[-1]
            assert heard.count == expected == 10
            speech = Speech(Catalogue("en"), 1, ["Ann", "Bob"])
            assert speech.happening(heard) == "Ann: “I have 10 cards.”"
        async with ann_and_bob(running, replace(EASY, talk=Talk.OPEN)) as (ann, bob):
            await ann.begin()
            assert ann.may_chat
            await ann.chat(0, "Play your king!")

    run(work)


def test_after_a_jester_one_may_ask_to_be_next(running: RunningServer) -> None:
    rules = RuleSet(players=2, jesters=2, hand_limit=12, attack=(0, 0, 0), health=(250, 250, 250))

    async def work() -> None:
        async with ann_and_bob(running, rules) as models:
            ann, bob = models
            await ann.begin()
            choose = at_random(Generator(0))
            while AFTER_JESTER[0] not in ann.phrases:
                if ann.outcome is not None:
                    await ann.begin()
                await first_move(models, choose)
            await bob.say(1, AFTER_JESTER[0])

    run(work)


def test_a_table_can_be_watched(running: RunningServer) -> None:
    async def work() -> None:
        async with ann_and_bob(running, ANN_FIRST) as models:
            ann, _ = models
            async with ServerTable.watch(ann.link, timing=QUICK) as watcher:
                assert watcher.here == ()
                await ann.until(lambda: ann.spectators == 1)
                assert (watcher.may_begin, watcher.may_chat, watcher.phrases) == (False, False, ())
                for doing in (watcher.begin(), watcher.seat_bot(0, "random")):
                    with refused("seat.none"):
                        await doing
                await ann.begin()
                await play_all(models, at_random(Generator(1)))
                await watcher.until(lambda: watcher.outcome is not None)
                check_log(watcher, ANN_FIRST)
                view = watcher.view()
                assert view is not None
                assert view.seat is None
                assert all(hand.cards == () for hand in view.hands)
                with refused("table.not_here"):
                    watcher.view(0)

    run(work)


def test_the_clock_is_told(running: RunningServer) -> None:
    async def work() -> None:
        async with ann_and_bob(running, ANN_FIRST, clock=600) as (ann, _):
            assert ann.seconds_left is None
            await ann.begin()
            assert ann.seconds_left is not None
            assert 0 < ann.seconds_left <= 600

    run(work)


# Hints


def test_a_table_with_hints_off_gives_none(running: RunningServer) -> None:
    async def work() -> None:
        made = await ServerTable.create(
            running.url, "Ann", RuleSet(players=1), hints=False, timing=QUICK
        )
        async with made as ann:
            await ann.begin()
            assert ann.turn_of_here == 0
            assert not ann.may_hint
            with refused("hint.off"):
                await ann.hints(0)

    run(work)


def test_hints_follow_the_tables_settings(running: RunningServer) -> None:
    rules = RuleSet(players=1)

    async def work() -> None:
        async with await ServerTable.create(running.url, "Ann", rules, timing=QUICK) as ann:
            assert ann.may_hint
            settings = TableSettings(rules_data(rules), hints=False)
            await ann._table.ask(Configure(id=new_id(), settings=settings))
            assert not ann.may_hint

    run(work)
