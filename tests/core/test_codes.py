"""The engine's numbers: in C, in Python and in the enums they are the same."""

from __future__ import annotations

import re
from enum import IntEnum
from pathlib import Path

import pytest

from openregicide.core import Ending, EventKind, MoveKind, Phase, Suit, codes
from openregicide.core.refusal import Refusal

PXD = Path(codes.__file__).with_suffix(".pxd").read_text()


def numbers_in_c() -> dict[str, int]:
    """Every constant that `codes.pxd` gives a C name or a place in an enum."""
    found = {}
    for name, text in re.findall(r'const uint64_t (\w+) "(.*)"', PXD):
        found[name] = eval(text.replace("(uint64_t)", ""))
    for block in re.findall(r"^cdef enum:\n((?:    .*\n)+)", PXD, flags=re.M):
        number = 0
        for entry in re.split(r"[,\n]", block.strip()):
            name, _, given = entry.strip().partition(" = ")
            number = int(given) if given else number
            found[name] = number
            number += 1
    return found


def numbers_in_python() -> dict[str, int]:
    return {
        name: number
        for name, number in vars(codes).items()
        if name.isupper() and isinstance(number, int)
    }


def test_c_and_python_have_the_same_numbers() -> None:
    assert numbers_in_c() == numbers_in_python()


def test_c_and_python_have_the_same_card_values() -> None:
    [table] = re.findall(r"openregicide_value\[54\] = \{([^}]*)\}", PXD)
    assert [int(number) for number in table.split(",")] == codes.VALUE


@pytest.mark.parametrize(
    ("prefix", "kind"),
    [
        ("SUIT", Suit),
        ("PHASE", Phase),
        ("ENDING", Ending),
        ("KIND", MoveKind),
        ("EVENT", EventKind),
        ("REFUSAL", Refusal),
    ],
)
def test_every_number_has_its_place_in_an_enum(prefix: str, kind: type[IntEnum]) -> None:
    numbers = {
        name.removeprefix(f"{prefix}_"): number
        for name, number in numbers_in_python().items()
        if name.startswith(f"{prefix}_") and name != "KIND_SHIFT"
    }
    assert numbers == {member.name: member.value for member in kind}
