"""A page whose host is gone: it finds the laptop that goes on, by itself, at the same question."""

from pathlib import Path

from browsers import caught_up, complaints, joined, needs_browser, press, until
from laptops import admitted, died, folder, laptops
from phones import game, hosted
from playwright.async_api import Browser

from ketuk.rooms.heard import GuestsHeard, TakenOver

pytestmark = needs_browser


async def test_a_page_goes_to_the_laptop_that_has_taken_over(on: Browser, tmp_path: Path) -> None:
    room = game(folder(tmp_path, "a"))
    with laptops() as laptop:
        async with hosted(room) as host:
            one = await joined(on, host, 1)
            second = laptop("Budi", host, data=folder(tmp_path, "b"))
            await admitted(host, second)
            await second.until(lambda: second.all(GuestsHeard))
            await caught_up(one, host)
            asked = await one.inner_text("h1")
            await press(one, "Buka")
            await second.at(1)
            await caught_up(one, host)
            asked = await one.inner_text("h1")
            await died(host)
            await second.until(lambda: second.guest.state == "silent")
            taken = await second.taken_over()
            assert isinstance(taken, TakenOver)
            assert second.room is not None
            async with hosted(
                second.room, passes=taken.passes, claim=taken.claim, port=taken.port
            ) as now:
                await until(lambda: now.desk.here.get(1) == "here")
                await caught_up(one, now)
                assert await one.inner_text("h1") == asked
                seq = second.room.seq
                await press(one, "Lempar")
                await until(lambda: now.desk.room.seq > seq)
                assert second.room.rows[-1].host == 1
                assert complaints(one) == []
            await one.context.close()
