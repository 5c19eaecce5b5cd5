"""Games a second of ``ketuk simulate`` on one core and on all, on Dask, and memory of a worker.

    uv run --no-sync python benchmarks/simulate_speed.py [--seconds 10] [--sets nusantara,klasik]
    uv run --no-sync python benchmarks/simulate_speed.py --memory 100000

Four cautious players. What other programs take shows in wall time, so three things are told apart:
games a second of wall; games a second of processor, everything counted; and the share of all
processor time that was spent in games, which is the share of the ideal where nothing else runs.
Dask is a scheduler with a worker a core on loopback, all its processes counted, in the same run.
"""

import argparse
import multiprocessing
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ketuk import engine
from ketuk.engine.table import Options
from ketuk.rooms.trials.cluster import Cluster
from ketuk.rooms.trials.crew import Alone, Cores, Crew, cores
from ketuk.rooms.trials.spread import spread
from ketuk.rooms.trials.trial import Trial, makers_of

FAR, MILLION = 10_000_000, 1_000_000
WARM = 6
"""Chunks for each worker before anything counts: the first ones find out how long a game takes."""
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def trial_of(name: str, rounds: int = 400) -> Trial:
    """Four cautious players of a set."""
    rules = engine.ruleset(name)
    return Trial(rules.data, Options(edition=rules.edition), (("cautious",) * 4,), 1, rounds)


def spent(pids: list[int]) -> float:
    """Processor seconds of this process, its ended children, and these processes."""
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = time.process_time() + of_children.ru_utime + of_children.ru_stime
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        found += (int(fields[11]) + int(fields[12])) / TICKS
    return found


def measured(
    trial: Trial, crew: Crew, seconds: float, pids: Callable[[], list[int]]
) -> tuple[float, float, float]:
    """Games a second of wall and of processor, and the share of the latter spent in games.

    It counts from when all workers are well under way, for so many seconds of each in games.
    """
    games, inside, seen = 0, 0.0, 0
    wall, cpu = time.perf_counter(), spent(pids())
    playing = spread(trial, [range(FAR)], crew, lambda: inside >= seconds * crew.workers)
    for chunk in playing:
        seen += 1
        if seen <= WARM * crew.workers:
            wall, cpu = time.perf_counter(), spent(pids())
            continue
        games, inside = games + chunk.end - chunk.first, inside + chunk.seconds
        if inside >= seconds * crew.workers:
            break
    used, passed = spent(pids()) - cpu, time.perf_counter() - wall
    playing.close()
    return games / passed, games / used, inside / used


@contextmanager
def dask(workers: int) -> Iterator[tuple[str, list[int]]]:
    """A scheduler and workers on loopback; its address and the ids of all."""
    environment = {**os.environ, "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}

    def started(*command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + command[0], *command[1:]],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment,
        )  # fmt: skip

    def heard(process: subprocess.Popen[str], word: str) -> str:
        assert process.stderr is not None
        return next(line for line in process.stderr if word in line)

    found = [started("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")]
    try:
        address = heard(found[0], "Scheduler at:").split()[-1]
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--death-timeout", "20")
        found += [started("worker", address, *options) for _ in range(workers)]
        for process in found[1:]:
            heard(process, "Registered to")
        yield address, [process.pid for process in found]
    finally:
        for process in reversed(found):
            process.terminate()
            process.communicate()


def of_pool() -> list[int]:
    """Ids of the workers of a pool."""
    return [child.pid for child in multiprocessing.active_children() if child.pid]


def speed(names: list[str], seconds: float, *, with_dask: bool) -> None:
    """Every set on one core, on all, and on Dask."""
    count = cores()
    for name in names:
        trial = trial_of(name)
        makers_of(trial)
        lines = [("1 core", measured(trial, Alone(), seconds, list))]
        pool = Cores(count)
        try:
            lines.append((f"{count} cores", measured(trial, pool, seconds, of_pool)))
        finally:
            pool.leave()
        if with_dask:
            with dask(count) as (address, pids):
                cluster = Cluster(address)
                lines.append(("Dask", measured(trial, cluster, seconds, lambda: pids)))
                cluster.leave()
        for kind, (wall, cpu, share) in lines:
            told = f"{wall:7.1f} games a second of wall, {cpu:6.1f} of processor"
            print(f"{name:<11} {kind:<8} {told}; {100 * share:.1f} % of it in games", flush=True)
        hours = MILLION / (lines[1][1][1] * count) / 3600
        print(f"{name:<11} {MILLION:,} games on {count} quiet cores: {hours:.1f} h", flush=True)


def memory(games: int, rounds: int) -> None:
    """What a worker holds, in MB, as it plays on."""
    trial, crew, done, told = trial_of("nusantara", rounds), Cores(1), 0, 0
    try:
        for chunk in spread(trial, [range(games)], crew, lambda: False):
            done += chunk.end - chunk.first
            if done >= min(told, games):
                (pid,) = of_pool()
                held = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6
                print(f"{done:>9,} games: {held:.1f} MB", flush=True)
                told = done + games // 10
    finally:
        crew.leave()


def main() -> None:
    """Measure what is asked for."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--sets", default=",".join(engine.NAMES))
    asked.add_argument("--seconds", type=float, default=10.0, help="of each core, in games")
    asked.add_argument("--no-dask", action="store_true")
    asked.add_argument("--memory", type=int, default=0, metavar="GAMES")
    asked.add_argument("--rounds", type=int, default=400)
    wanted = asked.parse_args()
    if wanted.memory:
        memory(wanted.memory, wanted.rounds)
    else:
        speed(wanted.sets.split(","), wanted.seconds, with_dask=not wanted.no_dask)


if __name__ == "__main__":
    main()
