"""Joining by the address on the screen: language, name, seat; what an address and a page keep."""

from browsers import complaints, needs_browser, phone, press
from playwright.async_api import Browser, Page
from sheets import CHOICES, page, watched
from told_host import CODE, ToldHost, told_host

from ketuk.rooms import wire

pytestmark = needs_browser


async def test_by_the_symbol_to_a_seat_in_an_own_language(on: Browser) -> None:
    async with told_host(seat=None, sheet=page(CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("heading", name="Ikut bermain").wait_for()
        assert await one.evaluate("location.href") == host.address  # the code is gone
        taken = one.get_by_role("button", name="Citra")
        assert await taken.is_disabled()
        assert "dimainkan komputer" in await taken.inner_text()
        await one.get_by_role("button", name="English").tap()
        await one.get_by_role("heading", name="Join the game").wait_for()
        assert await one.evaluate("document.documentElement.lang") == "en"
        await one.get_by_label("Your name").fill("Bu Ayu")
        await press(one, "Ayu", exact=True)
        await one.get_by_role("heading", name="Ambil kota ini?").wait_for()
        hello, asked = host.all(wire.Hello)[0], host.all(wire.Seat)
        assert (hello.code, hello.token, hello.language) == (CODE, "", "id")
        assert [(one.seat, one.name) for one in asked] == [(1, "Bu Ayu")]
        assert complaints(one) == []


async def test_without_a_code_the_host_asks_for_it(on: Browser) -> None:
    async with told_host(seat=None, sheet=page(CHOICES)) as host:
        one = await phone(on)
        await one.goto(host.address)
        field = one.get_by_label("Ketik kode dari layar.")
        await field.fill("wrong")
        await field.press("Enter")
        await one.wait_for_function("() => document.querySelector('#code')?.value === ''")
        await one.get_by_label("Ketik kode dari layar.").fill(CODE.lower())
        await one.get_by_role("button", name="OK").tap()
        await one.get_by_role("heading", name="Ikut bermain").wait_for()
        assert [hello.code for hello in host.all(wire.Hello)] == ["", "WRONG", CODE]


async def test_reloaded_it_is_the_same_device_in_the_same_seat(on: Browser) -> None:
    async with told_host(sheet=page(CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("heading", name="Ambil kota ini?").wait_for()
        await one.reload()
        await one.get_by_role("heading", name="Ambil kota ini?").wait_for()
        await one.locator(".there.on").wait_for()
        first, again = host.all(wire.Hello)
        assert again.device == first.device
        assert again.token == "t" * 32
        assert again.code == ""  # used once, kept no longer


async def test_who_watches_is_asked_nothing(on: Browser) -> None:
    async with told_host(seat=0, sheet=watched()) as host:
        one = await host.dialled(on)
        await one.get_by_role("heading", name="Ambil kota ini?").wait_for()
        assert await one.locator(":is(#main, #foot) :is(button, input)").count() == 0
        assert "Menunggu Ayu" in await one.inner_text("#main")
        await _another_seat(host, one)


async def _another_seat(host: ToldHost, one: Page) -> None:
    """From watching to a seat, by the menu."""
    await one.get_by_role("button", name="Menu").tap()
    await one.get_by_role("button", name="Pindah kursi").tap()
    host.sheet = page(CHOICES)
    await press(one, "Budi", exact=True)
    await one.get_by_role("button", name="Lewati").wait_for()
    assert [asked.seat for asked in host.all(wire.Seat)] == [0, 2]


async def test_a_host_that_lets_go_says_why_and_what_was_kept_is_void(on: Browser) -> None:
    async with told_host(sheet=page(CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("button", name="Ambil").wait_for()
        await press(one, "Ambil")
        await host.say(wire.Gone(why="moved", sentence="Kursi Ayu pindah perangkat.", again=False))
        await one.get_by_role("heading", name="Kursi Ayu pindah perangkat.").wait_for()
        assert await one.locator("#foot button").count() == 0
        greeted = host.greeted
        await one.wait_for_timeout(1_200)
        assert host.greeted == greeted  # it does not dial by itself
        host.seat = None
        await one.get_by_role("button", name="Sambungkan lagi").tap()
        await one.get_by_role("heading", name="Ikut bermain").wait_for()
        assert host.all(wire.Hello)[-1].token == ""
        assert len(host.all(wire.Do)) == 1
