"""What every fact is made of."""

from msgspec import Struct

from ketuk.engine.table import snake


class Event(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag=snake, tag_field="type"):
    """Anything that has happened."""
