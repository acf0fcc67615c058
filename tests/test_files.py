"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from openregicide.files import check_writing, write_bytes, write_text


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.txt"
    write_text(file, "old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left") as error:
        write_text(file, "new")
    assert error.value.filename == str(file)
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert file.read_text() == "old"


def test_a_file_is_on_the_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    rename = Path.replace

    def noting(path: Path, target: Path) -> Path:
        done.append("renamed")
        return rename(path, target)

    monkeypatch.setattr(os, "fsync", lambda _: done.append("forced"))
    monkeypatch.setattr(Path, "replace", noting)
    write_bytes(tmp_path / "a", b"data")
    assert done == ["forced", "renamed"]
    assert (tmp_path / "a").read_bytes() == b"data"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_text(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "text"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_a_private_file_was_never_anybody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rights: list[int] = []

    def look(handle: int) -> None:
        rights.append(stat.S_IMODE(os.fstat(handle).st_mode))

    monkeypatch.setattr(os, "fsync", look)
    # Something that a killed program left behind, open to all.
    left = tmp_path / f"a.{os.getpid()}.tmp"
    left.touch(0o666)
    write_text(tmp_path / "a", "secret", private=True)
    assert rights == [0o600]
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600
    assert not left.exists()


def test_whether_a_file_can_be_written_is_found_out_without_a_trace(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    for name in ("old", "new"):
        check_writing(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text() == "old"
    with pytest.raises(FileNotFoundError) as error:
        check_writing(tmp_path / "no" / "file")
    assert error.value.filename == str(tmp_path / "no" / "file")
