"""What a host says to phones that keep a sealed copy, and phones to a laptop that gathers them.

A phone keeps parts and cannot read them; see ``ketuk.rooms.seal``. So it is told of each part what
it replaces, and a mark by which a host knows a row again.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import (
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from ketuk.rooms.meja_wire import BATCH_ROWS, Hash, PassPart, ReignPart, Seq
from ketuk.rooms.message import Message
from ketuk.rooms.sheet import Sheet

BATCH_SEALED = 8 * 1024
"""Most signs of the parts of a frame, unless a single row, or what goes along with it, has more."""
MOST_SEATS = 64
LONGEST_PART = 512 * 1024
Number: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]
Kind: TypeAlias = Literal["header", "row", "box", "room"]
CopyId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
"""What names the copies of a game."""
RowMark: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{16})?$")]
SeatSecret: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Wraps: TypeAlias = Annotated[
    tuple[Annotated[str, StringConstraints(max_length=128)], ...],
    Field(max_length=MOST_SEATS, strict=False),
]
"""The key of the game, wrapped for each pair of seats that the device is in."""


def _readable(value: object, read: ValidatorFunctionWrapHandler) -> Sheet | None:
    """A page, or nothing: what it shows is no reason to refuse the copy that comes with it."""
    try:
        page: Sheet | None = read(value)
    except ValidationError:
        return None
    return page


class SealedPart(Message):
    """One part, as it was sealed."""

    kind: Kind
    host: Number
    seq: Number
    data: Annotated[str, StringConstraints(max_length=LONGEST_PART)]
    mark: RowMark = ""
    """Of a row and all before it."""


class PartName(Message):
    """Which header, box or room it is."""

    kind: Kind
    host: Number
    seq: Number


class SealedHave(Message):
    """What a device has in its store: its rows up to ``seq``, and these other parts."""

    game: CopyId
    seq: Seq
    mark: RowMark
    """Of that last row; empty if there is none."""
    parts: Annotated[tuple[PartName, ...], Field(max_length=8, strict=False)] = ()


class SealedRoom(Message):
    """What is sealed of the room: with what devices come back, and laptops prove who decides."""

    secret: Hash
    passes: Annotated[tuple[PassPart, ...], Field(strict=False)]
    reigns: Annotated[tuple[ReignPart, ...], Field(strict=False)]
    """All that are known, the one that is now last."""


# ---- both ways


class SealedMessage(Message):
    """Parts of a game. What the store has of its rows beyond ``after`` is no part of it any more;
    a header, a box and a room replace the one of their kind. All in one transaction.
    """

    type: Literal["sealed"] = "sealed"
    game: CopyId
    after: Seq
    last: Seq
    """The last row that there is; where the rows of this end before it, more follow."""
    parts: Annotated[tuple[SealedPart, ...], Field(max_length=BATCH_ROWS, strict=False)]


# ---- to the device of a seat


class KeysMessage(Message):
    """What its copy is called, and what goes along with it; replaces all that it had of these."""

    type: Literal["keys"] = "keys"
    game: CopyId
    secret: SeatSecret
    wraps: Wraps


class GatheringMessage(Message):
    """Of a laptop that gathers copies: how far it is with this device's."""

    type: Literal["gathering"] = "gathering"
    sentence: str
    """In the device's language."""
    got: int
    of: int
    """Rows of this device's copy that are here, and that it has said it has."""
    wanted: bool
    """Whether it is to send its sealed parts now, after those that are here."""


# ---- from a device, to a laptop that gathers


class OfferMessage(Message):
    """What a phone has; its ``sealed`` parts follow when they are wanted."""

    type: Literal["offer"] = "offer"
    game: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{16})?$")]
    """Empty where it keeps no copy: then its page is all that it has."""
    secret: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{32})?$")]
    wraps: Wraps
    player: Annotated[str, StringConstraints(max_length=200)]
    title: Annotated[str, StringConstraints(max_length=200)]
    """What the game is called."""
    last: Seq
    sheet: Annotated[Sheet | None, WrapValidator(_readable)]
    """What its page showed last; None too where it comes from a Ketuk of another form of it."""


FromPhone: TypeAlias = SealedMessage | OfferMessage
ToPhone: TypeAlias = SealedMessage | KeysMessage | GatheringMessage
