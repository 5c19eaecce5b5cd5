"""Who decides a game, and how laptops that have it prove that to each other.

Every laptop that has a game has its secret, which phones never get. A reign carries a proof made
with it; so a phone can carry the news of a take-over from one host to another, and can invent none.
"""

import hmac
import re
import secrets
from dataclasses import dataclass, field, replace

from ketuk.rooms.meja_wire import ReignPart
from ketuk.rooms.message import LONGEST_NAME
from ketuk.rooms.records import to_text
from ketuk.rooms.reign import Reign

BYTES = 16
KEY_BYTES = 32


def new_secret() -> str:
    """A secret for a game."""
    return secrets.token_hex(BYTES)


def new_key() -> str:
    """A key under which the copies of a game are sealed that phones keep."""
    return secrets.token_hex(KEY_BYTES)


def sound_key(kept: str) -> str:
    """This key; another one where it is none."""
    return kept if re.fullmatch(r"[0-9a-f]{64}", kept) else new_key()


def proved(secret: str, reign: Reign) -> ReignPart:
    """A reign as it is told, with its proof; a name that is too long for a frame is cut."""
    reign = replace(reign, name=reign.name[:LONGEST_NAME])
    return ReignPart(
        number=reign.number,
        device=reign.device,
        name=reign.name,
        address=reign.address,
        since=reign.since,
        proof=_proof(secret, reign),
    )


def reign_of(secret: str, part: ReignPart | None) -> Reign | None:
    """The reign, if somebody who has the game has said so; else None."""
    if part is None or not secret:
        return None
    reign = said(part)
    same = hmac.compare_digest(part.proof.encode(), _proof(secret, reign).encode())
    return reign if same else None


def said(part: ReignPart) -> Reign:
    """A reign as somebody has told of it, whether that is proved or not."""
    return Reign(part.number, part.device, part.name, part.address, part.since)


def _proof(secret: str, reign: Reign) -> str:
    parts = [reign.number, reign.device, reign.name, reign.address, reign.since]
    return hmac.new(secret.encode(), to_text(parts).encode(), "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Claim:
    """What a laptop opens a room with: who it is, and what it knows of earlier hosts."""

    reign: Reign
    """The laptop and its number; its address is what the room is opened at."""
    secret: str = field(default_factory=new_secret, repr=False)
    """Of the game."""
    token: str = field(default_factory=new_secret, repr=False)
    """With which this laptop is let in where the game goes on elsewhere, to be kept here; empty:
    the table is asked."""
    key: str = field(default_factory=new_key, repr=False)
    """Under which copies of the game are sealed (``ketuk.rooms.seal``)."""
    earlier: tuple[Reign, ...] = ()
    """Reigns before it, in their order."""
    lost: bool = False
    """Whether the secret is a new one, of a game that has had another: news that cannot be proved
    with it may be true all the same."""
    guests: tuple[str, ...] = ()
    """Where other laptops of this table listen."""

    @property
    def reigns(self) -> tuple[Reign, ...]:
        """Each once, with the address of now; the own one last."""
        return (*(known for known in self.earlier if known != self.reign), self.reign)

    @property
    def places(self) -> tuple[str, ...]:
        """Where earlier hosts were."""
        return tuple(reign.address for reign in self.earlier if reign.address)
