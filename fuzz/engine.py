"""One target under atheris, in a process of its own: libFuzzer ends it when something breaks."""

from __future__ import annotations

import sys

import atheris

READERS = [
    f"openregicide.{name}"
    for name in ("notation", "client", "protocol", "table", "tui.tables", "verify", "showable")
]
"""What reads. The rest is imported as it is, which takes a third of the time."""

with atheris.instrument_imports(include=READERS):
    from .targets import TARGETS


def main() -> None:
    """`python -m fuzz.engine TARGET [FLAGS OF LIBFUZZER] NEW_INPUTS KEPT_INPUTS`"""
    program, target, *rest = sys.argv
    targets = list(TARGETS.values()) if target == "all" else [TARGETS[target]]

    def every(data: bytes) -> None:
        for each in targets:
            each(data)

    atheris.Setup([program, *rest], every)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
