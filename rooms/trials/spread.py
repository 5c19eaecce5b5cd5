"""Games cut into chunks of about a second and handed out as they are asked for."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait

from ketuk.rooms.trials.crew import Crew
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble
from ketuk.rooms.trials.trial import Chunk, Trial

SECONDS = 1.0
"""What a chunk is to take: long enough to cost nothing, short enough to stop soon."""
MOST = 5_000
"""Games of a chunk at most."""
AHEAD = 2
"""Chunks in hand for each worker."""
TRIES = 3
"""So often a chunk may be in hand while a worker dies."""
TICK = 0.1
"""Seconds between two looks at whether to stop, and at who plays."""


class Gaps:
    """Games that are still to be played."""

    def __init__(self, gaps: Iterable[range]) -> None:
        self._gaps = [gap for gap in gaps if gap]

    def __bool__(self) -> bool:
        return bool(self._gaps)

    def take(self, most: int) -> range:
        """The first of them, at most so many."""
        gap = self._gaps[0]
        taken, rest = gap[:most], gap[most:]
        self._gaps[:1] = [rest] if rest else []
        return taken

    def give_back(self, part: range) -> None:
        """They were not played after all."""
        self._gaps.insert(0, part)


def spread(
    trial: Trial, gaps: Iterable[range], crew: Crew, stop: Callable[[], bool]
) -> Iterator[Chunk]:
    """Chunks as they are done, in any order; once ``stop`` says so no more games than are in play.

    Raises:
        TrialFault: of a player, or WORKER_DIED.
    """
    left, size, tries = Gaps(gaps), 1, Counter[range]()
    open: dict[Future[Chunk], range] = {}
    while not stop():
        in_hand = AHEAD * crew.workers
        while left and len(open) < in_hand:
            part = left.take(size)
            open[crew.send(trial, part.start, part.stop)] = part
        if not open:
            return
        broken = False
        for future in wait(open, TICK, FIRST_COMPLETED).done:
            try:
                chunk = future.result()
            except BrokenExecutor:
                broken = True
                continue
            del open[future]
            yield chunk
            pace = (chunk.end - chunk.first) * SECONDS / max(chunk.seconds, 1e-6)
            size = max(1, min(MOST, int(pace), 4 * size))
        if broken:
            time.sleep(TICK)  # whoever ends all of this program ends the workers first
            if not stop():
                _again(open, left, tries)
                open.clear()
                crew.renew()
    crew.enough()
    yield from _last(open, crew.grace)


def _again(open: dict[Future[Chunk], range], left: Gaps, tries: Counter[range]) -> None:
    """What was in hand when a worker died is played by another, so often as it may."""
    for part in open.values():
        tries[part] += 1
        if tries[part] > TRIES and len(part) == 1:
            raise TrialFault(TrialTrouble.WORKER_DIED, {"first": part.start, "last": part.stop - 1})
        half = len(part) // 2 if tries[part] > TRIES else 0
        for piece in (part[half:], part[:half]):
            if piece:
                left.give_back(piece)


def _last(open: dict[Future[Chunk], range], grace: float) -> Iterator[Chunk]:
    """What was being played when it was time to stop, if that game does not take long."""
    for future in open:
        future.cancel()
    for future in wait(open, grace).done:
        if not future.cancelled() and future.exception() is None:
            chunk = future.result()
            if chunk.end > chunk.first:
                yield chunk
