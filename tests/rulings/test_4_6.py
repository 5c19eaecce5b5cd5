"""Rulings 4.6: codes, stickers and cards; with phones: test_4_6_with_phones.py; OPEN: take-over."""

import platform
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from boxes_at_hand import NOON, after, make_box
from command_line import CommandLine
from printed import by_zbar, by_zxing, cut_labels, rendered, text_of
from screens_at_hand import table
from situations import Situation

from ketuk import engine
from ketuk.codes.code import grouped
from ketuk.codes.label import Label
from ketuk.codes.papers import paper
from ketuk.codes.payload import payload
from ketuk.codes.registry import Registry
from ketuk.codes.sheet import Sheets
from ketuk.codes.sticker import BoxItem, Why
from ketuk.codes.verdict import Accepted, OtherBox, Revoked, StickerState
from ketuk.engine.commands import Buy, Confirm, PayRent, Roll
from ketuk.engine.refusal import Refused
from ketuk.engine.table import BuyChoice, Free, Handover, Options
from ketuk.engine.taps import Do, Ignored, LastTap, Shown, meaning
from ketuk.rooms.lease import InUse, Lease
from ketuk.tui.screens.opening import begin
from ketuk.tui.words import Words

NUSANTARA = engine.ruleset("nusantara")
CARDS = tuple(BoxItem(item.number, item.kind) for item in NUSANTARA.items)
SOURCES = ("typed", "nfc:usb", "camera:0")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Registry]:
    with make_box(tmp_path, "N5NG", items=CARDS) as registry:
        yield registry


@pytest.fixture
def neighbour(tmp_path: Path) -> Iterator[Registry]:
    """The box of the table next door."""
    with make_box(tmp_path, "K7Q2", items=CARDS) as registry:
        yield registry


def read(code: str, source: str) -> str:
    return grouped(code) if source == "typed" else payload(code)


# --- 4.6.4: another box --------------------------------------------------------------------------


@pytest.mark.parametrize("source", SOURCES)
def test_4_6_4_a_card_of_another_box_is_refused(
    box: Registry, neighbour: Registry, source: str
) -> None:
    theirs, ours = neighbour.active(27).code, box.active(27).code
    answer = box.check(read(theirs, source), source=source, now=NOON)
    assert answer == OtherBox(box="K7Q2", code=theirs)
    assert Words("id")(f"codes.{answer.kind}") == "kartu dari kotak lain"
    # It poisons nothing: the own card is read right after it, and theirs in their box.
    again = box.check(read(ours, source), source=source, now=after(1))
    assert again == Accepted(box="N5NG", code=ours, item=27, serial=1)
    home = neighbour.check(read(theirs, source), source=source, now=after(2))
    assert home == Accepted(box="K7Q2", code=theirs, item=27, serial=1)


# --- 4.6.5: the same card twice ------------------------------------------------------------------


def test_4_6_5_a_card_read_again_is_ignored() -> None:
    game = Situation().ask(Free(1), BuyChoice(1, 5))
    first = meaning(game.table, game.rules, 5)
    assert first == Do(Buy(1))
    last = LastTap(5, game.table.ask)
    game.do(Buy(1))
    again = meaning(game.table, game.rules, 5, last=last)
    assert again == Ignored(5, "4.6.5")
    assert game.owner(5) == 1


def test_4_6_5_another_card_between_and_it_is_read_as_any() -> None:
    game = Situation().owns(1, 5)
    assert meaning(game.table, game.rules, 5, last=LastTap(10, game.table.ask)) == Shown(5)
    assert meaning(game.table, game.rules, 5, last=LastTap(5, game.table.ask)) == Ignored(
        5, "4.6.5"
    )


def test_4_6_5_a_new_question_makes_it_a_new_tap() -> None:
    game = Situation().owns(3, 5).stands(1, 2).stands(2, 2)
    game.do(Roll(1), dice=[(1, 2)])
    assert meaning(game.table, game.rules, 5) == Do(PayRent(1, 5))
    last = LastTap(5, game.table.ask)
    game.do(PayRent(1, 5))
    game.turn(2).do(Roll(2), dice=[(1, 2)])
    assert meaning(game.table, game.rules, 5, last=last) == Do(PayRent(2, 5))


def test_4_6_5_while_a_transfer_is_awaited_it_always_reads() -> None:
    game = Situation().ask(Free(1), Handover((5, 64)))
    for item in (5, 64):
        last = LastTap(item, game.table.ask)
        assert meaning(game.table, game.rules, item, last=last) == Do(Confirm(1, item))
        game.do(Confirm(1, item))
        assert isinstance(meaning(game.table, game.rules, item, last=last), Ignored)


# --- 4.6.6: a broken tag -------------------------------------------------------------------------


def test_4_6_6_the_printed_symbol_and_the_printed_characters_say_the_same(
    box: Registry, tmp_path: Path
) -> None:
    code, which, out = box.active(27).code, paper("thermal-50x30"), tmp_path / "sheet.pdf"
    sheets = Sheets(which)
    sheets.add(Label(code, "Nusantara", 1))
    out.write_bytes(sheets.content())
    picture = next(cut_labels(rendered(out), which))
    assert by_zxing(picture) == by_zbar(picture) == [payload(code)]
    shown = box.check(by_zbar(picture)[0], source="camera:0", now=NOON)
    assert shown == Accepted(box="N5NG", code=code, item=27, serial=1)
    words = "".join(c for c in text_of(out)[0] if c.isalnum())
    assert code in words
    for text in (code, grouped(code), grouped(code).lower(), f" {code} "):
        typed = box.check(text, source="typed", now=after(1))
        assert typed == Accepted(box="N5NG", code=code, item=27, serial=1), text


# --- 4.6.7: a lost card --------------------------------------------------------------------------


@pytest.mark.parametrize("source", SOURCES)
def test_4_6_7_a_replacement_counts_and_the_old_code_is_revoked(box: Registry, source: str) -> None:
    old = box.active(5).code
    others = {s.code for s in box.stickers() if s.item != 5}
    box.reissue(old, reason=Why.LOST, now=NOON)
    new = box.active(5)
    assert (new.serial, new.state) == (2, StickerState.ACTIVE)
    assert new.code != old
    assert {s.code for s in box.stickers() if s.item != 5} == others
    revoked = box.check(read(old, source), source=source, now=after(1))
    assert isinstance(revoked, Revoked)
    assert (revoked.item, revoked.serial, revoked.replaced_by) == (5, 1, 2)
    assert (revoked.state, revoked.since) == (StickerState.LOST, NOON)
    accepted = box.check(read(new.code, source), source=source, now=after(2))
    assert accepted == Accepted(box="N5NG", code=new.code, item=5, serial=2)


def test_4_6_7_the_replacement_is_printed_as_a_new_sticker(box: Registry, tmp_path: Path) -> None:
    box.reissue(box.active(5).code, reason=Why.LOST, now=NOON)
    new, which, out = box.active(5).code, paper("thermal-50x30"), tmp_path / "one.pdf"
    sheets = Sheets(which)
    sheets.add(Label(new, "Padang", 2))
    out.write_bytes(sheets.content())
    assert by_zbar(next(cut_labels(rendered(out), which))) == [payload(new)]


def test_4_6_7_a_card_read_just_before_it_was_replaced_is_refused_at_once(box: Registry) -> None:
    old = box.active(5).code
    assert isinstance(box.check(payload(old), source="nfc:usb", now=NOON), Accepted)
    box.reissue(old, reason=Why.LOST, now=NOON)
    assert isinstance(box.check(payload(old), source="nfc:usb", now=after(0.2)), Revoked)


def test_4_6_7_in_a_game_nothing_of_the_card_changes(box: Registry) -> None:
    game = Situation().owns(2, 5, mortgaged=True)
    before = game.table
    box.reissue(box.active(5).code, reason=Why.LOST, now=NOON)
    answer = box.check(payload(box.active(5).code), source="nfc:usb", now=after(1))
    assert isinstance(answer, Accepted)
    assert meaning(game.table, game.rules, answer.item) == Shown(5)
    assert game.table == before


# --- 4.6.9: two rooms and one box ----------------------------------------------------------------


def test_4_6_9_the_box_is_held_by_the_room_that_came_first(box: Registry) -> None:
    with Registry.open(box.path) as elsewhere:
        first = Lease.take(box, game="malam minggu", now=NOON, machine="meja")
        assert isinstance(first, Lease)
        second = Lease.take(elsewhere, game="sore", now=after(hours=1), machine="lain")
        assert isinstance(second, InUse)
        assert (second.game, second.until) == ("malam minggu", after(hours=6))
        first.release()
        assert isinstance(Lease.take(elsewhere, game="sore", now=after(hours=1)), Lease)


def test_4_6_9_the_hold_lapses_after_six_hours_without_activity(box: Registry) -> None:
    with Registry.open(box.path) as elsewhere:
        first = Lease.take(box, game="malam", now=NOON, machine="meja")
        assert isinstance(first, Lease)
        assert first.renew(after(hours=5)) is None, "a scan or a move"
        for hours, admitted in ((6, InUse), (10.9, InUse), (11, Lease)):
            asked = Lease.take(elsewhere, game="sore", now=after(hours=hours), machine="lain")
            assert isinstance(asked, admitted), hours
        assert isinstance(first.renew(after(hours=12)), InUse), "now it is the other's"


async def test_4_6_9_at_the_screen_another_room_is_refused_until_the_first_is_left(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as at:
        session, names = at.session, ("A", "B", "C")
        assert session.room.registry is not None
        held = session.room.registry.box_id
        assert not begin(at.app, names=names, options=Options(), box=held)
        used = f"Kotak {held} sedang dipakai permainan {session.room.name} di {platform.node()}"
        assert at.said().startswith(used)
        await at.press("escape", "1")
        await at.settle(lambda: at.on == "Lobby")
        assert begin(at.app, names=names, options=Options(), box=held)
        await at.settle(lambda: at.on == "TableScreen")


async def test_4_6_9_a_room_that_was_silent_too_long_finds_the_box_in_use(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        mine = at.session.room.registry
        assert mine is not None
        with Registry.open(mine.path) as elsewhere:
            later = datetime.now(UTC) + timedelta(hours=6, seconds=1)
            assert isinstance(Lease.take(elsewhere, game="sore", now=later, machine="lain"), Lease)
        silent = at.session._lease
        assert silent is not None
        silent._held = replace(silent._held, used=later - timedelta(hours=12))
        before = at.table
        await at.tap(5)
        assert at.said().startswith(f"Kotak {mine.box_id} sedang dipakai permainan sore di lain")
        assert at.table == before


def test_4_6_9_a_game_without_a_screen_asks_for_the_box_too(tmp_path: Path) -> None:
    ketuk = CommandLine(tmp_path)
    (made,) = ketuk.records("box", "new", "--json")
    play = ("play", "--players", "Ayu,Budi,Citra", "--box", made["box"], "--game")
    with Registry.open(Path(made["path"])) as registry:
        first = Lease.take(registry, game="malam", now=datetime.now(UTC))
        assert isinstance(first, Lease)
        assert "sedang dipakai permainan malam" in ketuk.run(*play, "sore", code=1)
        assert ketuk.records("games", "--json") == [], "no game was begun"
        first.release()
    for _ in range(2):
        ketuk.run(*play, "sore")
    ketuk.run(*play, "malam")  # it was given back


# --- 4.6.10: the card of Nusantara ---------------------------------------------------------------


def test_4_6_10_item_27_is_nusantara_and_there_is_no_card_of_pelabuhan(box: Registry) -> None:
    assert NUSANTARA.board.tiles[27].name == "Pelabuhan"
    found = NUSANTARA.item(27)
    assert found is not None
    assert (found.kind, found.name) == ("property", "Nusantara")
    assert [i.number for i in NUSANTARA.items if i.name == "Nusantara"] == [27]
    assert "Pelabuhan" not in {i.name for i in NUSANTARA.items}
    answer = box.check(payload(box.active(27).code), source="nfc:usb", now=NOON)
    assert isinstance(answer, Accepted)
    assert answer.item == 27


def test_4_6_10_before_the_capital_comes_the_card_only_shows() -> None:
    game = Situation().stands(1, 24)
    game.do(Roll(1), dice=[(1, 2)])
    assert (game.at(1), game.cash(1)) == (27, 17500)
    assert meaning(game.table, game.rules, 27) == Shown(27)


def test_4_6_10_owned_by_another_it_pays_the_rent() -> None:
    game = Situation().effects(capital=True).owns(2, 27).stands(1, 24)
    game.do(Roll(1), dice=[(1, 2)])
    tap = meaning(game.table, game.rules, 27)
    assert tap == Do(PayRent(1, 27))
    outcome = engine.decide(game.table, PayRent(1, 27), game.rules, engine.NoLuck())
    assert not isinstance(outcome, Refused)
    game.do(PayRent(1, 27))
    assert game.cash(2) == 17500 + 800


def test_4_6_10_the_box_has_104_stickers_as_the_book_numbers_them(box: Registry) -> None:
    numbers: dict[str, list[int]] = {}
    for item in NUSANTARA.items:
        numbers.setdefault(item.kind, []).append(item.number)
    assert len(NUSANTARA.items) == len(box.items()) == 104
    assert len(numbers["property"]) == 25
    assert numbers["player"] == list(range(40, 46))
    assert numbers["siasat"] == list(range(50, 74))
    assert numbers["kejadian"] == list(range(80, 92))
    assert numbers["bid"] == list(range(100, 136))
    assert numbers["box"] == [140]
