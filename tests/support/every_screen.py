"""Every screen that keys lead to, one after the other."""

from collections.abc import AsyncIterator

from screens_at_hand import AtTable

from ketuk.tui.widgets.keybar import Key, keys_of

ELSEWHERE = ("quit", "language", "suspend_process", "back", "dismiss", "entry", "help")
"""Actions that lead out, or are looked at by themselves."""


async def screens(at: AtTable, *, deep: bool) -> AsyncIterator[str]:
    """One screen after the other, as its keys open it from the one that is open now."""
    home = at.app.screen
    yield at.on
    for key in own_keys(at):
        await opened(at, key)
        if at.app.screen is home:
            continue
        yield at.on
        first = at.app.screen
        for inner in own_keys(at) if deep else ():
            await opened(at, inner)
            if at.app.screen not in (home, first):
                yield at.on
                await back_to(at, first)
            if at.app.screen is home:
                break
        await back_to(at, home)


def own_keys(at: AtTable) -> list[Key]:
    return [k for k in keys_of(at.app.screen) if k.action.split(".")[-1] not in ELSEWHERE]


async def opened(at: AtTable, key: Key) -> None:
    await at.app.run_action(key.action, at.app.screen)
    await at.settle()


async def back_to(at: AtTable, wanted: object) -> None:
    for _ in range(5):
        if at.app.screen is wanted or wanted not in at.app.screen_stack:
            return
        await at.press("escape")
        await at.settle()
