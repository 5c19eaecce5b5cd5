"""The host's laptop is broken for good: two phones bring the game to one that has nothing."""

from pathlib import Path

from browsers import (
    caught_up,
    complaints,
    joined,
    needs_browser,
    press,
    settled,
    until,
    watched,
)
from laptops import HERE, died, folder
from phones import game, hosted
from playwright.async_api import Browser, Page

from ketuk.engine.commands import RevealCard
from ketuk.rooms.gathered import GatheredGame
from ketuk.rooms.gathering import Gathering
from ketuk.rooms.host import Host
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.proof import Claim
from ketuk.rooms.reviving import revived
from ketuk.tui.words import Words

pytestmark = needs_browser


async def typed(one: Page, place: str, code: str) -> None:
    """What somebody does at a phone whose laptop is broken."""
    await one.get_by_text("Laptopnya rusak?").tap()
    await one.get_by_label("Alamat di layar itu").fill(place)
    await one.get_by_label("Kode di layar itu").fill(code)
    await one.get_by_role("button", name="Lanjutkan di sana").tap()


async def opened_again(one: Page) -> Page:
    """The page was closed, and is opened by its old address, where no laptop answers any more."""
    context, address = one.context, one.url
    await one.close()
    again = watched(await context.new_page())
    await again.goto(address)
    return again


def all_keep(host: Host) -> bool:
    """Whether every phone has said that it has all rows on disk."""
    return host.revivable and not any(line.behind for line in host.copies.values())


async def test_two_phones_bring_the_game_to_a_fresh_laptop_and_are_in_their_seats_again(
    on: Browser, tmp_path: Path
) -> None:
    room = game(folder(tmp_path, "a"))

    def say(language: str, key: str, **facts: object) -> str:
        return Words("id")(f"rooms.{key}", **facts)

    gathering = Gathering(say, lambda: None)
    async with hosted(room) as host:
        ayu, budi, citra = [await joined(on, host, seat) for seat in (1, 2, 3)]
        room.do(RevealCard(1))
        await until(lambda: all_keep(host))
        line = next(c for c in host.desk.connections.values() if c.seat == 3)
        host._let_go(line, "closed")
        await citra.get_by_role("heading", name="Ruangnya ditutup").wait_for()
        await caught_up(ayu, host)
        asked = await ayu.inner_text("h1")
        await died(host)
        ayu, citra = await opened_again(ayu), await opened_again(citra)
        shown = await ayu.locator("#headline h1").inner_text()
        assert shown == asked, "its page is there without any laptop"
        await gathering.open(HERE, 0)
        where = f"{HERE}:{gathering.port}"
        await typed(ayu, where, gathering.code)
        await ayu.get_by_text("Menunggu satu ponsel lagi").first.wait_for()
        assert not isinstance(gathering.outcome, GatheredGame), "one phone alone opens nothing"
        await typed(budi, where, gathering.code.lower())
        await budi.get_by_text("Sudah cukup").first.wait_for()
        await ayu.get_by_text("Sudah cukup").first.wait_for()
        found = gathering.outcome
        assert isinstance(found, GatheredGame)
        with Journal.open(folder(tmp_path, "b") / FILE) as journal:
            fresh = revived(journal, found, laptop="Baru", address=where)
            assert (fresh.rows, fresh.table) == (room.rows, room.table)
            await gathering.close(revived=True)
            claim = Claim(
                fresh.reign, found.secret, key=found.key, earlier=journal.reigns(fresh.name)
            )
            async with hosted(fresh, passes=found.passes, claim=claim, port=gathering.port) as now:
                assert now.port == gathering.port
                await typed(citra, where, "")  # it is known by its token
                for seat, one in enumerate((ayu, budi, citra), 1):
                    await until(lambda seat=seat: now.desk.here.get(seat) == "here")
                    await caught_up(one, now)
                    assert await one.locator("#moving > *").count() == 0
                assert await ayu.inner_text("h1") == asked
                await press(ayu, "Lempar")
                await until(lambda: fresh.rows[-1].host == 1)
                await until(lambda: all_keep(now))
                await again_sealed(now, ayu, budi)
                for one in (ayu, budi, citra):
                    assert complaints(one) == []
                    await one.context.close()


async def again_sealed(now: Host, *devices: Page) -> None:
    """The copies go on at the new laptop: same game, all rows."""
    assert {line.kept for line in now.copies.values()} == {now.desk.room.seq}
    for one in devices:
        await settled(one)
        await one.get_by_role("button", name="Menu").tap()
        await one.get_by_text("menyimpan salinan tersegel").wait_for()
        await one.keyboard.press("Escape")
