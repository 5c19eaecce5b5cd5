"""How long it takes until the last phone shows a move, and how long the loop of the host is held.

Devices are real sockets in a process of their own: the seats first, the others watch, in all four
languages. A move counts from the moment it is on disk until the page with it has arrived at the
last device.

    python benchmarks/rooms_speed.py [--devices 26 200] [--moves 40] [--rules nusantara]
    python benchmarks/rooms_speed.py --sealed 6 [--moves 200]

With ``--sealed`` it tells instead what the copies of so many phones cost the host: for each move,
and for all phones that come back at once without any copy.
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
from ketuk.rooms import wire
from ketuk.rooms.connection import Connection
from ketuk.rooms.copies import SealedCopies
from ketuk.rooms.desk import RoomDesk
from ketuk.rooms.host import Host

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from phones import desk_of, game, hosted

LANGUAGES = ("id", "en", "ms", "pt")


def main() -> None:
    """Print a line for each number of devices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--devices", type=int, nargs="+", default=[26, 200])
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--rules", choices=engine.NAMES, default="nusantara")
    parser.add_argument("--sealed", type=int, metavar="PHONES", default=0)
    parser.add_argument("--join", nargs=4, metavar=("URL", "BUILD", "CODE", "COUNT"))
    asked = parser.parse_args()
    if asked.join:
        asyncio.run(join(*asked.join[:3], int(asked.join[3])))
        return
    if asked.sealed:
        sealed(asked.rules, asked.sealed, asked.moves)
        return
    for count in asked.devices:
        asyncio.run(measure(asked.rules, count, asked.moves))


def sealed(rules: str, count: int, moves: int) -> None:
    """What is sealed and written into frames for so many phones, without a socket."""
    names = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar")[:count]
    with tempfile.TemporaryDirectory() as folder:
        room = game(Path(folder), rules, names=names)
        desk, policy, each = desk_of(room), cautious_policy(), []
        lines = [desk.connect("here") for _ in names]
        hello = wire.Hello(build=wire.BUILD, device="d" * 8, language="id", code=desk.door.code)
        for seat, line in enumerate(lines, 1):
            desk.take(line, hello)
            desk.take(line, wire.SeatMessage(seat=seat))
        fetched(desk, lines)
        for _ in range(moves):
            found = (policy(room.rules, room.table, seat) for seat in room.table.seats)
            command = next((c for c in found if c is not None), None)
            if command is None:
                break
            room.do(command)
            start = time.perf_counter()
            fetched(desk, lines)
            each.append(time.perf_counter() - start)
        desk.copies = SealedCopies(room, desk.door, desk.claim)
        start = time.perf_counter()
        for line in lines:
            desk.copies.begin(line)
        signs = fetched(desk, lines)
        whole = time.perf_counter() - start
        rows = len(room.rows)
    print(
        f"{rules}, {count} phones: a move {spread(each)} ms; "
        f"all {rows} rows to all of them {whole * 1000:.0f} ms, {signs // 1024} KB"
    )


def fetched(desk: RoomDesk, lines: list[Connection]) -> int:
    """Every phone gets what there is for it, and keeps it; the signs of all frames."""
    signs = 0
    for line in lines:
        while (message := desk.copies.batch(line)) is not None:
            signs += len(wire.written(message))
            desk.copies.kept(line, desk.room.seq)
    return signs


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
