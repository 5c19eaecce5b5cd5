"""One tap through the room: the verdict of a real registry, the meaning, the move, the disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from boxes_at_hand import make_box
from tables import NAMES, Ticking, begun, journal_in

from ketuk import engine
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem, Why
from ketuk.codes.verdict import Accepted, Foreign, Malformed, OtherBox, Revoked
from ketuk.engine.commands import Buy, Play
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.table import Options
from ketuk.engine.taps import Choice, Denied, Do, Fill, Ignored, PutDown, Selected, Shown
from ketuk.rooms.journal import Journal
from ketuk.rooms.room import DeviceReading, InputLine, MoveDone, Room
from ketuk.rooms.trouble import JournalFault, Trouble


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with journal_in(tmp_path) as journal:
        yield journal


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Registry]:
    items = tuple(BoxItem(i.number, i.kind) for i in engine.ruleset("nusantara").items)
    with make_box(tmp_path / "boxes", items=items) as registry:
        yield registry


@pytest.fixture
def room(journal: Journal, box: Registry) -> Room:
    """Real dice and decks, hands dealt by taps: Ayu Ojek, Budi Asuransi, Citra Asuransi."""
    room = begun(journal, registry=box, options=Options(dice="real", decks="real"))
    for card in (52, 60, 61, 83):
        assert isinstance(tap(room, card).outcome, MoveDone)
    return room


def tap(room: Room, item: int, **more: object):  # type: ignore[no-untyped-def]
    assert room.registry is not None
    return room.tap(room.registry.active(item).code, **more)


def roll(room: Room, *dice: int) -> None:
    seat = room.table.turn.seat
    assert isinstance(room.do(engine.commands.Roll(seat, dice)), MoveDone)


def test_the_card_of_a_city_buys_it_once(room: Room, journal: Journal) -> None:
    roll(room, 3, 2)
    told = tap(room, 5, line=InputLine(9, "x"))
    assert isinstance(told.verdict, Accepted)
    assert told.meaning == Do(Buy(1))
    assert isinstance(told.outcome, MoveDone)
    assert journal.rows("malam")[-1].line == InputLine(9, "x")
    again = tap(room, 5)
    assert isinstance(again.meaning, Ignored)
    assert again.outcome is None
    assert isinstance(tap(room, 6).meaning, Shown)
    assert isinstance(tap(room, 5).meaning, Shown)


def test_what_is_no_card_of_this_box_moves_nothing(room: Room, tmp_path: Path) -> None:
    roll(room, 3, 2)
    seq, before = room.seq, room.table
    with make_box(tmp_path / "others", box="KTK7") as other:
        foreign = other.active(1).code
    assert isinstance(room.tap(foreign).verdict, OtherBox)
    assert isinstance(room.tap("HALO").verdict, Malformed)
    assert isinstance(room.tap("https://example.org", source="camera").verdict, Foreign)
    assert (room.seq, room.table) == (seq, before)
    assert room.reading.last is not None
    assert room.reading.last.item == 83


def test_a_revoked_code_buys_nothing_and_the_new_one_does(room: Room, box: Registry) -> None:
    roll(room, 3, 2)
    old = box.active(5).code
    new = box.reissue(old, reason=Why.LOST, now=Ticking()()).new.code
    told = room.tap(old)
    assert isinstance(told.verdict, Revoked)
    assert told.meaning is None
    assert isinstance(room.tap(new).outcome, MoveDone)


def test_a_refused_tap_says_why(room: Room) -> None:
    told = tap(room, 60)
    assert isinstance(told.meaning, Denied)
    assert isinstance(told.outcome, Refused)
    told = tap(room, 52, seat=2)
    assert isinstance(told.outcome, Refused)
    assert told.outcome.reason is Reason.CARD_NOT_HELD


def test_meanings_that_are_no_command_yet(room: Room) -> None:
    assert isinstance(tap(room, 52).meaning, Fill)
    assert tap(room, 41).meaning == Selected(2)
    assert isinstance(tap(room, 140).meaning, Shown)
    roll(room, 3, 2)
    tap(room, 5)
    assert tap(room, 5, making="trade").meaning == PutDown(5, 1)


def test_a_choice_is_answered_by_a_second_card(room: Room) -> None:
    choice = Choice(62, (Play(1, 62, tile=5), Play(1, 62, tile=6)))
    room.reading = DeviceReading(choice=choice, asked=room.question)
    told = room.tap_item(6)
    assert told.meaning == Do(Play(1, 62, tile=6))
    room.reading = DeviceReading(choice=choice, asked=room.question)
    told = room.tap_item(8)
    assert isinstance(told.meaning, Shown)


def test_without_a_box_nothing_can_be_judged(journal: Journal) -> None:
    told = begun(journal).tap("N5NG0ANCHAVD")
    assert (told.verdict, told.meaning, told.outcome) == (None, None, None)


def test_a_game_goes_on_with_its_own_box_only(
    room: Room, journal: Journal, box: Registry, tmp_path: Path
) -> None:
    assert room.header.box == "N5NG"
    assert Room.resume(journal, "malam", registry=box).table == room.table
    assert Room.resume(journal, "malam").table == room.table
    with make_box(tmp_path / "others", box="KTK7") as other, pytest.raises(JournalFault) as caught:
        Room.resume(journal, "malam", registry=other)
    assert caught.value.trouble is Trouble.BOX


def test_a_box_of_another_rule_set_is_refused(journal: Journal, tmp_path: Path) -> None:
    data = engine.ruleset("nusantara").data.replace('"id":"nusantara"', '"id":"sendiri"', 1)
    rules = engine.ruleset_from_data(data)
    with make_box(tmp_path / "others") as box, pytest.raises(JournalFault) as caught:
        Room.start(journal, rules=rules, names=NAMES, options=Options(), registry=box)
    assert caught.value.trouble is Trouble.BOX
    assert journal.games() == ()


def test_two_rooms_hear_a_tap_once(room: Room, journal: Journal, box: Registry) -> None:
    roll(room, 3, 2)
    other = Room.resume(journal, "malam", registry=box, clock=Ticking())
    heard: list[int] = []
    other.watch(lambda changed: heard.append(changed.seq))
    assert isinstance(tap(room, 5).outcome, MoveDone)
    told = tap(other, 5)
    assert not isinstance(told.outcome, MoveDone)
    assert heard == [room.seq]
    assert other.table.holdings[5].owner == 1
