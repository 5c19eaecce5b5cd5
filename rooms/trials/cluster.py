"""The same chunks on a running Dask scheduler. How one is started, and kept safe, is Dask's own."""

import logging
import time
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from importlib.metadata import version
from threading import Thread
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from ketuk.rooms.trials import loop
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble
from ketuk.rooms.trials.trial import Chunk, Trial, played

PATIENCE = 10
"""Seconds until a scheduler that does not answer is taken for none."""
PLAIN, ENCRYPTED = "tcp", "tls"
"""How a scheduler is reached."""
LOOK = 2.0
"""Seconds between two looks at how many workers there are."""
GRACE = 5.0
"""Seconds that workers elsewhere get to end the games that they play when it is time to stop."""
LIBRARIES = "distributed", "tornado"
"""Loggers of Dask and of what it stands on; theirs lie below them."""
NOBODY = logging.NullHandler()
"""Who hears them."""
_ended = set[str]()
"""On a worker: runs that want no more games, by name."""


def version_here() -> str:
    """What has to be the same everywhere for games of one run."""
    players = (f"{bot} {number}" for bot, number in loop.SINCE.items())
    return ", ".join([version("ketuk"), str(loop.VERSION), *players])


def no_more(run: str) -> None:
    """On a worker: the game of a run that is being played is its last."""
    _ended.add(run)


def played_alike(here: str, run: str, trial: Trial, first: int, end: int) -> Chunk:
    """On a worker: play some games, if it plays as the caller does; it may have come since.

    Raises:
        TrialFault: WORKER_DIFFERS, or of a player.
    """
    if (there := version_here()) != here:
        raise TrialFault(TrialTrouble.WORKER_DIFFERS, {"here": here, "there": there})
    return played(trial, first, end, lambda: run in _ended)


def _load_quietly() -> None:
    """Load Dask, and let nobody hear what it writes of a scheduler that is gone: we say it.

    When it is loaded it adds handlers to loggers of its own, unless the root has one: that has one
    for so long. All other loggers are heard as before, and who has set up logs keeps them.

    Raises:
        ImportError: it is not installed.
    """
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(NOBODY)
        for name in LIBRARIES:
            logging.getLogger(name).addHandler(NOBODY)
            logging.getLogger(name).propagate = False
    try:
        import distributed  # noqa: F401
    finally:
        root.removeHandler(NOBODY)


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, address: str) -> None:
        try:
            _load_quietly()
            import distributed
        except ImportError as error:
            raise TrialFault(TrialTrouble.EXTRA, {"extra": "cluster"}) from error
        self._address, self._run = address, uuid4().hex
        self._looked, self._workers = 0.0, 1
        try:
            self._check_address()
            client: Any = distributed.Client
            self._client = client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, RuntimeError) as error:
            raise self._gone(error) from error
        try:
            self._check()
        except TrialFault:
            self._client.close()
            raise
        self._executor = self._client.get_executor(pure=False)

    def _check_address(self) -> None:
        """See to it that it is an address, with certificates if it wants some: a client of Dask
        that finds out otherwise is half made, and complains long after."""
        from distributed import Security

        try:
            parts = urlsplit(self._address)
            whole = parts.scheme in (PLAIN, ENCRYPTED) and parts.hostname and parts.port
        except ValueError:
            whole = None
        if not whole:
            raise TrialFault(TrialTrouble.ADDRESS, {"address": self._address})
        if parts.scheme == ENCRYPTED:
            security: Any = Security
            if security().get_connection_args("client").get("ssl_context") is None:
                raise TrialFault(TrialTrouble.NO_KEYS, {"address": self._address})

    def _check(self) -> None:
        """See to it that there are workers, and that they play as we would."""
        try:
            there = self._client.run(version_here)
        except Exception as error:  # whatever a worker without this package raises
            raise self._gone(error) from error
        if not there:
            raise TrialFault(TrialTrouble.NO_WORKERS, {"address": self._address})
        here = version_here()
        for theirs in there.values():
            if theirs != here:
                raise TrialFault(TrialTrouble.WORKER_DIFFERS, {"here": here, "there": theirs})

    def _gone(self, error: BaseException) -> TrialFault:
        lost = isinstance(error, CancelledError)
        detail = "connection lost" if lost else f"{type(error).__name__}: {error}".rstrip(": ")
        return TrialFault(TrialTrouble.CLUSTER, {"address": self._address, "detail": detail})

    @property
    def workers(self) -> int:
        """How many chunks play at the same time; workers may come and go."""
        if time.monotonic() - self._looked > LOOK:
            self._looked = time.monotonic()
            try:
                self._workers = sum(self._client.nthreads().values())
            except Exception as error:  # Dask's own, and what its connection raises
                raise self._gone(error) from error
        return max(1, self._workers)

    @property
    def deserted(self) -> bool:
        """Whether the last worker has gone, as far as that was looked at."""
        return not self._workers

    @property
    def grace(self) -> float:
        """Where nobody plays there is nothing to wait for."""
        return GRACE if self._workers else 0.0

    def send(self, trial: Trial, first: int, end: int) -> Future[Chunk]:
        """Have some games played."""
        chunk: Future[Chunk] = Future()
        chunk.set_running_or_notify_cancel()  # what has been sent ends by ``enough``
        alike = version_here(), self._run
        try:
            sent = self._executor.submit(played_alike, *alike, trial, first, end)
        except Exception as error:
            chunk.set_exception(self._gone(error))
            return chunk

        def done(future: "Future[Any]") -> None:
            try:
                chunk.set_result(future.result())
            except (Exception, CancelledError) as error:
                chunk.set_exception(self._fault(error, first, end))

        sent.add_done_callback(done)
        return chunk

    def _fault(self, error: BaseException, first: int, end: int) -> BaseException:
        """A fault of a player as it is; a chunk that ends its workers; else the cluster is gone."""
        from distributed import KilledWorker

        if isinstance(error, TrialFault):
            return error
        if isinstance(error, KilledWorker):
            return TrialFault(TrialTrouble.WORKER_DIED, {"first": first, "last": end - 1})
        return self._gone(error)

    def renew(self) -> None:
        """The scheduler itself sees to it that others play what dead workers had."""

    def enough(self) -> None:
        """The games that workers play are the last; one that does not answer is not waited for."""
        Thread(target=self._end, daemon=True).start()

    def _end(self) -> None:
        with suppress(Exception):  # a scheduler or worker that has gone plays no more either
            self._client.run(no_more, self._run)

    def leave(self) -> None:
        """Let the workers go; they drop what nobody waits for."""
        self._executor.shutdown(wait=False)
        self._client.close()
