"""Whole games on a real server, and everything around them: lobby, seats, options, rematches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from hashlib import sha256
from typing import Any

import pytest

from openregicide.client import ProtocolError, Server, new_id
from openregicide.core import Medal
from openregicide.notation import load_game, read_record
from openregicide.protocol import (
    Begin,
    Configure,
    GameSeat,
    Join,
    Joined,
    Leave,
    NewTable,
    RulesData,
    SeatBot,
    TableSettings,
)
from openregicide.table.names import names_for_bots
from openregicide.table.options import rules_of
from openregicide.verify import Verdict, verify_record
from support.serving import RunningServer, running_server
from support.tables import (
    EASY,
    HARD,
    NAMES,
    Line,
    bounded,
    connected,
    lose,
    move_once,
    play_at_random,
    seat_people,
    told,
    win,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


async def all_connected(
    stack: AsyncExitStack, server: RunningServer, people: list[Joined]
) -> list[Line]:
    return [
        await stack.enter_async_context(connected(server, each.table, each.token))
        for each in people
    ]


# Whole games


@pytest.mark.parametrize(
    ("players", "bots"),
    [
        (1, {}),
        (2, {}),
        (2, {"1": "greedy"}),
        (2, {"0": "search:iterations=50"}),
        (3, {}),
        (3, {"0": "policy", "2": "random"}),
        (4, {}),
        (4, {"1": "search:iterations=50", "2": "greedy", "3": "random"}),
    ],
)
@bounded
async def test_a_whole_game_ends_with_a_result_that_anybody_can_verify(
    server: RunningServer, players: int, bots: dict[str, str]
) -> None:
    people = await seat_people(server, players, bots=bots, begin=False)
    async with AsyncExitStack() as stack:
        lines = await all_connected(stack, server, people)
        assert (await lines[0].ask(Begin(id=new_id()))).error is None
        table = next(each.table for each in lines[0].updates[1:] if each.table is not None)
        begun = table.game
        assert begun is not None
        assert (begun.seed, begun.result) == (None, None)
        await asyncio.gather(
            *(play_at_random(line, seed) for seed, line in enumerate(lines, players))
        )
        for line in lines:
            ended = line.info.game
            assert ended is not None
            assert ended.result in ("won", "lost")
            assert ended.seed is not None
            assert sha256(ended.seed.encode()).hexdigest() == begun.seed_hash
    text = await Server(server.url).record(begun.id)
    checks = list(verify_record(read_record(text)))
    assert {check.verdict for check in checks} == {Verdict.PASSED}
    game = load_game(text)
    assert game.outcome is not None
    summary = await Server(server.url).game(begun.id)
    assert ended is not None
    assert summary.won == game.outcome.won == (ended.result == "won")
    assert summary.seed == ended.seed
    assert summary.seed_hash == begun.seed_hash
    assert summary.plies == game.ply
    assert summary.kills == game.state.castle_at
    names, called = iter(NAMES), names_for_bots([""] * players)
    assert summary.seats == [
        GameSeat(seat, "", bot, called[seat]) if bot else GameSeat(seat, next(names), "")
        for seat, bot in enumerate(bots.get(str(seat), "") for seat in range(players))
    ]


OPTIONS: list[dict[str, Any]] = [
    {"players": 2, "companions": "many"},
    {"players": 2, "talk": "open"},
    {"players": 1, "solo_yield": True},
    {"players": 1, "jesters": 1, "flips": 0},
    {"players": 1, "jesters": 2},
    {"players": 2, "jesters": 2},
    {"players": 3, "hand_limit": 12},
    {"players": 4, "jesters": 0, "hand_limit": 1},
    {"players": 2, "attack": [1, 2, 3], "health": [4, 5, 6]},
]


@pytest.mark.parametrize("rules", OPTIONS, ids=lambda rules: " ".join(map(str, rules.values())))
@bounded
async def test_a_table_plays_by_its_options(server: RunningServer, rules: dict[str, Any]) -> None:
    others = {name: value for name, value in rules.items() if name != "players"}
    people = await seat_people(server, rules["players"], rules=others)
    meant = rules_of(RulesData(**rules))
    async with AsyncExitStack() as stack:
        lines = await all_connected(stack, server, people)
        shown = lines[0].info.settings.rules
        assert None not in (shown.jesters, shown.flips, shown.hand_limit, shown.attack)
        assert rules_of(shown) == meant
        await asyncio.gather(*map(play_at_random, lines))
        assert lines[0].info.game is not None
        text = await Server(server.url).record(lines[0].info.game.id)
    assert read_record(text).rules == meant
    assert {check.verdict for check in verify_record(read_record(text))} == {Verdict.PASSED}


@pytest.mark.parametrize(
    ("rules", "option"),
    [
        ({"players": 4, "hand_limit": 12}, "hand_limit"),
        ({"players": 2, "flips": 1}, "flips"),
        ({"players": 1, "jesters": 2, "flips": 1}, "flips"),
    ],
)
@bounded
async def test_options_that_do_not_go_together_are_refused(
    server: RunningServer, rules: dict[str, Any], option: str
) -> None:
    with pytest.raises(ProtocolError) as refusal:
        await create(server, RulesData(**rules))
    assert refusal.value.code == "option.out_of_range"
    assert refusal.value.values["option"] == option


@pytest.mark.parametrize(
    ("flips", "medal"),
    [(0, "gold"), (1, "silver"), (2, "bronze")],
    ids=["gold", "silver", "bronze"],
)
@bounded
async def test_R31_a_solo_win_has_its_medal(server: RunningServer, flips: int, medal: str) -> None:
    (ann,) = await seat_people(server, 1, rules=EASY | {"hand_limit": 12})
    async with connected(server, ann.table, ann.token) as line:
        for _ in range(flips):
            await line.move("j")
        await win([line])
        assert line.view is not None
        assert (line.view.medal, line.view.ending) == (medal, "last_king")
        assert line.info.game is not None
        game = line.info.game.id
    client = Server(server.url)
    assert (await client.game(game)).medal == medal
    outcome = load_game(await client.record(game)).outcome
    assert outcome is not None
    assert outcome.medal is Medal[medal.upper()]


@bounded
async def test_a_game_with_a_bot_begins_at_once_if_wanted(server: RunningServer) -> None:
    ann = await Server(server.url).create(
        NewTable(
            name="Ann",
            settings=TableSettings(rules=RulesData(players=2)),
            bots={"0": "greedy"},
            begin=True,
            first=0,
        )
    )
    assert ann.seat == 1
    async with connected(server, ann.table, ann.token) as line:
        await line.until(lambda: bool(line.moves))
        moved = next(each for each in line.news if each.what == "moved")
        assert (moved.seat, moved.by) == (0, "bot")


@pytest.mark.parametrize("bot", ["nobody", "search:ms=60000", "search:threads=2", "random:x=1"])
@bounded
async def test_bots_that_the_server_does_not_allow_are_refused(
    server: RunningServer, bot: str
) -> None:
    with pytest.raises(ProtocolError) as refusal:
        await seat_people(server, 2, bots={"1": bot})
    assert refusal.value.code.partition(".")[0] in ("bot", "option")
    (ann,) = await seat_people(server, 2, bots={"1": "random"}, begin=False)
    answer = await Server(server.url).ask(
        ann.table, ann.token, SeatBot(id=new_id(), seat=1, bot=bot)
    )
    assert answer.error is not None
    assert answer.error.code == refusal.value.code


# Sitting down


async def create(server: RunningServer, rules: RulesData, **settings: Any) -> Joined:
    table = TableSettings(rules=rules, **settings)
    return await Server(server.url).create(NewTable(name="Ann", settings=table))


@bounded
async def test_the_lobby_lists_open_tables_only(server: RunningServer) -> None:
    client = Server(server.url)
    shown = await create(server, RulesData(players=2), open=True)
    hidden = await create(server, RulesData(players=2), open=False)
    lobby = {table.id: table for table in await client.tables()}
    assert hidden.table not in lobby
    assert lobby[shown.table] == await client.table(shown.table)
    assert [seat.holder for seat in lobby[shown.table].seats] == ["person", "free"]
    await client.join(shown.table, Join(name="Bob"))
    lobby = {table.id: table for table in await client.tables()}
    assert [seat.name for seat in lobby[shown.table].seats] == ["Ann", "Bob"]


@bounded
async def test_the_lobby_follows_the_game_and_the_settings(server: RunningServer) -> None:
    client = Server(server.url)
    (ann,) = await seat_people(server, 1, rules=HARD | {"flips": 0}, settings={"open": True})

    async def listed() -> Any:
        return {table.id: table for table in await client.tables()}.get(ann.table)

    assert (await listed()).game.result is None
    async with connected(server, ann.table, ann.token) as line:
        await lose([line])
        assert (await listed()).game.result == "lost"
        settings = TableSettings(rules=RulesData(players=1), open=False)
        await line.ask(Configure(id=new_id(), settings=settings))
        assert await listed() is None
        settings = TableSettings(rules=RulesData(players=1), open=True)
        await line.ask(Configure(id=new_id(), settings=settings))
        assert await listed() is not None
    await client.ask(ann.table, ann.token, Leave(id=new_id()))
    assert await listed() is None


@bounded
async def test_whoever_has_the_link_joins_with_just_a_name(server: RunningServer) -> None:
    client = Server(server.url)
    ann = await create(server, RulesData(players=4))
    dan = await client.join(ann.table, Join(name="Dan", seat=3))
    bob = await client.join(ann.table.lower(), Join(name="  Bob \t "))
    assert (ann.seat, dan.seat, bob.seat) == (0, 3, 1)
    assert len({ann.token, dan.token, bob.token}) == 3
    assert all(len(each.token) >= 22 for each in (ann, bob, dan))
    table = await client.table(ann.table)
    assert [seat.name for seat in table.seats] == ["Ann", "Bob", "", "Dan"]


@pytest.mark.parametrize(
    ("join", "code"),
    [
        (Join(name="Cleo"), "table.full"),
        (Join(name="Cleo", seat=1), "seat.taken"),
        (Join(name="Cleo", seat=2), "seat.unknown"),
    ],
)
@bounded
async def test_a_full_table_has_no_seat_to_give(
    server: RunningServer, join: Join, code: str
) -> None:
    people = await seat_people(server, 2, begin=False)
    with pytest.raises(ProtocolError) as refusal:
        await Server(server.url).join(people[0].table, join)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ANN", "name.taken"),
        (" ", "name.empty"),
        ("x" * 25, "name.too_long"),
        ("Bo\u202eb", "name.character"),
        ("Bo\u200bb", "name.character"),
        ("Bo\x00b", "name.character"),
        ("", "request.malformed"),
        ("x" * 65, "request.malformed"),
    ],
)
@bounded
async def test_names_that_cannot_be_are_refused(
    server: RunningServer, name: str, code: str
) -> None:
    ann = await create(server, RulesData(players=2))
    with pytest.raises(ProtocolError) as refusal:
        await Server(server.url).join(ann.table, Join(name=name))
    assert refusal.value.code == code
    assert (await Server(server.url).table(ann.table)).seats[1].holder == "free"


@bounded
async def test_two_who_want_the_last_seat_do_not_both_get_it(server: RunningServer) -> None:
    ann = await create(server, RulesData(players=2))
    client = Server(server.url)
    joins = [client.join(ann.table, Join(name=f"Bob {i}")) for i in range(8)]
    got = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(isinstance(each, Joined) for each in got) == 1
    codes = [each.code for each in got if isinstance(each, ProtocolError)]
    assert codes == ["table.full"] * 7


@bounded
async def test_a_table_that_is_not_there_is_not_found(server: RunningServer) -> None:
    for ask in (Server(server.url).table, lambda table: Server(server.url).join(table, Join("Bo"))):
        with pytest.raises(ProtocolError) as refusal:
            await ask("2222222222")
        assert refusal.value.code == "table.unknown"
    async with connected(server, "2222222222") as line:
        bye = await line.closed()
        assert bye is not None
        assert bye.code == "table.unknown"


# Between games


@bounded
async def test_R4_the_champion_begins_the_rematch(server: RunningServer) -> None:
    people = await seat_people(server, 2, rules=EASY, first=1)
    async with AsyncExitStack() as stack:
        lines = await all_connected(stack, server, people)
        champion = (await win(lines)).seat
        assert champion is not None
        other = 1 - champion

        async def begin(first: int | None = None) -> Any:
            answer = await lines[0].ask(Begin(id=new_id(), first=first))
            assert answer.error is None
            await lines[1].reach(answer.version)
            assert lines[1].view is not None
            assert lines[1].info.game is not None
            assert lines[1].view.turn == lines[1].info.game.first
            return lines[1].info.game

        hard = TableSettings(rules=RulesData(players=2, **HARD))
        assert (await lines[0].ask(Configure(id=new_id(), settings=hard))).error is None
        game = await begin(first=other)
        assert (game.number, game.first, game.rules.health) == (2, champion, HARD["health"])
        # Whoever lost the game in between, the newest game won counts.
        await lose(lines)
        assert (await begin()).first == champion
        await lose(lines)
        # Somebody else in the champion's seat has done nothing yet; the host chooses again.
        client = Server(server.url)
        await client.ask(people[champion].table, people[champion].token, Leave(id=new_id()))
        back = await client.join(people[champion].table, Join(name="Eve"))
        host = people[other]
        answer = await client.ask(host.table, host.token, Begin(id=new_id(), first=other))
        assert answer.error is None
        game_now = (await told(server, back)).table
        assert game_now is not None
        assert game_now.game is not None
        assert game_now.game.first == other


@bounded
async def test_the_host_names_who_begins_or_chance_does(server: RunningServer) -> None:
    for first in range(3):
        people = await seat_people(server, 3, first=first)
        view = (await told(server, people[0])).view
        assert view is not None
        assert view.turn == first
    begun = set()
    for _ in range(40):
        people = await seat_people(server, 2)
        view = (await told(server, people[0])).view
        assert view is not None
        begun.add(view.turn)
        if len(begun) == 2:
            break
    assert begun == {0, 1}


@bounded
async def test_only_the_host_decides_and_only_between_games(server: RunningServer) -> None:
    ann = await create(server, RulesData(players=2))
    client = Server(server.url)

    async def code(who: Joined, request: Begin | SeatBot | Configure | Leave) -> str | None:
        answer = await client.ask(who.table, who.token, request)
        return answer.error.code if answer.error else None

    def configure(players: int) -> Configure:
        settings = TableSettings(rules=RulesData(players=players), spectators=False)
        return Configure(id=new_id(), settings=settings)

    assert await code(ann, Begin(id=new_id())) == "table.seats_free"
    bob = await client.join(ann.table, Join(name="Bob"))
    requests = (
        lambda: Begin(id=new_id()),
        lambda: SeatBot(id=new_id(), seat=0, bot="random"),
        lambda: configure(2),
    )
    for request in requests:
        assert await code(bob, request()) == "table.host_only"
    assert await code(ann, configure(3)) == "table.players_fixed"
    assert await code(ann, SeatBot(id=new_id(), seat=0, bot="random")) == "seat.own"
    assert await code(ann, configure(2)) is None
    assert (await client.table(ann.table)).settings.spectators is False
    assert await code(ann, Begin(id=new_id(), first=3)) == "seat.unknown"
    assert await code(ann, Begin(id=new_id())) is None
    for during in (*(make() for make in requests[1:]), Leave(id=new_id()), Begin(id=new_id())):
        who = ann
        if isinstance(during, SeatBot):
            during = SeatBot(id=new_id(), seat=1, bot="random")
        assert await code(who, during) == "table.game_running"


@bounded
async def test_a_bot_takes_a_persons_seat_and_the_person_is_told(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, begin=False)
    async with (
        connected(server, ann.table, ann.token) as host,
        connected(server, bob.table, bob.token) as guest,
    ):
        answer = await host.ask(SeatBot(id=new_id(), seat=1, bot="greedy"))
        assert answer.error is None
        bye = await guest.closed()
        assert bye is not None
        assert bye.code == "seat.lost"
        assert [each.what for each in host.news[-2:]] == ["unseated", "seated"]
        assert (host.info.seats[1].holder, host.info.seats[1].name) == ("bot", "greedy")
        assert (await host.ask(SeatBot(id=new_id(), seat=1))).error is None
        assert host.info.seats[1].holder == "free"
    async with connected(server, bob.table, bob.token) as guest:
        bye = await guest.closed()
        assert bye is not None
        assert bye.code == "seat.token"


@bounded
async def test_whoever_leaves_gets_an_answer_and_the_next_person_is_host(
    server: RunningServer,
) -> None:
    ann, bob = await seat_people(server, 2, begin=False)
    async with (
        connected(server, ann.table, ann.token) as host,
        connected(server, bob.table, bob.token) as guest,
    ):
        answer = await host.ask(Leave(id=new_id()))
        assert answer.error is None
        await guest.reach(answer.version)
        assert guest.info.host == bob.seat
        assert guest.info.seats[ann.seat].holder == "free"
        bye = await host.closed()
        assert bye is not None
        assert bye.code == "seat.lost"


@bounded
async def test_other_settings_leave_the_last_game_as_it_was(server: RunningServer) -> None:
    (ann,) = await seat_people(server, 1, rules=HARD | {"flips": 0})
    async with Server(server.url).sit(ann.table, ann.token) as table:
        await table.move(table.moves[0].move)
        assert table.over
        before = table.view_object()
        settings = TableSettings(rules=RulesData(players=1, hand_limit=3))
        await table.ask(Configure(id=new_id(), settings=settings))
        assert table.info.settings.rules.hand_limit == 3
        assert table.view_object() == before
        await table.begin()
        after = table.view_object()
        assert after is not None
        assert after.rules.hand_limit == 3


@bounded
async def test_everybody_sees_who_is_there(server: RunningServer) -> None:
    ann, bob, _ = await seat_people(server, 4, bots={"3": "random"}, begin=False)
    async with connected(server, ann.table, ann.token) as host:
        assert list(host.present) == [True, False, False, True]
        async with connected(server, bob.table, bob.token) as guest:
            assert list(guest.present) == [True, True, False, True]
            await host.until(lambda: list(host.present) == [True, True, False, True])
        await host.until(lambda: list(host.present) == [True, False, False, True])


@bounded
async def test_everybody_sees_the_same_news_in_the_same_order(server: RunningServer) -> None:
    people = await seat_people(server, 3)
    async with AsyncExitStack() as stack:
        lines = await all_connected(stack, server, people)
        for _ in range(6):
            if not lines[0].over:
                await move_once(lines)
        told_to = [[(each.version, each.what, each.move) for each in line.news] for line in lines]
        assert told_to[0] == told_to[1] == told_to[2]
