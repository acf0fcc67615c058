"""The checker notices what it is there for: a true history is spoilt in many ways."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import simulation.checker
from simulation.checker import check
from simulation.disk import Disks
from simulation.history import Event
from simulation.plan import parse_plan
from simulation.world import Run, run_plan


@dataclass
class Told:
    """A true history, to be spoilt."""

    events: list[Event]
    journals: dict[str, list[bytes]]
    games: dict[str, tuple[str, int, int, str]]

    def rules(self) -> set[str]:
        return {each.rule for each in check(self.events, self.journals, self.games)}

    @property
    def journal(self) -> list[bytes]:
        return max(self.journals.values(), key=len)

    def spoil(self, kind: str, change: Callable[[dict[str, Any]], object]) -> None:
        """Change the first frame of a kind that a change has something to do with."""
        for number, event in enumerate(self.events):
            if event.kind not in ("heard", "knows", "seated"):
                continue
            message = json.loads(event.data)
            if kind in (event.kind, message.get("type")) and change(message):
                self.events[number] = replace(event, data=json.dumps(message).encode())
                return
        raise AssertionError(kind)


def _draws_hidden(event: Event) -> bool:
    """Return whether a frame tells of a card that somebody else drew."""
    if event.kind != "heard" or b'"drew"' not in event.data:
        return False
    news = json.loads(event.data).get("news", ())
    events = [each for change in news for each in change.get("events", ())]
    return any(each["code"] == "drew" and "cards" not in each for each in events)


@pytest.fixture(scope="module")
def run(disks: Disks) -> Run:
    """A run without faults, in which a game ends, with a bot and a number in what is said."""
    for seed in range(3, 100):
        found = run_plan(parse_plan(f"{seed}:faults=-"), disks)
        entries = b"".join(entry for each in found.stored.journals.values() for entry in each)
        everything = all(part in entries for part in (b'"bot_seated"', b'"count"', b'"chatted"'))
        drawn = any(_draws_hidden(event) for event in found.history)
        if found.stored.games and len(found.history) > 200 and everything and drawn:
            return found
    raise AssertionError


@pytest.fixture
def told(run: Run) -> Told:
    return Told(list(run.history), deepcopy(run.stored.journals), deepcopy(run.stored.games))


def test_a_true_history_is_accepted(told: Told) -> None:
    assert told.rules() == set()


def test_an_acknowledged_request_that_is_not_stored(told: Told) -> None:
    for journal in told.journals.values():
        del journal[-3:]
    assert {"answer.lost", "update.ahead"} & told.rules()


def test_an_entry_that_nobody_asked_for(told: Told) -> None:
    told.journal.append(b'{"type":"said","at":9,"seat":0,"request":"r","asked_by":0,"phrase":"x"}')
    assert "journal.unasked" in told.rules()


@pytest.mark.parametrize("count", [b"7777", b"null"])
def test_a_number_in_a_phrase_that_nobody_could_see(told: Told, count: bytes) -> None:
    said = next(
        (journal, place)
        for journal in told.journals.values()
        for place, entry in enumerate(journal)
        if b'"count"' in entry
    )
    journal, place = said
    journal[place] = re.sub(rb'"count":\d+', b'"count":' + count, journal[place])
    assert "journal.number" in told.rules()


def test_a_bot_that_is_called_like_somebody_at_the_table(told: Told) -> None:
    def renamed(message: dict[str, Any]) -> bool:
        seats = (message.get("table") or {}).get("seats", [])
        people = [seat["name"] for seat in seats if seat["holder"] == "person"]
        bots = [seat for seat in seats if seat["holder"] == "bot"]
        for bot in bots:
            bot["called"] = people[0].upper() if people else ""
        return bool(bots)

    told.spoil("update", renamed)
    assert "table.names" in told.rules()


def test_a_request_that_was_done_twice(told: Told) -> None:
    # What would be in order a second time; a number that was true may no longer be.
    journal, entry = next(
        (journal, entry)
        for journal in told.journals.values()
        for entry in journal
        if (b'"said"' in entry and b'"count"' not in entry) or b'"chatted"' in entry
    )
    journal.append(entry)
    assert "request.done_twice" in told.rules()


def test_an_answer_with_another_version(told: Told) -> None:
    def later(message: dict[str, Any]) -> bool:
        message["version"] += 1
        # What is not in the journal, such as a pledge, is done at any version.
        kept = any(message["id"].encode() in e for j in told.journals.values() for e in j)
        return "error" not in message and kept

    told.spoil("answer", later)
    assert "answer.version" in told.rules()


def test_a_request_that_was_done_and_refused(told: Told) -> None:
    def refused(message: dict[str, Any]) -> bool:
        message["error"] = {"code": "storage.failed", "values": {}}
        return "error" in message

    done = [e for e in told.events if e.kind == "heard" and json.loads(e.data)["type"] == "answer"]
    names = [json.loads(event.data)["id"] for event in done]
    once = next(
        n for n in names if names.count(n) == 1 and any(n.encode() in e for e in told.journal)
    )
    told.spoil("answer", lambda message: message["id"] == once and refused(message))
    assert "answer.untrue" in told.rules()


def test_an_update_that_never_came(told: Told) -> None:
    waiting: dict[str, int] = {}
    for number, event in enumerate(told.events):
        if event.kind != "heard" or json.loads(event.data)["type"] != "update":
            continue
        follows = b'"full"' not in event.data and b'"news"' in event.data
        # A full one would tell what was missing.
        if follows and event.connection in waiting:
            del told.events[waiting[event.connection]]
            break
        waiting.pop(event.connection, None)
        if follows:
            waiting[event.connection] = number
    assert "update.gap" in told.rules()


def test_an_update_that_goes_back(told: Told) -> None:
    def back(message: dict[str, Any]) -> bool:
        message["version"] = 1
        return not message.get("full")

    told.spoil("update", back)
    assert "update.back" in told.rules()


def test_a_card_that_nobody_may_know(told: Told) -> None:
    def show(message: dict[str, Any]) -> bool:
        for change in message.get("news", ()):
            for event in change.get("events", ()):
                if event["code"] == "drew" and "cards" not in event:
                    event["cards"] = ["2C"]
                    return True
        return False

    told.spoil("update", show)
    assert "change.hidden" in told.rules()


def test_a_hand_that_nobody_may_see(told: Told) -> None:
    def show(message: dict[str, Any]) -> bool:
        for hand in (message.get("view") or {}).get("hands", ()):
            if not hand.get("cards") and hand["count"]:
                hand["cards"] = ["2C"]
                return True
        return False

    told.spoil("update", show)
    assert "view.hidden" in told.rules()


def test_another_view_of_the_same_version(told: Told) -> None:
    def other(message: dict[str, Any]) -> bool:
        if not message.get("view"):
            return False
        message["view"]["text"] = message["view"]["text"].replace("p", "d", 1)
        return True

    told.spoil("update", other)
    assert "view.other" in told.rules()


def test_a_seed_before_its_game_is_over(told: Told) -> None:
    seed = next(json.loads(each)["seed"] for each in told.journal if b'"began"' in each)

    def tell(message: dict[str, Any]) -> bool:
        message["seed"] = seed
        return True

    told.spoil("presence", tell)
    assert "secret.seed" in told.rules()


def test_a_token_that_is_told(told: Told) -> None:
    token = next(event.told()["token"] for event in told.events if event.kind == "seated")
    told.spoil("presence", lambda message: message.update(said=token) or True)
    assert "secret.token" in told.rules()


def test_a_seat_that_was_given_and_is_not_stored(told: Told) -> None:
    told.spoil("seated", lambda message: message.update(token="another") or True)
    assert "seat.lost" in told.rules()


def test_a_client_that_believes_something_else(told: Told) -> None:
    told.spoil("knows", lambda message: message.update(view="?") or True)
    assert "client.other" in told.rules()


def test_a_move_that_the_rules_refuse(told: Told) -> None:
    number = next(i for i, each in enumerate(told.journal) if b'"moved"' in each)
    entry = json.loads(told.journal[number])
    told.journal[number] = json.dumps(entry | {"move": "pKS"}).encode()
    assert told.rules() == {"journal.impossible"}


def test_a_move_that_was_stale(told: Told) -> None:
    entry = json.loads(
        [each for each in told.journal if b'"moved"' in each and b'"request"' in each][-1]
    )
    for number, event in enumerate(told.events):
        # Every copy of it.
        if event.kind == "sent" and entry["request"].encode() in event.data:
            message = json.loads(event.data) | {"version": 1}
            told.events[number] = replace(event, data=json.dumps(message).encode())
    assert "move.stale_accepted" in told.rules()


def test_results_that_do_not_follow(told: Told) -> None:
    [name, (table, won, kills, record)] = next(iter(told.games.items()))
    told.games[name] = table, 1 - won, kills, record
    assert told.rules() == {"game.other"}
    told.games[name] = table, won, kills, record.replace("lost", "won")
    assert "record." in "".join(told.rules())
    del told.games[name]
    assert told.rules() == {"game.lost"}


def test_the_checker_imports_nothing_that_it_checks() -> None:
    allowed = {"core", "core.options", "notation", "errors"}
    for path in Path(simulation.checker.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                name = node.module or ""
                assert not name.startswith("openregicide.") or name[13:] in allowed, path
            assert not (isinstance(node, ast.Import) and "openregicide" in ast.unparse(node)), path
            if isinstance(node, ast.ImportFrom) and node.level > 1:
                assert node.module == "history", path
