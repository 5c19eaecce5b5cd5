"""Phones for tests: pages of the system's Chromium, at the size of a phone."""

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ROOT = ["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else []
"""Chromium's own sandbox cannot be had by root."""
HIGH, LOW = (390, 844), (320, 568)
"""Sizes of a usual and of the least phone, in CSS pixels."""
LEAST_TARGET = 48

needs_browser = [
    pytest.mark.skipif(
        CHROMIUM is None,
        reason="no chromium here: the pages are not tested (apt-get install chromium)",
    ),
    pytest.mark.asyncio(loop_scope="module"),
]
"""For whole files: skipped aloud where there is no browser, one loop for all of them."""


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Chromium without a window."""
    async with async_playwright() as playwright:
        one = await playwright.chromium.launch(executable_path=CHROMIUM, args=ROOT)
        try:
            yield one
        finally:
            await one.close()


async def phone(on: Browser, size: tuple[int, int] = HIGH, **more: Any) -> Page:
    """A phone of its own, with touch; what a page complains of is kept in ``page.complaints``."""
    width, height = size
    settings: dict[str, Any] = {"has_touch": True, "is_mobile": True, "locale": "id-ID"} | more
    context = await on.new_context(viewport={"width": width, "height": height}, **settings)
    page = watched(await context.new_page())
    page.set_default_timeout(30_000)
    return page


def watched(page: Page) -> Page:
    """The page, with what its console and its scripts complain of kept."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.complaints = complaints  # type: ignore[attr-defined]
    return page


def complaints(page: Page) -> list[str]:
    """What the page has complained of, lost connections excepted."""
    found: list[str] = page.complaints  # type: ignore[attr-defined]
    return [one for one in found if "WebSocket" not in one and "ERR_" not in one]


async def settled(page: Page) -> None:
    """What has just changed under the thumb is taken again.

    It tells of what is painted and not of what is on its way: who has shown a page waits for that
    one first (:func:`painted`).
    """
    await page.wait_for_selector("body:not([data-fresh])")


async def painted(page: Page, name: str) -> None:
    """The page of this name (host, row and turn) stands there, and takes taps."""
    await page.wait_for_selector(f'body[data-page="{name}"]:not([data-fresh])')


async def until(true: Callable[[], Any], seconds: float = 60) -> None:
    """Look again and again until it is so; fail once the time is up."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.02)


async def press(page: Page, label: str, *, exact: bool = False) -> None:
    """Tap the button of that label as soon as it is taken."""
    await settled(page)
    await page.get_by_role("button", name=label, exact=exact).first.tap()


async def joined(on: Browser, host: Any, seat: int, *, at: Page | None = None, **more: Any) -> Page:
    """A phone (``at``, or a new one) that came by the QR of a real host and took a seat."""
    one = at or await phone(on, **more)
    await one.goto(host.url)
    await one.locator(f"[data-key='seat {seat}']").tap()
    await one.locator("#headline h1").wait_for()
    return one


async def caught_up(one: Page, host: Any) -> None:
    """What the host has to show stands there, and nothing that was asked is under way."""
    async with asyncio.timeout(60):
        while True:
            newest = f"{host.desk.claim.reign.number}.{host._room.seq}.{host.pages.turn}"
            shown = f"body[data-page='{newest}']:not([data-pending]):not([data-fresh])"
            if await one.locator(shown).count():
                return
            await asyncio.sleep(0.01)


AXE = files("axe_playwright_python").joinpath("axe.min.js")


async def faults(page: Page) -> list[str]:
    """What axe finds wrong; the page's policy must be bypassed (``bypass_csp``)."""
    await page.evaluate(AXE.read_text("utf-8"))
    found = await page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes']][:3]}"
        for one in found["violations"]
    ]


async def looked_at(one: Page, kind: str) -> list[str]:
    """All that is wrong with what stands there now: names, contrast, targets, type, width.

    The page's policy must be bypassed (``bypass_csp``).
    """
    found = [f"{kind}: {fault}" for fault in await faults(one)]
    measured = await one.evaluate(
        """(least) => {
          const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1;
          const small = [...document.querySelectorAll("button, input, summary, label.press")]
            .filter(seen).filter((one) => !one.classList.contains("unseen"))
            .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
            .filter(([, box]) => box.height < least - 0.5 || box.width < least - 0.5)
            .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`);
          const type = [...document.querySelectorAll("input")].filter(seen)
            .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
            .map((one) => `zooms: ${one.outerHTML.slice(0, 120)}`);
          const wide = document.documentElement.scrollWidth - innerWidth;
          return [...small, ...type, ...(wide > 0 ? [`${wide} px sideways`] : [])];
        }""",
        LEAST_TARGET,
    )
    return found + [f"{kind}: {one}" for one in measured]
