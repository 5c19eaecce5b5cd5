"""Who plays: this process alone, the cores of this machine, or a cluster that is running."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as any_of
from queue import SimpleQueue
from typing import Protocol

from ketuk.rooms.trials.trial import Chunk, Trial, played

MOST = 61
"""Processes at most on Windows, which cannot wait for more."""
GRACE = 1.2
"""Seconds that a game of this machine is waited for when it is time to stop."""


class Crew(Protocol):
    """Plays chunks, several at once."""

    @property
    def workers(self) -> int:
        """How many play at the same time."""
        ...

    @property
    def deserted(self) -> bool:
        """Whether nobody is there to play, until somebody comes."""
        ...

    @property
    def grace(self) -> float:
        """Seconds that games in play are waited for once no more are wanted."""
        ...

    def send(self, trial: Trial, first: int, end: int) -> Future[Chunk]:
        """Have some games played."""
        ...

    def renew(self) -> None:
        """A worker has died and taken the crew with it: get another."""
        ...

    def enough(self) -> None:
        """What is in play ends with the games that are being played."""
        ...

    def leave(self) -> None:
        """Go, at once: what is still being played is given up."""
        ...


class Alone:
    """This process, one chunk after the other.

    They are played in a thread, so that a player that never answers can be walked away from.
    """

    workers, deserted, grace = 1, False, GRACE

    def __init__(self) -> None:
        self._asked: SimpleQueue[tuple[Future[Chunk], Trial, int, int] | None] = SimpleQueue()
        self._enough, self._said_to = threading.Event(), sys.stdout
        threading.Thread(target=self._play, daemon=True).start()

    def send(self, trial: Trial, first: int, end: int) -> Future[Chunk]:
        """Play them as soon as those before are done."""
        future: Future[Chunk] = Future()
        self._asked.put((future, trial, first, end))
        return future

    def _play(self) -> None:
        while (asked := self._asked.get()) is not None:
            future, trial, first, end = asked
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(played(trial, first, end, self._enough.is_set))
            except BaseException as error:
                future.set_exception(error)

    def renew(self) -> None:
        """Nothing to do: who has died renews nothing."""

    def enough(self) -> None:
        """The game that is being played is the last."""
        self._enough.set()

    def leave(self) -> None:
        """A game that is still being played is heard no more, nor what its players print."""
        self._asked.put(None)
        sys.stdout = self._said_to


class Cores:
    """Processes of this machine, one a core."""

    deserted, grace = False, GRACE

    def __init__(self, workers: int | None = None) -> None:
        wanted = workers or cores()
        self.workers = min(wanted, MOST) if os.name == "nt" else wanted
        self._others = {child.pid for child in multiprocessing.active_children()}
        self._heard, self._told = _CONTEXT.Pipe(duplex=False)
        self._pool = self._made()

    def _made(self) -> Executor:
        return ProcessPoolExecutor(
            self.workers, mp_context=_CONTEXT, initializer=_settle, initargs=(self._heard,)
        )

    def send(self, trial: Trial, first: int, end: int) -> Future[Chunk]:
        """Have some games played."""
        return self._pool.submit(_played, trial, first, end)

    def renew(self) -> None:
        """Other processes in the place of these."""
        self.leave()
        self._pool = self._made()

    def enough(self) -> None:
        """The games that they are playing are the last."""
        self._told.send_bytes(b".")

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


_CONTEXT = multiprocessing.get_context("spawn")
_enough: Callable[[], bool] = lambda: False  # noqa: E731
"""In a worker: whether the caller wants no more games."""


def _settle(caller: Connection) -> None:
    """In a worker: Ctrl-C is the caller's, and without the caller it ends.

    Nobody reads what the caller writes, so all workers see it.
    """
    global _enough
    _enough = caller.poll
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_caller, daemon=True).start()


def _played(trial: Trial, first: int, end: int) -> Chunk:
    """In a worker."""
    return played(trial, first, end, _enough)


def _end_with_caller() -> None:
    caller = multiprocessing.parent_process()
    if caller is not None:
        any_of([caller.sentinel])
        os._exit(1)
