"""Plain lines at a real server: people in processes of their own, and a server that dies."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import pytest

from openregicide.cli import main
from openregicide.client import Link, Server, format_link
from openregicide.i18n import Catalogue
from openregicide.protocol import NewTable, RulesData, TableSettings
from support.plain_process import SECONDS, PlainProcess, plain_process
from support.serving import RunningServer, running_server

EASY = ("--players=2", "--health=1,1,1", "--attack=0,0,0", "--hand-limit=10")
"""Every card kills, and nobody is struck."""

T = Catalogue("en")

LINK = re.compile(r"http://127\.0\.0\.1:\d+/t/[A-Z0-9]{5}-[A-Z0-9]{5}")


def host_of(server: RunningServer, process: PlainProcess) -> str:
    """The link that a host shows."""
    process.says(T("ui.waiting.free", count=1))
    found = LINK.search(process.text)
    assert found is not None
    assert process.text.count(found[0].rpartition("/")[2]) >= 2
    return found[0]


def said_by(name: str, text: str) -> str:
    return T("ui.change.said", seat=name, text=text)


def answer(asked: str) -> str:
    """What a person types who plays the first card there is."""
    return "y" if T("tui.hand_empty") in asked else "1"


def next_asked(people: list[PlainProcess]) -> PlainProcess:
    """Wait until somebody has a question before them."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for person in people:
            assert person.process.poll() is None, person.text[-3000:]
            if person.question:
                return person
        time.sleep(0.02)
    raise AssertionError([person.text[-2000:] for person in people])


def play_on(people: list[PlainProcess], *, moves: int = 1000) -> bool:
    """Let whoever is asked answer; return whether the game came to its end."""
    for _ in range(moves):
        person = next_asked(people)
        if T("tui.ask_again") in person.question:
            return True
        person.type(answer(person.question))
    return False


def test_host_and_guest_play_each_other_to_the_end(running: RunningServer, tmp_path: Path) -> None:
    with plain_process(f"--host={running.url}", "--name=Ann", *EASY, saves=tmp_path / "a") as ann:
        link = host_of(running, ann)
        with plain_process(f"--join={link}", saves=tmp_path / "b") as ben:
            # Without a name one is asked for; the host's is taken already.
            ben.asks()
            ben.type("Ann")
            ben.says(T("error.name.taken", name="Ann"))
            ben.asks()
            ben.type("Ben")
            ben.says(T("tui.sat_down", number=2, name="Ben"))
            ben.says(T("tui.wait_host", seat="Ann"))
            ann.says(T("ui.change.seated", seat="Ben"))
            ann.says(T("tui.ask_begin"))
            ann.asks()
            # Talk before the game, by number, by name, and freely.
            ben.type("say 1")
            ann.says(said_by("Ben", T("ui.phrase.hello")))
            ben.type("say good luck")
            ann.says(said_by("Ben", T("ui.phrase.good_luck")))
            ben.type("chat See you at the castle")
            ann.says(said_by("Ben", "See you at the castle"))
            ann.type("")
            with plain_process(f"--join={link}", saves=tmp_path / "c") as eve:
                eve.says(T("tui.full"))
                assert play_on([ann, ben])
                eve.says(T("tui.won"))
            for person in (ann, ben):
                text = person.says("Record: http://")
                assert T("tui.won") in text
                assert re.search(r"Seed: [0-9a-f]{64}\nSHA-256: [0-9a-f]{64}\n", text)
            # R4 decides who begins, the host when.
            ann.type("y")
            ben.says(T("tui.new_game", count=2))
            ann.says(T("tui.new_game", count=2))
            ben.hang_up()
            ben.says(f"regicide play --join {link}")
            assert ben.exit_code() == 0
            ann.says(T("tui.went_away", seat="Ben"))
        # Who comes back without a name has the seat that was taken last.
        with plain_process(f"--join={link}", saves=tmp_path / "b") as ben:
            ben.says(T("tui.sat_down", number=2, name="Ben"))
            ann.says(T("tui.came_back", seat="Ben"))


def test_an_absent_players_seat_goes_to_a_bot_and_back(
    running: RunningServer, tmp_path: Path
) -> None:
    with plain_process(f"--host={running.url}", "--name=Ann", *EASY, saves=tmp_path / "a") as ann:
        link = host_of(running, ann)
        with plain_process(f"--join={link}", "--name=Ben", saves=tmp_path / "b") as ben:
            ben.says(T("tui.wait_host", seat="Ann"))
            ann.asks()
            ann.type("")
            ben.says(T("tui.new_game", count=2))
        ann.says(T("tui.went_away", seat="Ben"))
        ann.type("vote 2")
        ann.says(T("ui.change.voted.you", other="Ben"))
        ann.type("vote 2")
        ann.says(T("ui.change.stood_in", seat="Ben"))
        with plain_process(f"--join={link}", "--name=Ben", saves=tmp_path / "b") as ben:
            ben.says(T("tui.stood_in"))
            ben.type("back")
            ben.says(T("ui.change.returned.you"))
            ann.says(T("ui.change.returned", seat="Ben"))
            ann.type("quit")
            assert ann.exit_code() == 0


def test_a_bot_takes_a_free_seat_and_the_server_dies_in_the_middle(tmp_path: Path) -> None:
    with (
        running_server(tmp_path / "server") as server,
        plain_process(
            f"--host={server.url}", "--name=Ann", "--first=1", *EASY, saves=tmp_path / "a"
        ) as ann,
        plain_process(f"--host={server.url}", "--name=Zoe", *EASY, saves=tmp_path / "z") as zoe,
    ):
        host_of(server, ann)
        ann.type("bot 2 greedy")
        ann.says(T("tui.ask_begin"))
        ann.type("begin")
        assert not play_on([ann], moves=3)
        zoe.says(T("ui.waiting.free", count=1))
        ann.asks()
        server.kill()
        ann.says(T("tui.offline"))
        zoe.says(T("tui.offline"))
        # What is typed meanwhile is done when the server is there again.
        ann.type("1")
        server.start()
        ann.says(T("tui.online"))
        zoe.says(T("tui.online"))
        assert play_on([ann])
        ann.says(T("tui.won"))
        ann.type("n")
        assert ann.exit_code() == 0


NOWHERE = "http://127.0.0.1:1"
TABLE = f"{NOWHERE}/t/ABCDE-FGHJK"

WRONG = [
    (["--join", "nonsense"], "error.link.table"),
    (["--join", "http://nonsense"], "error.link.no_table"),
    (["--join", TABLE], "error.connection.failed"),
    (["--join", f"{NOWHERE}/t/short"], "error.link.table"),
    (["--host", "ftp://somewhere"], "error.link.scheme"),
    (["--host", NOWHERE, "--players=2", "--name=Ann"], "error.connection.failed"),
    (["--bots", "wizard"], "error.bot.unknown"),
    (["--bots", "greedy,greedy", "--players=2"], "error.table.too_many_bots"),
    (["--names", "Ann,Ben,Cid", "--players=2"], "error.seat.unknown"),
    (["--players", "9"], "error.option.out_of_range"),
]

MISTYPED = [
    (["--seed", "many"], "argument --seed: 'many' is not a seed"),
    (["--lang", "tlh"], "invalid choice"),
    (["--nonsense"], "unrecognized arguments"),
    (["--first", "7"], "there are players 1 to 4"),
    (["--hand-limit", "5"], "options of the rules need --players"),
    (["--join", TABLE, "--bots", "greedy"], "--bots does not go with --join"),
    (["--join", TABLE, "--hand-limit=5"], "--hand-limit does not go with --join"),
    (["--host", NOWHERE, "--seed", "1"], "--seed does not go with --host"),
]


@pytest.mark.parametrize(("arguments", "key"), WRONG, ids=str)
def test_what_cannot_be_is_one_line_and_exit_code_2(
    arguments: list[str], key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in ("en", "zh"):
        code = main(["play", "--plain", f"--saves={tmp_path}", f"--lang={language}", *arguments])
        out, error = capsys.readouterr()
        assert (code, out) == (2, "")
        assert error.count("\n") == 1
        pattern = re.sub(r"\\{\w+\\}", ".*", re.escape(Catalogue(language).texts[key]))
        assert re.fullmatch(f"regicide: {pattern}\n", error), error


@pytest.mark.parametrize(("arguments", "said"), MISTYPED, ids=str)
def test_what_is_mistyped_is_one_line_and_exit_code_2(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--plain", f"--saves={tmp_path}", *arguments]) == 2
    out, error = capsys.readouterr()
    assert (out, error.count("\n")) == ("", 1)
    assert said in error


def test_a_table_that_is_not_there(
    running: RunningServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = f"{running.url}/t/ABCDE-FGHJK"
    assert main(["play", "--plain", "--lang=fr", f"--saves={tmp_path}", "--join", link]) == 2
    out, error = capsys.readouterr()
    assert (out, error) == ("", f"regicide: {Catalogue('fr')('error.table.unknown')}\n")


def test_where_hints_are_off_none_are_given(tmp_path: Path, running: RunningServer) -> None:
    settings = TableSettings(RulesData(1), hints=False)
    new = NewTable("Ann", settings, begin=True)
    made = asyncio.run(Server(running.url).create(new))
    link = format_link(Link(running.url, made.table, made.token))
    with plain_process("--join", link, saves=tmp_path) as ann:
        ann.asks()
        ann.type("hint")
        said = ann.asks()
        assert T("error.hint.off") in said
        assert T("tui.hint_thinking") not in said
