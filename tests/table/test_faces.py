"""Faces and the names of bots: nobody at a table is taken for another."""

from __future__ import annotations

import pytest

from openregicide.errors import TableError
from openregicide.protocol import FACES, ChooseFace, Leave, NewTable, RulesData, TableSettings
from openregicide.table.entries import Faced, Said, Seated, decode_entry
from openregicide.table.names import BOT_NAMES, names_for_bots
from openregicide.table.table import Table
from openregicide.table.views import table_info
from support.sittings import NOW, everything, request_id, sitting


def called(*people: str) -> list[str]:
    """Return what the bots are called in the seats that people leave to them."""
    names = names_for_bots(people)
    return [name for name, person in zip(names, people, strict=True) if not person]


def test_bots_have_names_that_nobody_else_at_the_table_has() -> None:
    assert called("", "", "", "") == ["Alma", "Bruno", "Cleo", "Dora"]
    assert called("Ann", "", "", "") == ["Bruno", "Cleo", "Dora"]
    assert called("bruno", "", "", "DORA") == ["Berta", "Cleo"]
    assert called("Bruno", "", "Berta", "Boris") == ["Bianca"]
    assert called("Alma") == []


def test_four_people_may_have_the_names_of_bots() -> None:
    assert len(names_for_bots(BOT_NAMES[0])) == 4


def test_the_names_of_bots_are_short_and_their_initials_tell_the_seats_apart() -> None:
    names = [name for row in BOT_NAMES for name in row]
    assert len({name.casefold() for name in names}) == len(names)
    assert all(name.isalpha() and name.isascii() and len(name) <= 6 for name in names)
    assert [{name[0] for name in row} for row in BOT_NAMES] == [{"A"}, {"B"}, {"C"}, {"D"}]


def test_a_bot_makes_way_for_a_person_of_its_name() -> None:
    at = sitting(3, bots=[1, 2], people=1)
    assert [seat.called for seat in table_info(at.table).seats] == ["", "Bruno", "Cleo"]
    other = sitting(3, bots=[1], people=1)
    other.absorb(other.table.sit("BRUNO", None, token_hash="", now=NOW))
    assert [seat.called for seat in table_info(other.table).seats] == ["", "Berta", ""]


@pytest.mark.parametrize("face", ["", *FACES])
def test_a_face_is_chosen_when_sitting_down(face: str) -> None:
    at = sitting(2, people=1)
    [entry] = at.table.sit("Eve", 1, token_hash="", face=face, now=NOW)
    at.absorb([entry])
    assert table_info(at.table).seats[1].face == face


def test_who_makes_a_table_has_a_face_too() -> None:
    at = sitting()
    new = NewTable("Ann", TableSettings(RulesData(2)), face="owl")
    entries = Table.create(new, token_hash="", now=NOW, fresh=at.fresh)
    assert table_info(Table.load("T", entries)).seats[0].face == "owl"


def test_a_face_may_be_changed_at_any_time_and_everybody_sees_it() -> None:
    at = sitting(2)
    at.ask(1, ChooseFace(request_id(), "fox"))
    at.begin(first=0)
    before = at.table.game_version
    [entry] = at.ask(1, ChooseFace(request_id(), "hare"))
    assert isinstance(entry, Faced)
    # The game has not changed: a move that was thought of meanwhile is not stale.
    assert at.table.game_version == before
    assert at.table.info_version == at.table.version
    assert [seat.face for seat in table_info(at.table).seats] == ["", "hare"]
    at.ask(1, ChooseFace(request_id(), ""))
    assert table_info(at.table).seats[1].face == ""


def test_two_may_have_the_same_face_as_colour_and_name_differ() -> None:
    at = sitting(2)
    for seat in range(2):
        at.ask(seat, ChooseFace(request_id(), "fox"))
    assert [seat.face for seat in table_info(at.table).seats] == ["fox", "fox"]


@pytest.mark.parametrize("face", ["dragon", "FOX", "fox ", "bot-1", "../owl", "\u202e"])
def test_a_face_that_cannot_be_is_refused(face: str) -> None:
    at = sitting(2, people=1)
    assert at.refusal(0, ChooseFace("a", face)).code == "face.unknown"
    before = everything(at.table)
    with pytest.raises(TableError) as caught:
        at.table.sit("Eve", 1, token_hash="", face=face, now=NOW)
    assert caught.value.code == "face.unknown"
    assert everything(at.table) == before


def test_the_next_person_in_a_seat_does_not_inherit_the_face() -> None:
    at = sitting(2)
    at.ask(1, ChooseFace(request_id(), "fox"))
    at.ask(1, Leave(request_id()))
    at.absorb(at.table.sit("Eve", 1, token_hash="", now=NOW))
    assert table_info(at.table).seats[1].face == ""


def test_a_journal_from_before_there_were_faces_still_opens() -> None:
    seated = decode_entry(b'{"type":"seated","at":1,"seat":0,"name":"Ann","token_hash":"x"}')
    assert isinstance(seated, Seated)
    assert seated.face == ""
    said = decode_entry(b'{"type":"said","at":1,"seat":0,"phrase":"hello"}')
    assert isinstance(said, Said)
    assert said.count is None
