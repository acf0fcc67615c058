"""Talk at a table: ready-made phrases, R22 after a jester, free text where R27 allows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from openregicide.client import Server, new_id
from openregicide.protocol import (
    AFTER_JESTER,
    FACES,
    PHRASES,
    Begin,
    Change,
    Chat,
    ChooseFace,
    Joined,
    Say,
)
from support.serving import RunningServer, running_server
from support.tables import HARD, Line, bounded, connected, lose, seat_people, table_with_jester


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("server"), phrases=4) as running:
        yield running


async def refused(server: RunningServer, who: Joined, request: Say | Chat) -> str:
    """Return the code with which a seat is refused; nothing if it is not."""
    answer = await Server(server.url).ask(who.table, who.token, request)
    return answer.error.code if answer.error else ""


def said_by(line: Line) -> list[Change]:
    return [each for each in line.news if each.what == "said"]


def say(phrase: str) -> Say:
    return Say(id=new_id(), phrase=phrase)


def chat(text: str) -> Chat:
    return Chat(id=new_id(), text=text)


@pytest.mark.parametrize("phrase", PHRASES)
@bounded
async def test_R27_a_phrase_reaches_everybody_as_a_code(server: RunningServer, phrase: str) -> None:
    ann, bob = await seat_people(server, 2)
    async with (
        connected(server, ann.table, ann.token) as line,
        connected(server, ann.table) as spectator,
    ):
        assert await refused(server, bob, say(phrase)) == ""
        for subscriber in (line, spectator):
            await subscriber.until(lambda subscriber=subscriber: subscriber.news[-1].what == "said")  # type: ignore[misc]
            said = subscriber.news[-1]
            assert (said.seat, said.phrase, said.text) == (bob.seat, phrase, "")
            # Nothing else has changed, so nothing else is told.
            update = subscriber.updates[-1]
            assert (update.table, update.view, update.moves) == (None, None, None)


@bounded
async def test_R27_public_facts_reach_everybody_with_the_tables_number(
    server: RunningServer,
) -> None:
    ann, bob = await seat_people(server, 2)
    async with (
        connected(server, ann.table, ann.token) as line,
        connected(server, ann.table) as spectator,
    ):
        assert line.view is not None
        expected = [line.view.hands[bob.seat].count, line.view.tavern]
        for phrase in ("my_cards", "tavern_cards"):
            assert await refused(server, bob, say(phrase)) == ""
        for subscriber in (line, spectator):
            await subscriber.until(lambda subscriber=subscriber: len(said_by(subscriber)) == 2)  # type: ignore[misc]
            assert [each.count for each in said_by(subscriber)] == expected


@bounded
async def test_R27_nobody_can_say_a_number_of_their_own(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2)
    async with connected(server, ann.table, bob.token) as line:
        for more in ('"count":1', '"number":1', '"text":"1"', '"value":1'):
            await line.socket.send(f'{{"type":"say","id":"{new_id()}","phrase":"my_cards",{more}}}')
        assert await refused(server, bob, say("my_cards")) == ""
        await line.until(lambda: bool(said_by(line)))
        assert line.view is not None
        assert [each.count for each in said_by(line)] == [line.view.hands[bob.seat].count]


@bounded
async def test_a_face_that_cannot_be_is_refused_and_changes_nothing(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2)
    wrong = await Server(server.url).ask(bob.table, bob.token, ChooseFace(new_id(), "dragon"))
    assert wrong.error is not None
    assert wrong.error.code == "face.unknown"
    async with connected(server, ann.table, ann.token) as line:
        right = await Server(server.url).ask(bob.table, bob.token, ChooseFace(new_id(), "fox"))
        assert right.error is None
        await line.until(lambda: line.info.seats[bob.seat].face == "fox")


@bounded
async def test_faces_are_changed_no_faster_than_one_speaks(server: RunningServer) -> None:
    ann, _ = await seat_people(server, 2)
    codes = set()
    for face in FACES:
        answer = await Server(server.url).ask(ann.table, ann.token, ChooseFace(new_id(), face))
        codes.add(answer.error.code if answer.error else "")
    assert codes == {"", "talk.too_fast"}


@bounded
async def test_what_is_no_phrase_is_refused(server: RunningServer) -> None:
    ann, _ = await seat_people(server, 2)
    assert await refused(server, ann, say("i_have_the_king")) == "talk.unknown_phrase"


@bounded
async def test_R22_wishes_about_the_next_turn_are_for_after_a_jester(
    server: RunningServer,
) -> None:
    ann, bob = await table_with_jester(server)
    for phrase in AFTER_JESTER:
        assert await refused(server, bob, say(phrase)) == "talk.not_now"
    async with connected(server, ann.table, ann.token) as line:
        await line.move("pX")
        # As many as one may say in ten seconds, refused ones included.
        for phrase in AFTER_JESTER:
            assert await refused(server, bob, say(phrase)) == ""
        await line.move("n1")
        assert await refused(server, ann, say(AFTER_JESTER[0])) == "talk.not_now"
        assert [each.phrase for each in line.news if each.what == "said"] == list(AFTER_JESTER)


@bounded
async def test_R27_free_text_is_for_between_games(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, rules=HARD, begin=False, first=0)
    async with connected(server, ann.table, ann.token) as line:
        assert await refused(server, bob, chat("good evening")) == ""
        assert (await line.ask(Begin(id=new_id(), first=0))).error is None
        assert await refused(server, bob, chat("I have two kings")) == "talk.strict"
        await lose([line])
        assert await refused(server, bob, chat(" so \n close ")) == ""
        await line.until(lambda: line.news[-1].what == "chatted")
        texts = [each.text for each in line.news if each.what == "chatted"]
        assert texts == ["good evening", "so close"]
        assert all("kings" not in frame for frame in line.frames)


@bounded
async def test_R27_a_table_with_open_talk_talks_during_the_game(server: RunningServer) -> None:
    ann, bob = await seat_people(server, 2, rules={"talk": "open"})
    async with connected(server, ann.table, ann.token) as line:
        assert await refused(server, bob, chat("I have two kings")) == ""
        await line.until(lambda: line.news[-1].text == "I have two kings")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("   ", "talk.empty"),
        ("left\u202eright", "talk.character"),
        ("zero\u200bwidth", "talk.character"),
        ("a" + "\u0301" * 5, "talk.character"),
    ],
)
@bounded
async def test_text_that_cannot_be_shown_is_refused(
    server: RunningServer, text: str, code: str
) -> None:
    ann, _ = await seat_people(server, 2, begin=False)
    assert await refused(server, ann, chat(text)) == code


@bounded
async def test_who_talks_too_fast_is_told_to_wait_and_nobody_else_is(
    server: RunningServer,
) -> None:
    ann, bob = await seat_people(server, 2, begin=False)
    client = Server(server.url)
    said = [say("hello") for _ in range(4)]
    for each in said:
        assert await refused(server, ann, each) == ""
    for request in (say("hello"), chat("hello")):
        answer = await client.ask(ann.table, ann.token, request)
        assert answer.error is not None
        assert answer.error.code == "talk.too_fast"
        seconds = answer.error.values["seconds"]
        assert isinstance(seconds, int)
        assert 1 <= seconds <= 4
    # A repeat is not said again, so it costs nothing.
    assert await refused(server, ann, said[0]) == ""
    assert await refused(server, bob, say("hello")) == ""
    async with connected(server, ann.table, ann.token) as line:
        assert [each.what for each in line.news].count("said") == 5
