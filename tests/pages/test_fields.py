"""What each kind of field asks for, tapped on a phone: the command that was told, filled in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import sheets
from browsers import complaints, needs_browser, press, settled, until
from playwright.async_api import Browser, Page
from sheets import cmd, page
from told_host import ToldHost, told_host

from ketuk.rooms import sheet, wire
from ketuk.rooms.sheet import AnyField, DiceField

pytestmark = needs_browser


@asynccontextmanager
async def seated(
    on: Browser, *fields: AnyField, **more: Any
) -> AsyncIterator[tuple[ToldHost, Page]]:
    """A phone in a seat that is asked these."""
    async with told_host(sheet=page(*fields), **more) as host:
        one = await host.dialled(on)
        await one.locator("#foot > *").first.wait_for()
        await settled(one)
        yield host, one
        assert complaints(one) == []
        await one.context.close()


async def asked(host: ToldHost, one: Page) -> tuple[dict[str, Any], ...]:
    """What the last tap asked of the table; the host says that it is done."""
    await until(lambda: host.all(wire.DoMessage))
    do = host.all(wire.DoMessage)[-1]
    host.heard.clear()
    assert do.ask == host.ask
    await host.say(wire.DoneMessage(id=do.id, seq=2))
    await one.wait_for_selector("body:not([data-pending])")
    return do.cmds


async def test_lines_and_what_lies_below_them(on: Browser) -> None:
    async with seated(on, sheets.CHOICES) as (host, one):
        await press(one, "Ambil")
        assert await asked(host, one) == (cmd("ambil"),)
        await press(one, "Jual dahulu")
        await press(one, "Perahu")
        assert await asked(host, one) == (cmd("perahu"),)
        await press(one, "kembali")
        await press(one, "Menyerah")
        assert await one.get_by_text("Sungguh menyerah?").is_visible()
        assert host.all(wire.DoMessage) == []
        await press(one, "kembali")
        await press(one, "Menyerah")
        await press(one, "Menyerah")
        assert await asked(host, one) == (cmd("menyerah"),)


async def test_an_amount_by_marks_steps_and_digits(on: Browser) -> None:
    async with seated(on, sheets.AMOUNT) as (host, one):
        await press(one, "Tawar 1.000")
        assert await asked(host, one) == (cmd("tawar", amount=1_000),)
        await press(one, "2.000", exact=True)
        await press(one, "Tambah 500")
        await press(one, "Tawar 2.500")
        assert await asked(host, one) == (cmd("tawar", amount=2_500),)
        for typed, taken in (("4.900", 4_500), ("99999", 17_000), ("0", 1_000), ("abc", 1_000)):
            await one.get_by_label("Tawaranmu", exact=True).fill(typed)
            await one.get_by_label("Tawaranmu", exact=True).press("Enter")
            figure = f"{taken:,}".replace(",", ".")
            await press(one, f"Tawar {figure}")
            assert await asked(host, one) == (cmd("tawar", amount=taken),)


async def test_a_card_is_laid_face_down_and_changed_until_all_are_turned_over(on: Browser) -> None:
    async with seated(on, sheets.CARDS) as (host, one):
        await press(one, "1500", exact=True)
        assert await asked(host, one) == (cmd("letak", card=3),)
        await host.show(page(sheets.CARDS.model_copy(update={"laid": 3})))
        await one.locator("[aria-pressed=true]", has_text="1500").wait_for()
        await press(one, "3000", exact=True)
        assert await asked(host, one) == (cmd("letak", card=6),)


async def test_so_many_of_these_and_no_others(on: Browser) -> None:
    async with seated(on, sheets.SOME) as (host, one):
        send = one.get_by_role("button", name="Buang", exact=True)
        assert await send.is_disabled()
        for name in ("Kabut", "Angin", "Hujan"):  # the first is let go for the third
            await press(one, name)
        await press(one, "Buang", exact=True)
        assert await asked(host, one) == (cmd("buang", cards=[71, 72]),)


async def test_a_tile_by_group_and_by_search(on: Browser) -> None:
    async with seated(on, sheets.TILES) as (host, one):
        assert not await one.get_by_role("button", name="Kota B2").is_visible()
        await one.get_by_text("Kelompok B").tap()
        await press(one, "Kota B2")
        assert await asked(host, one) == (cmd("pergi", at="B2"),)
        field = one.get_by_label("Cari petak")
        await field.press_sequentially("kota d4")  # the cursor stays where it is
        assert await field.input_value() == "kota d4"
        assert await one.locator(".tiles .press").count() == 1
        await press(one, "Kota D4")
        assert await asked(host, one) == (cmd("pergi", at="D4"),)
        await field.fill("nusa antah")
        await one.get_by_text("Tidak ada yang cocok.").wait_for()


@pytest.mark.parametrize("dice", [sheets.DICE, sheets.ONE_DIE], ids=["two", "one"])
async def test_real_dice(on: Browser, dice: DiceField) -> None:
    async with seated(on, dice) as (host, one):
        assert await one.get_by_role("button", name="Lempar").is_disabled()
        for die in range(dice.count):
            await (
                one.get_by_role("group", name=f"Dadu {die + 1}")
                .get_by_role("button", name=str(4 + die))
                .tap()
            )
        await press(one, "Lempar")
        given = {"dice": [4, 5]} if dice.many else {"die": 4}
        assert await asked(host, one) == ({**dice.cmd, **given},)


async def test_a_card_by_its_code_covered_where_it_is_secret(on: Browser) -> None:
    async with seated(on, sheets.SECRET) as (host, one):
        field = one.get_by_label("Kode di kartu")
        assert "covered" in (await field.get_attribute("class") or "")
        await field.fill(" 7K3M-Q9XT-2B4D ")
        await one.get_by_role("button", name="Kirim").tap()
        await until(lambda: host.all(wire.TapMessage))
        (tap,) = host.all(wire.TapMessage)
        assert (tap.text, tap.ask) == ("7K3M-Q9XT-2B4D", host.ask)
        assert await field.input_value() == ""
        await host.say(wire.Verdict(id=tap.id, sentence="Kartu dari kotak lain.", tone="bad"))
        await one.get_by_text("Kartu dari kotak lain.").wait_for()


async def test_a_trade_is_weighed_at_each_change_and_goes_out_whole(on: Browser) -> None:
    def answering(message: Any) -> wire.Message | None:
        if not isinstance(message, wire.Weigh):
            return None
        trade = message.cmd["offer"]
        may = bool(trade["give"]["tiles"] or trade["give"]["cash"])
        return wire.Weighed(
            id=message.id, lines=(f"uang {trade['give']['cash']}",), may=may,
            sentence="" if may else "Kamu tidak memberi apa-apa.",
        )  # fmt: skip

    async with seated(on, sheets.GOODS, answering=answering) as (host, one):
        await one.get_by_text("Kamu tidak memberi apa-apa.").wait_for()
        assert await one.get_by_role("button", name="Ajukan").is_disabled()
        await press(one, "Citra", exact=True)
        await press(one, "Kota 2 ")
        cash = one.get_by_label("Kamu beri: uang", exact=True)
        await cash.fill("1250")
        await cash.press("Enter")
        await one.get_by_text("uang 1200").wait_for()
        await press(one, "Kota 31")
        await press(one, "Pinjaman")
        await one.get_by_label("Tambah 1: Putaran").tap()
        await host.show(page(sheets.GOODS), ask="2.9.other")  # the draft outlives the question
        await settled(one)
        await press(one, "Ajukan")
        (sent,) = await asked(host, one)
        assert sent == cmd("tukar", offer={
            "partner": 3,
            "give": {"cash": 1_200, "tiles": [2], "cards": []},
            "take": {"cash": 0, "tiles": [31], "cards": []},
            "terms": {"kind": "lent", "rounds": 2},
        })  # fmt: skip


async def test_a_card_goes_into_the_trade_as_the_host_says(on: Browser) -> None:
    """Typed, while a sum lies there already; then the trade is another one's, with both goods."""

    def answering(message: Any) -> wire.Message | None:
        if isinstance(message, wire.Weigh):
            return wire.Weighed(id=message.id, lines=("ditimbang",), may=True)
        if not isinstance(message, wire.TapMessage):
            return None
        assert message.making is not None
        cash = message.making["offer"]["give"]["cash"]
        put = sheet.Put(
            partner="Citra",
            sides={
                "offer.give": sheet.Laid(cash=cash, tiles=(2,), cards=()),
                "offer.take": sheet.Laid(cash=0, tiles=(31,), cards=()),
            },
        )
        return wire.Verdict(id=message.id, sentence="Ditaruh.", tone="good", put=put)

    async with seated(on, sheets.GOODS, answering=answering) as (host, one):
        cash = one.get_by_label("Kamu beri: uang", exact=True)
        await cash.fill("700")
        await cash.press("Enter")
        await settled(one)
        code = one.get_by_label("Kode di kartu")
        await code.fill("k7q2 m9xt 3v6a")
        await code.press("Enter")
        await one.get_by_text("Ditaruh.").wait_for()
        assert [tap.text for tap in host.all(wire.TapMessage)] == ["k7q2 m9xt 3v6a"]
        await press(one, "Ajukan")
        (sent,) = await asked(host, one)
        assert sent == cmd("tukar", offer={
            "partner": 3,
            "give": {"cash": 700, "tiles": [2], "cards": []},
            "take": {"cash": 0, "tiles": [31], "cards": []},
        })  # fmt: skip


async def test_answers_of_all(on: Browser) -> None:
    async with seated(on, sheets.ANSWERS) as (host, one):
        assert "Budi" in await one.inner_text(".given")
        await press(one, "Setuju")
        assert await asked(host, one) == (cmd("setuju"),)


async def test_what_is_always_there_the_hand_and_a_move_taken_back(on: Browser) -> None:
    async with seated(on, sheets.CHOICES) as (host, one):
        await press(one, "Tagih sewa")
        assert await asked(host, one) == (cmd("tagih"),)
        assert await one.get_by_text("Tidak ada air sekarang.").is_visible()
        await press(one, "Mainkan")
        assert await asked(host, one) == (cmd("mainkan"),)
        await press(one, "Batalkan langkah")
        await until(lambda: host.all(wire.Undo))
        (undo,) = host.all(wire.Undo)
        assert (undo.seq, undo.way) == (7, "undo")


async def test_why_and_refusals_are_told_over_the_page(on: Browser) -> None:
    def answering(message: Any) -> wire.Message | None:
        match message:
            case wire.WhyMessage():
                return wire.ReasonsMessage(
                    id=message.id, title=message.what, lines=("Karena begitu.",)
                )
            case wire.DoMessage():
                return wire.RefusedMessage(
                    id=message.id, sentence="Uangmu kurang (putusan 4.2.1).", ruling="4.2.1"
                )
        return None

    async with seated(on, sheets.CHOICES, answering=answering) as (_, one):
        await one.get_by_role("button", name="Mengapa: Budi membayar sewa 500.").tap()
        await one.get_by_role("heading", name="row:5").wait_for()
        assert await one.locator("dialog .inside").inner_text() == "Karena begitu."
        await one.get_by_role("button", name="Tutup").tap()
        await press(one, "Ambil")
        alert = one.get_by_role("alert")
        await alert.wait_for()
        assert "Uangmu kurang (putusan 4.2.1)." in await alert.inner_text()
        await press(one, "Putusan 4.2.1")
        await one.get_by_role("heading", name="ruling:4.2.1").wait_for()
        await one.keyboard.press("Escape")
        await press(one, "Mengerti")
        await alert.wait_for(state="detached")


async def test_something_put_to_all_is_answered_from_the_page(on: Browser) -> None:
    from ketuk.rooms.sheet import PollSheet

    poll = PollSheet(
        poll="p7", text="Ayu ingin membatalkan.", yes=("Ayu",), waits=("Budi",), left=42, mine=True
    )
    async with seated(on, sheets.CHOICES) as (host, one):
        await host.show(page(sheets.CHOICES, poll=poll))
        await one.get_by_text("Ayu ingin membatalkan.").wait_for()
        assert "0:4" in await one.inner_text(".poll")
        await press(one, "Ya", exact=True)
        await until(lambda: host.all(wire.Agree))
        (agree,) = host.all(wire.Agree)
        assert (agree.poll, agree.yes) == ("p7", True)
        await host.say(wire.PollMessage(poll=None, sentence="Semua setuju."))
        await one.get_by_text("Semua setuju.").wait_for()
        assert await one.locator(".poll").count() == 0
