"""What parts of the table are made of, and the accounts and places that are no seat or tile."""

from functools import cache

from msgspec import Struct

BANK = 0
POT = -1
CORRECTION = -2
NOWHERE = -1
FOREVER = 1_000_000
"""A round that no game reaches."""


@cache
def snake(name: str) -> str:
    """``PayRent`` to ``pay_rent``: how types are named in JSON."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Value(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A part of the table."""
