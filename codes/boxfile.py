"""A box as one file: JSON with a form number, a revision and a SHA-256 over its canonical text.

Canonical is: keys sorted, no spaces, UTF-8; the digest covers everything but itself. The file holds
every code of the box, so it is worth as much as the box. The log of failed scans and the times of
the last ones stay at home: scanning does not make a box differ from its file.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from ketuk.codes.boxform import (
    FORM,
    KIND,
    BoxFile,
    BoxFile1,
    present_form,
)
from ketuk.codes.boxrows import of_tags, rows_of
from ketuk.codes.code import box_of, holds
from ketuk.codes.disk import disk_faults
from ketuk.codes.fault import CodesFault, Fault
from ketuk.codes.judging import plain_uid
from ketuk.codes.moment import moment
from ketuk.codes.registry import Registry
from ketuk.codes.schema import code as codes
from ketuk.codes.sticker import plain_name

LARGEST = 200_000_000
"""Bytes that an exported box may have: a thousand reissues of every card take 40 MB."""
LONGEST_TEXT = 200
"""Signs that a name in one may have."""


class _BoxHead(Struct):
    kind: str = ""
    v: int = 0


def exported(registry: Registry) -> bytes:
    """The box as the bytes of its file."""
    with registry.reading() as connection:
        file = rows_of(connection, registry.box_id)
    return canonical(msgspec.structs.replace(file, sha256=digest(file))) + b"\n"


def on_no_tag(registry: Registry) -> tuple[str, ...]:
    """The codes that an older version bound to what no tag has: a file holds them as on no tag."""
    bound = select(codes.c.code, codes.c.uid).where(codes.c.box == registry.box_id)
    with registry.reading() as connection:
        rows = connection.execute(bound.where(codes.c.uid.is_not(None)).order_by(codes.c.code))
        return tuple(row.code for row in rows if plain_uid(row.uid) is None)


def load(path: Path) -> bytes:
    """The bytes of an exported file.

    Raises:
        CodesFault: NOT_THERE, FORBIDDEN, NOT_EXPORT (too large to be one).
    """
    with disk_faults(path), path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise _no_export(path, "other", f"> {LARGEST}")
    return content


def _no_export(path: Path, why: str, detail: str) -> CodesFault:
    """``why``: no_text, no_json (cut off, too), other (JSON of another kind), contradicts."""
    return CodesFault(Fault.NOT_EXPORT, path=path, why=why, detail=detail)


@contextmanager
def consistent(path: Path) -> Iterator[None]:
    """Rows that the registry's own constraints refuse make a file no export."""
    try:
        yield
    except IntegrityError as error:
        raise _no_export(path, "contradicts", str(error.orig)) from None


def read(content: bytes, *, path: Path) -> BoxFile:
    """The box in a file's bytes, whole and consistent.

    Raises:
        CodesFault: NOT_EXPORT, EXPORT_NEWER, DIGEST.
    """
    try:
        head = msgspec.json.decode(content, type=_BoxHead)
        if head.kind == KIND and head.v > FORM:
            raise CodesFault(Fault.EXPORT_NEWER, path=path, found=head.v, known=FORM)
        if head.kind == KIND and head.v == 1:
            file: BoxFile | BoxFile1 = msgspec.json.decode(content, type=BoxFile1)
        else:
            file = msgspec.json.decode(content, type=BoxFile)
    except msgspec.ValidationError as error:
        raise _no_export(path, "other", str(error)) from None
    except msgspec.DecodeError as error:
        raise _no_export(path, "no_json", str(error)) from None
    except UnicodeDecodeError as error:
        raise _no_export(path, "no_text", str(error)) from None
    if file.kind != KIND or not 1 <= file.v <= FORM:
        raise _no_export(path, "other", f"{file.kind} {file.v}")
    if digest(file) != file.sha256:
        raise CodesFault(Fault.DIGEST, path=path)
    whole = of_tags(present_form(file) if isinstance(file, BoxFile1) else file)
    _check(whole, path)
    return whole


def canonical(file: BoxFile) -> bytes:
    """A file's canonical text: sorted keys, no spaces, UTF-8."""
    return msgspec.json.encode(file, order="sorted")


def digest(file: BoxFile | BoxFile1) -> str:
    """SHA-256, in hex, over the canonical text without the key ``sha256``."""
    plain: dict[str, Any] = msgspec.to_builtins(file)
    del plain["sha256"]
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def _check(file: BoxFile, path: Path) -> None:
    """What the types do not say."""
    for detail in _contradictions(file):
        raise _no_export(path, "contradicts", detail)
    try:
        for time in _times(file):
            moment(time)
    except CodesFault as error:
        detail = str(error.facts["detail"])
        raise _no_export(path, "contradicts", detail) from None


def _contradictions(file: BoxFile) -> Iterator[str]:
    """Codes of another box or with a wrong check, items without exactly one active code, serials
    with a gap, rows that are there twice or name what is not there, a name that cannot be shown.
    """
    known, numbers = {row.code for row in file.codes}, {row.number for row in file.items}
    for row in file.codes:
        if not holds(row.code) or box_of(row.code) != file.box.id:
            yield f"codes: {row.code}"
        if not (row.item in numbers or row.item is None):
            yield f"codes: item {row.item}"
        if not (row.replaced_by in known or row.replaced_by is None):
            yield f"codes: {row.code}"
    if len(known) < len(file.codes) or len(numbers) < len(file.items):
        yield "codes, items: twice"
    if len({(row.revision, row.place) for row in file.changes}) < len(file.changes):
        yield "changes: twice"
    if not {row.code for row in file.changes} <= known:
        yield "changes: code"
    active = sorted(row.item or 0 for row in file.codes if row.state == "active")
    if active != sorted(numbers):
        yield "codes: active"
    serials: dict[int, list[int]] = defaultdict(list)
    for row in file.codes:
        if row.item is not None:
            serials[row.item].append(row.serial or 0)
    if any(sorted(of_card) != list(range(1, len(of_card) + 1)) for of_card in serials.values()):
        yield "codes: serial"
    if not _can_be_shown(file.box.name) or plain_name(file.box.name) != file.box.name:
        yield "box: name"
    if not _can_be_shown(file.box.ruleset):
        yield "box: ruleset"
    if not all(_can_be_shown(row.kind) for row in file.items):
        yield "items: kind"


def _can_be_shown(text: str) -> bool:
    return text.isprintable() and len(text) <= LONGEST_TEXT


def _times(file: BoxFile) -> Iterator[str]:
    yield from filter(None, (file.box.made, file.box.copies_since))
    for row in file.codes:
        yield from filter(None, (row.made, row.since, row.printed))
    yield from (row.at for row in file.changes)
