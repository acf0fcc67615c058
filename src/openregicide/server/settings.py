"""The server's settings, from a file, the environment and flags.

A setting is a field of `Settings`. The flag `--bot-ms`, the variable `OPENREGICIDE_BOT_MS` and the
line `bot_ms = 500` in a TOML file all set `bot_ms`; flags beat the environment, the environment
beats the file. `regicide serve --help` and `docs/server.md` list the fields.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from ..bots import OUR_BOTS, make_bot
from ..errors import InvalidOptionError

__all__ = ["PREFIX", "Setting", "Settings", "all_settings", "load_settings"]

PREFIX = "OPENREGICIDE_"
ORIGIN = re.compile(r"https?://[^/?#@\s]+")
"""As browsers send it: a scheme, a host, perhaps a port, and nothing after that."""

HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?")
"""A name as in an address, without a port."""


def _setting(default: Any, about: str, least: int = 0, most: int = 10**9) -> Any:
    return field(default=default, metadata={"about": about, "least": least, "most": most})


def data_folder() -> Path:
    """Return the user's folder for our data, by the XDG convention."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "openregicide"


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    host: str = _setting("0.0.0.0", "the address to listen on")
    port: int = _setting(8420, "the port to listen on; 0 for any free one", 0, 65535)
    data: str = _setting("", "the folder for tables and games (in the user's data folder)")
    mdns: bool = _setting(True, "give the server a name in its network, as in regicide.local")
    hosts: tuple[str, ...] = _setting((), "names of this server, beside localhost and addresses")
    origins: tuple[str, ...] = _setting((), "other web origins whose pages may connect")
    proxies: tuple[str, ...] = _setting((), "trusted proxy addresses")
    bots: tuple[str, ...] = _setting(OUR_BOTS, "the bots that may sit at tables")
    bot_ms: int = _setting(1000, "the most time a bot may take for a move, in ms", 1, 60_000)
    bot_iterations: int = _setting(100_000, "the most iterations a bot may search for a move", 1)
    bot_pause_ms: int = _setting(700, "the least time between two bot moves, in ms", 0, 60_000)
    bot_threads: int = _setting(2, "how many bots may think at once", 1, 64)
    hint_ms: int = _setting(400, "how long to search for a hint, in ms", 1, 60_000)
    hints: int = _setting(5, "hints per seat every ten seconds", 1)
    deal_ms: int = _setting(
        3000, "how long a new game waits for a player's share, in ms", 100, 60_000
    )
    stand_in: str = _setting("search:ms=100", "the bot that plays for a player who is away")
    absent_seconds: int = _setting(
        30, "how long a player is away before a bot may stand in, in seconds", 0, 3600
    )
    message_bytes: int = _setting(16_384, "the largest request, in bytes", 1024, 1_000_000)
    messages: int = _setting(20, "requests per second from one connection", 1)
    phrases: int = _setting(4, "phrases, messages and new faces per seat every ten seconds", 1)
    tables_per_address: int = _setting(30, "new tables per hour from one address", 1)
    joins_per_address: int = _setting(120, "attempts to join per hour from one address", 1)
    sockets_per_address: int = _setting(64, "open connections from one address", 1)
    requests_per_address: int = _setting(
        50, "requests, and new connections, per second from one address", 1
    )
    connections: int = _setting(10_000, "open connections in all", 16)
    head_seconds: int = _setting(10, "how long the head of a request may take, in seconds", 1)
    body_seconds: int = _setting(30, "how long the body of a request may take, in seconds", 1)
    queue: int = _setting(128, "messages that may wait for a slow client", 8)
    send_seconds: int = _setting(10, "how long a client may leave a message unread, in seconds", 1)
    idle_seconds: int = _setting(300, "how long an empty table stays in memory, in seconds", 1)
    keep_tables_days: int = _setting(
        90, "how long a table is kept after its last game, in days; 0 for ever", 0, 100_000
    )
    keep_abandoned_days: int = _setting(
        180, "how long a table is kept whose game nobody finishes, in days; 0 for ever", 0, 100_000
    )
    keep_games_days: int = _setting(
        0, "how long finished games are kept, in days; 0 for ever", 0, 100_000
    )
    plain_modules: bool = _setting(
        False, "serve the modules of the browser client one by one, as in the sources"
    )
    metrics_open: bool = _setting(False, "serve metrics to everyone, not just this machine")
    log_level: str = _setting("info", "debug, info, warning or error")
    log_format: str = _setting("text", "text or json")

    def __post_init__(self) -> None:
        for setting in all_settings():
            _check(setting, getattr(self, setting.name))
        for name, known in KNOWN.items():
            if getattr(self, name) not in known:
                raise InvalidOptionError(
                    "option.unknown_value", option=name, value=getattr(self, name), known=known
                )
        for origin in self.origins:
            if not ORIGIN.fullmatch(origin):
                raise InvalidOptionError("settings.value", option="origins", value=origin)
        for name in self.hosts:
            if not HOST.fullmatch(name):
                raise InvalidOptionError("settings.value", option="hosts", value=name)
        make_bot(self.stand_in)

    @property
    def folder(self) -> Path:
        return Path(self.data).expanduser() if self.data else data_folder()


KNOWN = {"log_level": ("debug", "info", "warning", "error"), "log_format": ("text", "json")}


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name, type, default, help and limits."""

    name: str
    kind: type
    default: Any
    about: str
    least: int
    most: int

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    @property
    def shown(self) -> str:
        """The default as you would type it."""
        if isinstance(self.default, tuple):
            return ",".join(self.default)
        if isinstance(self.default, bool):
            return "on" if self.default else "off"
        return str(self.default)


def all_settings() -> list[Setting]:
    """Return every setting, in the order in which they are listed."""
    return [
        Setting(
            name=each.name,
            kind=type(each.default),
            default=each.default,
            about=each.metadata["about"],
            least=each.metadata["least"],
            most=each.metadata["most"],
        )
        for each in fields(Settings)
    ]


def load_settings(
    flags: Mapping[str, str], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """Combine the sources into settings.

    :param flags: the settings given as flags, as typed.
    :raises InvalidOptionError: an unknown setting, or an invalid value.
    """
    known = {setting.name: setting for setting in all_settings()}
    values: dict[str, Any] = {}
    if file is not None:
        values.update(_from_file(file, known))
    for setting in known.values():
        if setting.variable in environment:
            values[setting.name] = _read(setting, environment[setting.variable])
        if setting.name in flags:
            values[setting.name] = _read(setting, flags[setting.name])
    return Settings(**values)


def _from_file(file: Path, known: Mapping[str, Setting]) -> dict[str, Any]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise InvalidOptionError(
            "settings.unreadable", file=str(file), detail=str(problem)
        ) from None
    values: dict[str, Any] = {}
    for name, value in content.items():
        if name not in known:
            raise InvalidOptionError("settings.unknown", option=name, known=sorted(known))
        values[name] = tuple(value) if isinstance(value, list) else value
    return values


def _read(setting: Setting, text: str) -> Any:
    """Read a value as typed on a command line or in the environment."""
    parsers: dict[type, Callable[[str], Any]] = {
        str: str,
        int: int,
        bool: {"on": True, "off": False}.__getitem__,
        tuple: lambda words: tuple(word.strip() for word in words.split(",") if word.strip()),
    }
    try:
        return parsers[setting.kind](text)
    except (KeyError, ValueError):
        raise InvalidOptionError("settings.value", option=setting.name, value=text) from None


def _check(setting: Setting, value: Any) -> None:
    fits = type(value) is setting.kind
    if setting.kind is tuple and fits:
        fits = all(isinstance(word, str) for word in value)
    if not fits:
        raise InvalidOptionError("settings.value", option=setting.name, value=value)
    if setting.kind is int and not setting.least <= value <= setting.most:
        raise InvalidOptionError(
            "option.out_of_range",
            option=setting.name,
            value=value,
            least=setting.least,
            most=setting.most,
        )
