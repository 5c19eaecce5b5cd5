"""Opening a registry's file: an older one is led to the present schema, a damaged one put right."""

from pathlib import Path

from ketuk.codes.database import Database
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.holds import Hold
from ketuk.codes.mending import look_through, mend
from ketuk.codes.rescue import is_registry, rescue
from ketuk.codes.schema import VERSION, advance, version

QUICK_CHECK_BYTES = 4_000_000
"""Files up to this size are looked through for damage when opened (a box takes 0.1 MB, 1 ms)."""


def opened(path: Path) -> Database:
    """The file, looked through for damage and led to the present schema; damaged indexes are made
    anew.

    Raises:
        CodesFault: NEWER, NOT_A_REGISTRY, DAMAGED, LOCKED, FORBIDDEN.
    """
    return Database.opened(path, _make_current)


def is_damage(fault: CodesFault, path: Path) -> bool:
    """Whether a fault of opening says that a registry is damaged."""
    if fault.fault is Fault.NOT_A_REGISTRY:
        return is_registry(path)
    return fault.fault is Fault.DAMAGED


def rescued(path: Path, box: str | None, fault: CodesFault) -> Path | None:
    """Where a damaged file was set aside; None if another program has done that just now.

    Raises:
        CodesFault: ``fault``, if somebody has it open or it cannot be put together; FULL and
            FORBIDDEN: the file lies as it was.
    """
    try:
        hold = Hold.take(path, alone=True)
    except CodesFault:
        raise fault from None
    try:
        if _is_sound(path):
            return None
        kept = rescue(path, box)
    finally:
        hold.release()
    if kept is None:
        raise fault
    return kept


def _is_sound(path: Path) -> bool:
    try:
        opened(path).close()
    except CodesFault:
        return False
    return True


def _make_current(database: Database) -> None:
    try:
        number = _sound_version(database)
    except CodesFault as fault:
        if fault.fault is not Fault.DAMAGED or not mend(database):
            raise
        number = _sound_version(database)
    if number < VERSION:
        with database.writing() as connection:
            advance(connection, since=version(connection))


def _sound_version(database: Database) -> int:
    with database.reading() as connection:
        number = version(connection)
        if database.path.stat().st_size <= QUICK_CHECK_BYTES:
            look_through(connection)
    return number
