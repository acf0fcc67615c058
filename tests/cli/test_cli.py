"""The command `regicide` from outside: what it prints, and how it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from openregicide.cli import main
from openregicide.core import RuleSet, new_state, perft
from openregicide.engine import engine_name
from openregicide.notation import format_rfen, load_game, parse_rfen


def regicide(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "openregicide", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


def test_version_says_which_engine_runs() -> None:
    result = regicide("version")
    assert result.returncode == 0
    assert f"{engine_name()} engine" in result.stdout


def test_deal_prints_the_start_position_of_a_seed() -> None:
    result = regicide("deal", "--players", "3", "--seed", "7")
    assert result.stdout == format_rfen(new_state(RuleSet(players=3), 7)) + "\n"


def test_a_seed_may_be_given_as_a_record_has_it() -> None:
    decimal = regicide("deal", "--seed", "255").stdout
    assert regicide("deal", "--seed", "000000000000000000000000000000ff").stdout == decimal
    assert regicide("deal", "--seed", "0xff").stdout == decimal


def test_deal_takes_every_option() -> None:
    options = ["--hand-limit", "9", "--jesters", "1", "--flips", "1", "--companions", "many"]
    options += ["--attack", "5,6,7", "--health", "8,9,10", "--solo-yield"]
    result = regicide("deal", "--players", "1", "--seed", "1", *options)
    position = result.stdout.split()
    assert (position[2], len(position[5].replace("X", "XX")) // 2) == ("1", 9)


def test_two_deals_without_a_seed_differ() -> None:
    assert regicide("deal").stdout != regicide("deal").stdout


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    result = regicide(
        "simulate", "--players", "3", "--games", "20", "--seed", "7", "--records", str(folder)
    )
    assert result.returncode == 0, result.stderr
    assert "20 games" in result.stdout
    return folder


def test_simulate_writes_records_that_replay(records: Path) -> None:
    files = sorted(records.iterdir())
    assert len(files) == 20
    for file in files:
        game = load_game(file.read_text())
        assert game.outcome is not None
        assert game.seed_checks
    assert len({file.read_text() for file in files}) == 20


def test_simulate_is_decided_by_its_seed(records: Path, tmp_path: Path) -> None:
    options = ["--players", "3", "--games", "20", "--seed", "7"]
    regicide("simulate", *options, "--records", str(tmp_path))
    for file in records.iterdir():
        assert (tmp_path / file.name).read_text() == file.read_text()


def test_replay_prints_a_position_after_every_token(records: Path) -> None:
    file = next(records.iterdir())
    game = load_game(file.read_text())
    lines = regicide("replay", str(file), "--positions").stdout.splitlines()
    assert len(lines) == len(game.tokens)
    assert [parse_rfen(line).key() for line in lines] == [
        game.at(ply).key() for ply in range(1, game.ply + 1)
    ]


def test_replay_tells_the_game_in_words_when_nobody_is_there_to_press_enter(
    records: Path,
) -> None:
    file = next(records.iterdir())
    result = regicide("replay", str(file))
    assert result.returncode == 0
    assert result.stdout.count("\n") > len(load_game(file.read_text()).tokens)


def test_replay_reads_standard_input(records: Path) -> None:
    text = next(records.iterdir()).read_text()
    assert regicide("replay", "-", "--positions", stdin=text).returncode == 0


def test_perft_counts_from_a_deal_and_from_a_position() -> None:
    state = new_state(RuleSet(players=2), 5)
    result = regicide("perft", "--players", "2", "--seed", "5", "--depth", "2")
    position, *counts = result.stdout.splitlines()
    assert position == format_rfen(state)
    assert counts == [f"1 {perft(state, 1)}", f"2 {perft(state, 2)}"]
    again = regicide("perft", "--position", position, "--depth", "1").stdout
    assert again.splitlines() == counts[:1]


def test_bench_prints_a_json_line_for_each_player_count() -> None:
    result = regicide("bench", "--json")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["players"] for row in rows] == [1, 2, 3, 4]
    for row in rows:
        assert set(row) == {"players", "games_per_s", "moves_per_s", "engine"}
        assert row["moves_per_s"] > row["games_per_s"] > 0
        assert row["engine"] == engine_name()


def test_play_takes_a_game_from_a_pipe(tmp_path: Path) -> None:
    options = ["--players", "1", "--seed", "1", "--saves", str(tmp_path)]
    result = regicide("play", *options, stdin="quit\n")
    assert (result.returncode, result.stderr) == (0, "")


BAD = {
    "no command": [],
    "unknown command": ["dance"],
    "unknown option": ["deal", "--frobnicate"],
    "no players": ["deal", "--players", "0"],
    "five players": ["deal", "--players", "5"],
    "players in words": ["deal", "--players", "two"],
    "a seed in words": ["deal", "--seed", "lucky"],
    "a negative seed": ["deal", "--seed", "-1"],
    "a seed of 129 bits": ["deal", "--seed", str(2**128)],
    "too large a hand": ["deal", "--hand-limit", "13"],
    "too many flips": ["deal", "--players", "1", "--flips", "3"],
    "flips for two": ["deal", "--players", "2", "--flips", "1"],
    "half an attack": ["deal", "--attack", "10,15"],
    "health in words": ["deal", "--health", "a,b,c"],
    "unknown companions": ["deal", "--companions", "all"],
    "nobody begins": ["deal", "--first", "3"],
    "no games": ["simulate", "--games", "0"],
    "no such file": ["replay", "/nowhere/game.rgn"],
    "a folder": ["replay", "/"],
    "no position": ["perft", "--position", "p0 what"],
    "too deep": ["perft", "--depth", "99"],
    "records into a file": ["simulate", "--games", "1", "--records", "/dev/null"],
    "rules without players": ["play", "--hand-limit", "5"],
}


@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD.keys())
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    # Without a process each: they are many, and most of their time went into starting Python.
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("regicide: ")
    assert said.err.count("\n") == 1


def test_the_exit_code_is_that_of_the_process() -> None:
    result = regicide("deal", "--players", "0")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("regicide: ")
    assert result.stderr.count("\n") == 1


BAD_RECORDS = {
    "nothing": "",
    "not a record": "hello\n",
    "half a record": '[Rules "players=1"]\n[Result "*"]\n\n',
    "binary": "\x00\x01\x02",
}


@pytest.mark.parametrize("text", BAD_RECORDS.values(), ids=BAD_RECORDS.keys())
def test_a_bad_record_is_one_line_and_exit_code_2(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.rgn"
    file.write_text(text)
    assert main(["replay", str(file)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_a_file_that_is_no_text_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    file = tmp_path / "game.rgn"
    file.write_bytes(b"\xff\xfe\x00")
    result = regicide("replay", str(file))
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)


def test_an_illegal_move_in_a_record_is_named(records: Path, tmp_path: Path) -> None:
    lines = next(records.iterdir()).read_text().splitlines()
    tags = [line for line in lines if line.startswith("[")]
    file = tmp_path / "game.rgn"
    file.write_text("\n".join([*tags, "", "0 pX", ""]))
    result = regicide("replay", str(file))
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)


def test_a_reader_who_leaves_early_is_no_error(records: Path) -> None:
    file = next(records.iterdir())
    command = f"{sys.executable} -m openregicide replay {file} --positions | head -n 1"
    result = subprocess.run(
        command, shell=True, capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert result.stderr == ""
