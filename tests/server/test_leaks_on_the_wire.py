"""Not a byte too many: everything that leaves the server during a game, held against the record.

Every reader's frames are kept: sockets, streams, plain HTTP, refusals, and the log. When the game
is over its record tells what was hidden at which version. Then every string of every frame has to
be accounted for, every card has to be one that its reader could know at that moment, and views,
moves and events have to be exactly those that the reader's own view yields.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import random
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import msgspec
import pytest

from openregicide.client import Server, new_id
from openregicide.core import (
    Card,
    Event,
    Heal,
    State,
    cards_in,
    plays_of,
    view_for,
    visible_to,
)
from openregicide.core.events import EventKind
from openregicide.core.options import OPTIONS, Choice
from openregicide.notation import format_action, format_card, load_game, parse_card, parse_view
from openregicide.protocol import (
    AFTER_JESTER,
    FACES,
    PHRASES,
    PUBLIC_FACTS,
    Begin,
    Change,
    Chat,
    ChooseFace,
    Joined,
    Leave,
    MakeMove,
    OpenShare,
    Pledge,
    Request,
    Return,
    Say,
    Update,
    Vote,
)
from openregicide.table.deals import commitment
from openregicide.table.hashes import hash_token
from openregicide.table.views import event_data, legal_moves_for, view_data
from support.serving import RunningServer, running_server
from support.tables import NAMES, Line, asking, bounded, browsing, connected, seat_people, streamed

CARD = re.compile(r"(?:[A2-9TJQK][CDHS]|X)")
MOVE = re.compile(r"(?:[pd](?:[A2-9TJQK][CDHS]|X)*|n[0-3]|y|j)")
CARDS_IN_PROSE = re.compile(r"(?<![\w-])[pdh]?(?:[A2-9TJQK][CDHS])+(?![\w-])")

BOT = "greedy"
WEAK = {"attack": [3, 5, 8]}
"""So that games are long, with heals and draws in them."""

CODES = {
    name.removeprefix("error.")
    for name in json.loads(
        resources.files("openregicide").joinpath("i18n", "en.json").read_text(encoding="utf-8")
    )
    if name.startswith("error.")
}
WORDS = (
    CODES
    | {kind.name.lower() for kind in EventKind}
    | {*PHRASES, *AFTER_JESTER, *PUBLIC_FACTS, *FACES}
    | set("CDHS")
    | {word.value for option in OPTIONS if isinstance(option, Choice) for word in option.words}
    | {
        "", "update", "presence", "answer", "pong", "bye", "created", "seated", "unseated",
        "configured", "prepared", "began", "moved", "said", "chatted", "voted", "stood_in",
        "returned", "faced",
        "play", "discard", "name_next", "heal", "over", "free", "person", "bot", "player", "clock",
        "won", "lost", "chance", "gold", "silver", "bronze", "last_king",
        "cannot_pay", "cannot_act",
    }
)  # fmt: skip
"""Every word that the protocol has of its own."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("server")
    with running_server(folder, log_level="debug", log_format="json") as running:
        yield running


# What was true


class Truth:
    """A finished game as its record tells it, by the versions of its table."""

    def __init__(self, record: str, news: Sequence[Change]) -> None:
        """:param news: everything that happened at the table, without a gap."""
        game = load_game(record)
        self.rules = game.rules
        positions: list[State] = [game.start]
        happened: list[tuple[Event, ...]] = [()]
        said = [""]
        for ply, (token, events) in enumerate(zip(game.tokens, game.events, strict=True), 1):
            if isinstance(token.action, Heal):
                # What chance decided belongs to the move before it.
                positions[-1] = game.at(ply)
                happened[-1] += events
            else:
                positions.append(game.at(ply))
                happened.append(events)
                said.append(format_action(token.action))
        self._moves: dict[int, int] = {}
        """How many moves had been made, by version."""
        made = -1
        for change in news:
            made += change.what in ("began", "moved")
            self._moves[change.version] = made
        assert made == len(positions) - 1
        self.end = next(version for version, number in self._moves.items() if number == made)
        self._positions, self._happened, self._said = positions, happened, said

    def state(self, version: int) -> State | None:
        made = self._moves.get(version, -1)
        return None if made < 0 else self._positions[made]

    def events(self, version: int) -> tuple[Event, ...]:
        return self._happened[self._moves[version]]

    def move(self, version: int) -> str:
        return self._said[self._moves[version]]

    def changed(self, since: int, version: int) -> bool:
        """Tell whether the game went on between two versions."""
        return self._moves.get(version, -1) > self._moves.get(since, -1)

    def open_cards(self, viewer: int | None, version: int) -> set[str]:
        """Return the cards that a reader sees lying there, or knows to lie there (R28)."""
        state = self.state(version)
        if state is None:
            return set()
        cards = [Card(card) for card in state.castle_cards()]
        cards += cards_in(state.discard)
        cards += [card for _, played in plays_of(state) for card in played]
        if viewer is not None:
            cards += cards_in(state.hands[viewer])
        cards += [layer[0] for layer in view_for(state, viewer).layers if len(layer) == 1]
        return {format_card(card) for card in cards}


# What was told


@dataclass
class Heard:
    """Everything that one reader was sent, in the order of one connection."""

    viewer: int | None
    frames: list[str]
    asked: Sequence[Request] = ()
    since: int | None = None


@dataclass
class Secrets:
    """What no frame may ever hold; and what any may."""

    never: set[str]
    seed: str
    secret: str
    """The server's part of the seed, told together with it."""
    shares: set[str]
    """The players' parts, told when the game has begun."""
    public: set[str]


@dataclass
class Inspector:
    """Checks frames, one reader's after another's."""

    truth: Truth
    secrets: Secrets
    strings: int = field(default=0)
    numbers: set[str] = field(default_factory=set)
    """The phrases with a number that were compared."""

    def check(self, heard: Heard) -> None:
        since = heard.since
        for frame in heard.frames:
            self.check_secrets(frame)
            content = json.loads(frame)
            kind = content["type"]
            if kind == "update":
                update = msgspec.json.decode(frame, type=Update)
                self._check_game(heard.viewer, update, since)
                self._check_strings(heard.viewer, content, update)
                since = update.version
            elif kind == "answer":
                self._check_answer(heard.asked, content)
            else:
                assert kind in ("presence", "pong", "bye")
                self._check_words(content, set())

    def check_secrets(self, text: str) -> None:
        for secret in self.secrets.never:
            assert secret not in text

    def _check_game(self, viewer: int | None, update: Update, since: int | None) -> None:
        """Hold the game in an update against what the reader's own view yields."""
        state = self.truth.state(update.version)
        new = update.full or since is None or self.truth.changed(since, update.version)
        if state is None or not new:
            assert update.view is None
            assert not update.moves
        else:
            view = view_for(state, viewer)
            assert update.view == view_data(view)
            assert update.moves == legal_moves_for(view)
            assert parse_view(update.view.text, self.truth.rules) == view
        for change in update.news:
            if change.what == "moved":
                assert change.move == self.truth.move(change.version)
                seen = visible_to(viewer, self.truth.events(change.version))
                assert change.events == [event_data(event) for event in seen]
            else:
                assert (change.move, change.events) == ("", [])
            self._check_number(change)
        if update.table is not None and update.table.game is not None:
            game = update.table.game
            over = update.version >= self.truth.end
            assert game.seed == (self.secrets.seed if over else None)
            assert game.deal is not None
            assert game.deal.secret == (self.secrets.secret if over else None)
            assert set(game.deal.shares) - {""} == self.secrets.shares
            assert (game.result is not None) == over

    def _check_number(self, change: Change) -> None:
        """Hold the number in what is said against what a spectator saw then."""
        if change.phrase not in PUBLIC_FACTS:
            assert change.count is None
            return
        state = self.truth.state(change.version)
        assert state is not None
        assert change.seat is not None
        seen = view_for(state, None)
        numbers = {
            "my_cards": seen.hands[change.seat].count,
            "tavern_cards": seen.tavern_count,
            "discard_cards": len(seen.discard),
            "enemy_left": seen.health - seen.damage,
        }
        assert change.count == numbers[change.phrase]
        self.numbers.add(change.phrase)

    def _check_answer(self, asked: Sequence[Request], content: dict[str, Any]) -> None:
        """Account for an answer: it may say again what its own request said, and no more."""
        (request,) = (each for each in asked if each.id == content["id"])
        sent = {value for _, value in leaves(as_json(request)) if isinstance(value, str)}
        cards = set(CARD.findall(request.move)) if isinstance(request, MakeMove) else set()
        for path, value in leaves(content):
            if path[-1] == "detail":
                # Where a malformed request went wrong.
                assert isinstance(value, str)
                assert not CARDS_IN_PROSE.search(value)
            elif value not in sent:
                self._check_words(value, cards)

    def _check_strings(self, viewer: int | None, content: dict[str, Any], update: Update) -> None:
        """Account for every string and every number of an update."""
        version = update.version
        for change in content.pop("news", []):
            at = change["version"]
            known = self.truth.open_cards(viewer, at) | self.truth.open_cards(viewer, at - 1)
            self._check_words(change, known)
            for event in change.get("events", []):
                if event["code"] == "healed":
                    # The order in which they lie there is nobody's to know (R7).
                    assert_sorted(event["cards"])
        view = content.get("view")
        if view is not None:
            # All cards are in there, hidden ones as sets; it was compared as a whole.
            del view["text"]
            assert_sorted(view["royals"])
            assert_sorted(view["discard"])
            for seat, hand in enumerate(view["hands"]):
                assert_sorted(hand.get("cards", []))
                assert seat == viewer or "cards" not in hand
        known = self.truth.open_cards(viewer, version)
        moves = content.pop("moves", None)
        if moves:
            state = self.truth.state(version)
            assert state is not None
            assert viewer is not None
            own = {format_card(card) for card in cards_in(state.hands[viewer])}
            self._check_words(moves, own)
        table = content.get("table")
        if table and table["game"]:
            assert table["deal"] is None
            table["game"]["deal"].pop("shares")
            if version >= self.truth.end:
                table["game"].pop("seed")
                table["game"]["deal"].pop("secret")
        self._check_words(content, known)

    def _check_words(self, content: object, known: set[str]) -> None:
        """Account for strings and numbers: words of ours, public names, and cards known."""
        for path, value in leaves(content):
            if isinstance(value, bool) or value is None:
                continue
            if isinstance(value, int | float):
                # Times are the largest numbers there are; a seed would not fit.
                assert abs(value) < 2**40, path
                continue
            assert isinstance(value, str)
            self.strings += 1
            if value in WORDS or value in self.secrets.public:
                continue
            assert CARD.fullmatch(value) or MOVE.fullmatch(value), (path, value)
            assert set(CARD.findall(value)) <= known, (path, value)


def as_json(request: Request) -> object:
    return msgspec.to_builtins(request)


def leaves(content: object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield everything in a JSON text that is no list and no object, with the way to it."""
    if isinstance(content, Mapping):
        for name, value in content.items():
            yield from leaves(value, (*path, str(name)))
    elif isinstance(content, list):
        for value in content:
            yield from leaves(value, path)
    else:
        yield path, content


def assert_sorted(cards: Sequence[str]) -> None:
    assert list(cards) == sorted(cards, key=parse_card)


# A game with every kind of message in it


class Table:
    """People, bots and spectators at one table, and everything they are sent."""

    def __init__(self, server: RunningServer, people: Sequence[Joined], seed: int) -> None:
        self.server = server
        self.people = people
        self.dice = random.Random(seed)
        self.code = people[0].table
        self.heard: list[Heard] = []
        self.open_texts: list[str] = []
        """What HTTP gave to people whom nobody knows, heads included."""

    def line(self, line: Line) -> Line:
        self.heard.append(Heard(line.seat, line.frames, line.asked))
        return line

    async def read_stream(self, token: str | None, seat: int | None) -> None:
        async with streamed(self.server, self.code, token) as (sight, more):
            self.heard.append(Heard(seat, sight.frames))
            while not sight.over and await more():
                pass

    async def look(self, who: Joined | None, version: int) -> None:
        """Ask by plain HTTP what happened since some version."""
        since = self.dice.choice([None, self.dice.randrange(version + 1)])
        headers = {"Authorization": f"Bearer {who.token}"} if who else {}
        parameters = {} if since is None else {"since": since}
        async with browsing() as client:
            response = await client.get(
                f"{self.server.url}/api/tables/{self.code}/update",
                headers=headers,
                params=parameters,
            )
        assert response.status_code == 200
        self.open_texts.append(str(response.headers))
        seat = who.seat if who else None
        self.heard.append(Heard(seat, [response.text], since=since))

    async def look_around(self, line: Line) -> None:
        """Ask for everything that HTTP offers without a token."""
        assert line.info.game is not None
        game = line.info.game.id
        async with browsing() as client:
            for path in (
                f"/api/tables/{self.code}",
                "/api/tables",
                f"/api/games/{game}",
                f"/api/games/{game}/record",
                f"/api/games/{game}/replay?seat=0",
                f"/api/tables/{self.code}/update?since=x",
                "/api/info",
                "/metrics",
            ):
                response = await client.get(self.server.url + path)
                self.open_texts += [response.text, str(response.headers)]

    async def play(self, line: Line, who: Joined) -> None:
        """Play at random, and ask for many things that are refused."""
        while True:
            await line.until(lambda: line.over or bool(line.moves))
            if line.over:
                return
            await self.misbehave(line)
            await self.speak(line)
            await self.look(who, line.version or 0)
            if self.dice.random() < 0.2:
                await self.look(None, line.version or 0)
                await self.look_around(line)
            answer = await line.ask(asking(line, self.dice.choice(line.moves).move))
            assert answer.error is None, answer.error

    async def speak(self, line: Line) -> None:
        """Say something with a number in it, and change the face; too much talk is refused."""
        await line.ask(Say(id=new_id(), phrase=self.dice.choice(PUBLIC_FACTS)))
        if self.dice.random() < 0.2:
            await line.ask(ChooseFace(id=new_id(), face=self.dice.choice(FACES)))

    async def misbehave(self, line: Line) -> None:
        """Ask for something that changes nothing."""
        version = line.version or 0
        # Three ranks without a companion are no play, whoever holds them.
        named = "".join(f"{rank}{self.dice.choice('CDHS')}" for rank in sample_ranks(self.dice))
        at_step_1 = line.view is not None and line.view.phase == "play"
        requests: list[Request] = [
            MakeMove(id=new_id(), version=version, move=f"p{named}"),
            MakeMove(id=new_id(), version=version, move=f"{'d' if at_step_1 else 'p'}{named[:2]}"),
            MakeMove(id=new_id(), version=version, move=f"p{named[:2]}{named}"),
            MakeMove(id=new_id(), version=version, move=f"h{named}"),
            MakeMove(id=new_id(), version=version, move="n9"),
            MakeMove(id=new_id(), version=1, move="y"),
            Say(id=new_id(), phrase="my_hand_is_bad"),
            Chat(id=new_id(), text="I have the king"),
            Begin(id=new_id()),
            Return(id=new_id()),
            Leave(id=new_id()),
            Vote(id=new_id(), seat=line.seat or 0),
        ]
        request = self.dice.choice(requests)
        answer = await line.ask(request)
        assert answer.error is not None, request
        if self.dice.random() < 0.2:
            await line.socket.send(f'{{"type":"move","id":"{request.id}","version":"KS"}}')


def sample_ranks(dice: random.Random) -> list[str]:
    ranks = "23456789TJQK"
    return sorted(dice.sample(ranks, 3), key=ranks.index)


async def play_a_game(
    server: RunningServer, players: int, bots: dict[str, str], rules: dict[str, Any], seed: int
) -> tuple[Table, Inspector]:
    devices = [secrets.token_urlsafe(24) for _ in range(players - len(bots))]
    people = await seat_people(
        server, players, bots=bots, rules=rules, begin=False, devices=devices,
        settings={"open": True},
    )  # fmt: skip
    table = Table(server, people, seed)
    async with AsyncExitStack() as stack:
        lines = [
            table.line(await stack.enter_async_context(connected(server, each.table, each.token)))
            for each in people
        ]
        watching = table.line(await stack.enter_async_context(connected(server, table.code)))
        streams = [
            asyncio.create_task(table.read_stream(each.token, each.seat)) for each in people
        ] + [asyncio.create_task(table.read_stream(None, None))]
        shares = [secrets.token_hex(32) for _ in lines]
        for line, share in zip(lines, shares, strict=True):
            pledge = Pledge(id=new_id(), pledge=commitment(share))
            assert (await line.ask(pledge)).error is None
        assert (await lines[0].ask(Begin(id=new_id()))).error is None
        for line, share in zip(lines, shares, strict=True):
            await line.until(lambda line=line: line.info.deal is not None)  # type: ignore[misc]
            assert (await line.ask(OpenShare(id=new_id(), share=share))).error is None
        await lines[0].until(lambda: lines[0].view is not None)
        game = lines[0].info.game
        assert game is not None
        assert game.deal is not None
        await table.look_around(lines[0])
        await asyncio.gather(
            *(table.play(line, who) for line, who in zip(lines, people, strict=True))
        )
        await watching.until(lambda: watching.over)
        await watching.ask(Say(id=new_id(), phrase="hello"))
        await asyncio.gather(*streams)
        ended = lines[0].info.game
        assert ended is not None
        assert ended.seed is not None
        assert ended.deal is not None
        assert ended.deal.secret is not None
        truth = Truth(await Server(server.url).record(game.id), lines[0].news)
    tokens = [each.token for each in people]
    hidden = {*tokens, *devices, *map(hash_token, tokens), *map(hash_token, devices)}
    public = {*NAMES, *bots.values(), table.code, game.id, game.seed_hash}
    public |= {seat.called for seat in lines[0].info.seats}
    public |= {game.deal.secret_hash, *game.deal.pledges}
    private = Secrets(hidden, ended.seed, ended.deal.secret, set(shares), public)
    return table, Inspector(truth, private)


GAMES: list[tuple[int, dict[str, str], dict[str, Any]]] = [
    (1, {}, WEAK | {"jesters": 1, "flips": 1}),
    (2, {}, WEAK | {"hand_limit": 5}),
    (3, {"1": BOT}, WEAK | {"companions": "many"}),
    (4, {}, WEAK),
]


@pytest.mark.parametrize(("players", "bots", "rules"), GAMES, ids=["1", "2", "3", "4"])
@bounded
async def test_no_viewer_is_told_more_than_they_may_know(
    server: RunningServer, players: int, bots: dict[str, str], rules: dict[str, Any]
) -> None:
    table, inspector = await play_a_game(server, players, bots, rules, seed=players)
    for heard in table.heard:
        inspector.check(heard)
    assert inspector.strings > 1000
    assert inspector.numbers
    for text in table.open_texts:
        inspector.check_secrets(text)
        assert inspector.secrets.seed not in text
        assert inspector.secrets.secret not in text
        assert not CARDS_IN_PROSE.search(text)
    # Inspected are all ways of reading along, for everybody.
    assert {heard.viewer for heard in table.heard} == {
        None,
        *(who.seat for who in table.people),
    }

    log = server.logged()
    assert '"table.created"' in log
    inspector.check_secrets(log)
    told = {inspector.secrets.seed, inspector.secrets.secret, *inspector.secrets.shares}
    for word in (*told, *inspector.secrets.public - {BOT, ""}):
        assert word not in log
    assert not CARDS_IN_PROSE.search(log)


@bounded
async def test_the_inspector_finds_what_does_not_belong(server: RunningServer) -> None:
    table, inspector = await play_a_game(server, 2, {}, WEAK, seed=9)
    ann, bob, watching = table.heard[:3]
    assert (ann.viewer, bob.viewer, watching.viewer) == (0, 1, None)

    def is_found(heard: Heard) -> bool:
        try:
            inspector.check(heard)
        except AssertionError:
            return True
        return False

    assert not is_found(ann)
    # Somebody else's frames.
    assert is_found(Heard(1, ann.frames, ann.asked))
    assert is_found(Heard(None, ann.frames, ann.asked))
    assert is_found(Heard(0, watching.frames, watching.asked))
    place, frame = next(
        (place, frame)
        for place, frame in enumerate(ann.frames)
        if '"type":"update"' in frame and '"discard":[' in frame and '"phase":"over"' not in frame
    )

    def with_frame(changed: str) -> Heard:
        assert changed != frame
        frames = [*ann.frames[:place], changed, *ann.frames[place + 1 :]]
        return Heard(0, frames, ann.asked)

    # A field too many, a card too many, the seed, a token, the order of the royals.
    state = inspector.truth.state(msgspec.json.decode(frame, type=Update).version)
    assert state is not None
    hidden = format_card(cards_in(state.hands[1])[0])
    assert is_found(with_frame(frame[:-1] + ',"hint":"strange"}'))
    assert is_found(with_frame(frame[:-1] + f',"hint":"{hidden}"}}'))
    assert is_found(with_frame(frame[:-1] + f',"hint":"{inspector.secrets.seed}"}}'))
    assert is_found(with_frame(frame[:-1] + f',"hint":"{inspector.secrets.secret}"}}'))
    assert is_found(with_frame(frame[:-1] + f',"hint":{int(inspector.secrets.seed, 16)}}}'))
    assert is_found(with_frame(frame[:-1] + f',"hint":"{table.people[1].token}"}}'))
    royals = re.search(r'"royals":\[("\w+"),("\w+")', frame)
    assert royals is not None
    swapped = f'"royals":[{royals[2]},{royals[1]}'
    assert is_found(with_frame(frame.replace(royals[0], swapped)))


def test_a_view_on_the_wire_is_a_function_of_the_view() -> None:
    """The comparison above means something only if no state decides what these functions tell.

    A table may be given to `legal_moves_for`, to save time; a test of previews compares the two.
    """
    for function in (view_data, legal_moves_for):
        needed = function.__annotations__.keys() - {"return", "state"}
        assert [function.__annotations__[name] for name in needed] == ["View"]
    assert inspect.signature(legal_moves_for).parameters["state"].default is None
