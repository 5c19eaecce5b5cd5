"""Sealed copies: what a phone keeps of a game, which it cannot read, and how two phones open it.

Everything is sealed under the key of the game, which only laptops have that were let in. Each
device of a seat is told a secret of its own, and for each pair of seats that it is in the key of
the game, wrapped under the secrets of both: two of them together open what either keeps.

AES-256-GCM with nonces by chance, HKDF and HMAC on SHA-256, of the library ``cryptography``.
"""

import base64
import binascii
import hmac
import re
import secrets
import zlib
from contextlib import suppress
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ketuk.rooms.batches import inflated
from ketuk.rooms.proof import KEY_BYTES
from ketuk.rooms.records import to_text
from ketuk.rooms.seal_wire import Kind

NONCE, LENGTH = 12, 4
SIGNS = 16
"""Hexadecimal digits of what names a copy or a row: 64 bits."""
SECRET_SIGNS = 32
"""Of a seat's secret: 128 bits."""
STEPS: dict[Kind, int] = {"header": 1024, "row": 512, "box": 4096, "room": 1024}
"""A sealed part is as long as the next multiple of this: its length tells no bid and no hand."""
NUMBER = 8
"""So many digits each number counts for, whatever it is."""
_NUMBER = re.compile(rb"-?\d{1,%d}" % NUMBER)


@dataclass(frozen=True, slots=True)
class Plain:
    """Something that is sealed by itself."""

    kind: Kind
    host: int
    """A row: number of the reign under which it was written; box and room: of the one that has
    sealed it; a header: 0.
    """
    seq: int
    """Number of the row; revision of the box; of the room the time in milliseconds, higher each
    time; 0 for a header."""
    text: bytes
    """Header, row: their JSON; box: its export, packed by zlib; room: a ``SealedRoom``'s JSON."""


def copy_id(key: str) -> str:
    """What names the copies of a game, wherever its key is and whatever it is called there."""
    return _keyed(key, "game", SIGNS)


def keyed(key: str, mark: str) -> str:
    """The mark of a row for those who may not know the row: a plain digest would betray a bid."""
    return _keyed(key, f"mark {mark}", SIGNS)


def seat_secret(key: str, seat: int, token_hash: str) -> str:
    """What the device of a seat is told; another one at that seat has another secret."""
    return _keyed(key, f"seat {seat} {token_hash}", SECRET_SIGNS)


def _keyed(key: str, text: str, signs: int) -> str:
    return hmac.new(bytes.fromhex(key), text.encode(), "sha256").hexdigest()[:signs]


# ---- parts


def seal(key: str, part: Plain) -> str:
    """A part as it is kept: base64 of nonce and sealed text."""
    plain, step = _packed(part), STEPS[part.kind]
    size = LENGTH + max(len(plain), _length(part.kind, plain))
    padded = (len(plain).to_bytes(LENGTH, "big") + plain).ljust(-(-size // step) * step, b"\0")
    nonce = secrets.token_bytes(NONCE)
    bound = _bound(copy_id(key), part.kind, part.host, part.seq)
    return base64.b64encode(
        nonce + AESGCM(bytes.fromhex(key)).encrypt(nonce, padded, bound)
    ).decode()


def _packed(part: Plain) -> bytes:
    """A header is long, the same for ever, and no secret of the game: so it is packed."""
    return zlib.compress(part.text) if part.kind == "header" else part.text


def _length(kind: Kind, plain: bytes) -> int:
    """Of what tells of the game: with every number in it as long as any other."""
    if kind in ("header", "box"):
        return len(plain)
    return len(_NUMBER.sub(b"0" * NUMBER, plain))


def open_sealed(key: str, kind: Kind, host: int, seq: int, data: str) -> bytes | None:
    """What was sealed; None: it is none of this game's, or was changed."""
    opened = _opened(bytes.fromhex(key), _bound(copy_id(key), kind, host, seq), data)
    if opened is None or len(opened) < LENGTH:
        return None
    size = int.from_bytes(opened[:LENGTH], "big")
    plain = opened[LENGTH : LENGTH + size]
    return inflated(plain) if kind == "header" else plain


def _bound(game: str, kind: str, host: int, seq: int) -> bytes:
    return to_text([game, kind, host, seq]).encode()


def _opened(key: bytes, bound: bytes, data: str) -> bytes | None:
    with suppress(binascii.Error, ValueError, InvalidTag):
        raw = base64.b64decode(data, validate=True)
        return AESGCM(key).decrypt(raw[:NONCE], raw[NONCE:], bound)
    return None


# ---- the key, for two


def wrap(key: str, one: str, other: str) -> str:
    """The key of a game, for two seats together."""
    nonce = secrets.token_bytes(NONCE)
    game = copy_id(key).encode()
    sealed = AESGCM(_of_both(one, other)).encrypt(nonce, bytes.fromhex(key), game)
    return base64.b64encode(nonce + sealed).decode()


def unwrap(one: str, other: str, game: str, wrapped: str) -> str | None:
    """The key of the game whose copies are called ``game``; None: these two do not open this."""
    opened = _opened(_of_both(one, other), game.encode("utf-8", "replace"), wrapped)
    if opened is None or len(opened) != KEY_BYTES or copy_id(opened.hex()) != game:
        return None
    return opened.hex()


def _of_both(one: str, other: str) -> bytes:
    both = "\n".join(sorted((one, other))).encode("utf-8", "replace")
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=b"ketuk pair").derive(both)
