"""What every message on the wire is, and the parts that several of them have."""

from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, StringConstraints

Ident: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Ask: TypeAlias = Annotated[str, StringConstraints(max_length=64)]
LONGEST_NAME = 40
Name: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST_NAME)]
Device: TypeAlias = Annotated[str, StringConstraints(min_length=8, max_length=64)]
"""Chosen by the device once and kept there; no secret, and proof of nothing."""
Command: TypeAlias = dict[str, Any]


class Message(BaseModel):
    """Anything on the wire, and its parts."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
