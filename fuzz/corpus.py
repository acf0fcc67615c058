"""The kept inputs of each target, and how a new one is made small before it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from .targets import TARGETS

__all__ = ["CORPUS", "crash_of", "keep", "kept", "minimised"]

CORPUS = Path(__file__).parent / "corpus"


def kept(target: str) -> Iterator[Path]:
    """Yield the kept inputs of a target."""
    yield from sorted((CORPUS / target).iterdir())


def crash_of(target: str, data: bytes) -> str:
    """Return what an input breaks, as the name of an exception; empty if nothing."""
    try:
        TARGETS[target](data)
    except Exception as problem:
        return type(problem).__name__
    return ""


def minimised(data: bytes, still: Callable[[bytes], bool]) -> bytes:
    """Return as few of the bytes as will still do."""
    size = len(data) // 2
    while size:
        start = 0
        while start < len(data):
            shorter = data[:start] + data[start + size :]
            if still(shorter):
                data = shorter
            else:
                start += size
        size //= 2
    return data


def keep(target: str, data: bytes) -> Path:
    """Keep an input that broke something, made small, as an example for all later runs."""
    problem = crash_of(target, data)
    small = minimised(data, lambda shorter: crash_of(target, shorter) == problem)
    path = CORPUS / target / f"crash-{sha256(small).hexdigest()[:12]}"
    path.write_bytes(small)
    return path
