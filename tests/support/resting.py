"""Keys for a running app, and the moment at which it rests: what they led to is done and painted.

By what Textual gives to everybody. Its pilot looks every 20 milliseconds whether the process is
idle, three times a key, and asks each widget every time.
"""

import asyncio
import time
import unicodedata
from contextlib import suppress
from typing import Any

from textual.app import App
from textual.events import Key
from textual.keys import KEY_NAME_REPLACEMENTS, REPLACED_KEYS, key_to_character
from textual.message_pump import MessagePump

LOOK_S = 0.004
"""Seconds of one look whether the process has nothing to do."""
IDLE = 1 / 20
"""So much of a look may be work in a process that rests."""
MOMENT_S = 0.01
"""Seconds from one look to the next whether something has come true."""
PAINTS_S = 0.0005
"""Less work than it takes to lay out or to paint anything, where the machine is quick."""
LOOKS, SEEN = 3, 20
"""Laying out or painting anything takes more work than so many looks at a screen that is still;
which look was one is known once so many have been taken."""
BUSY_S = 1.0
"""A process that is busy for longer rests never: it is not waited for (computers that think)."""
STUCK_S = 30.0


def key_event(key: str) -> Key:
    """The key as a terminal sends it: a sign, or a key by its name."""
    if len(key) > 1 or key.isalnum():
        return Key(key, key if len(key) == 1 else key_to_character(REPLACED_KEYS.get(key, key)))
    name = unicodedata.name(key).lower().replace("-", "_").replace(" ", "_")
    return Key(KEY_NAME_REPLACEMENTS.get(name, name), key)


async def press(app: App[Any], *keys: str) -> None:
    """Keys one by one, each once what the last one led to is on the screen."""
    for key in keys:
        app.post_message(key_event(key))
        await rest(app)


_looks: list[float] = []
"""The work that the first looks at the screen of this process have taken."""


async def rest(app: App[Any]) -> None:
    """Until messages are worked off, what they changed is painted, and nothing is under way.

    A widget that waits in the middle of a message, for something outside the process, is not known
    to: what comes of that is to be waited for by itself.
    """
    end = time.monotonic() + BUSY_S
    while time.monotonic() < end:
        await worked_off(app)
        busy = time.process_time()
        await asyncio.sleep(LOOK_S)
        if time.process_time() - busy >= IDLE * LOOK_S:
            continue
        busy = time.process_time()
        await shown(app)
        work = time.process_time() - busy
        still = min(_looks) if len(_looks) == SEEN else 0.0
        if app.is_running and len(_looks) < SEEN:
            _looks.append(work)
        if work < max(PAINTS_S, LOOKS * still):
            return  # what was painted last has led to nothing new
    await shown(app)


async def shown(app: App[Any]) -> None:
    """Until all that has changed so far is on the screen."""
    if app.is_running:
        await app.animator.wait_until_complete()
        await painted(app)


async def worked_off(app: App[Any]) -> None:
    """Until app, screen and widgets have taken what lay in their queues.

    A widget with nothing in its queue is not asked: to ask each costs more than most keys do.
    """
    nodes: list[MessagePump] = [app]
    if app.screen_stack:
        widgets = app.screen.walk_children()
        nodes += [app.screen, *(widget for widget in widgets if widget.message_queue_size)]
    waiting: set[MessagePump] = set()
    done = asyncio.Event()

    def taken(node: MessagePump) -> None:
        waiting.discard(node)
        if not waiting:
            done.set()

    waiting.update([node for node in nodes if node.call_later(taken, node)])
    await _until(done, lambda: any(node.is_running for node in waiting))


async def moment(app: App[Any]) -> None:
    """A little while, for what may take longer than until the app rests."""
    await worked_off(app)
    await asyncio.sleep(MOMENT_S)
    await painted(app)


async def painted(app: App[Any]) -> None:
    """Until what has changed is on the screen."""
    done, screen = asyncio.Event(), app.screen
    if screen.call_after_refresh(done.set):
        await _until(done, lambda: screen.is_running and screen.is_current)


async def _until(done: asyncio.Event, possible: Any) -> None:
    """Until it is done, or cannot be any more."""
    end = time.monotonic() + STUCK_S
    while not done.is_set() and possible():
        assert time.monotonic() < end, "a message is not worked off"
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), 0.05)
