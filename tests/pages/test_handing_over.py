"""What a phone keeps for the table: on disk before it is said, and handed over when asked."""

from typing import Any

import pytest
from browsers import HIGH, LOW, complaints, looked_at, needs_browser, press, until, watched
from playwright.async_api import Browser, Page
from sheets import CHOICES, page
from told_host import CODE, ToldHost, told_host

from ketuk.rooms import sheet, wire
from ketuk.rooms.meja_wire import KeptMessage
from ketuk.rooms.seal_wire import (
    GatheringMessage,
    KeysMessage,
    OfferMessage,
    PartName,
    SealedHave,
    SealedMessage,
    SealedPart,
)

pytestmark = needs_browser
GAME, OTHER = "ab" * 8, "cd" * 8
KEYS = KeysMessage(game=GAME, secret="5e" * 16, wraps=("d3JhcDE=", "d3JhcDI="))
HEADER = SealedPart(kind="header", host=0, seq=0, data="SGVhZGVy")
BOX = SealedPart(kind="box", host=1, seq=7, data="Qm94" * 9000)
ROOM = SealedPart(kind="room", host=1, seq=1000, data="Um9vbQ==")


def row(seq: int, host: int = 0, size: int = 4) -> SealedPart:
    data = f"{seq:04}" * (size // 4)
    return SealedPart(kind="row", host=host, seq=seq, data=data, mark=f"{host:08x}{seq:08x}")


def rows(first: int, last: int, **more: Any) -> SealedMessage:
    """These rows in place of all from the first one on."""
    parts = tuple(row(seq, **more) for seq in range(first, last + 1))
    return SealedMessage(game=GAME, after=first - 1, last=last, parts=parts)


def have(seq: int, *, game: str = GAME, host: int = 0, parts: tuple[SealedPart, ...] = ()) -> Any:
    names = tuple(PartName(kind=p.kind, host=p.host, seq=p.seq) for p in parts)
    return SealedHave(game=game, seq=seq, mark=row(seq, host).mark, parts=names)


async def told_kept(host: ToldHost, seq: int) -> None:
    """The device has said that all up to this row is on disk, and after it nothing else."""
    await until(lambda: [one.seq for one in host.all(KeptMessage)][-1:] == [seq])
    host.heard.clear()


async def again(host: ToldHost, one: Page) -> SealedHave | None:
    """What the device says of its copy when it dials anew."""
    host.heard.clear()
    await host.cut()
    await until(lambda: host.all(wire.Hello))
    return host.all(wire.Hello)[-1].sealed


async def test_what_is_on_disk_is_said_and_is_there_after_the_page_was_closed(on: Browser) -> None:
    async with told_host(sheet=page(CHOICES)) as host:
        one = await host.dialled(on)
        await one.locator(".there.on").wait_for()
        assert host.all(wire.Hello)[-1].sealed is None
        await host.say(KEYS)
        await host.say(SealedMessage(game=GAME, after=-1, last=2, parts=(HEADER, ROOM, row(0))))
        await host.say(rows(1, 2))
        await told_kept(host, 2)
        kept = have(2, parts=(HEADER, ROOM))
        assert await again(host, one) == kept
        await one.close()
        host.heard.clear()
        one = watched(await one.context.new_page())
        await one.goto(host.address)
        await until(lambda: host.all(wire.Hello))
        assert host.all(wire.Hello)[-1].sealed == kept
        await one.locator(".there.on").wait_for()

        await host.say(rows(2, 4, host=3))  # of another host, after a take-over
        await told_kept(host, 4)
        await host.say(SealedMessage(game=GAME, after=4, last=8, parts=(BOX,)))
        await told_kept(host, 4)
        assert await again(host, one) == have(4, host=3, parts=(HEADER, ROOM, BOX))

        await host.say(KEYS.model_copy(update={"game": OTHER}))
        await host.say(SealedMessage(game=OTHER, after=-1, last=0, parts=(row(0),)))
        await told_kept(host, 0)
        assert await again(host, one) == have(0, game=OTHER), "one game is kept"
        await one.get_by_role("button", name="Menu").tap()
        await one.get_by_text("menyimpan salinan tersegel").wait_for()
        await one.keyboard.press("Escape")
        host.seat = 0
        assert await again(host, one) is not None
        await one.get_by_text("menonton").wait_for()
        assert await again(host, one) is None, "who only watches keeps nothing"
        assert complaints(one) == []
        await one.context.close()


FULL = """
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    const full = this.name === "parts" && given[0].seq > 1;
    if (full) throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, given);
  };
"""
PRIVATE = (
    "IDBFactory.prototype.open = () => { throw new DOMException('no', 'InvalidStateError'); };"
)


@pytest.mark.parametrize("how", [FULL, PRIVATE], ids=["full", "private"])
async def test_where_nothing_can_be_kept_that_is_said_and_the_game_goes_on(
    on: Browser, how: str
) -> None:
    async with told_host(sheet=page(CHOICES)) as host:
        context = await on.new_context(has_touch=True, locale="id-ID")
        await context.add_init_script(how)
        one = await context.new_page()
        await one.goto(f"{host.address}#{CODE}")
        await one.locator(".there.on").wait_for()
        await host.say(KEYS)
        await host.say(rows(0, 3))
        await told_kept(host, -1)
        await press(one, "Ambil")
        await until(lambda: host.all(wire.DoMessage))
        await one.get_by_role("button", name="Menu").tap()
        await one.get_by_text("belum menyimpan salinan").wait_for()
        await one.keyboard.press("Escape")
        assert await again(host, one) is None
        gatherer = Gatherer(host, code="NEWC0DE1")
        await host.cut()
        await offered(one, gatherer)
        assert host.all(OfferMessage)[-1].game == ""
        await context.close()


MANY = 400
PARTS = (HEADER, ROOM, BOX, *(row(seq, size=1000) for seq in range(MANY)))


class Gatherer:
    """A laptop that gathers copies: it loses the line once, half way."""

    def __init__(self, host: ToldHost, code: str = CODE) -> None:
        self.host, self.parts, self.code = host, list[SealedPart](), code
        host.greeting, host.answering = self.greeted, self.took

    @property
    def got(self) -> int:
        return sum(part.kind == "row" for part in self.parts)

    def told(self, *, wanted: bool = False) -> GatheringMessage:
        sentence = "Menyerahkan…" if self.got < MANY else "Sudah diserahkan. Menunggu satu HP lagi."
        return GatheringMessage(sentence=sentence, got=self.got, of=MANY, wanted=wanted)

    def greeted(self, hello: wire.Hello) -> wire.Message:
        if hello.code != self.code:
            return wire.GoneMessage(why="code", sentence="Kode di layar ini lain.", again=False)
        return self.told()

    def took(self, message: wire.FromDevice) -> wire.Message | None:
        if isinstance(message, OfferMessage):
            return self.told(wanted=True)
        if not isinstance(message, SealedMessage):
            return None
        assert message.after == self.got - 1
        assert sum(len(part.data) for part in message.parts) <= 64 * 1024
        known = {part.kind for part in self.parts} - {"row"}
        self.parts += [part for part in message.parts if part.kind not in known]
        return self.told()


async def offered(one: Page, gatherer: Gatherer) -> None:
    """Where a laptop gathers at the address of the old one, its code alone is typed."""
    await one.get_by_label("Kode di layar itu").fill(gatherer.code)
    await one.get_by_role("button", name="Lanjutkan di sana").tap()
    await until(lambda: gatherer.host.all(OfferMessage))
    offer = gatherer.host.all(OfferMessage)[-1]
    assert offer.sheet is not None
    assert offer.sheet.headline == "Ambil kota ini?"


async def seen_by_all(one: Page, what: str) -> list[str]:
    """All that is wrong with it, in each size, light and dark, and in large type."""
    found: list[str] = []
    for size, scheme, large in ((HIGH, "light", "100%"), (LOW, "dark", "200%")):
        await one.set_viewport_size({"width": size[0], "height": size[1]})
        await one.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        await one.evaluate(f"document.documentElement.style.fontSize = '{large}'")
        found += await looked_at(one, f"{what} {size} {scheme}")
    return found


async def test_the_copy_is_handed_over_where_somebody_types_it_and_the_seat_is_there_again(
    on: Browser,
) -> None:
    shown = page(CHOICES, text="rahasia", hand=(sheet.HandCard(label="Kartu", text="rahasia"),))
    async with told_host(sheet=shown) as old, told_host(sheet=shown, seat=1) as new:
        gatherer = Gatherer(new)
        one = await old.dialled(on, bypass_csp=True)
        await one.locator(".there.on").wait_for()
        await old.say(KEYS)
        for part in PARTS[:3]:
            await old.say(SealedMessage(game=GAME, after=-1, last=MANY - 1, parts=(part,)))
        for first in range(0, MANY, 100):
            await old.say(rows(first, first + 99, size=1000))
        await told_kept(old, MANY - 1)
        assert await one.locator("#moving > *").count() == 0, "nothing of it while there is a host"
        old.refusing = True
        await old.cut()
        form = one.get_by_text("Laptopnya rusak?")
        await form.tap()
        found = await seen_by_all(one, "form")
        place, code = one.get_by_label("Alamat di layar itu"), one.get_by_label("Kode di layar itu")
        go = one.get_by_role("button", name="Lanjutkan di sana")
        await place.fill("laptop Budi")
        await place.press("Enter")
        assert await code.evaluate("one => one === document.activeElement")
        await go.tap()
        await one.get_by_text("empat angka").first.wait_for()
        where = new.address.split("/")[2]
        await place.fill(f" http://{where.replace('.', ', ').replace(':', ' : ')} ")
        await code.fill("AAAAAAAA")
        await go.tap()
        await one.get_by_text("Kode di layar ini lain.").wait_for()
        assert await one.locator("[data-key='part hand']").is_visible(), "its page stays there"
        found += await seen_by_all(one, "wrong")
        await code.fill(f"{CODE[:4].lower()} {CODE[4:].lower()}")
        await code.press("Enter")
        await until(lambda: gatherer.got >= 100)
        await new.cut()
        await one.get_by_text("Menunggu satu HP lagi.").first.wait_for()
        assert gatherer.parts == list(PARTS)
        await one.get_by_text(f"{MANY} dari {MANY} langkah").wait_for()
        found += await seen_by_all(one, "given")
        assert found == []
        offers = new.all(OfferMessage)
        assert len(offers) == 2, "it went on where the line was lost"
        offer = offers[-1]
        assert (offer.game, offer.secret, offer.wraps) == (GAME, KEYS.secret, KEYS.wraps)
        assert (offer.player, offer.title, offer.last) == ("Ayu", "Sabtu", MANY - 1)
        assert offer.sheet is not None
        assert offer.sheet.headline == shown.headline
        assert "rahasia" not in wire.written(offer), "nothing of its hand is for the whole table"
        assert {hello.code for hello in old.all(wire.Hello)} <= {"", CODE}

        await press(one, "Ambil")
        await one.get_by_text("Disimpan.").wait_for()
        assert not new.all(wire.DoMessage), "there is no host yet"
        await new.cut()  # and now it is the host
        new.greeting, new.answering = lambda hello: None, lambda message: None
        await one.locator(".there.on").wait_for()
        assert await one.locator("#moving > *").count() == 0
        await until(lambda: new.all(wire.DoMessage))
        assert new.all(wire.Hello)[-1].token == "t" * 32
        assert complaints(one) == []
        await one.context.close()


async def test_a_copy_that_cannot_be_read_is_told_and_the_page_still_offers_what_it_shows(
    on: Browser,
) -> None:
    async with told_host(sheet=page(CHOICES)) as old, told_host(sheet=page(CHOICES)) as new:
        gatherer = Gatherer(new)
        one = await old.dialled(on)
        await one.locator(".there.on").wait_for()
        await old.say(KEYS)
        await old.say(rows(0, 3))
        await told_kept(old, 3)
        await one.evaluate("() => { IDBObjectStore.prototype.getAll = () => { throw Error(); }; }")
        old.refusing = True
        await old.cut()
        await one.get_by_text("Laptopnya rusak?").tap()
        await one.get_by_label("Alamat di layar itu").fill(new.address.split("/")[2])
        await offered(one, gatherer)
        await one.get_by_text("Serahkan salinan dari ponsel lain").first.wait_for()
        await new.say(gatherer.told())
        assert await one.get_by_text("Menyerahkan").count() == 0
        assert (gatherer.parts, complaints(one)) == ([], [])
        await one.context.close()


async def test_a_wrong_place_costs_no_seat_and_the_old_laptop_may_come_back(on: Browser) -> None:
    """A room of another game where it was typed; then the laptop was not broken after all."""
    async with told_host(sheet=page(CHOICES)) as old, told_host() as other:
        other.greeting = lambda hello: wire.GoneMessage(
            why="token", sentence="Perangkat ini tidak dikenal.", again=False
        )
        one = await old.dialled(on)
        await one.locator(".there.on").wait_for()
        await old.say(wire.GoneMessage(why="closed", sentence="Ruangnya ditutup.", again=False))
        await one.get_by_role("heading", name="Ruangnya ditutup.").wait_for()
        assert await one.get_by_text("Laptopnya rusak?").count() == 0, "no copy, nothing to revive"
        await one.get_by_role("button", name="Sambungkan lagi").tap()
        await one.locator(".there.on").wait_for()
        await old.say(KEYS)
        await old.say(rows(0, 1))
        await told_kept(old, 1)
        await old.say(wire.GoneMessage(why="closed", sentence="Ruangnya ditutup.", again=False))
        old.refusing = True
        await one.get_by_text("Laptopnya rusak?").tap()
        await one.get_by_label("Alamat di layar itu").fill(other.address.split("/")[2])
        await one.get_by_role("button", name="Lanjutkan di sana").tap()
        await one.get_by_text("Perangkat ini tidak dikenal.").wait_for()
        old.refusing = False
        await one.locator(".there.on").wait_for()
        hello = old.all(wire.Hello)[-1]
        assert (hello.token, hello.sealed) == ("t" * 32, have(1))
        assert complaints(one) == []
        await one.context.close()


async def test_a_laptop_that_gathers_where_the_old_one_was_costs_no_page_and_no_tries(
    on: Browser,
) -> None:
    """The same address again: the page dials it by itself, before anybody has typed a code."""
    async with told_host(sheet=page(CHOICES)) as host:
        one = await host.dialled(on)
        await one.locator(".there.on").wait_for()
        await host.say(KEYS)
        await host.say(rows(0, 1))
        await told_kept(host, 1)
        gatherer = Gatherer(host, code="NEWC0DE1")
        host.heard.clear()
        await host.cut()
        await one.get_by_text("Kode di layar ini lain.").wait_for()
        where = host.address.split("/")[2]
        assert await one.get_by_label("Alamat di layar itu").input_value() == where
        assert await one.get_by_role("heading", name="Ambil kota ini?").is_visible()
        await until(lambda: len(host.all(wire.Hello)) >= 3)
        assert [hello.code for hello in host.all(wire.Hello)[1:]] == [""] * (
            len(host.all(wire.Hello)) - 1
        ), "the old room's code was tried once at most"
        await offered(one, gatherer)
        await until(lambda: gatherer.got == 2)
        assert complaints(one) == []
        await one.context.close()


async def test_rows_that_come_beyond_a_gap_are_asked_for_anew(on: Browser) -> None:
    async with told_host(sheet=page(CHOICES)) as host:
        one = await host.dialled(on)
        await one.locator(".there.on").wait_for()
        await host.say(KEYS)
        await host.say(rows(0, 1))
        await told_kept(host, 1)
        await host.say(rows(4, 5))
        await until(lambda: host.all(wire.Hello))
        assert host.all(wire.Hello)[0].sealed == have(1)
        await one.context.close()
