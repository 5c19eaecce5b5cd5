"""Writing tags from the screen of cards: the real NFC stack on a virtual reader."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from cards_at_hand import JAKARTA, cards, registry_of
from screens_at_hand import MEDAN, AtTable, bought, landed, lobby, table
from virtual_pn532 import VirtualReader
from virtual_tags import Card, MifareClassic, blank_tag, text_message, text_tag

from ketuk.codes.code import sealed
from ketuk.codes.payload import payload
from ketuk.scanning.nfc import NfcReader
from ketuk.scanning.scan import By, Flaw, Removed, Scan
from ketuk.tui.screens.writing import WriteTags

ALOFT = 8
"""Looks at an empty reader until a lifted tag counts as gone."""


@asynccontextmanager
async def bench(folder: Path) -> AsyncIterator[tuple[AtTable, VirtualReader]]:
    """A game, the cards of its box, and a reader of the app's own at the table."""
    with VirtualReader() as pn532:
        nfc = NfcReader(pn532.path, name="nfc:meja", pause=0.05, retry=0.02)
        async with cards(folder, also=[nfc]) as at:
            await at.settle(lambda: "nfc:meja siap" in at.text())
            pn532.wait_for_searches(8)
            yield at, pn532


def writing(at: AtTable) -> WriteTags:
    return next(s for s in at.app.screen_stack if isinstance(s, WriteTags))


async def lay(at: AtTable, pn532: VirtualReader, tag: Card, *, says: str) -> None:
    """Lay a tag down, wait for what the screen says, and lift it again."""
    pn532.lay(tag)
    await at.settle(lambda: says in at.said())
    await lift(at, pn532, tag)


async def lift(at: AtTable, pn532: VirtualReader, tag: Card) -> None:
    pn532.lift(tag)
    pn532.wait_for_searches(ALOFT)
    await at.settle()


async def test_tags_are_written_one_after_another_and_the_reader_is_back_at_the_table(
    tmp_path: Path,
) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        await landed(at)
        await at.press("k")
        await at.settle(lambda: at.on == "Cards")
        await at.press("1", "space", *str(JAKARTA), "space", *str(MEDAN), "space", "w")
        await at.settle(lambda: at.on == "WriteTags")
        assert "0 dari 3 sudah. Tag tidak dikunci." in at.text()
        tags = {1: blank_tag(), MEDAN: blank_tag(), JAKARTA: blank_tag()}
        for item, tag in tags.items():
            await lay(at, pn532, tag, says=f"ditulis ({tag.uid.hex()})")
            assert tag.message == text_message(payload(at.code(item)))
            assert registry_of(at).active(item).uid == tag.uid.hex().upper()
        await at.settle(lambda: "Semua 3 tag sudah ditulis." in at.text())
        assert not bought(at), "what is written is not played"
        await at.press("escape")
        await at.settle(lambda: at.on == "Cards")
        assert "Pembaca kembali ke meja" in at.said()
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")
        pn532.lay(tags[MEDAN])
        await at.settle(lambda: bought(at))
        assert at.table.holdings[MEDAN].owner == 1


async def test_it_is_stopped_and_goes_on_with_what_has_no_tag_yet(tmp_path: Path) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("w")
        await at.settle(lambda: at.on == "WriteTags")
        await lay(at, pn532, blank_tag(), says="Banda Aceh: ditulis")
        await at.press("escape")
        await at.settle(lambda: at.on == "Cards")
        assert at.said() == "Berhenti: 1 dari 104 tag sudah tertulis. W melanjutkan."
        await at.press("w")
        await at.settle(lambda: "1 dari 104 sudah" in at.text())
        assert writing(at)._work.next == registry_of(at).active(MEDAN)


async def test_a_card_is_skipped_and_comes_last(tmp_path: Path) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("space", "space", "w")
        await at.settle(lambda: at.on == "WriteTags")
        await at.press("s")
        await at.settle(lambda: "Banda Aceh: nanti saja" in at.said())
        await lay(at, pn532, blank_tag(), says="Medan: ditulis")
        await lay(at, pn532, blank_tag(), says="Banda Aceh: ditulis")


async def test_a_tag_of_another_box_is_left_alone_until_told(tmp_path: Path) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("w")
        await at.settle(lambda: at.on == "WriteTags")
        tag = text_tag(payload(sealed("K7Z3A9QX00")))
        said = "Banda Aceh: Tag dari kotak lain (K7Z3), tidak disentuh"
        await lay(at, pn532, tag, says=said)
        assert tag.written == 0
        await at.settle(lambda: writing(at)._refused is None)
        await at.press("f5")
        await at.settle(lambda: "Tidak ada tag yang menunggu ditimpa" in at.said())
        pn532.lay(tag)
        await at.settle(lambda: said in at.said())
        await at.press("f5")
        await at.settle(lambda: "Banda Aceh: ditulis" in at.said())
        assert tag.message == text_message(payload(at.code(1)))


async def test_what_goes_wrong_is_said_and_the_same_card_is_tried_again(tmp_path: Path) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("w")
        await at.settle(lambda: at.on == "WriteTags")
        await lay(at, pn532, MifareClassic(), says="Banda Aceh: Bukan tag NFC")
        await lay(at, pn532, blank_tag().lock_silently(), says="Banda Aceh: Tag ini terkunci")
        now = time.monotonic()
        blank = Scan(text="", source=at.reader.name, at=now, by=By.NFC, uid="04a1", flaw=Flaw.BLANK)
        at.reader.put(blank)
        at.reader.put(Removed(source=at.reader.name, at=now))
        await at.settle(lambda: "nfc:uji tidak bisa menulis tag" in at.said())
        at.app.enter(at.code(MEDAN))
        await at.settle(lambda: "Itu bukan pembaca NFC" in at.said())
        await lay(at, pn532, blank_tag(), says="Banda Aceh: ditulis")
        await lay(at, pn532, blank_tag(), says="Medan: ditulis")


async def test_the_tag_of_another_card_in_use_is_never_taken(tmp_path: Path) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("w")
        await at.settle(lambda: at.on == "WriteTags")
        tag = blank_tag()
        await lay(at, pn532, tag, says="Banda Aceh: ditulis")
        pn532.lay(tag)
        await at.settle(lambda: "sudah tag kartu lain di kotak ini: Banda Aceh" in at.said())
        await at.press("f5")
        await at.settle(lambda: "Tidak ada tag yang menunggu ditimpa" in at.said())


async def test_locking_is_behind_a_question(tmp_path: Path) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("w")
        await at.settle(lambda: at.on == "WriteTags")
        open_tag, locked = blank_tag(), blank_tag()
        await lay(at, pn532, open_tag, says="Banda Aceh: ditulis")
        await at.press("l")
        await at.settle(lambda: at.on == "Ask")
        await at.press("enter")  # alone it locks nothing
        await at.settle(lambda: "Tag tidak dikunci" in at.text())
        await at.press("l")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: "DIKUNCI untuk seterusnya" in at.text())
        await lay(at, pn532, locked, says="Medan: ditulis")
        assert (open_tag.locked, locked.locked) == (False, True)


async def test_all_of_them_again_is_behind_a_question(tmp_path: Path) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("w")
        await at.settle(lambda: at.on == "WriteTags")
        await lay(at, pn532, blank_tag(), says="Banda Aceh: ditulis")
        await at.press("a")
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: "0 dari 104 sudah" in at.text())
        new = blank_tag()
        await lay(at, pn532, new, says=f"Banda Aceh: ditulis ({new.uid.hex()})")
        assert registry_of(at).active(1).uid == new.uid.hex().upper()


async def test_a_reader_that_is_unplugged_says_so_and_comes_back(tmp_path: Path) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("w")
        await at.settle(lambda: at.on == "WriteTags")
        pn532.unplug()
        await at.settle(lambda: "Belum bisa menulis. nfc:meja: pembaca terlepas." in at.text())
        pn532.plug()
        await at.settle(lambda: "Letakkan tag untuk Banda Aceh" in at.text())
        pn532.wait_for_searches(ALOFT)
        await lay(at, pn532, blank_tag(), says="Banda Aceh: ditulis")


async def test_without_a_reader_the_remedy_is_said(tmp_path: Path) -> None:
    async with lobby(tmp_path) as at:
        await at.press("k", "w")
        await at.settle(lambda: at.on == "WriteTags")
        assert "Belum bisa menulis. nfc: tidak ada pembaca NFC. Pasang pembacanya" in at.text()
        await at.press("f2")
        await at.settle(lambda: "Nothing can be written yet." in at.text())
        await at.press("escape")
        await at.settle(lambda: at.on == "Cards")


async def test_a_help_over_it_neither_writes_nor_plays(tmp_path: Path) -> None:
    async with bench(tmp_path) as (at, pn532):
        await at.press("w")
        await at.settle(lambda: at.on == "WriteTags")
        await at.press("question_mark")
        await at.settle(lambda: at.on == "Help")
        tag = blank_tag()
        pn532.lay(tag)
        pn532.wait_for_searches(ALOFT)
        await at.settle(lambda: at.said())
        assert tag.written == 0
        await lift(at, pn532, tag)
        await at.press("escape")
        await at.settle(lambda: at.on == "WriteTags")
        await lay(at, pn532, tag, says="Banda Aceh: ditulis")


async def test_a_game_goes_on_where_a_lost_card_was_replaced_and_written(tmp_path: Path) -> None:
    with VirtualReader() as pn532:
        nfc = NfcReader(pn532.path, name="nfc:meja", pause=0.05, retry=0.02)
        async with table(tmp_path, also=[nfc]) as at:
            await at.settle(lambda: "nfc:meja siap" in at.text())
            await landed(at)
            pn532.wait_for_searches(8)
            old = text_tag(payload(at.code(MEDAN)))
            await at.press("k", *str(MEDAN), "r", "1", "1")
            await at.settle(lambda: at.on == "Ask")
            await at.press("2", "space", "w")
            await at.settle(lambda: at.on == "WriteTags")
            new = blank_tag()
            await lay(at, pn532, new, says="Medan: ditulis")
            await at.press("escape", "escape")
            await at.settle(lambda: at.on == "TableScreen")
            await lay(at, pn532, old, says="kode sudah dicabut: Medan, hilang")
            assert not bought(at)
            pn532.lay(new)
            await at.settle(lambda: bought(at))
