"""Joining by the address on the screen: language, name, seat; what an address and a page keep."""

import base64

from browsers import complaints, needs_browser, phone, press, until
from playwright.async_api import Browser, Page
from sheets import CHOICES, page, watched
from stickers import pictured
from told_host import CODE, ToldHost, told_host

from ketuk.rooms import wire
from ketuk.rooms.photo import texts
from ketuk.rooms.profile import Profile
from ketuk.rooms.sheet import Fact

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
        hello, asked = host.all(wire.Hello)[0], host.all(wire.SeatMessage)
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
    assert [asked.seat for asked in host.all(wire.SeatMessage)] == [0, 2]


async def test_a_host_that_lets_go_says_why_and_what_was_kept_is_void(on: Browser) -> None:
    async with told_host(sheet=page(CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("button", name="Ambil").wait_for()
        await press(one, "Ambil")
        await host.say(
            wire.GoneMessage(why="moved", sentence="Kursi Ayu pindah perangkat.", again=False)
        )
        await one.get_by_role("heading", name="Kursi Ayu pindah perangkat.").wait_for()
        assert await one.locator("#foot button").count() == 0
        greeted = host.greeted
        await one.wait_for_timeout(1_200)
        assert host.greeted == greeted  # it does not dial by itself
        host.seat = None
        await one.get_by_role("button", name="Sambungkan lagi").tap()
        await one.get_by_role("heading", name="Ikut bermain").wait_for()
        assert host.all(wire.Hello)[-1].token == ""
        assert len(host.all(wire.DoMessage)) == 1


async def test_a_seat_on_another_phone_is_had_by_its_player_card(on: Browser) -> None:
    """What was agreed stands there before; what is refused is said where one chooses."""
    seats = (wire.SeatLine(seat=1, name="Ayu", taken="device"), wire.SeatLine(seat=2, name="Budi"))
    terms = (Fact(label="Modal", text="2.500.000"),)
    async with told_host(seat=None, sheet=page(CHOICES), seats=seats, agreed=terms) as host:
        one = await host.dialled(on)
        await one.get_by_text("Modal").wait_for()
        assert "2.500.000" in await one.inner_text("#main")
        await one.locator("[data-key='seat 1']").tap()
        field = one.get_by_label("Kode di kartu pemain Ayu")
        await field.fill(" k7q2m9xt3v6a ")
        host.sits = wire.RefusedMessage(id="seat", sentence="Itu bukan kartunya.")
        await one.get_by_role("button", name="Kirim").tap()
        await one.get_by_text("Itu bukan kartunya.").wait_for()
        await one.locator("[data-key='claim!']:not([disabled])").wait_for()
        host.sits = None
        shown = {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": pictured("K7Q2M9XT3V6A")}
        await one.set_input_files("[data-key='claim#']", shown)
        await one.get_by_role("heading", name="Ambil kota ini?").wait_for()
        typed, photo = host.all(wire.SeatMessage)
        assert (typed.seat, typed.card, typed.photo) == (1, "K7Q2M9XT3V6A", "")
        assert (photo.seat, photo.card) == (1, "")
        assert "K7Q2M9XT3V6A" in texts(base64.b64decode(photo.photo))[0]
        assert complaints(one) == []
        await one.context.close()


async def test_a_seat_that_was_taken_meanwhile_is_said_to_who_watched(on: Browser) -> None:
    async with told_host(seat=0, sheet=watched()) as host:
        one = await host.dialled(on)
        await one.get_by_role("button", name="Menu").tap()
        await one.get_by_role("button", name="Pindah kursi").tap()
        host.sits = wire.RefusedMessage(id="seat", sentence="Kursi itu dipakai ponsel lain.")
        await press(one, "Budi", exact=True)
        await one.get_by_text("Kursi itu dipakai ponsel lain.").wait_for()
        assert await one.get_by_role("heading", name="Ikut bermain").is_visible()
        await one.context.close()


async def test_the_profile_that_moved_here_is_kept_here_and_brought_back_where_it_is_newer(
    on: Browser,
) -> None:
    moved = Profile(name="Ayu", turn=4, language="id", sound=False)
    told = wire.ProfileMessage(profile=moved, lines=(Fact(label="Permainan: 7", text="menang 2"),))
    async with told_host(sheet=page(CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("heading", name="Ambil kota ini?").wait_for()
        await host.say(told)
        sound = one.get_by_role("button", name="Bunyi dan getar")
        for again in (False, True):
            if again:
                await one.reload()
                await one.locator(".there.on").wait_for()
            await one.get_by_role("button", name="Menu").tap()
            await one.get_by_text("menang 2").wait_for()
            assert await sound.get_attribute("aria-pressed") == "false"
        assert not host.all(wire.Hello)[-1].sound
        assert not host.all(wire.ProfileMessage)
        await sound.tap()
        await until(lambda: host.all(wire.ProfileMessage))
        await host.say(told)  # a host that has lost what came after
        await until(lambda: len(host.all(wire.ProfileMessage)) == 2)
        changed, brought = host.all(wire.ProfileMessage)
        assert changed == brought
        assert changed.profile == moved.model_copy(update={"turn": 5, "sound": True})
        assert complaints(one) == []
        await one.context.close()
