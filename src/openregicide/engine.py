"""Which engine runs: the compiled one, or the same sources interpreted.

The modules named in `COMPILED` exist as Python and, where there was a compiler, as extension
modules built from that very Python. A compiled file is used only if it carries the digest of the
sources beside it: if you edit a rule and forget to rebuild, you get the edited rule, slowly and
with a warning, never the old one.

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

HERE = Path(__file__).parent

COMPILED = {
    "core": ("rng", "layout", "state", "legal", "playout"),
    "bots/search": ("worlds", "policy", "net", "tree"),
}
"""The compiled modules of each package, in the order in which they import each other."""

BESIDE = ("core/bits", "core/codes", "bots/search/machine")
"""What they share, with a C side in the `.pxd` alone."""

SETTING = "OPENREGICIDE_ENGINE"

_running = ""


class StaleEngineWarning(RuntimeWarning):
    """The compiled engine was built from other sources and is not used."""


def digest() -> str:
    """Return the digest of everything the compiled modules are built from."""
    mix = hashlib.sha256()
    for path in (*(HERE / each for each in BESIDE), *_compiled()):
        for suffix in (".py", ".pxd"):
            mix.update(path.with_suffix(suffix).read_bytes())
    return mix.hexdigest()


def engine_name() -> str:
    """Return `compiled` or `interpreted`."""
    return _running


def select_engine(package: str) -> None:
    """Decide which engine runs, and load a package's modules accordingly.

    The packages named in `COMPILED` call this before anything else.

    :raises ImportError: the setting insists on an engine that does not exist.
    """
    global _running
    if not _running:
        _running = _choose()
    part = package.partition(".")[2].replace(".", "/")
    if _running == "interpreted":
        for name in COMPILED[part]:
            # Python prefers an extension module to its source, so the sources are loaded by name.
            if _extension(HERE / part / name):
                _load_source(f"{package}.{name}", HERE / part / f"{name}.py")


def _choose() -> str:
    wish = os.environ.get(SETTING, "")
    if wish not in ("", "compiled", "interpreted"):
        raise ImportError(f"{SETTING}={wish!r}: must be compiled or interpreted")
    if wish == "interpreted":
        return "interpreted"
    found = [_extension(path) for path in _compiled()]
    mark = digest().encode()
    if all(path is not None and mark in path.read_bytes() for path in found):
        return "compiled"
    if wish == "compiled":
        raise ImportError(f"{SETTING}=compiled, but no engine was compiled from these sources")
    if any(found):
        warnings.warn(
            "the compiled engine was built from other sources, so the engine runs interpreted; "
            "'make setup' rebuilds it",
            StaleEngineWarning,
            stacklevel=4,
        )
    return "interpreted"


def _compiled() -> list[Path]:
    """Return the paths of all compiled modules, without a suffix."""
    return [HERE / part / name for part, names in COMPILED.items() for name in names]


def _extension(module: Path) -> Path | None:
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        path = module.with_suffix(suffix)
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
