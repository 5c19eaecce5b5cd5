"""The games of a run as one file: CSV, or Parquet if duckdb is installed."""

import errno
import gzip
import os
from pathlib import Path

from ketuk.codes.disk import disk_faults, owner_only
from ketuk.rooms.trials.columns import Column
from ketuk.rooms.trials.fault import TrialFault, TrialTrouble
from ketuk.rooms.trials.kept import PART, Kept

CSV, PARQUET = ".csv", ".parquet"
"""Endings of games by which their form is known; a name that ends otherwise is CSV."""
FORMS = frozenset({
    CSV, PARQUET, ".tsv", ".txt", ".xls", ".xlsx", ".ods", ".json", ".jsonl", ".ndjson", ".xml",
    ".html", ".md", ".pdf", ".feather", ".arrow", ".db", ".duckdb", ".sqlite", ".gz", ".bz2", ".xz",
    ".zst", ".zip", ".7z", ".tar", ".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp",
})  # fmt: skip
"""Endings that people take for the form of a file; other dots are of the name (``run-1.5``)."""


def check_ending(path: Path, *known: str) -> None:
    """See to it that a name promises no other form than the file will have.

    Raises:
        TrialFault: FORM.
    """
    if path.suffix.lower() in FORMS - {*known}:
        raise TrialFault(TrialTrouble.FORM, {"path": path, "known": ", ".join(known)})


def check_form(out: Path) -> None:
    """See now whether the file can be written then.

    Raises:
        TrialFault: FORM; EXTRA, if a Parquet file is wanted and duckdb is not installed.
    """
    check_ending(out, CSV, PARQUET)
    if _is_parquet(out):
        try:
            import duckdb  # noqa: F401
        except ImportError as error:
            raise TrialFault(TrialTrouble.EXTRA, {"extra": "sim"}) from error


def _is_parquet(out: Path) -> bool:
    return out.suffix.lower() == PARQUET


def write(out: Path, heads: tuple[Column, ...], kept: Kept, wanted: range) -> None:
    """Write the games that are wanted, in order, whole or not at all.

    Raises:
        CodesFault: FULL, FORBIDDEN.
    """
    plain, packed = (kept.folder / f"games{suffix}{PART}" for suffix in (CSV, PARQUET))
    with disk_faults(out):
        try:
            _csv(plain, heads, kept, wanted)
            if _is_parquet(out):
                _parquet(plain, packed)
                packed.replace(out)
            else:
                plain.replace(out)
        finally:
            for part in (plain, packed):
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

    try:
        with duckdb.connect(config={"threads": 1}) as database:
            games = database.read_csv(str(plain), header=True, sample_size=-1)
            games.write_parquet(str(out), compression="zstd")
    except duckdb.IOException as error:  # it keeps the system's number to itself
        full = os.strerror(errno.ENOSPC)
        raise OSError(errno.ENOSPC if full in str(error) else errno.EIO, str(error)) from error
    out.chmod(0o600)
