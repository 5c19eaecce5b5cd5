"""What every fact is made of."""

from msgspec import Struct

from ketuk.engine.table import snake


class Event(Struct, frozen=True, gc=False, tag=snake, tag_field="type"):
    """Anything that has happened."""
