"""The same rows on a running Dask scheduler with two workers, of which one is killed meanwhile."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import dask
import pytest
from command_line import CommandLine
from distributed import Client
from patience import until

from ketuk import engine
from ketuk.engine.table import Options
from ketuk.rooms.trials import loop
from ketuk.rooms.trials.cluster import Cluster
from ketuk.rooms.trials.crew import Alone
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble
from ketuk.rooms.trials.run import finish, run
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
    here = run(trial, wanted, Alone(), out=other)
    finish(trial, wanted, other)
    with scheduler() as address:
        with pytest.raises(TrialFault) as fault:
            Cluster(address)
        assert fault.value.trouble is TrialTrouble.NO_WORKERS
        with workers(address, 2) as two:
            killed = False

            def kill_one(tally: object) -> None:
                nonlocal killed
                if not killed and getattr(tally, "games", 0) > 2:
                    killed = True
                    two[0].send_signal(signal.SIGKILL)

            there = run(trial, wanted, Cluster(address), out=out, heard=kill_one)
            finish(trial, wanted, out)
            assert killed
            assert there.summary() == here.summary()
            assert out.read_bytes() == other.read_bytes()

            wrong = some("def me(rules, table, seat): return 1 / 0\n")
            with pytest.raises(TrialFault) as fault:
                run(wrong, range(3), Cluster(address))
            assert fault.value.trouble is TrialTrouble.BOT_RAISED
            assert fault.value.facts["bot"] == "own.py:me"
            assert played(trial, 0, 1).lines


def test_workers_that_leave_and_come_change_no_row(tmp_path: Path) -> None:
    trial, wanted, out, other = some(), range(60), tmp_path / "games.csv", tmp_path / "here.csv"
    run(trial, wanted, Alone(), out=other)
    finish(trial, wanted, other)
    with scheduler() as address, workers(address, 1) as old, ExitStack() as later:
        came: list[object] = []

        def relieve(tally: object) -> None:
            if not came and getattr(tally, "games", 0) > 2:
                came.extend(later.enter_context(workers(address, 1)))
                old[0].send_signal(signal.SIGTERM)

        run(trial, wanted, Cluster(address), out=out, heard=relieve)
        finish(trial, wanted, out)
        assert came
        assert old[0].wait(20) is not None
        assert out.read_bytes() == other.read_bytes()


def test_a_caller_that_is_killed_leaves_the_workers_idle(tmp_path: Path) -> None:
    line, out = CommandLine(tmp_path / "data"), tmp_path / "games.csv"
    asked = ("simulate", "nusantara", "--players", "3", "--out", str(out), "--json")
    in_hand: Any = lambda dask_scheduler: len(dask_scheduler.tasks)  # noqa: E731 - goes by value
    with scheduler() as address, workers(address, 1):
        child = line.child(*asked, "--games", "100000", "--cluster", address)
        until(lambda: list(tmp_path.glob("*.parts/*.csv.gz")))
        child.kill()
        child.communicate()
        with Client(address, set_as_default=False) as client:
            until(lambda: not client.run_on_scheduler(in_hand), 20)
        (record,) = line.records(*asked, "--games", "3", "--cluster", address)
        assert record["games"] == 3
        (here,) = line.records(*asked[:4], "--json", "--games", "3", "--jobs", "1")
        assert here == record


def test_a_scheduler_that_goes_away_is_said_once_and_games_are_kept(tmp_path: Path) -> None:
    line, out = CommandLine(tmp_path / "data"), tmp_path / "games.csv"
    asked = ("simulate", "nusantara", "--players", "3", "--out", str(out), "--games", "100000")
    with scheduler() as address, workers(address, 1):
        with Client(address, set_as_default=False) as client:
            pid = client.run_on_scheduler(os.getpid)
        child = line.child(*asked, "--cluster", address)
        until(lambda: list(tmp_path.glob("*.parts/*.csv.gz")))
        os.kill(pid, signal.SIGKILL)
        told, said = child.communicate(timeout=60)
    assert (child.returncode, told) == (1, "")
    assert said.startswith(f"{address}: ")
    assert len(said.splitlines()) == 1
    assert list(tmp_path.glob("*.parts/*.csv.gz"))


def test_a_stop_keeps_the_games_of_a_chunk_in_play_and_a_bar_waits_for_workers(
    tmp_path: Path,
) -> None:
    """A chunk of a hundred games takes a minute; it ends with the game that is being played."""
    playing = tmp_path / "playing"
    slow = f"""
import pathlib, time
from ketuk.engine.bots import cautious_policy
class Slow:
    def __init__(self, draw):
        pathlib.Path({str(playing)!r}).touch()
        time.sleep(0.2)
        self.choose = cautious_policy()
    def __call__(self, rules, table, seat):
        return self.choose(rules, table, seat)
"""
    rules = engine.ruleset("nusantara")
    options, sources = Options(edition=rules.edition), (("own.py", slow),)
    trial = Trial(rules.data, options, (("own.py:Slow",) * 3,), 7, 2, sources)
    with scheduler() as address, ExitStack() as later:
        (first,) = later.enter_context(workers(address, 1))
        crew = Cluster(address)
        assert crew.workers == 1
        assert not crew.deserted
        chunk = crew.send(trial, 0, 100)
        until(playing.exists)
        crew.enough()
        games = chunk.result(30)
        assert games.first == 0
        assert 0 < games.end < 100, "the game that was being played is kept"
        assert [line[0] for line in games.lines] == list(range(games.end))

        first.terminate()
        until(lambda: crew.workers and crew.deserted, 20)
        assert crew.grace == 0
        waiting = Cluster.send(crew, some(), 0, 1)
        later.enter_context(workers(address, 1))
        assert waiting.result(30).end == 1
        until(lambda: crew.workers and not crew.deserted, 20)
        crew.leave()


def test_nobody_hears_of_a_scheduler_that_is_gone_but_whoever_has_set_up_logs() -> None:
    """What has nothing to do with it is heard in any case."""
    program = """
import logging, sys
if sys.argv[1:]:
    logging.basicConfig(format="%(message)s")
from ketuk.rooms.trials.cluster import Cluster
try:
    Cluster("tcp://nobody")
except Exception as error:
    print(error.trouble)
for name in ("distributed", "distributed.client", "tornado.application", "any.other"):
    logging.getLogger(name).error("heard")
"""
    for kept, heard in (((), 1), (("logs",), 4)):
        done = subprocess.run(
            [sys.executable, "-c", program, *kept], capture_output=True, text=True, timeout=60,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
        )  # fmt: skip
        assert done.stdout == f"{TrialTrouble.ADDRESS}\n"
        assert done.stderr == "heard\n" * heard


def test_workers_that_play_otherwise_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with scheduler() as address, workers(address, 1):
        monkeypatch.setattr(loop, "VERSION", loop.VERSION + 1)
        with pytest.raises(TrialFault) as fault:
            Cluster(address)
        assert fault.value.trouble is TrialTrouble.WORKER_DIFFERS
        assert fault.value.facts["here"] != fault.value.facts["there"]
        monkeypatch.undo()
        late = Cluster(address)  # as if a worker of another version had come since
        monkeypatch.setattr(loop, "VERSION", loop.VERSION + 1)
        with pytest.raises(TrialFault) as fault:
            run(some(), range(2), late)
        assert fault.value.trouble is TrialTrouble.WORKER_DIFFERS


@pytest.mark.parametrize("lacking", ["all", "file"])
def test_certificates_that_are_not_there_are_said(lacking: str) -> None:
    file = "none.pem" if lacking == "file" else None
    with (
        dask.config.set(
            {"distributed.comm.tls.ca-file": file, "distributed.comm.tls.client.cert": file}
        ),
        pytest.raises(TrialFault) as fault,
    ):
        Cluster("tls://127.0.0.1:9")
    assert fault.value.trouble is (
        TrialTrouble.NO_KEYS if lacking == "all" else TrialTrouble.CLUSTER
    )


@pytest.mark.parametrize(
    "wrong", ["host", "host:8786", "http://host:1", "tcp://", "tcp://host", "tcp://host:port", ""]
)
def test_what_is_no_address_is_said(wrong: str) -> None:
    with pytest.raises(TrialFault) as fault:
        Cluster(wrong)
    assert fault.value.trouble is TrialTrouble.ADDRESS


def test_no_scheduler_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from ketuk.rooms.trials import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with pytest.raises(TrialFault) as fault:
        Cluster("tcp://127.0.0.1:9")
    assert fault.value.trouble is TrialTrouble.CLUSTER
