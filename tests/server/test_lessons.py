"""Lessons over HTTP, which keep nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from openregicide.lessons import Lesson, load_course
from openregicide.notation import format_move
from support.knocking import web
from support.serving import RunningServer, running_server

COURSE = load_course()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("learn")) as running:
        yield running
        assert "Traceback" not in running.logged()


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with web(server) as client:
        yield client


def learn(client: httpx.Client, **step: object) -> dict[str, Any]:
    answer = client.post("/api/learn", json=step)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def refused(client: httpx.Client, **step: object) -> str:
    answer = client.post("/api/learn", json=step)
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


def test_the_answer_comes_from_the_position(client: httpx.Client) -> None:
    """Whoever plays the 2♥ first has no 2♥ to pay with."""
    told = learn(client, lesson="suffer", step=1, made=["p2H"])
    assert told["answer"] in [legal["move"] for legal in told["moves"]]


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
