"""The journal of a table on disk: it only grows, and whatever happens, no entry is lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from openregicide.core import Generator, RuleSet, legal_moves
from openregicide.errors import RegicideError
from openregicide.notation import format_move, read_record
from openregicide.table.entries import Began, CarriedOver, Moved, encode_entry
from openregicide.tui.tables.journal import Journal
from openregicide.tui.tables.saved_table import SavedTable
from openregicide.tui.tables.saves import Saves, load
from support.people import game_of, newest_game, play
from support.plain_process import plain_process

NOW = 1_800_000_000
LONG = RuleSet(players=1, attack=(1, 1, 1))


class Sitter:
    """Somebody who plays on at a saved table, a window of their own."""

    def __init__(self, folder: Path, saved: SavedTable | None = None) -> None:
        self.saves = Saves(folder)
        self.saved = saved or SavedTable.lay(LONG, bots={}, names={}, now=NOW)
        self.dice = Generator(3)
        if saved is None:
            self.begin()

    def begin(self) -> None:
        self.saved.add(self.saved.begin(0, 7, now=NOW))
        self.saves.write(self.saved)

    def move(self, count: int = 1) -> None:
        for _ in range(count):
            game = self.saved.table.game
            assert game is not None
            moves = legal_moves(game.state)
            text = format_move(moves[self.dice.random_below(len(moves))])
            self.saved.add(self.saved.make(0, text, now=NOW))
            self.saves.write(self.saved)

    def finish(self) -> None:
        while self.saved.table.running:
            self.move()

    @property
    def path(self) -> Path:
        assert self.saved.path is not None
        return self.saved.path

    @property
    def position(self) -> object:
        return game_of(self.saved.table).tokens


def same(one: SavedTable, other: SavedTable) -> bool:
    return [past.entry for past in one.past] == [past.entry for past in other.past]


def test_every_entry_is_appended_and_forced_to_the_disk(
    tmp_path: Path, forced_to_disk: list[int]
) -> None:
    sitter = Sitter(tmp_path)
    assert len(forced_to_disk) == 1
    for number in range(2, 6):
        before, file = sitter.path.read_bytes(), sitter.path.stat().st_ino
        sitter.move()
        after = sitter.path.read_bytes()
        assert after.startswith(before)
        assert after[len(before) :].count(b"\n") == 1
        assert sitter.path.stat().st_ino == file
        assert len(forced_to_disk) == number
        assert same(load(sitter.path), sitter.saved)


def test_wherever_the_last_write_was_cut_the_game_goes_on(tmp_path: Path) -> None:
    sitter = Sitter(tmp_path)
    sitter.move(2)
    before = sitter.path.read_bytes()
    sitter.move()
    after = sitter.path.read_bytes()
    for length in range(len(before), len(after)):
        sitter.path.write_bytes(after[:length])
        [saved], damaged = Saves(tmp_path).look()
        assert damaged == []
        assert len(saved.past) == len(sitter.saved.past) - 1
        # The line that was cut is overwritten, not gone on with.
        again = Sitter(tmp_path, saved)
        again.move(2)
        assert again.path == sitter.path
        assert same(load(again.path), again.saved)


@pytest.mark.parametrize("written", [0, 1, 40])
def test_what_a_full_disk_refused_is_written_with_the_next_entry(
    tmp_path: Path, written: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitter = Sitter(tmp_path)
    sitter.move()
    on_disk = len(load(sitter.path).past)
    size = sitter.path.stat().st_size

    def full(_: int) -> None:
        # Some of it may have got there.
        os.truncate(sitter.path, size + written)
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        for _ in range(2):
            with pytest.raises(OSError, match="No space"):
                sitter.move()
    path = sitter.path
    assert len(load(path).past) == on_disk
    sitter.move()
    assert sitter.path == path
    assert same(load(path), sitter.saved)
    assert list(tmp_path.iterdir()) == [path]


def test_two_windows_with_one_game_each_keep_their_own(tmp_path: Path) -> None:
    one = Sitter(tmp_path)
    one.move(3)
    other = Sitter(tmp_path, load(one.path))
    other.move(2)
    one.move()
    assert one.path != other.path
    one.move()
    other.move()
    for sitter in (one, other):
        assert same(load(sitter.path), sitter.saved)
    one.finish()
    assert load(other.path).table.running


def test_a_journal_that_was_taken_away_is_written_anew(tmp_path: Path) -> None:
    sitter = Sitter(tmp_path)
    sitter.move(2)
    sitter.path.unlink()
    sitter.move()
    assert same(load(sitter.path), sitter.saved)


def test_a_game_that_is_over_leaves_a_record_and_no_journal(tmp_path: Path) -> None:
    sitter = Sitter(tmp_path)
    sitter.finish()
    first = sitter.path
    assert first.parent == tmp_path / "finished"
    assert first.read_text() == sitter.saved.last_record
    assert list(tmp_path.glob("*.journal")) == []
    # The next game at the table has a file of its own, and the table's whole past in it.
    sitter.begin()
    assert sitter.path.suffix == ".journal"
    assert same(load(sitter.path), sitter.saved)
    assert [type(past.entry) for past in sitter.saved.past].count(Began) == 2
    sitter.move()
    assert Saves(tmp_path).look()[0][0].table.game is not None


@pytest.mark.parametrize("record_there", [False, True])
def test_a_program_killed_at_the_end_of_a_game_has_one_record_of_it(
    tmp_path: Path, record_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitter = Sitter(tmp_path)

    def kill(*_: object) -> Path:
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        # Before the record was written, or before the journal was removed.
        if record_there:
            patched.setattr(Journal, "remove", kill)
        else:
            patched.setattr(Saves, "_put_away", kill)
        with pytest.raises(RuntimeError, match="killed"):
            sitter.finish()
    [journal] = tmp_path.glob("*.journal")
    assert len(list(tmp_path.glob("finished/*.rgn"))) == record_there
    assert Saves(tmp_path).look() == ([], [])
    assert not journal.exists()
    [record] = tmp_path.glob("finished/*.rgn")
    assert record.read_text() == sitter.saved.last_record


def test_a_record_that_could_not_be_written_is_written_with_the_next_game(tmp_path: Path) -> None:
    sitter = Sitter(tmp_path)
    (tmp_path / "finished").write_text("in the way")
    with pytest.raises(FileExistsError):
        sitter.finish()
    # It is not lost: the journal still has it.
    assert sitter.path.suffix == ".journal"
    (tmp_path / "finished").unlink()
    lost = sitter.saved.last_record
    sitter.begin()
    [record] = tmp_path.glob("finished/*.rgn")
    assert record.read_text() == lost


def damage(text: bytes) -> dict[str, tuple[bytes, int]]:
    """Journals that are none, and the line in which that shows."""
    lines = text.splitlines(keepends=True)
    began = next(i for i, line in enumerate(lines) if b'"began"' in line)
    return {
        "empty": (b"", 1),
        "half a line": (lines[0][:-1], 1),
        "words": (b"Dear diary, today I lost at Regicide.\n", 1),
        "bytes": (bytes(range(256)) + b"\n", 1),
        "deep": (b'{"type":"said","x":' + b"[" * 100_000 + b"\n", 1),
        "no game": (b"".join(lines[:began]), began + 1),
        "no table": (b"".join(lines[1:]), 1),
        "a hole": (b"".join(lines[:began] + lines[began + 1 :]), began + 1),
        "a newer version": (text + b'{"type":"danced","at":1}\n', len(lines) + 1),
        "an illegal move": (
            text + encode_entry(Moved(at=NOW, seat=0, move="pJH")) + b"\n",
            len(lines) + 1,
        ),
        "a seat that is not there": (
            lines[0] + b'{"type":"seated","at":1,"seat":7,"name":"","token_hash":""}\n',
            2,
        ),
        "carried nowhere": (lines[0] + encode_entry(CarriedOver(at=NOW)) + b"\n", 2),
        "large": (b"x" * 50_000_001, 1),
    }


@pytest.mark.parametrize("name", damage(b'{"began"}\n'))
def test_a_damaged_or_foreign_journal_is_named_and_left_alone(name: str, tmp_path: Path) -> None:
    sitter = Sitter(tmp_path)
    sitter.move(2)
    content, line = damage(sitter.path.read_bytes())[name]
    sitter.path.unlink()
    file = tmp_path / "20200101-000000-1p.journal"
    file.write_bytes(content)
    with pytest.raises(RegicideError) as caught:
        load(file)
    assert (caught.value.code, caught.value.values["line"]) == ("save.damaged", line)
    text = " ".join(play(tmp_path, ["1", "6"]).split())
    assert text.count(f"The saved game {file.name} cannot be read and is left as it is:") == 1
    assert "waiting" not in text
    assert file.read_bytes() == content
    [other] = set(tmp_path.glob("*.journal")) - {file}
    assert load(other).table.running


def test_the_record_says_how_often_undo_was_used(tmp_path: Path) -> None:
    sitter = Sitter(tmp_path)
    sitter.move(2)
    sitter.saved.add(sitter.saved.take_back(now=NOW))
    sitter.saves.write(sitter.saved)
    again = Sitter(tmp_path, load(sitter.path))
    assert again.position == sitter.position
    again.finish()
    assert read_record(again.path.read_text()).tags["Undone"] == "1"


def test_a_program_that_is_killed_lost_nothing(tmp_path: Path) -> None:
    """The real program, with a bot, in the middle of a game."""
    with plain_process("--players=2", "--bots=greedy", "--seed=5", saves=tmp_path) as process:
        for move in ("1", "s", ""):
            process.asks()
            process.type(move)
        process.asks()
        process.process.kill()
        assert process.exit_code() != 0
    left = newest_game(tmp_path)
    assert {token.actor for token in left.tokens} >= {0, 1}
    with plain_process(saves=tmp_path) as process:
        assert "A saved game is waiting" in process.asks()
        process.type("")
        assert "What happened:" in process.asks()
        process.type("quit")
        assert process.exit_code() == 0
    assert newest_game(tmp_path).tokens == left.tokens
