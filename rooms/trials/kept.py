"""Games that are done, one file a chunk beside the file that they will be: a run goes on with them.

A file that is there is a chunk that is done, wherever it was played; ``run.json`` says which run.
"""

import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from ketuk.codes.disk import disk_faults, make_folder, replace_file
from ketuk.codes.locks import alone
from ketuk.engine.codec import to_plain
from ketuk.rooms.trials import loop
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble
from ketuk.rooms.trials.trial import Chunk, Trial, unpacked

SUFFIX = ".parts"
ABOUT = "run.json"
PART = ".part"
"""A file that is being written; a killed program leaves it."""
NAMED = re.compile(r"(\d{12,})-(\d{12,})\.csv\.gz")
"""A chunk is called by its games: the first, and the one after its last."""


def described(trial: Trial) -> dict[str, Any]:
    """What makes a run this run and no other, as plain values."""
    return {
        "ketuk": version("ketuk"),
        "loop": loop.VERSION,
        "since": loop.since(bot for seating in trial.seatings for bot in seating),
        "rules": _digest(trial.data),
        "options": to_plain(trial.options),
        "bots": [list(seating) for seating in trial.seatings],
        "files": {name: _digest(text) for name, text in trial.sources},
        "seed": trial.seed,
        "rounds": trial.most_rounds,
        "pace": trial.pace,
    }


def _read(about: Path) -> dict[str, Any]:
    """Of which run the chunks are; nothing if that cannot be read."""
    try:
        return msgspec.json.decode(about.read_bytes(), type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


class Kept:
    """The chunks of one run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, chunk: Chunk) -> None:
        """Write a chunk, whole or not at all.

        Raises:
            CodesFault: FULL, FORBIDDEN.
        """
        name = f"{chunk.first:012}-{chunk.end:012}.csv.gz"
        replace_file(self.folder / name, chunk.rows)

    def chunks(self) -> list[tuple[range, Path]]:
        """Games that are done, in order, none twice, with their files."""
        files, at = list[tuple[range, Path]](), 0
        for done, path in sorted(self._files(), key=lambda one: (one[0].start, one[0].stop)):
            if done.start >= at:
                files.append((done, path))
                at = done.stop
        return files

    def _files(self) -> Iterator[tuple[range, Path]]:
        """All files of chunks, and no other."""
        for path in self.folder.iterdir():
            if games := NAMED.fullmatch(path.name):
                yield range(int(games[1]), int(games[2])), path

    def lines(self) -> Iterator[list[list[int]]]:
        """What has been played, chunk by chunk; a chunk that is damaged is removed.

        Raises:
            CodesFault: a file cannot be read or removed.
        """
        for done, path in self.chunks():
            with disk_faults(path):
                rows = path.read_bytes()
                try:
                    kept = unpacked(rows)
                except (OSError, EOFError, ValueError, zlib.error):
                    kept = []
                if [line[0] for line in kept] == list(done):
                    yield kept
                else:
                    path.unlink()

    def gaps(self, wanted: range) -> list[range]:
        """Which of these games are still to be played."""
        missing, at = list[range](), wanted.start
        for done, _ in self.chunks():
            missing.append(range(at, min(done.start, wanted.stop)))
            at = max(at, done.stop)
        return [gap for gap in (*missing, range(at, wanted.stop)) if gap]

    def remove(self) -> None:
        """They are all in one file now. What somebody else has put beside them stays there."""
        parts = self.folder.glob(f"*{PART}")
        for path in [*(path for _, path in self._files()), *parts, self.folder / ABOUT]:
            path.unlink(missing_ok=True)
        if not any(self.folder.iterdir()):
            self.folder.rmdir()


@contextmanager
def kept_beside(out: Path, trial: Trial) -> Iterator[Kept]:
    """The chunks of a run that are kept beside its file, or a new folder for them.

    Raises:
        TrialFault: OTHER_RUN, IN_USE.
        CodesFault: the folder cannot be made or written.
    """
    folder = out.with_name(f"{out.name}{SUFFIX}")
    make_folder(folder)
    about = folder / ABOUT
    with disk_faults(about), alone(out.with_name(f"{out.name}.lock")) as mine:
        if not mine:
            raise TrialFault(TrialTrouble.IN_USE, {"folder": folder})
        now = json.loads(json.dumps(described(trial)))
        if about.is_file():
            was = _read(about)
            if differs := [name for name in now if was.get(name) != now[name]]:
                facts = {"folder": folder, "differs": ", ".join(differs)}
                raise TrialFault(TrialTrouble.OTHER_RUN, facts)
        else:
            replace_file(about, json.dumps(now, indent=1).encode())
        yield Kept(folder)
