"""Phones that sleep, lines that break, hosts that are silent: one answer a question, never two."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import sheets
from browsers import (
    CHROMIUM,
    HIGH,
    ROOT,
    complaints,
    needs_browser,
    press,
    settled,
    until,
)
from playwright.async_api import Browser, async_playwright
from sheets import cmd, page
from told_host import CODE, told_host

from ketuk.rooms import wire

pytestmark = needs_browser


def done(message: Any) -> wire.Message | None:
    return wire.DoneMessage(id=message.id, seq=2) if isinstance(message, wire.DoMessage) else None


async def test_cut_off_one_answer_is_kept_and_goes_out_once_when_the_host_is_back(
    on: Browser,
) -> None:
    async with told_host(sheet=page(sheets.CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("button", name="Ambil").wait_for()
        await settled(one)
        host.refusing = True
        await host.cut()
        await one.get_by_text("tidak tersambung").wait_for()
        await press(one, "Ambil")
        await one.get_by_text("Disimpan.").wait_for()
        await press(one, "Lewati")  # thought better of it: one answer, the last
        assert await one.locator("[data-chosen]").inner_text() == "Lewati\n✓"
        host.answering, host.refusing = done, False
        await until(lambda: host.all(wire.DoMessage))
        await one.get_by_text("Disimpan.").wait_for(state="detached")
        await one.wait_for_timeout(500)
        assert [(d.cmds, d.ask) for d in host.all(wire.DoMessage)] == [((cmd("lewati"),), host.ask)]
        assert complaints(one) == []
        await one.context.close()


async def test_an_answer_that_nobody_answered_goes_out_again_under_its_own_name(
    on: Browser,
) -> None:
    async with told_host(sheet=page(sheets.CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("button", name="Ambil").wait_for()
        await press(one, "Ambil")
        await until(lambda: host.all(wire.DoMessage))
        assert await one.get_by_role("button", name="Lewati").is_disabled()
        await host.cut()  # the answer of the host is lost
        host.answering = done
        await until(lambda: len(host.all(wire.DoMessage)) == 2)
        first, second = host.all(wire.DoMessage)
        assert first == second
        await one.get_by_role("button", name="Lewati").and_(one.locator(":enabled")).wait_for()
        await one.context.close()


async def test_a_host_that_is_silent_is_dialled_again_at_once_when_the_page_is_looked_at(
    on: Browser,
) -> None:
    async with told_host(sheet=page(sheets.CHOICES)) as host:
        one = await host.dialled(on)
        await one.locator(".there.on").wait_for()
        host.silent = True
        await one.get_by_text("tidak tersambung").wait_for()  # by itself, in seconds
        host.silent = False
        await until(lambda: host.greeted >= 2)
        await one.locator(".there.on").wait_for()
        host.refusing = True
        await host.cut()
        await one.get_by_text("tidak tersambung").wait_for()
        await one.get_by_text("Matikan data seluler").wait_for()  # what it may be, after a while
        host.refusing, greeted = False, host.greeted
        await one.evaluate("dispatchEvent(new Event('online'))")
        await until(lambda: host.greeted > greeted)
        await one.get_by_text("Matikan data seluler").wait_for(state="detached")
        await one.context.close()


async def test_a_new_question_takes_no_tap_for_a_moment(on: Browser) -> None:
    """Two taps in 80 ms around a change: the second falls on what has just come, and is nothing."""
    async with told_host(sheet=page(sheets.CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("button", name="Ambil").wait_for()
        await settled(one)
        await one.evaluate(
            """() => new MutationObserver((changes, watching) => {
              const button = [...document.querySelectorAll("#foot button")]
                .find((one) => one.innerText.startsWith("Setuju"));
              if (!button) return;
              watching.disconnect();
              button.click();
              button.dispatchEvent(new MouseEvent("click", {bubbles: true}));
              document.body.dataset.tapped = document.body.dataset.fresh !== undefined;
            }).observe(document.querySelector("#foot"), {childList: true, subtree: true})"""
        )
        await host.show(page(sheets.ANSWERS), ask="2.2.other")
        await one.locator("body[data-tapped]").wait_for()
        await settled(one)
        assert host.all(wire.DoMessage) == []
        await press(one, "Setuju")
        await until(lambda: host.all(wire.DoMessage))
        assert host.all(wire.DoMessage)[0].ask == "2.2.other"
        await one.context.close()


async def test_what_a_second_tap_of_a_double_tap_would_hit_below_is_not_hit(on: Browser) -> None:
    async with told_host(sheet=page(sheets.CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("button", name="Menyerah").wait_for()
        await settled(one)
        await one.evaluate(
            """() => {
              for (let tap = 0; tap < 2; tap++)
                [...document.querySelectorAll("#foot button")]
                  .find((one) => one.innerText.startsWith("Menyerah")).click();
            }"""
        )
        await settled(one)
        assert await one.get_by_text("Sungguh menyerah?").is_visible()
        assert host.all(wire.DoMessage) == []
        await one.context.close()


async def test_an_older_page_never_takes_the_place_of_a_newer_one(on: Browser) -> None:
    async with told_host(sheet=page(sheets.CHOICES)) as host:
        one = await host.dialled(on)
        await one.get_by_role("heading", name="Ambil kota ini?").wait_for()
        for (number, seq, turn), headline in (
            ((2, 5, 9), "Baru"), ((2, 4, 99), "Lama"), ((1, 9, 99), "Lebih lama"),
            ((2, 5, 9), "Sama"),
        ):  # fmt: skip
            sheet = page(sheets.CHOICES, headline=headline)
            await host.say(wire.PageMessage(host=number, seq=seq, turn=turn, ask="x", sheet=sheet))
        await host.say(wire.PollMessage(poll=None, sentence="Sesudah semua itu."))
        await one.get_by_text("Sesudah semua itu.").wait_for()
        assert await one.locator("h1").inner_text() == "Baru"
        await one.context.close()


async def test_back_from_another_page_it_is_alive_again(on: Browser) -> None:
    async with told_host(sheet=page(sheets.CHOICES)) as host:
        one = await host.dialled(on)
        await one.locator(".there.on").wait_for()
        await one.goto("about:blank")
        host.sheet = page(sheets.CHOICES, headline="Sementara itu")  # it is not there to see it
        await one.go_back()
        await one.get_by_role("heading", name="Sementara itu").wait_for()
        await one.locator(".there.on").wait_for()
        host.answering = done
        await press(one, "Ambil")
        await until(lambda: host.all(wire.DoMessage))
        await one.context.close()


async def test_a_browser_that_was_killed_comes_back_at_the_same_question_with_its_answer(
    tmp_path: Path,
) -> None:
    async with told_host(sheet=page(sheets.CHOICES)) as host, async_playwright() as playwright:

        async def opened(killed: bool) -> None:
            context = await playwright.chromium.launch_persistent_context(
                tmp_path, executable_path=CHROMIUM, args=ROOT, locale="id-ID",
                viewport={"width": HIGH[0], "height": HIGH[1]},
            )  # fmt: skip
            one = context.pages[0]
            await one.goto(host.address if killed else f"{host.address}#{CODE}")
            await one.get_by_role("heading", name="Ambil kota ini?").wait_for()
            if not killed:
                await one.locator(".there.on").wait_for()
                await settled(one)
                await one.get_by_role("button", name="Lewati").click()
                await until(lambda: host.all(wire.DoMessage))
                await one.wait_for_timeout(800)  # IndexedDB has it
                await _killed(tmp_path)
            else:
                await until(lambda: len(host.all(wire.DoMessage)) == 2)
                await one.locator("#foot .note").wait_for(state="detached")
                await context.close()

        await opened(killed=False)
        host.answering = done
        await opened(killed=True)
        first, again = host.all(wire.DoMessage)
        assert first == again
        devices = {hello.device for hello in host.all(wire.Hello)}
        assert len(devices) == 1
        assert host.all(wire.Hello)[-1].token == "t" * 32


async def _killed(profile: Path) -> None:
    """The browser with this profile, as a battery does it: every process of it that names it."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if f"--user-data-dir={profile}".encode() in line:
            os.kill(int(entry.name), signal.SIGKILL)
    await asyncio.sleep(0.5)
    for lock in profile.glob("Singleton*"):
        lock.unlink(missing_ok=True)
