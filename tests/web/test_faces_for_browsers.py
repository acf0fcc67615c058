"""What the browser knows of faces and bots is what the server knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import openregicide
from openregicide.bots import OUR_BOTS
from openregicide.core.options import MAX_PLAYERS
from openregicide.protocol import FACES

WEB = Path(openregicide.__file__).parent / "web"
SYMBOLS = set(re.findall(r'<symbol id="([\w-]+)"', (WEB / "art.svg").read_text(encoding="utf-8")))


def listed(module: str, name: str) -> list[str]:
    """Return the texts of a list in a module of the browser."""
    source = (WEB / module).read_text(encoding="utf-8")
    found = re.search(rf"const {name} = \[(.*?)\]", source, re.DOTALL)
    assert found is not None
    return re.findall(r'"([\w-]+)"', found[1])


def test_the_faces_on_offer_are_those_that_the_server_takes() -> None:
    assert listed("store/faces.js", "FACES") == list(FACES)


@pytest.mark.parametrize("face", [*FACES, *(f"bot-{seat}" for seat in range(MAX_PLAYERS))])
def test_every_face_is_drawn(face: str) -> None:
    assert f"face-{face}" in SYMBOLS


def test_bots_are_ranked_as_the_server_ranks_them() -> None:
    assert listed("words/seats.js", "STRENGTHS") == list(OUR_BOTS[1:])


def test_every_sign_of_the_log_is_drawn() -> None:
    source = (WEB / "words" / "signs.js").read_text(encoding="utf-8")
    pictures = set(re.findall(r'picture: "(\w+)"', source)) | {"exact", "crown"}
    assert len(pictures) > 8
    assert pictures <= SYMBOLS
