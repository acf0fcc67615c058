"""Lessons over HTTP, which keep nothing, and advice at the tables that allow it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from openregicide.lessons import Lesson, load_course
from openregicide.notation import format_move
from openregicide.protocol import Joined
from support.knocking import make_table, web
from support.serving import RunningServer, running_server

COURSE = load_course()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("learn"), hint_ms=50, hints=4) as running:
        yield running
        assert "Traceback" not in running.logged()


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with web(server) as client:
        yield client


def learn(client: httpx.Client, **lecture: object) -> dict[str, Any]:
    answer = client.post("/api/learn", json=lecture)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def refused(client: httpx.Client, **lecture: object) -> str:
    answer = client.post("/api/learn", json=lecture)
    assert answer.status_code == 400
    code: str = answer.json()["error"]["code"]
    return code


def test_the_course_is_listed_with_the_battle_after_it(client: httpx.Client) -> None:
    told = client.get("/api/learn").json()
    assert [each["id"] for each in told["lessons"]] == [lesson.id for lesson in COURSE.lessons]
    assert told["lessons"][0]["steps"] == [step.id for step in COURSE.lessons[0].steps]
    battle = told["first_battle"]
    assert battle["hints"]
    assert battle["rules"]["health"] == list(COURSE.first_battle.health)
    made = client.post("/api/tables", json={"name": "Ann", "settings": battle, "begin": True})
    assert made.status_code == 201


@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.id)
def test_a_lesson_is_taken_with_nothing_but_what_was_told(
    client: httpx.Client, lesson: Lesson
) -> None:
    made: list[str] = []
    for number in range(len(lesson.steps)):
        place: dict[str, Any] = {"lesson": lesson.id, "step": number, "made": made}
        laid_out = learn(client, **place)
        assert laid_out["view"]["seat"] == laid_out["view"]["turn"] == 0
        answer = laid_out["answer"]
        assert answer in [legal["move"] for legal in laid_out["moves"]]
        other = next(each["move"] for each in laid_out["moves"] if each["move"] != answer)
        tried = learn(client, **place, move=other)
        if "done" not in tried:
            assert tried["view"] == laid_out["view"]
            assert tried["moves"] == laid_out["moves"]
            assert tried["say"]
        done = learn(client, **place, move=answer)
        assert (done["done"], done["say"], done["moves"]) == (True, "done", [])
        assert done["events"]
        made = [*made, answer] if done.get("goes_on") else []
    assert not done.get("goes_on")


def test_what_the_rules_refuse_is_no_error_of_the_client(client: httpx.Client) -> None:
    answer = format_move(COURSE.lesson("suffer").steps[0].answer)
    told = learn(client, lesson="suffer", step=1, made=[answer], move="d2H")
    assert told["problem"]["code"] == "discard.too_small"
    assert told["say"] == "too_little"
    assert "done" not in told
    strange = learn(client, lesson="suffer", move="n2")
    assert strange["problem"]["code"] == "move.wrong_phase"
    assert "say" not in strange


def test_what_makes_no_sense_is_refused(client: httpx.Client) -> None:
    assert refused(client, lesson="wings") == "lesson.unknown"
    assert refused(client, lesson="suffer", step=9) == "lesson.step"
    assert refused(client, lesson="suffer", step=1) == "lesson.moves"
    assert refused(client, lesson="suffer", step=1, made=["p9H"]) == "lesson.moves"
    assert refused(client, lesson="suffer", move="fly") == "move.verb"
    assert refused(client, lesson="suffer", made=["y"] * 21) == "request.malformed"
    assert refused(client, lesson="suffer", wings=2) == "request.malformed"
    assert refused(client, lesson="Suffer/../..") == "request.malformed"


# Advice


def table(
    client: httpx.Client, players: int = 1, *, hints: bool = True, begin: bool = True
) -> Joined:
    rules = {"players": players}
    settings = {"rules": rules, "hints": hints}
    return make_table(client, players, settings=settings, bots={}, begin=begin)


def hint(client: httpx.Client, seat: Joined, token: str | None = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {seat.token if token is None else token}"}
    return client.post(f"/api/tables/{seat.table}/hint", headers=headers)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def update(client: httpx.Client, seat: Joined) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {seat.token}"}
    told: dict[str, Any] = client.get(f"/api/tables/{seat.table}/update", headers=headers).json()
    return told


def test_a_seat_is_advised_on_its_own_move(client: httpx.Client) -> None:
    seat = table(client)
    told = update(client, seat)
    advice = hint(client, seat).json()
    assert advice["version"] == told["version"]
    legal = {each["move"] for each in told["moves"]}
    assert 1 <= len(advice["moves"]) <= 3
    assert {each["move"] for each in advice["moves"]} <= legal
    assert all(0 <= each["chance"] <= 1 for each in advice["moves"])
    # To ask changes nothing.
    assert update(client, seat)["version"] == told["version"]


def test_advice_is_for_tables_that_want_it_and_seats_that_move(client: httpx.Client) -> None:
    assert code_of(hint(client, table(client, hints=False))) == (409, "hint.off")
    waiting = table(client, 2, begin=False)
    assert code_of(hint(client, waiting)) == (409, "hint.not_now")
    open_one = table(client)
    assert code_of(hint(client, open_one, "wrong")) == (401, "seat.token")
    nobody = client.post(f"/api/tables/{open_one.table}/hint")
    assert code_of(nobody) == (401, "seat.token")
    unknown = Joined("ABCDE23456", 0, open_one.token)
    assert code_of(hint(client, unknown)) == (404, "table.unknown")


def test_advice_is_not_given_without_end(client: httpx.Client) -> None:
    seat = table(client)
    answers = [hint(client, seat) for _ in range(8)]
    assert answers[0].status_code == 200
    late = [answer for answer in answers if answer.status_code != 200]
    assert late
    assert {code_of(answer) for answer in late} == {(429, "limit.too_fast")}
    assert int(late[0].headers["Retry-After"]) >= 1
