"""What is fed with nonsense. A target returns for any bytes whatever, or has found a defect.

Each says which errors it expects: those that the program itself expects there. Anything else is
a defect, and so is a promise that an `assert` states.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

import msgspec

from openregicide.client.session import Session
from openregicide.core import moves_of, previews
from openregicide.errors import RegicideError
from openregicide.notation import (
    format_rfen,
    format_view,
    load_game,
    parse_rfen,
    parse_rules,
    parse_view,
    read_record,
    write_record,
)
from openregicide.protocol import (
    AskHint,
    Begin,
    MakeMove,
    NewTable,
    Ping,
    Problem,
    RulesData,
    TableSettings,
)
from openregicide.server.web import sockets
from openregicide.table.entries import decode_entry, encode_entry
from openregicide.table.table import Fresh, Table, hash_token
from openregicide.table.views import update_for
from openregicide.tui.tables.saves import load
from openregicide.verify import verify_record

__all__ = ["TARGETS", "client", "entries", "frames", "positions", "records", "saves", "views"]

Target = Callable[[bytes], None]

LINES = 40
"""The most frames of one input."""
SCRATCH = Path(gettempdir()) / "openregicide-fuzz.jsonl"
encode = msgspec.json.Encoder().encode


def frames(data: bytes) -> None:
    """What a client sends: a greeting, then requests to a table with a game."""
    fresh = Fresh(game="G", seed=1, first=0)
    settings = TableSettings(RulesData(2))
    new = NewTable("Ann", settings, bots={"1": "random"}, begin=True)
    table = Table.load(
        "T", Table.create(new, token_hash=hash_token("t"), now=1, fresh=lambda: fresh)
    )
    hello, *rest = data.split(b"\n")[:LINES]
    with suppress(*sockets.UNREADABLE):
        sockets.read_hello(hello)
    for frame in rest:
        try:
            request = sockets.read_request(frame)
        except sockets.UNREADABLE as problem:
            encode(sockets._refusal(frame, Problem("request.malformed", {"is": str(problem)})))
            continue
        if isinstance(request, Ping | AskHint):
            continue
        before = encode(update_for(table, 0, since=None))
        try:
            decided = table.decide(
                0,
                request,
                now=2,
                present=[True, False],
                vote_in=lambda seat: 0.0,
                stand_in="random",
                fresh=lambda: fresh,
            )
        except RegicideError:
            # A refusal changes nothing.
            assert encode(update_for(table, 0, since=None)) == before
            continue
        for entry in decided:
            table.absorb(decode_entry(encode_entry(entry)))
        for viewer in (0, 1, None):
            encode(update_for(table, viewer, since=table.version - 1))


def records(data: bytes) -> None:
    """A game on paper: read, checked, and written again."""
    text = data.decode("utf-8", "replace")
    try:
        record = read_record(text)
    except RegicideError:
        return
    for check in verify_record(record):
        assert check.code
    try:
        load_game(text)
    except RegicideError:
        return
    written = write_record(record)
    assert write_record(read_record(written)) == written


def positions(data: bytes) -> None:
    """A position in one line, with the rules in the line before it."""
    rules, _, text = data.decode("utf-8", "replace").partition("\n")
    try:
        state = parse_rfen(text, parse_rules(rules))
    except RegicideError:
        return
    written = format_rfen(state)
    assert format_rfen(parse_rfen(written, state.rules)) == written


def views(data: bytes) -> None:
    """What a seat sees, in one line, with the rules in the line before it."""
    rules, _, text = data.decode("utf-8", "replace").partition("\n")
    try:
        view = parse_view(text, parse_rules(rules))
    except RegicideError:
        return
    written = format_view(view)
    assert format_view(parse_view(written, view.rules)) == written
    if len(view.hands[view.turn].cards) <= 8:
        moves = moves_of(view, minimal=True)
        assert len(previews(view, moves)) == len(moves)


def saves(data: bytes) -> None:
    """A file in which the terminal has saved a table."""
    SCRATCH.write_bytes(data)
    try:
        saved = load(SCRATCH)
    except RegicideError:
        return
    assert saved.table.version > 0


def entries(data: bytes) -> None:
    """One line of a journal."""
    try:
        entry = decode_entry(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return
    assert decode_entry(encode_entry(entry)) == entry


def client(data: bytes) -> None:
    """What a server sends, as the Python client takes it."""
    session = Session("t")
    asked = MakeMove("a", 1, "y"), Begin("b")
    session.opened(0.0)
    for request in asked:
        session.ask(request, 0.0)
    news = 0
    for number, frame in enumerate(data.split(b"\n")[:LINES]):
        heard = session.heard(frame, float(number))
        for change in heard.news:
            # Every change is told once, and in order.
            assert change.version > news
            news = change.version
        assert {answer.id for answer in heard.answers} <= {"a", "b"}
        session.overdue(float(number), 1.0)
        session.heartbeat(float(number), 1.0)
    session.lost()
    session.opened(99.0)


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (frames, records, positions, views, saves, entries, client)
}
