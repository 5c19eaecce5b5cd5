"""The rows of an exported box, in each form that was ever written.

A form, once released, never changes: a new field is a new form, and a file of an older one is led
to the present when it is read.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ketuk.codes.code import ALPHABET

FORM = 2
KIND = "ketuk-box"
MOST = 2**53
"""The largest number in one: what any JSON tool keeps exactly."""

BoxId = Annotated[str, Meta(pattern=f"^[{ALPHABET}]{{4}}\\Z")]
Code = Annotated[str, Meta(pattern=f"^[{ALPHABET}]{{12}}\\Z")]
Stamp = Annotated[str, Meta(pattern=r"^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}\.[0-9]{6}Z\Z")]
StateName = Literal["active", "spare", "replaced", "lost", "blocked", "void"]
WhatName = Literal["state", "printed", "bound"]
WhyName = Literal["lost", "damaged", "copied", "misprint"]
Uid = str
"""Any text: older versions bound whatever a reader said. Those that no tag has are left out."""
Natural = Annotated[int, Meta(ge=0, le=MOST)]
Counted = Annotated[int, Meta(ge=1, le=MOST)]


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class BoxRow1(_Row, frozen=True):
    """A row of the table ``box``, form 1."""

    id: BoxId
    name: str
    ruleset: str
    revision: Counted
    made: Stamp
    copies: Literal["ask", "accept", "refuse"]


class ItemRow(_Row, frozen=True):
    """A row of the table ``item``."""

    number: Natural
    kind: str


class CodeRow1(_Row, frozen=True):
    """A row of the table ``code``, form 1."""

    code: Code
    item: Natural | None
    serial: Counted | None
    state: StateName
    made: Stamp
    since: Stamp
    reason: WhyName | None
    replaced_by: Code | None
    uid: Uid | None


class ChangeRow1(_Row, frozen=True):
    """A row of the table ``change``, form 1."""

    revision: Counted
    place: Counted
    at: Stamp
    code: Code
    item: Natural | None
    serial: Counted | None
    state: StateName
    reason: WhyName | None


class BoxFile1(_Row, frozen=True):
    """All of an exported box, form 1."""

    v: int
    kind: str
    box: BoxRow1
    items: list[ItemRow]
    codes: list[CodeRow1]
    changes: list[ChangeRow1]
    sha256: str = ""


class BoxRow(BoxRow1, frozen=True):
    """A row of the table ``box``."""

    copies_since: Stamp | None = None


class CodeRow(CodeRow1, frozen=True):
    """A row of the table ``code``."""

    printed: Stamp | None = None
    spare: Counted | None = None


class ChangeRow(ChangeRow1, frozen=True):
    """A row of the table ``change``."""

    what: WhatName = "state"
    uid: Uid | None = None


class BoxFile(_Row, frozen=True):
    """All of an exported box; ``sha256`` is over the rest."""

    v: int
    kind: str
    box: BoxRow
    items: list[ItemRow]
    codes: list[CodeRow]
    changes: list[ChangeRow]
    sha256: str = ""


def present_form(file: BoxFile1) -> BoxFile:
    """A box of form 1 as the present form has it: spares numbered as the registry's step does."""
    spares = sorted((row.made, row.code) for row in file.codes if row.item is None)
    number = {code: at for at, (_, code) in enumerate(spares, start=1)}
    codes = [CodeRow(**msgspec.structs.asdict(r), spare=number.get(r.code)) for r in file.codes]
    return BoxFile(
        v=FORM,
        kind=KIND,
        box=BoxRow(**msgspec.structs.asdict(file.box)),
        items=file.items,
        codes=codes,
        changes=[ChangeRow(**msgspec.structs.asdict(row)) for row in file.changes],
    )
