"""The same rows on a running Dask scheduler with two workers, of which one is killed meanwhile."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ketuk import engine
from ketuk.engine.table import Options
from ketuk.rooms.trials.cluster import Cluster
from ketuk.rooms.trials.fault import TrialFault, Trouble
from ketuk.rooms.trials.run import run
from ketuk.rooms.trials.trial import Trial, played

ROOT = Path(__file__).parents[2]


def started(*command: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_" + command[0], *command[1:]],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT),
             "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"},
    )  # fmt: skip


def heard(process: subprocess.Popen[str], word: str) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if word in line:
            return line
    raise AssertionError(f"ended without {word!r}")


@contextmanager
def scheduler() -> Iterator[str]:
    process = started("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    try:
        yield heard(process, "Scheduler at:").split()[-1]
    finally:
        ended(process)


@contextmanager
def workers(address: str, count: int) -> Iterator[list[subprocess.Popen[str]]]:
    found = [
        started("worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard",
                "--death-timeout", "20")
        for _ in range(count)
    ]  # fmt: skip
    try:
        for process in found:
            heard(process, "Registered to")
        yield found
    finally:
        for process in found:
            ended(process)


def ended(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def some(source: str = "") -> Trial:
    rules = engine.ruleset("nusantara")
    bots = ("own.py:me", "cautious", "random") if source else ("cautious", "random", "cautious")
    sources = (("own.py", source),) if source else ()
    return Trial(rules.data, Options(edition=rules.edition), (bots,), 7, 6, sources)


def test_rows_are_equal_on_a_cluster_that_loses_a_worker(tmp_path: Path) -> None:
    trial, wanted, out, other = some(), range(60), tmp_path / "games.csv", tmp_path / "here.csv"
    from ketuk.rooms.trials.crew import Alone

    here = run(trial, wanted, Alone(), out=other)
    with scheduler() as address:
        with pytest.raises(TrialFault) as fault:
            Cluster(address)
        assert fault.value.trouble is Trouble.NO_WORKERS
        with workers(address, 2) as two:
            killed = False

            def kill_one(tally: object) -> None:
                nonlocal killed
                if not killed and getattr(tally, "games", 0) > 2:
                    killed = True
                    two[0].send_signal(signal.SIGKILL)

            there = run(trial, wanted, Cluster(address), out=out, heard=kill_one)
            assert killed
            assert there.summary() == here.summary()
            assert out.read_bytes() == other.read_bytes()

            wrong = some("def me(rules, table, seat): return 1 / 0\n")
            with pytest.raises(TrialFault) as fault:
                run(wrong, range(3), Cluster(address))
            assert fault.value.trouble is Trouble.BOT_RAISED
            assert fault.value.facts["bot"] == "own.py:me"
            assert played(trial, 0, 1).lines


def test_no_scheduler_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from ketuk.rooms.trials import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(TrialFault) as fault:
        Cluster("tcp://127.0.0.1:9")
    assert fault.value.trouble is Trouble.CLUSTER
