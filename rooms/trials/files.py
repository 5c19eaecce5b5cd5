"""The games of a run as one file: CSV, or Parquet if duckdb is installed."""

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ketuk.codes.disk import disk_faults, owner_only
from ketuk.rooms.trials.columns import Column
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble
from ketuk.rooms.trials.kept import Kept

PARQUET = ".parquet"


def check_form(out: Path) -> None:
    """See now whether the file can be written then.

    Raises:
        TrialFault: EXTRA, if a Parquet file is wanted and duckdb is not installed.
    """
    if out.suffix == PARQUET:
        try:
            import duckdb  # noqa: F401
        except ImportError as error:
            raise TrialFault(TrialTrouble.EXTRA, {"extra": "sim"}) from error


def write(out: Path, heads: tuple[Column, ...], kept: Kept, wanted: range) -> None:
    """Write the games that are wanted, in order, whole or not at all.

    Raises:
        CodesFault: FULL, FORBIDDEN.
    """
    with disk_faults(out), _part(out) as part:
        if out.suffix == PARQUET:
            with TemporaryDirectory(dir=out.parent, prefix=f"{out.name}.") as folder:
                plain = Path(folder) / "games.csv"
                _csv(plain, heads, kept, wanted)
                _parquet(plain, part)
        else:
            _csv(part, heads, kept, wanted)
        part.replace(out)


@contextmanager
def _part(out: Path) -> Iterator[Path]:
    part = out.with_name(f"{out.name}.{os.getpid()}.part")
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _csv(path: Path, heads: tuple[Column, ...], kept: Kept, wanted: range) -> None:
    with open(path, "w", encoding="ascii", newline="\n", opener=owner_only) as file:
        file.write(",".join(head.name for head in heads) + "\n")
        for done, chunk in kept.chunks():
            if done.start >= wanted.stop or done.stop <= wanted.start:
                continue
            lines = gzip.decompress(chunk.read_bytes()).decode("ascii").splitlines(keepends=True)
            cut = zip(done, lines, strict=True)
            file.writelines(line for game, line in cut if game in wanted)


def _parquet(plain: Path, out: Path) -> None:
    """The same as Parquet, by one thread: the same bytes for the same games."""
    import duckdb

    with duckdb.connect(config={"threads": 1}) as database:
        games = database.read_csv(str(plain), header=True, sample_size=-1)
        games.write_parquet(str(out), compression="zstd")
    out.chmod(0o600)
