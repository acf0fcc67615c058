"""`regicide arena` and `regicide bots` from outside: whole runs, broken bots, sudden ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from openregicide.arena import GameResult, read_run
from openregicide.arena.results import result_of
from openregicide.bots.api.match import Thinking
from openregicide.cli import main
from openregicide.notation import format_seed, load_game, parse_view
from support import third_party

THEIRS = '''
    import os, time

    from openregicide.core import moves_of

    class Slow:
        """Takes its time, unless the environment says otherwise."""

        def choose(self, view, generator):
            if "HURRY" not in os.environ:
                time.sleep(0.02)
            moves = moves_of(view)
            return moves[generator.random_below(len(moves))]

    class Faulty:
        """Does something wrong sooner or later, depending on its dice."""

        def __init__(self, how: str) -> None:
            self.how = how

        def choose(self, view, generator):
            print("what bots print is no result")
            if generator.random_below(4) == 0:
                if self.how == "raise":
                    return {}["key that is not there"]
                if self.how == "exit":
                    raise SystemExit(3)
                if self.how == "die":
                    os._exit(3)
                if self.how == "illegal":
                    return -1
                return self.how
            return moves_of(view)[0]
'''

BOTS = {"slow": "acme:Slow", "faulty": "acme:Faulty", "broken": "acme:Nothing"}


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("acme")
    third_party.install(folder, THEIRS, BOTS)
    return folder


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "openregicide", *map(str, arguments)]


def regicide(
    *arguments: object, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, check=False, env=env, timeout=120
    )


def arena(*arguments: object, env: dict[str, str] | None = None) -> str:
    result = regicide("arena", *arguments, env=env)
    assert result.returncode == 0, result.stderr
    return result.stdout


def results(file: Path | str) -> dict[int, GameResult]:
    """What a file holds, but for the times, which are never the same."""
    return {
        number: replace(result, thinking=tuple(Thinking(t.choices) for t in result.thinking))
        for number, result in read_run(Path(file)).results.items()
    }


# Runs


def test_a_run_is_reported_and_written_down() -> None:
    files = ["--json", "a.json", "--csv", "a.csv", "--records", "games", "--plot", "a.png"]
    text = arena("--seats", "greedy,random", "--games", 6, "--seed", 1, "--jobs", 2, *files)
    assert "games           6" in text
    assert "player 1        greedy" in text
    data: dict[str, Any] = json.loads(Path("a.json").read_text())
    assert (data["games"], data["seats"]) == (6, ["greedy", "random"])
    assert data["win_rate"] == data["wins"] / 6
    assert Path("a.csv").read_text().count("\n") == 7
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in Path().iterdir()) == ["a.csv", "a.json", "a.png", "games"]
    # Every record is the game of its number, and says who played it.
    records = sorted(Path("games").iterdir())
    assert [record.name for record in records] == [f"{n:06}.rgn" for n in range(1, 7)]
    for record, row in zip(records, data["results"], strict=True):
        game = load_game(record.read_text())
        assert game.seed_checks
        assert game.outcome is not None
        assert game.seed is not None
        assert format_seed(game.seed) == row["seed"]
        assert game.outcome.won == (row["result"] == "won")
        assert (game.state.castle_at, row["ending"]) == (
            row["kills"],
            game.outcome.ending.name.lower(),
        )
        assert '[Seat0 "greedy"]' in record.read_text()


def test_games_can_be_played_again_from_the_file_alone() -> None:
    arena("--bot", "random", "--players", 3, "--games", 5, "--json", "a.json", "--hand-limit", 7)
    run = read_run(Path("a.json"))
    assert run.plan.rules.hand_limit == 7
    found = results("a.json")
    for number in (5, 2):
        again = result_of(run.plan, number, run.plan.play(number, run.plan.make_bots()))
        assert replace(again, thinking=found[number].thinking) == found[number]


def test_it_does_not_matter_how_many_play_at_the_same_time() -> None:
    options = ["--bot", "random", "--players", 4, "--games", 12, "--seed", 3]
    arena(*options, "--jobs", 1, "--json", "one.json")
    arena(*options, "--jobs", 3, "--json", "three.json")
    assert results("one.json") == results("three.json")
    assert len({result.seed for result in results("one.json").values()}) == 12


def test_a_pipe_gets_the_table_and_nothing_else() -> None:
    result = regicide("arena", "--bot", "random", "--games", 2)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("rules           players=2\n")


def test_solo_games_have_medals() -> None:
    text = arena("--bot", "greedy", "--players", 1, "--games", 12, "--seed", 1, "--json", "a.json")
    data: dict[str, Any] = json.loads(Path("a.json").read_text())
    assert sum(data["medals"].values()) == data["wins"] > 0
    gold, silver, bronze = (data["medals"][name] for name in ("gold", "silver", "bronze"))
    assert f"gold {gold}, silver {silver}, bronze {bronze}" in text


def test_a_bot_of_another_package_plays(acme: Path) -> None:
    env = third_party.environment(acme, HURRY="1")
    assert "bot             slow" in arena("--bot", "slow", "--games", 2, env=env)


# Bots that misbehave


@pytest.mark.parametrize(
    ("how", "code", "told"),
    [
        ("raise", "fault.raised", "KeyError: 'key that is not there'"),
        ("exit", "fault.raised", "SystemExit: 3"),
        ("illegal", "fault.illegal_move", "-0x1: "),
        ("garbage", "fault.no_move", "str: 'garbage'"),
        ("die", "fault.died", "exit code 3"),
    ],
)
def test_a_faulty_bot_loses_its_games_and_the_run_goes_on(
    how: str, code: str, told: str, acme: Path
) -> None:
    files = ["--json", "a.json", "--records", "games"]
    options = ["--seats", f"faulty:how={how},greedy", "--games", 5, "--seed", 1, "--jobs", 2]
    text = arena(*options, *files, env=third_party.environment(acme))
    assert "what bots print" not in text
    found = results("a.json")
    assert len(found) == 5
    faults = {number: game.fault for number, game in found.items() if game.fault is not None}
    assert faults
    assert f"game {min(faults)}: " in text
    assert told in text
    for number, fault in faults.items():
        assert fault.code == code
        assert fault.error.startswith(told)
        assert (found[number].won, found[number].ending) == (False, "fault")
        assert found[number].lost_to is None
        if how == "die":
            assert (fault.seat, fault.position) == (None, None)
            continue
        assert (fault.seat, fault.bot) == (0, f"faulty:how={how}")
        assert fault.position is not None
        assert parse_view(fault.position).seat == 0
        assert ("acme.py" in fault.traceback) == (how in ("raise", "exit"))
        record = Path("games") / f"{number:06}.rgn"
        assert load_game(record.read_text()).view(0) == parse_view(fault.position)


# Sudden ends


def begin(acme: Path, *arguments: object) -> subprocess.Popen[str]:
    """Begin a slow run in a process group of its own, and wait for its first game to end."""
    options = ["arena", "--bot", "slow", "--games", 8, "--seed", 1, "--jobs", 2, *arguments]
    process = subprocess.Popen(
        command(*options, "--json", "a.json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=third_party.environment(acme),
        start_new_session=True,
    )
    part = Path("a.json.part")
    while process.poll() is None and (not part.exists() or part.read_text().count("\n") < 2):
        time.sleep(0.02)
    assert process.poll() is None, process.communicate()
    return process


def in_one_go(acme: Path) -> dict[int, GameResult]:
    env = third_party.environment(acme, HURRY="1")
    arena("--bot", "slow", "--games", 8, "--seed", 1, "--json", "whole.json", env=env)
    return results("whole.json")


def test_an_interrupted_run_keeps_what_was_played_and_goes_on(acme: Path) -> None:
    process = begin(acme, "--csv", "a.csv")
    # As a terminal does it: everybody in the group is told.
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    played = results("a.json")
    assert process.returncode == 130
    assert 0 < len(played) < 8
    assert f"games           {len(played)}\n" in stdout
    assert stderr == (
        f"Stopped after {len(played)} of 8 games. "
        "To continue: regicide arena --json a.json --resume\n"
    )
    assert Path("a.csv").read_text().count("\n") == len(played) + 1
    # Not by accident over what was played before ...
    refused = regicide("arena", "--bot", "random", "--json", "a.json")
    assert refused.returncode == 2
    assert "--resume" in refused.stderr
    # ... but on with it, knowing everything from the file.
    env = third_party.environment(acme, HURRY="1")
    assert "games           8\n" in arena("--json", "a.json", "--resume", env=env)
    assert results("a.json") == in_one_go(acme)
    assert not Path("a.json.part").exists()


def test_a_killed_run_goes_on_too(acme: Path) -> None:
    process = begin(acme)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    workers = children.read_text().split() if children.exists() else []
    process.kill()
    process.communicate()
    assert not Path("a.json").exists()
    env = third_party.environment(acme, HURRY="1")
    arena("--bot", "slow", "--seed", 1, "--json", "a.json", "--resume", "--games", 8, env=env)
    assert results("a.json") == in_one_go(acme)
    # The orphans notice that nobody waits for them.
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        time.sleep(0.02)


def test_a_finished_run_can_be_made_longer() -> None:
    options = ["--bot", "random", "--seed", 1, "--json", "a.json"]
    arena(*options, "--games", 4)
    first = results("a.json")
    arena(*options, "--games", 6, "--resume")
    assert {number: results("a.json")[number] for number in first} == first
    assert sorted(results("a.json")) == [1, 2, 3, 4, 5, 6]


def test_nothing_to_resume_yet_is_the_beginning() -> None:
    arena("--bot", "random", "--games", 2, "--json", "a.json", "--resume")
    assert len(results("a.json")) == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bot", "random", "--players", 3], "other rules (players=2, not players=3)"),
        (["--bot", "random", "--hand-limit", 6], "other rules"),
        (["--bot", "greedy"], "other bots (random,random, not greedy,greedy)"),
        (["--seats", "random,greedy"], "other bots"),
        (["--bot", "random", "--seed", 2], "another seed"),
        (["--hand-limit", 6], "leave them out"),
        (["--seed", 1], "leave them out"),
    ],
)
def test_another_run_is_not_resumed(arguments: list[object], told: str) -> None:
    arena("--bot", "random", "--games", 1, "--seed", 1, "--json", "a.json")
    before = Path("a.json").read_text()
    result = regicide("arena", "--json", "a.json", "--games", 2, "--resume", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert Path("a.json").read_text() == before


# Pictures


def test_runs_are_compared_without_playing() -> None:
    for bot in ("random", "greedy"):
        arena("--bot", bot, "--games", 2, "--seed", 1, "--json", f"{bot}.json")
    text = arena("--compare", "random.json", "greedy.json", "--plot", "both.svg")
    assert text.count("\n") == 2
    assert "<svg" in Path("both.svg").read_text()


def test_a_picture_without_matplotlib_is_refused_before_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "without"
    folder.mkdir()
    (folder / "matplotlib.py").write_text("raise ImportError")
    options = ["--bot", "random", "--games", 1, "--plot", "a.png", "--json", "a.json"]
    result = regicide("arena", *options, env=third_party.environment(folder))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "pip install 'openregicide[plot]'" in result.stderr
    assert [path.name for path in Path().iterdir()] == ["without"]


# Bad input


BAD = {
    "nobody plays": [],
    "an unknown bot": ["--bot", "grumpy"],
    "no bot": ["--bot", ""],
    "an option of nobody": ["--bot", "random:ms=3"],
    "an option without a value": ["--bot", "random:ms"],
    "a broken package": ["--bot", "broken"],
    "an option missing": ["--bot", "faulty"],
    "bots twice": ["--bot", "random", "--seats", "random,random"],
    "too many seats": ["--seats", "random,random,random,random,random"],
    "seats and players differ": ["--seats", "random,random", "--players", "3"],
    "seats that begin with an option": ["--seats", "ms=3,random"],
    "an empty seat": ["--seats", "random,"],
    "five players": ["--bot", "random", "--players", "5"],
    "no players": ["--bot", "random", "--players", "0"],
    "no games": ["--bot", "random", "--games", "0"],
    "games in words": ["--bot", "random", "--games", "many"],
    "no jobs": ["--bot", "random", "--jobs", "0"],
    "a million jobs": ["--bot", "random", "--jobs", "1000000"],
    "a seed in words": ["--bot", "random", "--seed", "lucky"],
    "nowhere to write": ["--bot", "random", "--json", "/nowhere/a.json"],
    "over a device": ["--bot", "random", "--json", "/dev/null"],
    "over a folder": ["--bot", "random", "--csv", "/"],
    "under a file": ["--bot", "random", "--csv", "/dev/null/a.csv"],
    "one file for two": ["--bot", "random", "--csv", "a", "--json", "a"],
    "records into a file": ["--bot", "random", "--records", "/dev/null"],
    "a picture of no kind": ["--bot", "random", "--plot", "a.gif"],
    "a picture nowhere": ["--bot", "random", "--plot", "/nowhere/a.png"],
    "resuming nothing": ["--bot", "random", "--resume"],
    "resuming a file that is not there": ["--resume", "--json", "a.json"],
    "resuming something else": ["--resume", "--json", "bad.json"],
    "comparing nothing": ["--compare"],
    "comparing what is not there": ["--compare", "a.json"],
    "comparing something else": ["--compare", "bad.json"],
    "comparing and playing": ["--compare", "a.json", "--bot", "random"],
}


@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD.keys())
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str],
    acme: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.syspath_prepend(acme)
    Path("bad.json").write_text('{"games": 3}')
    assert main(["arena", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("regicide: ")
    assert said.err.count("\n") == 1
    assert [path.name for path in Path().iterdir()] == ["bad.json"]


# The list of bots


def test_bots_are_listed_with_their_options(acme: Path) -> None:
    result = regicide("bots", env=third_party.environment(acme))
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    names = [line.split()[0] for line in lines if not line.startswith(" ")]
    assert names == ["random", "greedy", "policy", "search", "broken", "faulty", "slow"]
    assert "slow    Takes its time, unless the environment says otherwise." in lines
    assert lines[lines.index(next(ln for ln in lines if ln.startswith("faulty"))) + 1].split() == [
        "how=TEXT",
        "(required)",
    ]
    assert any(ln.startswith("broken  (not usable: ") for ln in lines)
