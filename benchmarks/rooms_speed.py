"""How long it takes until the last phone shows a move, and how long the loop of the host is held.

Devices are real sockets in a process of their own: the seats first, the others watch, in all four
languages. A move counts from the moment it is on disk until the page with it has arrived at the
last device.

    python benchmarks/rooms_speed.py [--devices 26 200] [--moves 40] [--rules nusantara]
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

import aiohttp

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.rooms.host import Host

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from phones import game, hosted

LANGUAGES = ("id", "en", "ms", "pt")


def main() -> None:
    """Print a line for each number of devices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--devices", type=int, nargs="+", default=[26, 200])
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--rules", choices=engine.NAMES, default="nusantara")
    parser.add_argument("--join", nargs=4, metavar=("URL", "BUILD", "CODE", "COUNT"))
    asked = parser.parse_args()
    if asked.join:
        asyncio.run(join(*asked.join[:3], int(asked.join[3])))
        return
    for count in asked.devices:
        asyncio.run(measure(asked.rules, count, asked.moves))


async def measure(rules: str, count: int, moves: int) -> None:
    """One room with so many devices."""
    with tempfile.TemporaryDirectory() as folder:
        room = game(Path(folder), rules)
        async with hosted(room) as host:
            devices = await joined(host, count)
            policy, last, held, done = cautious_policy(), [], [], []
            for _ in range(moves):
                found = (policy(room.rules, room.table, seat) for seat in room.table.seats)
                command = next(c for c in found if c is not None)
                start = time.monotonic()
                room.do(command)
                on_disk = time.monotonic()
                done.append(on_disk - start)
                lag = asyncio.create_task(longest(0.3))
                assert devices.stdout is not None
                while True:
                    seq, at = json.loads(await devices.stdout.readline())
                    if seq == room.seq:
                        break
                last.append(at - on_disk)
                held.append(await lag)
            devices.kill()
            await devices.wait()
    print(
        f"{rules}, {count} devices: last page {spread(last)}, move {spread(done)}, "
        f"loop held {spread(held)} ms"
    )


async def joined(host: Host, count: int) -> asyncio.subprocess.Process:
    """The devices, once all of them have a page."""
    url = f"http://{host.address}:{host.port}/{host.build}/ws"
    own = [sys.executable, __file__, "--join", url, host.build, host.desk.door.code, str(count)]
    devices = await asyncio.create_subprocess_exec(*own, stdout=asyncio.subprocess.PIPE)
    assert devices.stdout is not None
    assert json.loads(await devices.stdout.readline()) == "joined"
    return devices


async def longest(seconds: float) -> float:
    """The longest time for which the loop was held within so many seconds."""
    until, before, found = time.monotonic() + seconds, time.monotonic(), 0.0
    while before < until:
        await asyncio.sleep(0.001)
        now = time.monotonic()
        found, before = max(found, now - before - 0.001), now
    return found


async def join(url: str, build: str, code: str, count: int) -> None:
    """So many devices: a line for each row, once the last of them shows it."""
    seen: dict[int, int] = {}

    async def device(number: int, session: aiohttp.ClientSession, there: asyncio.Event) -> None:
        async with session.ws_connect(url, max_msg_size=0) as socket:
            language = LANGUAGES[number % 4]
            await socket.send_json({"type": "hello", "build": build, "device": f"device {number}",
                                    "language": language, "code": code})  # fmt: skip
            await socket.send_json({"type": "seat", "seat": number + 1 if number < 4 else 0})
            latest = -1
            async for frame in socket:
                message = json.loads(frame.data)
                if message["type"] != "page":
                    continue
                there.set()
                for seq in range(max(latest, 0) + 1, message["seq"] + 1):
                    seen[seq] = seen.get(seq, 0) + 1
                    if seen[seq] == count:
                        print(json.dumps([seq, time.monotonic()]), flush=True)
                latest = message["seq"]

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        there = [asyncio.Event() for _ in range(count)]
        tasks = [asyncio.create_task(device(n, session, there[n])) for n in range(count)]
        await asyncio.gather(*(event.wait() for event in there))
        print(json.dumps("joined"), flush=True)
        await asyncio.gather(*tasks)


def spread(seconds: list[float]) -> str:
    """Half of them, and all but one in a hundred, within so many milliseconds."""
    p99 = statistics.quantiles(seconds, n=100)[98]
    return f"p50 {statistics.median(seconds) * 1000:.1f} p99 {p99 * 1000:.1f}"


if __name__ == "__main__":
    main()
