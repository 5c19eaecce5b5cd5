"""The queue of what is shown: scenes with their time, and what is in sight at any second.

Pure: whoever holds it says what time it is. Nothing waits for it, and every scene ends by itself.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from ketuk.tui.scenes.scene import (
    BEAT_S,
    ROLL_S,
    TURN_S,
    Bids,
    DiceThrown,
    Felt,
    Gain,
    PawnWalk,
    Read,
    ReadAloud,
    Scene,
)

WAITING = 3
"""Cards that wait to be read; of more, the first ones are not waited for."""
ROLLS_S = 0.1
"""Between two faces of a die that rolls."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A scene and its time, in seconds of the holder's clock."""

    scene: Scene
    start: float

    @property
    def end(self) -> float:
        """When it is over."""
        return self.start + self.scene.seconds

    def runs(self, now: float) -> bool:
        """Whether it is in sight."""
        return self.start <= now < self.end


@dataclass(frozen=True, slots=True)
class InSight:
    """What is in sight beside the facts of the table; empty if nothing happens."""

    throw: DiceThrown | None = None
    faces: tuple[int, ...] = ()
    """Of the dice, which may still roll."""
    rolls: bool = False
    untold: bool = False
    """Whether dice are still to fall, so that nothing may tell yet what they have led to."""
    read: Read | None = None
    turned: int = 0
    """Lines of it that lie open."""
    pawns: tuple[tuple[int, int], ...] = ()
    """Seats whose pawns are on their way, and where."""
    gains: tuple[tuple[int, int], ...] = ()
    tiles: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()

    @property
    def covers(self) -> bool:
        """Whether the question lies under it."""
        return self.read is not None


STILL = InSight()
"""Nothing but the facts."""


class Reel:
    """All that is still to be shown."""

    def __init__(self) -> None:
        self._clips: list[Clip] = []

    def take(self, scenes: Iterable[Scene], now: float) -> None:
        """Show these from now on, one after another; cards after those that are being read."""
        fresh = tuple(scenes)
        self._clips = [c for c in self._clips if c.end > now and not _overtaken(c.scene, fresh)]
        at, thrown = now, now
        for scene, then in zip_longest(fresh, fresh[1:]):
            begins = max(at, thrown, self._read_until(now)) if _is_read(scene) else at
            clip = Clip(scene, begins)
            self._clips.append(clip)
            match scene:
                case DiceThrown():
                    lie = TURN_S if isinstance(then, DiceThrown) else 0.0
                    at, thrown = at + ROLL_S + lie, clip.end
                case PawnWalk():
                    at = clip.end
                case ReadAloud() | Bids():
                    at += BEAT_S
                case _:
                    pass
        self._shorten(now)

    def hurry(self) -> None:
        """Everything is as it will be."""
        self._clips.clear()

    def left(self, now: float) -> float:
        """Seconds until nothing is shown any more."""
        return _longest(self._clips, now)

    def to_see(self, now: float, *, read_only: bool = False) -> float:
        """Seconds that people watch or read: what only stands beside the facts does not count."""
        kinds = (ReadAloud, Bids) if read_only else (ReadAloud, Bids, DiceThrown, PawnWalk)
        return _longest((c for c in self._clips if isinstance(c.scene, kinds)), now)

    def untold_s(self, now: float) -> float:
        """Seconds until all dice lie, so that what they have led to may be told."""
        falls = (c.start + ROLL_S - now for c in self._clips if isinstance(c.scene, DiceThrown))
        return max(0.0, max(falls, default=0.0))

    def frame(self, now: float) -> InSight:
        """What is in sight at a second."""
        running = [c for c in self._clips if c.runs(now)]
        throw = _last(c for c in running if isinstance(c.scene, DiceThrown))
        read = next((c for c in running if _is_read(c.scene)), None)
        felt = [c.scene for c in running if isinstance(c.scene, Felt)]
        return InSight(
            throw=throw.scene if throw and isinstance(throw.scene, DiceThrown) else None,
            faces=_faces(throw, now),
            rolls=throw is not None and now - throw.start < ROLL_S,
            untold=self.untold_s(now) > 0,
            read=read.scene if read and isinstance(read.scene, ReadAloud | Bids) else None,
            turned=_turned(read, now),
            pawns=self._pawns(now),
            gains=_sums(c.scene for c in running),
            tiles=frozenset[int]().union(*(f.tiles for f in felt)),
            seats=frozenset[int]().union(*(f.seats for f in felt)),
        )

    def _read_until(self, now: float) -> float:
        return max((c.end for c in self._clips if _is_read(c.scene)), default=now)

    def _shorten(self, now: float) -> None:
        """No more than so many cards wait; those that do come up when it is their turn."""
        waiting = [c for c in self._clips if _is_read(c.scene) and c.start > now]
        if len(waiting) <= WAITING:
            return
        self._clips = [c for c in self._clips if c not in waiting]
        for clip in waiting[-WAITING:]:
            self._clips.append(Clip(clip.scene, self._read_until(now)))

    def _pawns(self, now: float) -> tuple[tuple[int, int], ...]:
        """A pawn stands where its first walk begins until that does."""
        places: dict[int, int] = {}
        for clip in self._clips:
            walk = clip.scene
            if not isinstance(walk, PawnWalk) or now >= clip.end:
                continue
            if clip.start <= now:
                places[walk.seat] = walk.path[int((now - clip.start) / walk.step)]
            else:
                places.setdefault(walk.seat, walk.path[0])
        return tuple(sorted(places.items()))


def _longest(clips: Iterable[Clip], now: float) -> float:
    return max((clip.end - now for clip in clips if clip.end > now), default=0.0)


def _is_read(scene: Scene) -> bool:
    return isinstance(scene, ReadAloud | Bids)


def _overtaken(scene: Scene, fresh: tuple[Scene, ...]) -> bool:
    """Whether what is newer takes its place: other dice, another walk of that pawn."""
    match scene:
        case DiceThrown():
            return any(isinstance(new, DiceThrown | ReadAloud | Bids) for new in fresh)
        case PawnWalk():
            return any(isinstance(new, PawnWalk) and new.seat == scene.seat for new in fresh)
        case _:
            return False


def _last(clips: Iterable[Clip]) -> Clip | None:
    latest = None
    for clip in clips:
        latest = clip
    return latest


def _faces(clip: Clip | None, now: float) -> tuple[int, ...]:
    """Of dice that roll any faces, another one each time; then what was thrown."""
    if clip is None or not isinstance(clip.scene, DiceThrown):
        return ()
    dice, since = clip.scene.dice, now - clip.start
    if since >= ROLL_S:
        return dice
    tumble = int(since / ROLLS_S) + 1
    return tuple((die + tumble * (at + 2)) % 6 + 1 for at, die in enumerate(dice))


def _turned(clip: Clip | None, now: float) -> int:
    if clip is None or not isinstance(clip.scene, Bids):
        return 0
    return min(int((now - clip.start) / TURN_S), clip.scene.lines + 1)


def _sums(scenes: Iterator[Scene]) -> tuple[tuple[int, int], ...]:
    """What stands beside the cash: moves that follow each other closely are told in one figure."""
    sums: dict[int, int] = {}
    for scene in scenes:
        if isinstance(scene, Gain):
            for seat, amount in scene.sums:
                sums[seat] = sums.get(seat, 0) + amount
    return tuple((seat, amount) for seat, amount in sorted(sums.items()) if amount)
