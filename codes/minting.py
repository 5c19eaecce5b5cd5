"""New box names and tokens, from the operating system's source of secrets."""

import secrets
from collections.abc import Collection, Container, Iterator

from ketuk.codes.code import ALPHABET, BOX_LENGTH, TOKEN_LENGTH, sealed

MOST_BOXES = len(ALPHABET) ** BOX_LENGTH


class NoBoxLeft(Exception):
    """All names of boxes are taken: 32^4 of them."""


def signs(count: int) -> str:
    """``count`` random signs of the alphabet."""
    return "".join(secrets.choice(ALPHABET) for _ in range(count))


def box_id(taken: Collection[str]) -> str:
    """A box name that is not in ``taken``.

    Raises:
        NoBoxLeft: every name is taken.
    """
    if len(taken) >= MOST_BOXES:
        raise NoBoxLeft
    while (name := signs(BOX_LENGTH)) in taken:
        pass
    return name


def codes(box: str, count: int, *, taken: Container[str] = ()) -> Iterator[str]:
    """``count`` different new codes of ``box``, none of them in ``taken``.

    A token is random and says nothing about the card it will stand on.
    """
    fresh: set[str] = set()
    while len(fresh) < count:
        code = sealed(box + signs(TOKEN_LENGTH))
        if code not in fresh and code not in taken:
            fresh.add(code)
            yield code
