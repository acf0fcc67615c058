"""Settings come from flags, variables and a file; all are listed, and bad ones are refused."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from openregicide.cli import main
from openregicide.errors import InvalidOptionError
from openregicide.server.settings import PREFIX, Settings, all_settings, load_settings
from support.knocking import web
from support.serving import RunningServer

DOCS = Path(__file__).parents[2] / "docs" / "server.md"

OTHER = {
    "host": "127.0.0.9",
    "port": "1234",
    "data": "/elsewhere",
    "mdns": "off",
    "hosts": "cards.example,table.example",
    "origins": "https://a.example,https://b.example",
    "proxies": "10.0.0.1",
    "bots": "random",
    "stand_in": "random",
    "plain_modules": "on",
    "metrics_open": "on",
    "log_level": "error",
    "log_format": "json",
}
"""A value for every setting that is no number, and not what it is if left out."""


def other(name: str, default: object) -> str:
    return OTHER[name] if name in OTHER else str(int(str(default)) + 1)


def test_flags_beat_variables_and_variables_beat_the_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("bot_ms = 100\nbot_threads = 3\nphrases = 5\n")
    variables = {"OPENREGICIDE_BOT_MS": "200", "OPENREGICIDE_BOT_THREADS": "4"}
    settings = load_settings({"bot_ms": "300"}, variables, file)
    assert (settings.bot_ms, settings.bot_threads, settings.phrases) == (300, 4, 5)
    assert settings.queue == Settings().queue


@pytest.mark.parametrize("setting", all_settings(), ids=lambda setting: setting.name)
def test_every_setting_can_be_made_in_every_way(tmp_path: Path, setting: object) -> None:
    found = next(each for each in all_settings() if each == setting)
    text = other(found.name, found.default)
    by_flag = load_settings({found.name: text}, {})
    by_variable = load_settings({}, {found.variable: text})
    value = getattr(by_flag, found.name)
    file = tmp_path / "server.toml"
    written = list(value) if isinstance(value, tuple) else value
    line = str(written).lower() if isinstance(written, bool) else repr(written)
    file.write_text(f"{found.name} = {line}\n")
    by_file = load_settings({}, {}, file)
    assert by_flag == by_variable == by_file
    assert by_flag != Settings()
    assert found.flag == f"--{found.name.replace('_', '-')}"


def test_the_help_lists_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--help"])
    assert ended.value.code == 0
    # However it breaks the lines.
    shown = " ".join(capsys.readouterr().out.split())
    for setting in all_settings():
        assert re.search(rf" {setting.flag} \S+ {re.escape(setting.about)}", shown), setting.flag
        assert not setting.shown or f"({setting.shown})" in shown


def test_the_docs_list_every_setting_and_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| (.+) \|$", DOCS.read_text(), re.MULTILINE)
    expected = [
        (setting.name, f"`{setting.shown}`" if setting.shown else "–", setting.about)
        for setting in all_settings()
    ]
    assert rows == expected


BAD = {
    "a word for a number": ["--port=many"],
    "a port that cannot be": ["--port=70000"],
    "less than nothing": ["--queue=-1"],
    "no number at all": ["--messages="],
    "half a message": ["--messages=0.5"],
    "neither on nor off": ["--metrics-open=perhaps"],
    "a name with a port": ["--hosts=cards.example:80"],
    "a name that is none": ["--hosts=https://cards.example/"],
    "an unknown level": ["--log-level=loud"],
    "an unknown format": ["--log-format=xml"],
    "no such setting": ["--prot=80"],
    "no such file": ["--config=/nowhere/server.toml"],
    "a folder for a file": ["--config=/"],
}


@pytest.mark.parametrize("arguments", BAD.values(), ids=BAD.keys())
def test_bad_values_are_refused_in_one_line(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refused([*arguments, f"--data={tmp_path}"], capsys)


BAD_FILES = {
    "no TOML": b"port: 80",
    "no text": b"\xff\xfe",
    "an unknown setting": b"prot = 80",
    "a number as text": b'port = "80"',
    "a number with a point": b"port = 80.5",
    "text for a list": b'origins = "https://a.example"',
    "numbers in a list": b"origins = [1]",
    "a table": b"[port]",
    "on instead of true": b'metrics_open = "on"',
    "out of range": b"bot_ms = 0",
}


@pytest.mark.parametrize("content", BAD_FILES.values(), ids=BAD_FILES.keys())
def test_bad_files_are_refused_in_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "server.toml"
    file.write_bytes(content)
    check_refused([f"--config={file}", f"--data={tmp_path}"], capsys)


def test_a_bad_variable_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENREGICIDE_PORT", "many")
    check_refused([f"--data={tmp_path}"], capsys)


@pytest.mark.parametrize(
    "flags",
    [
        {"stand_in": "hal"},
        {"stand_in": "search:ms=0"},
        {"origins": "friends.example"},
        {"origins": "https://friends.example/page"},
    ],
    ids=str,
)
def test_values_that_could_never_work_are_refused(flags: dict[str, str]) -> None:
    with pytest.raises(InvalidOptionError):
        load_settings(flags, {})


def check_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code: object = main(["serve", *arguments])
    except SystemExit as ended:
        code = ended.code
    told = capsys.readouterr()
    assert code == 2
    assert told.out == ""
    # The parser of arguments says how to use it first.
    lines = [line for line in told.err.splitlines() if not line.startswith(("usage:", " "))]
    assert len(lines) == 1


def test_a_real_server_follows_its_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "server.toml"
    file.write_text('bot_ms = 111\nbots = ["random"]\nmetrics_open = true\n')
    monkeypatch.setenv(f"{PREFIX}CONFIG", str(file))
    monkeypatch.setenv(f"{PREFIX}BOT_MS", "222")
    monkeypatch.setenv(f"{PREFIX}PROXIES", "127.0.0.1")
    assert "OPENREGICIDE_BOT_MS" in os.environ
    server = RunningServer(tmp_path)
    server.start()
    try:
        with web(server, "203.0.113.1") as client:
            info = client.get("/api/info").json()
            assert (info["bot_ms"], info["bots"]) == (222, ["random"])
            assert client.get("/metrics").status_code == 200
        assert server.stop() == 0
    finally:
        if server.process.poll() is None:
            server.kill()
