"""How long opening each screen of a game holds the loop, for the first time and again.

Phones wait meanwhile: the server of a room runs in the same loop. The longest stretch in which
nothing else ran counts, from the key until the screen is at rest.

    python benchmarks/screens_opening.py [--moves 150]
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from every_screen import back_to, own_keys
from screens_at_hand import AtTable, table

from ketuk.engine.bots import cautious_policy
from ketuk.rooms.garbage import Garbage
from ketuk.tui.home import load_screens


def main() -> None:
    """Print a line for each screen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=150)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), asked.moves))


async def measure(folder: Path, moves: int) -> None:
    """Play so many moves, then open what each key of the table leads to, twice."""
    async with table(folder) as at:
        played(at, moves)
        await at.settle()
        Garbage(time.monotonic).begin()  # as a room does that opens
        await asyncio.to_thread(load_screens)
        home, found = at.app.screen, dict[str, list[float]]()
        for _ in range(2):
            for key in own_keys(at):
                held = await held_by(at, key.action)
                if at.app.screen is not home:
                    found.setdefault(at.on, []).append(held)
                await back_to(at, home)
        for name, times in sorted(found.items(), key=lambda one: -one[1][0]):
            print(f"{name}: {', '.join(f'{one * 1000:.0f}' for one in times)} ms")


def played(at: AtTable, moves: int) -> None:
    """So many moves of a cautious player for everybody, before anything is looked at."""
    room, policy = at.session.room, cautious_policy()
    for _ in range(moves):
        found = (policy(room.rules, room.table, seat) for seat in room.table.seats)
        command = next((c for c in found if c is not None), None)
        if command is None:
            return
        room.do(command)


async def held_by(at: AtTable, action: str) -> float:
    """The longest time for which this thread worked on while this was done, in seconds.

    What other programs took of the machine meanwhile is not in it.
    """
    longest, done = 0.0, asyncio.Event()

    async def watch() -> None:
        nonlocal longest
        before = time.thread_time()
        while not done.is_set():
            await asyncio.sleep(0)
            now = time.thread_time()
            longest, before = max(longest, now - before), now

    watching = asyncio.create_task(watch())
    await asyncio.sleep(0)
    await at.app.run_action(action, at.app.screen)
    await at.settle()
    done.set()
    await watching
    return longest


if __name__ == "__main__":
    main()
