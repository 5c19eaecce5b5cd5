"""Putting a box together from what is left of it: rows, what indexes say, and the history.

What a row says lies in several places: an index has its code and whose it is, and the history what
befell it. What was taken out of use stays so whatever else is lost; a card whose code is lost gets
a new one. Pure: rows in, rows out.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any, TypeAlias

from msgspec.structs import replace

from ketuk.codes.boxform import FORM, KIND, BoxFile, BoxRow, ChangeRow, CodeRow, ItemRow, WhyName
from ketuk.codes.code import box_of, holds
from ketuk.codes.columns import is_sound, is_whole
from ketuk.codes.judging import plain_uid
from ketuk.codes.minting import codes as minted
from ketuk.codes.schema import TABLES
from ketuk.codes.schema import code as codes
from ketuk.codes.wreck import Values

Owner: TypeAlias = tuple[int | None, int | None]
"""The card that a code is of, and the how many-th of its stickers; neither for a spare."""
OUT = ("replaced", "lost", "blocked", "void")
"""States that no sticker ever leaves."""


@dataclass(slots=True)
class Left:
    """What could be read of a box: the rows of its tables by name, and what indexes say of a row by
    its number in the file.
    """

    rows: dict[str, list[Values]]
    codes: dict[int, Any] = field(default_factory=dict)
    owners: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    active: set[int] = field(default_factory=set)
    items: set[Any] = field(default_factory=set)
    noted: dict[str, set[int]] = field(default_factory=dict)
    """By table, the numbers of the rows that its index names."""
    counted: bool = False
    """Whether it is certain that no card of the box is missing."""

    def missing(self, table: str) -> set[int]:
        """Numbers of rows that an index names and that were not read."""
        return self.noted.get(table, set()) - {row["rowid"] for row in self.rows[table]}

    @property
    def count(self) -> int:
        """How many rows are sound."""
        return sum(is_whole(TABLES[table], row) for table in self.rows for row in self.rows[table])


@dataclass(frozen=True, slots=True)
class Pieced:
    """A box that is whole; ``bare`` are the cards that got a new code, since theirs is lost."""

    file: BoxFile
    seen: dict[str, str]
    """When a code was last read."""
    bare: tuple[int, ...]


def pieced(left: Left, own: BoxRow) -> Pieced:
    """The box whose row is ``own``, as far as it can be put together."""
    history = _HistoryTold(left, own)
    kinds = _kinds(left, own.id)
    rows = _Codes(left, own, kinds, history).placed()
    latest = max(chain((own.made,), (line.at for line in history.lines)))
    revision = max(chain((own.revision,), (line.revision for line in history.lines)))
    bare = _provided(rows, own.id, kinds, latest)
    known = {row.code for row in rows}
    revision += bool(bare)
    new = [
        ChangeRow(revision, place, latest, row.code, row.item, row.serial, row.state, _DAMAGED)
        for place, row in enumerate(bare, start=1)
    ]
    file = BoxFile(
        v=FORM,
        kind=KIND,
        box=replace(own, revision=revision),
        items=[ItemRow(number, kind) for number, kind in sorted(kinds.items())],
        codes=[r if r.replaced_by in known else replace(r, replaced_by=None) for r in rows],
        changes=[*(line for line in history.lines if line.code in known), *new],
    )
    times = ((row["code"], row["seen"]) for row in left.rows["code"])
    seen = {code: at for code, at in times if code in known and _good("seen", at)}
    return Pieced(file, seen, tuple(row.item or 0 for row in bare))


_DAMAGED: WhyName = "damaged"


def text(value: object) -> str:
    """What was a text of ASCII letters before its highest bits were turned over; else empty."""
    if isinstance(value, bytes):
        value = bytes(byte & 0x7F for byte in value).decode()
    return value if isinstance(value, str) else ""


def _good(column: str, value: object) -> bool:
    """Whether it is a value, and one of that column of codes."""
    return value is not None and is_sound(codes.c[column], value)


def _provided(rows: list[CodeRow], box: str, kinds: Mapping[int, str], now: str) -> list[CodeRow]:
    """A new code for each card that has none left that counts; they are added to ``rows``."""
    active = {row.item for row in rows if row.state == "active"}
    had: dict[int | None, int] = defaultdict(int)
    for row in rows:
        had[row.item] += 1
    bare = sorted(kinds.keys() - active)
    fresh = minted(box, len(bare), taken={row.code for row in rows})
    new = [
        CodeRow(code, item, had[item] + 1, "active", now, now, None, None, None)
        for item, code in zip(bare, fresh, strict=True)
    ]
    rows += new
    return new


def _kinds(left: Left, box: str) -> dict[int, str]:
    """The kind of each card by its number; one that is lost is its neighbour's."""
    read: dict[int, str] = {}
    for row in left.rows["item"]:
        if text(row["box"]) == box and isinstance(row["number"], int):
            read.setdefault(row["number"], text(row["kind"]))
    noted = {number for number in left.items if isinstance(number, int)}
    owners = chain(left.owners.values(), ((row["item"], None) for row in left.rows["code"]))
    meant = {item for item, _ in owners}
    numbers = (read.keys() & noted) | ((read.keys() | noted) & meant) if noted else read.keys()
    kinds, last = {}, next((kind for kind in read.values() if kind.isidentifier()), "")
    for number in sorted(numbers):
        kind = read.get(number, "")
        kinds[number] = last = kind if kind.isidentifier() else last
    return kinds


class _HistoryTold:
    """What the history says: its lines that are whole, and what it comes to for each code."""

    def __init__(self, left: Left, own: BoxRow) -> None:
        lines: dict[tuple[int, int], ChangeRow] = {}
        fields = ChangeRow.__struct_fields__
        for row in left.rows["change"]:
            if is_whole(TABLES["change"], row) and row["box"] == own.id:
                line = ChangeRow(**{name: row[name] for name in fields})
                lines.setdefault((line.revision, line.place), line)
        self.lines = [lines[key] for key in sorted(lines)]
        self.state: dict[str, ChangeRow] = {}
        self.uid: dict[str, str | None] = {}
        self.printed: dict[str, str] = {}
        for line in self.lines:
            match line.what:
                case "bound":
                    self.uid[line.code] = line.uid
                case "printed":
                    self.printed[line.code] = line.at
                case "state":
                    self.state[line.code] = line


class _Codes:
    """Every code that is known from anywhere, each put to the card that it is of."""

    def __init__(
        self, left: Left, own: BoxRow, kinds: Mapping[int, str], history: _HistoryTold
    ) -> None:
        self._left, self._own, self._kinds, self._history = left, own, kinds, history

    def placed(self) -> list[CodeRow]:
        """The codes, no two of which are the same sticker of a card, or count for one card."""
        drafts = [(self._owners(row, code), row, code) for code, row in self._known().items()]
        taken: set[Owner] = set()
        spares = count(
            1 + max((r["spare"] for _, r, _ in drafts if _is_count(r["spare"])), default=0)
        )
        rows = []
        for owners, row, code in sorted(drafts, key=lambda draft: len(draft[0])):
            free = [owner for owner in owners if owner[0] is None or owner not in taken]
            owner = free[0] if free else (None, None)
            taken.add(owner)
            rows.append(self._row(row, code, owner, spares))
        return list(_settled(rows))

    def _known(self) -> dict[str, Values]:
        """Each code with its row; with nothing but its number where the row is lost."""
        known: dict[str, Values] = {}
        numbers = set()
        nothing = dict.fromkeys(codes.c.keys())
        for row in self._left.rows["code"]:
            both = (row["code"], self._left.codes.get(row["rowid"]))
            code = next((code for code in both if self._is_ours(code) and code not in known), None)
            if code is not None:
                known[code] = row
                numbers.add(row["rowid"])
        for number, code in self._left.codes.items():
            if self._is_ours(code) and number not in numbers:
                known.setdefault(code, {**nothing, "rowid": number})
        for code in self._history.state:
            if self._is_ours(code):
                known.setdefault(code, {**nothing, "rowid": None})
        return known

    def _is_ours(self, code: object) -> bool:
        return isinstance(code, str) and holds(code) and box_of(code) == self._own.id

    def _owners(self, row: Values, code: str) -> list[Owner]:
        """Whose it may be, the likeliest first."""
        owners = [(row["item"], row["serial"])] if row["state"] is not None else []
        if row["rowid"] in self._left.owners:
            owners.append(self._left.owners[row["rowid"]])
        if (line := self._history.state.get(code)) is not None:
            owners.append((line.item, line.serial))
        fits = [
            (item, serial)
            for item, serial in owners
            if (item is None and serial is None) or (item in self._kinds and _is_count(serial))
        ]
        return list(dict.fromkeys(fits))

    def _row(self, row: Values, code: str, owner: Owner, spares: Iterator[int]) -> CodeRow:
        history, (item, serial) = self._history, owner
        line = history.state.get(code)
        made = row["made"] if _good("made", row["made"]) else self._own.made
        state, reason = self._state(row, line, item)
        since = row["since"] if _good("since", row["since"]) else (line.at if line else made)
        spare = row["spare"] if _is_count(row["spare"]) else None
        uid = row["uid"] if isinstance(row["uid"], str) else history.uid.get(code)
        return CodeRow(
            code=code,
            item=item,
            serial=serial,
            state=state,
            made=made,
            since=since,
            reason=reason,
            replaced_by=row["replaced_by"] if _good("replaced_by", row["replaced_by"]) else None,
            uid=uid and plain_uid(uid),
            printed=row["printed"]
            if _good("printed", row["printed"])
            else history.printed.get(code),
            spare=next(spares) if spare is None and item is None else spare,
        )

    def _state(self, row: Values, line: ChangeRow | None, item: int | None) -> tuple[Any, Any]:
        """Its state, and why; what anybody says to be out of use is."""
        own = row["state"] if _good("state", row["state"]) else None
        why = row["reason"] if _good("reason", row["reason"]) else None
        if own not in OUT and line is not None and line.state in OUT:
            own, why = line.state, line.reason
        if own is None:
            counts = row["rowid"] in self._left.active
            own = "active" if counts else line.state if line else "spare"
        if item is None:
            return (own if own not in ("active", "replaced") else "void"), why
        return (own if own != "spare" else "replaced"), why


def _settled(rows: list[CodeRow]) -> Iterator[CodeRow]:
    """Each card's stickers numbered from 1, and no more than the last of them counting."""
    cards: dict[int, list[CodeRow]] = defaultdict(list)
    for row in rows:
        if row.item is None:
            yield row
        else:
            cards[row.item].append(row)
    for stickers in cards.values():
        stickers.sort(key=lambda row: (row.serial or 0, row.code))
        last = max((n for n, row in enumerate(stickers) if row.state == "active"), default=None)
        for n, row in enumerate(stickers):
            gone = row.state == "active" and n != last
            yield replace(row, serial=n + 1, state="replaced" if gone else row.state)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and value >= 1
