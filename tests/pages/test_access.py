"""Every kind of field in every size, light and dark: names, contrast, targets, reach, type."""

import itertools

import pytest
import sheets
from browsers import HIGH, LOW, looked_at, needs_browser
from playwright.async_api import Browser
from sheets import KINDS, page, watched
from told_host import told_host

from ketuk.rooms import wire
from ketuk.rooms.sheet import PollSheet

pytestmark = needs_browser
POLL = PollSheet(
    poll="p1", text="Budi ingin membatalkan.", yes=("Budi",), waits=("Ayu",), left=50, mine=True
)


def fours(kinds: list[str]) -> list[list[str]]:
    """Some at a time, so that few pages show all."""
    return [kinds[at : at + 4] for at in range(0, len(kinds), 4)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [HIGH, LOW], ids=["390x844", "320x568"])
async def test_every_kind_of_field_for_everybody(
    on: Browser, size: tuple[int, int], scheme: str
) -> None:
    found: list[str] = []
    async with told_host(seat=None) as host:
        one = await host.dialled(on, size, color_scheme=scheme, bypass_csp=True)
        await one.get_by_role("heading", name="Ikut bermain").wait_for()
        found += await looked_at(one, "join")
        host.seat, host.sheet = 1, page(sheets.CHOICES)
        await one.get_by_role("button", name="Ayu", exact=True).tap()
        await one.locator("#foot .answers").wait_for()
        for type_size in ("100%", "200%"):
            await one.evaluate(f"document.documentElement.style.fontSize = '{type_size}'")
            for kinds in fours(list(KINDS)):
                fields = [KINDS[kind] for kind in kinds]
                await host.show(page(*fields), ask=f"1.{kinds[0]}.{type_size}")
                await one.locator("#foot details:not([open]) > summary").evaluate_all(
                    "all => all.forEach((one) => one.click())"
                )
                found += [f"{type_size} {fault}" for fault in await looked_at(one, kinds[0])]
        await host.show(page(sheets.CHOICES, poll=POLL), ask="2.1.poll")
        await host.say(wire.RefusedMessage(id="x", sentence="Tidak.", ruling="4.2.1"))
        await one.get_by_role("button", name="Menu").tap()
        found += await looked_at(one, "menu")
        await one.keyboard.press("Escape")
        await host.show(watched(), ask="3.1.watch")
        found += await looked_at(one, "watched")
        await one.context.close()
    assert found == []


@pytest.mark.parametrize("size", [HIGH, LOW], ids=["390x844", "320x568"])
async def test_the_first_choice_is_nearest_the_thumb(on: Browser, size: tuple[int, int]) -> None:
    """In the lowest third of the window, the others above it; none under the edge."""
    async with told_host(sheet=page(sheets.CHOICES)) as host:
        one = await host.dialled(on, size)
        await one.get_by_role("button", name="Ambil").wait_for()
        boxes = [await b.bounding_box() for b in await one.locator("#foot .stack .press").all()]
        heights = [box["y"] + box["height"] for box in boxes if box is not None]
        assert len(heights) == 4
        assert heights[0] <= size[1]
        assert boxes[0] is not None
        assert boxes[0]["y"] > size[1] * 2 / 3
        assert heights == sorted(heights, reverse=True)
        await one.context.close()


async def test_the_focus_stays_where_it_was_and_the_question_is_said(on: Browser) -> None:
    async with told_host(sheet=page(sheets.CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("button", name="Lewati").focus()
        more = page(*itertools.chain([sheets.CHOICES, sheets.FACTS]))
        await host.show(more)  # the same question, drawn anew
        assert await one.evaluate("document.activeElement.innerText") == "Lewati"
        await one.keyboard.press("Tab")
        assert (await one.evaluate("document.activeElement.innerText")).startswith("Jual dahulu")
        live = one.locator("[aria-live=polite][aria-atomic=true]")
        assert await live.locator("h1").inner_text() == "Ambil kota ini?"
        assert "user-scalable" not in await one.content()
        assert "maximum-scale" not in await one.content()
        await one.context.close()
