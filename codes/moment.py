"""Times as text: ISO 8601, UTC, microseconds, one width, so that they sort as they happened."""

from datetime import UTC, datetime

from ketuk.codes.fault import CodesFault, Fault


def stamp(time: datetime) -> str:
    """``2026-11-30T05:51:10.000000Z``.

    Raises:
        ValueError: ``time`` does not say its zone.
    """
    if time.tzinfo is None:
        raise ValueError("a time without a zone says nothing")
    return f"{time.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def moment(text: str) -> datetime:
    """The time of a :func:`stamp`, aware, in UTC.

    Raises:
        CodesFault: DAMAGED, nobody wrote that as a time.
    """
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError, TypeError) as error:
        raise CodesFault(Fault.DAMAGED, detail=str(error)) from None
