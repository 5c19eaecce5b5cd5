"""Who plays: this process alone, the cores of this machine, or a cluster that is running."""

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing.connection import wait as any_of
from typing import Protocol

from ketuk.rooms.trials.trial import Chunk, Trial, played


class Crew(Protocol):
    """Plays chunks, several at once."""

    @property
    def workers(self) -> int:
        """How many play at the same time."""
        ...

    def send(self, trial: Trial, first: int, end: int) -> Future[Chunk]:
        """Have some games played."""
        ...

    def renew(self) -> None:
        """A worker has died and taken the crew with it: get another."""
        ...

    def leave(self) -> None:
        """Go, at once: what is still being played is given up."""
        ...


class Alone:
    """This process, one chunk after the other."""

    workers = 1

    def send(self, trial: Trial, first: int, end: int) -> Future[Chunk]:
        """Play them now."""
        future: Future[Chunk] = Future()
        try:
            future.set_result(played(trial, first, end))
        except Exception as error:
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """Nothing to do: who has died renews nothing."""

    def leave(self) -> None:
        """Nothing is left behind."""


class Cores:
    """Processes of this machine, one a core."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self._others = {child.pid for child in multiprocessing.active_children()}
        self._pool = self._made()

    def _made(self) -> Executor:
        return ProcessPoolExecutor(
            self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=_settle
        )

    def send(self, trial: Trial, first: int, end: int) -> Future[Chunk]:
        """Have some games played."""
        return self._pool.submit(played, trial, first, end)

    def renew(self) -> None:
        """Other processes in the place of these."""
        self.leave()
        self._pool = self._made()

    def leave(self) -> None:
        """End the processes; whatever they are doing is given up."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            if child.pid not in self._others:
                child.kill()
                child.join()


def cores() -> int:
    """How many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _settle() -> None:
    """In a worker: Ctrl-C is the caller's, and without the caller it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_caller, daemon=True).start()


def _end_with_caller() -> None:
    caller = multiprocessing.parent_process()
    if caller is not None:
        any_of([caller.sentinel])
        os._exit(1)
