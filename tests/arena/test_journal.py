"""The files of a run: written atomically, and readable whatever happened to their writer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from openregicide.arena import Plan, read_run
from openregicide.arena.files import check_writable
from openregicide.arena.journal import Journal
from openregicide.arena.results import GameResult
from openregicide.core import RuleSet
from openregicide.errors import InvalidOptionError, InvalidRecordError

PLAN = Plan(RuleSet(players=1), ("random",), 1)


def game(number: int) -> GameResult:
    seed = PLAN.deal_seed(number)
    return GameResult(number=number, seed=seed, won=False, ending="cannot_pay", lost_to="JC")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal with three games of five."""
    journal = Journal(tmp_path / "run.json")
    journal.begin(PLAN, 5, [game(1)])
    journal.add(game(4))
    journal.add(game(2))
    yield journal
    journal.close()


def test_games_are_in_the_journal_at_once(journal: Journal) -> None:
    run = Journal(journal.path).past()
    assert run is not None
    assert (run.plan, run.wanted, sorted(run.results)) == (PLAN, 5, [1, 2, 4])
    assert run.results[4] == game(4)
    assert not journal.path.exists()


def test_half_a_line_is_a_game_that_was_not_finished(journal: Journal) -> None:
    whole = journal.part.read_bytes()
    for length in range(len(whole.rsplit(b"\n", 2)[0]) + 1, len(whole)):
        journal.part.write_bytes(whole[:length])
        run = journal.past()
        assert run is not None
        assert sorted(run.results) == [1, 4]
    again = Journal(journal.path)
    again.begin(PLAN, 5, [game(1), game(4)])
    again.add(game(2))
    again.close()
    run = again.past()
    assert run is not None
    assert sorted(run.results) == [1, 2, 4]


def test_half_a_first_line_is_a_run_that_never_began(journal: Journal) -> None:
    journal.part.write_bytes(journal.part.read_bytes()[:20])
    assert journal.past() is None
    journal.part.write_bytes(b"")
    assert journal.past() is None


def test_an_interrupted_run_keeps_its_journal_and_a_finished_one_does_not(
    journal: Journal,
) -> None:
    results = [game(1), game(2), game(4)]
    journal.end(PLAN, 5, results, finished=False)
    assert journal.part.exists()
    assert sorted(read_run(journal.path).results) == [1, 2, 4]
    journal.end(PLAN, 3, results, finished=True)
    assert not journal.part.exists()
    run = journal.past()
    assert run is not None
    assert (run.wanted, sorted(run.results)) == (3, [1, 2, 4])


def test_the_file_has_the_summary_and_what_it_takes_to_play_again(journal: Journal) -> None:
    journal.end(PLAN, 5, [game(1), game(2)], finished=False)
    data = json.loads(journal.path.read_text())
    for name in ("games", "wins", "win_rate", "interval", "medals", "ms_per_move"):
        assert name in data
    assert (data["rules"], data["seats"]) == ("players=1", ["random"])
    assert data["seed"] == "00000000000000000000000000000001"
    assert {"version", "engine", "wanted"} <= set(data)
    assert [row["number"] for row in data["results"]] == [1, 2]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"hello",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"format": "openregicide arena 1"}',
        b'{"format": "openregicide arena 9", "results": []}',
        b"[" * 100_000,
    ],
    ids=range(8),
)
def test_a_file_of_something_else_is_refused(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_bytes(text)
    with pytest.raises(InvalidRecordError) as error:
        Journal(file).past()
    assert error.value.code == "arena.file_damaged"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b'"number": 4', b'"number": "x"', 3),
        (b'"lost_to": "JC"', b'"lost_to": "ZZ"', 2),
        (b'"result": "lost"', b'"result": "drawn"', 2),
        (b'"seats": ["random"]', b'"seats": []', 1),
        (b'"rules": "players=1"', b'"rules": "players=9"', 1),
        (b'{"number": 4', b'"number": 4', 3),
    ],
)
def test_a_damaged_journal_names_the_line(
    old: bytes, new: bytes, line: int, journal: Journal
) -> None:
    text = journal.part.read_bytes()
    assert old in text
    journal.part.write_bytes(text.replace(old, new, 1))
    with pytest.raises(InvalidRecordError) as error:
        journal.past()
    assert (error.value.code, error.value.values["line"]) == ("arena.file_damaged", line)


# Files


def test_files_that_cannot_be_written_are_found_out(tmp_path: Path) -> None:
    check_writable([tmp_path / "a", tmp_path / "b"])
    assert list(tmp_path.iterdir()) == []
    for path in (tmp_path / "no" / "a", Path("/dev/null/a")):
        with pytest.raises(OSError, match=r".") as problem:
            check_writable([path])
        assert problem.value.filename == str(path)
    for paths, code in (
        ([tmp_path], "arena.not_a_file"),
        ([Path("/dev/null")], "arena.not_a_file"),
        ([tmp_path / "a", tmp_path / "." / "a"], "arena.same_file"),
    ):
        with pytest.raises(InvalidOptionError) as error:
            check_writable(paths)
        assert error.value.code == code
