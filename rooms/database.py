"""The file of saved games: made where it is not there, opened as every SQLite file of the house."""

import os
import sqlite3
from pathlib import Path

from ketuk.codes.database import PATIENCE_S, Database, named_faults, settle_folder

__all__ = ["Database", "create"]


def create(path: Path) -> None:
    """See to it that there is a file in WAL mode at ``path``, empty if it is new.

    Raises:
        CodesFault: FORBIDDEN, LOCKED, NOT_A_REGISTRY.
        OSError: the folder cannot be made.
    """
    if path.exists() and path.stat().st_size:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with named_faults(path):
        connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()
    settle_folder(path.parent)


def beside(path: Path, mark: str) -> Path:
    """A free name beside a file: ``games.mark.sqlite``, numbered where that is taken."""
    candidate, number = path.with_name(f"{path.stem}.{mark}{path.suffix}"), 2
    while os.path.lexists(candidate):
        candidate = path.with_name(f"{path.stem}.{mark}-{number}{path.suffix}")
        number += 1
    return candidate
