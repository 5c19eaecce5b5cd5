"""Who may come in: the code of a room, the tokens of its devices, and how often anybody may try.

Pure: time is given. A code has 40 bits and is new each time a room is opened; a token has 128,
stays with its device, and is kept here as a hash alone.
"""

import hmac
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from hashlib import sha256

from ketuk.rooms.meja_wire import PassPart
from ketuk.rooms.message import LONGEST_NAME

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Signs of a code: five bits each, without those that are taken for others."""
CODE_SIGNS = 8
TOKEN_BYTES = 16
MOST_SOCKETS = 256
FREE_TRIES, TRIES_S = 5, 60.0
"""So many wrong codes or tokens within so many seconds cost an address nothing."""
LONGEST_WAIT_S = 900.0
MOST_ADDRESSES = 4096
MESSAGES, MESSAGES_S = 20, 1.0
"""So many messages of one device within so many seconds; more are answered later."""

_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


def new_code(draw: Callable[[int], int] = secrets.randbelow) -> str:
    """A code for a room."""
    return "".join(ALPHABET[draw(len(ALPHABET))] for _ in range(CODE_SIGNS))


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class DoorPass:
    """What a device is let in with."""

    hash: str
    """Of its token."""
    seat: int
    """0: it watches."""
    name: str = ""
    language: str = "id"
    meja: bool = False
    """A laptop that has the whole game."""
    out: str = ""
    """The device that was put out with it: it lets in no more, and that is told."""

    @property
    def part(self) -> PassPart:
        """As it goes into frames; a name that is too long for one is cut."""
        name = self.name[:LONGEST_NAME]
        return PassPart(
            hash=self.hash, seat=self.seat, name=name, language=self.language, meja=self.meja,
            out=self.out,
        )  # fmt: skip


class Door:
    """The door of one room."""

    def __init__(self, passes: Iterable[DoorPass] = (), *, code: str | None = None) -> None:
        self.code = code or new_code()
        self._passes = {known.hash: known for known in passes}
        self._wrong: dict[str, tuple[int, float]] = {}

    @property
    def passes(self) -> tuple[DoorPass, ...]:
        """All that are kept: those that let in, and those with which somebody was put out."""
        return tuple(self._passes.values())

    @property
    def put_out_devices(self) -> frozenset[str]:
        """Laptops that the table does not want any more."""
        return frozenset(p.out for p in self._passes.values() if p.out)

    def opens(self, code: str) -> bool:
        """Whether this is the code, however it was typed."""
        typed = code.upper().translate(_READ_AS).encode("utf-8", "replace")
        return hmac.compare_digest(typed, self.code.encode())

    def known(self, token: str) -> DoorPass | None:
        """Whose token this is; None of one that lets nobody in."""
        known = self._passes.get(hashed(token)) if token else None
        return None if known is not None and known.out else known

    def was_put_out(self, token: str) -> bool:
        """Whether somebody was put out with this token."""
        known = self._passes.get(hashed(token)) if token else None
        return known is not None and known.out != ""

    def put_out(self, known: DoorPass, device: str) -> None:
        """This pass lets nobody in any more, and whoever comes with it is told so."""
        if known.hash in self._passes:
            self._passes[known.hash] = replace(known, out=device or "-")

    def let_back(self, device: str) -> None:
        """The table wants this laptop again."""
        self._passes = {h: p for h, p in self._passes.items() if p.out != device}

    def give(
        self, seat: int, *, name: str, language: str, meja: bool = False
    ) -> tuple[str, DoorPass]:
        """A token for a device that takes a seat; the newest device of a seat is the only one."""
        if seat:
            self.free(seat)
        token = secrets.token_hex(TOKEN_BYTES)
        given = DoorPass(hashed(token), seat, name, language, meja)
        self._passes[given.hash] = given
        return token, given

    def knows(self, token: str, *, name: str) -> None:
        """This laptop is let in with a token that it has already."""
        if token:
            self._passes.setdefault(
                hashed(token), DoorPass(hashed(token), 0, name[:LONGEST_NAME], meja=True)
            )

    def speaks(self, known: DoorPass, language: str) -> DoorPass:
        """The same pass with another language."""
        changed = replace(known, language=language)
        if known.hash in self._passes:
            self._passes[known.hash] = changed
        return changed

    def free(self, seat: int) -> None:
        """No device has this seat any more."""
        self._passes = {h: p for h, p in self._passes.items() if p.seat != seat}

    def drop(self, known: DoorPass) -> None:
        """This pass lets nobody in any more."""
        self.revoke(known.hash)

    def revoke(self, known: str) -> None:
        """The pass of a token with this hash lets nobody in any more."""
        self._passes.pop(known, None)

    # ---- tries

    def shut_for(self, address: str, now: float) -> float:
        """Seconds for which an address is not listened to; 0.0: it may try."""
        tries, last = self._wrong.get(address, (0, now))
        if tries < FREE_TRIES:
            return 0.0
        wait = min(TRIES_S * 2.0 ** (tries - FREE_TRIES), LONGEST_WAIT_S)
        return max(0.0, last + wait - now)

    def was_wrong(self, address: str, now: float) -> None:
        """An address came with a wrong code or token."""
        tries, last = self._wrong.pop(address, (0, now))
        if now - last > max(TRIES_S, LONGEST_WAIT_S if tries >= FREE_TRIES else 0.0):
            tries = 0
        self._wrong[address] = (tries + 1, now)
        while len(self._wrong) > MOST_ADDRESSES:
            self._wrong.pop(next(iter(self._wrong)))


class Flow:
    """How many messages a device may send: it is made to wait, and nothing of it is lost."""

    def __init__(self) -> None:
        self._left, self._at = float(MESSAGES), 0.0

    def wait(self, now: float) -> float:
        """Seconds until this message counts; each call is one."""
        gained = (now - self._at) * MESSAGES / MESSAGES_S if self._at else 0.0
        self._left = min(float(MESSAGES), self._left + max(0.0, gained)) - 1.0
        self._at = now
        return max(0.0, -self._left * MESSAGES_S / MESSAGES)
