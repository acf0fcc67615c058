"""Updates: what every seat is shown is one journal, in order, without gaps, as it may know it.

A client's picture is put together from its updates as the protocol says, and after each one held
against what the journal says that this viewer sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from openregicide.core import Event
from openregicide.notation import format_card

from .findings import Finding
from .journal import Journal, Line
from .talks import Talk

__all__ = ["change_of", "check_pictures"]

SHOWN = ("name", "move", "phrase", "count", "text", "about")
KINDS = {"bot_seated": "seated"}
DEFAULTS: dict[str, Any] = {
    "seat": None, "name": "", "move": "", "by": "player", "events": [], "phrase": "",
    "count": None, "text": "",
    "about": None, "wanted": False, "at": 0,
}  # fmt: skip


def check_pictures(talks: Sequence[Talk], journals: Mapping[str, Journal]) -> Iterator[Finding]:
    for talk in talks:
        journal = journals.get(talk.table)
        if journal is None:
            if any(talk.heard("update")):
                yield Finding("update.no_table", talk.table)
            continue
        yield from _Picture(talk, journal).check()


class _Picture:
    """What one connection has shown so far."""

    def __init__(self, talk: Talk, journal: Journal) -> None:
        self._talk = talk
        self._journal = journal
        opened = journal.tokens.get(talk.token_hash)
        self._viewer = None if opened is None else opened[0][0]
        self._version = talk.since
        self._table: Any = None
        self._view: Any = None
        self._moves: Any = None
        self._whole = False
        """Whether a full update has come: without one, only what is new can be compared."""

    def check(self) -> Iterator[Finding]:
        wanted = 0
        """Since when a full update is owed, for a move that was stale."""
        full = -1
        for frame in self._talk.frames:
            if frame.sent:
                continue
            message = frame.message
            if frame.kind == "update":
                for finding in self._update(message):
                    yield Finding(finding.rule, f"{self._talk.connection}: {finding.detail}")
                full = frame.order if message.get("full") else full
            elif frame.kind in ("answer", "pong"):
                if message.get("version", 0) > self._journal.version:
                    yield Finding("answer.ahead", f"{self._talk.connection}: {message}")
                code = (message.get("error") or {}).get("code")
                if code == "move.stale" and self._by_socket:
                    wanted = self._asked_at(message["id"])
                    if full < wanted:
                        yield Finding("stale.no_update", f"{self._talk.connection}: {message}")

    @property
    def _by_socket(self) -> bool:
        return any(frame.sent and frame.kind == "hello" for frame in self._talk.frames)

    def _asked_at(self, name: str) -> int:
        return next(
            (
                frame.order
                for frame in self._talk.frames
                if frame.sent and frame.message.get("id") == name
            ),
            -1,
        )

    def _update(self, update: dict[str, Any]) -> Iterator[Finding]:
        version, full = update["version"], update.get("full", False)
        if version > self._journal.version:
            yield Finding("update.ahead", f"{version}, but there are {self._journal.version}")
            return
        if self._version is not None and version < self._version:
            yield Finding("update.back", f"{version} after {self._version}")
        yield from self._news(update, full)
        if full:
            self._whole = True
            if update.get("seat") != self._viewer:
                yield Finding("update.seat", f"{update.get('seat')} instead of {self._viewer}")
        undoable = self._journal.undoable(version)
        given = update.get("may_undo")
        if given is not None and given != (undoable is not None and undoable == self._viewer):
            yield Finding("undo.other", f"{version}: {given}, but {undoable} may")
        for name in ("table", "view", "moves"):
            if full or update.get(name) is not None:
                setattr(self, f"_{name}", update.get(name))
        self._version = version
        yield from self._compare(version)

    def _news(self, update: dict[str, Any], full: bool) -> Iterator[Finding]:
        """Check what an update tells as new: everything since the last one, as it was."""
        version, news = update["version"], update.get("news", [])
        told = [change["version"] for change in news]
        since = self._version or 0
        expected = list(range(version - len(told) + 1 if full else since + 1, version + 1))
        if told != expected:
            yield Finding("update.gap", f"{told} instead of {expected}")
        for change in news:
            if not 0 < change["version"] <= self._journal.version:
                continue
            line = self._journal.at(change["version"])
            wanted = change_of(change["version"], line, self._viewer)
            given = DEFAULTS | change
            if given != wanted:
                rule = "change.hidden" if _shows_more(given, wanted) else "change.other"
                yield Finding(rule, f"{given} instead of {wanted} for seat {self._viewer}")

    def _compare(self, version: int) -> Iterator[Finding]:
        """Hold the picture against the journal at this version."""
        line = self._journal.at(version)
        seen = self._journal.view(version, self._viewer)
        if self._table is not None:
            yield from _compare_table(self._table, line)
        elif self._whole:
            yield Finding("update.no_table", f"{version}")
        if self._view is None:
            if self._whole and seen is not None:
                yield Finding("update.no_view", f"{version}")
            return
        if seen is None:
            yield Finding("view.no_game", f"{version}")
            return
        text, moves = seen
        if self._view["text"] != text:
            yield Finding("view.other", f"{version}: {self._view['text']} instead of {text}")
        given = sorted(each["move"] for each in self._moves or ())
        if given != moves:
            yield Finding("moves.other", f"{version}: {given} instead of {moves}")
        for seat, hand in enumerate(self._view["hands"]):
            own = self._journal.hand(version, seat) if seat == self._viewer else set()
            if set(hand.get("cards", ())) != own:
                yield Finding("view.hidden", f"{version}: seat {self._viewer} sees {hand}")


def _compare_table(table: dict[str, Any], line: Line) -> Iterator[Finding]:
    shown = {
        "seats": line.seats,
        "host": line.host,
        "settings": line.settings,
        "game": line.game,
    }
    given = {name: table[name] for name in shown}
    given["seats"], called = _without_names_of_bots(given["seats"])
    names = [seat.get("name", "") for seat in line.seats if seat["holder"] == "person"]
    if not _all_different([*names, *called]):
        yield Finding("table.names", f"bots are called {called} beside {names}")
    if given["game"] is not None and line.game is not None:
        given["game"] = {name: given["game"].get(name) for name in line.game}
    if given != shown:
        yield Finding("table.other", f"{given} instead of {shown}")


def _without_names_of_bots(seats: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the seats without what their bots are called, and that apart."""
    bots = [seat["called"] for seat in seats if seat["holder"] == "bot"]
    others = [
        {name: value for name, value in seat.items() if name != "called" or seat["holder"] != "bot"}
        for seat in seats
    ]
    return others, bots


def _all_different(names: Sequence[str]) -> bool:
    return all(names) and len({name.casefold() for name in names}) == len(names)


def change_of(version: int, line: Line, viewer: int | None) -> dict[str, Any]:
    """Return what an entry is to a viewer."""
    entry = line.entry
    change = {name: entry.get(name, DEFAULTS[name]) for name in ("at", "seat", *SHOWN)}
    kind = entry["type"]
    change["what"] = KINDS.get(kind, kind)
    if kind in ("bot_seated", "stood_in"):
        change["name"] = entry["bot"]
    change["by"] = "bot" if kind == "bot_seated" else entry.get("by", "player")
    change["wanted"] = entry.get("wanted", False)
    change["events"] = [_event(event, viewer) for event in line.events]
    return change | {"version": version}


def _event(event: Event, viewer: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = {"code": event.kind.name.lower()}
    if event.seat is not None:
        shown["seat"] = event.seat
    # R28: others see the backs of the cards that a player draws.
    if event.cards and not (event.kind.name == "DREW" and event.seat != viewer):
        shown["cards"] = [format_card(card) for card in event.cards]
    if event.value:
        shown["value"] = int(event.value)
    if event.total:
        shown["total"] = int(event.total)
    return shown


def _shows_more(given: dict[str, Any], wanted: dict[str, Any]) -> bool:
    def cards(change: dict[str, Any]) -> list[int]:
        return [len(event.get("cards", ())) for event in change["events"]]

    return sum(cards(given)) > sum(cards(wanted))
