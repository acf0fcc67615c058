"""Which engine runs: the compiled one, or the same sources interpreted.

The modules named in `COMPILED` exist as Python and, where a compiler was at hand, as extension
modules made from that very Python. A compiled file is used only if it carries the digest of the
sources that lie beside it: whoever edits a rule and forgets to build again gets the edited rule,
slowly and with a warning, never the old one.

`OPENREGICIDE_ENGINE=interpreted` asks for the sources, `=compiled` insists on the extensions.
The build reads this file too, so it needs nothing but the standard library.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import os
import sys
import warnings
from pathlib import Path

__all__ = ["COMPILED", "digest", "engine_name", "select_engine"]

CORE = Path(__file__).parent / "core"

COMPILED = ("rng", "table", "state", "legal", "playout")
"""In the order in which they import each other."""

SETTING = "OPENREGICIDE_ENGINE"

_running = ""


class StaleEngineWarning(RuntimeWarning):
    """The compiled engine was built from other sources and is left alone."""


def digest() -> str:
    """Return the digest of everything the compiled modules are made from."""
    mix = hashlib.sha256()
    for name in ("bits", *COMPILED):
        for suffix in (".py", ".pxd"):
            mix.update((CORE / f"{name}{suffix}").read_bytes())
    return mix.hexdigest()


def engine_name() -> str:
    """Return `compiled` or `interpreted`."""
    return _running


def select_engine(package: str) -> None:
    """Decide which engine the package `core` loads; it calls this before anything else.

    :raises ImportError: the setting insists on an engine that is not there.
    """
    global _running
    wish = os.environ.get(SETTING, "")
    if wish not in ("", "compiled", "interpreted"):
        raise ImportError(f"{SETTING}={wish!r}: compiled or interpreted")
    found = [_extension(name) for name in COMPILED]
    fresh = False
    if wish != "interpreted" and all(found):
        mark = digest().encode()
        fresh = all(path is not None and mark in path.read_bytes() for path in found)
        if not fresh:
            warnings.warn(
                "the compiled engine does not belong to these sources, which now run "
                "interpreted; 'make setup' builds it again",
                StaleEngineWarning,
                stacklevel=3,
            )
    if wish == "compiled" and not fresh:
        raise ImportError(f"{SETTING}=compiled, but no compiled engine fits these sources")
    if not fresh and any(found):
        # An extension module would win over its source, so the sources are loaded by name.
        for name in COMPILED:
            _load_source(f"{package}.{name}", CORE / f"{name}.py")
    _running = "compiled" if fresh else "interpreted"


def _extension(name: str) -> Path | None:
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        path = CORE / f"{name}{suffix}"
        if path.exists():
            return path
    return None


def _load_source(name: str, path: Path) -> None:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name}: no loader")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    setattr(sys.modules[name.rpartition(".")[0]], name.rpartition(".")[2], module)
