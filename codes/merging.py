"""Two copies of one box: whether one knows all that the other does, and what they make together.

A copy is its codes and the lines of its history. One that holds every code and every line of the
other one, and has revoked all that the other one has, is its continuation. Two that each hold
something of their own have gone different ways: a fork. Put together, a fork keeps every code and
every line of both; what either side revoked stays revoked; and where each side has a sticker of
its own for a card, people say which one is on it. What is put together continues both copies, so
the other machine takes it in without a question. Pure: rows in, rows out.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import merge
from itertools import chain

from msgspec.structs import replace

from ketuk.codes.boxform import BoxFile, ChangeRow, CodeRow
from ketuk.codes.minting import codes as minted

RANK = {"spare": 0, "active": 1}
"""A sticker's life goes this way only; all that is neither is out of use."""
OUT = 2


class Side(StrEnum):
    """One of two copies."""

    HERE = "here"
    FILE = "file"


class Relation(StrEnum):
    """How the copy in a file stands to the one here."""

    SAME = "same"
    AHEAD = "ahead"
    """It continues the one here."""
    OLDER = "older"
    """The one here continues it."""
    FORK = "fork"


@dataclass(frozen=True, slots=True)
class Preference:
    """Whose sticker counts where each side has its own: ``side``'s, but for the cards ``but``."""

    side: Side
    but: frozenset[int] = frozenset()

    def of(self, item: int) -> Side:
        """Whose sticker counts on that card."""
        if item not in self.but:
            return self.side
        return Side.HERE if self.side is Side.FILE else Side.FILE


@dataclass(frozen=True, slots=True)
class Parted:
    """What each copy alone knows of a card (or, ``item`` None, of a spare: ``code``).

    ``choice``: each side has a sticker of its own for the card, so people say which one is on it.
    """

    item: int | None
    code: str
    here: tuple[ChangeRow, ...]
    file: tuple[ChangeRow, ...]
    choice: bool


@dataclass(frozen=True, slots=True)
class Merged:
    """Two copies put together.

    ``dropped`` counted on one side and count no more; the cards ``bare`` have lost every sticker
    that counted on either side, so each of them got a new code that must be printed.
    """

    file: BoxFile
    dropped: tuple[CodeRow, ...]
    bare: tuple[int, ...]


def same_box(here: BoxFile, file: BoxFile) -> bool:
    """Whether they are copies of one box, and not two that happen to have the same four signs."""
    ours, theirs = ({item.number for item in copy.items} for copy in (here, file))
    alike = (here.box.made, here.box.ruleset) == (file.box.made, file.box.ruleset)
    return alike and ours == theirs


def relation(here: BoxFile, file: BoxFile) -> Relation:
    """How ``file`` stands to ``here``."""
    match _knows(here, file), _knows(file, here):
        case True, True:
            return Relation.SAME
        case True, False:
            return Relation.OLDER
        case False, True:
            return Relation.AHEAD
        case _:
            return Relation.FORK


def parted(here: BoxFile, file: BoxFile) -> tuple[Parted, ...]:
    """What each copy alone knows, by card, then by spare."""
    alone = {Side.HERE: _alone(here, file), Side.FILE: _alone(file, here)}
    of = _cards(here, file)
    keys = sorted({of[row.code] for row in chain(*alone.values())}, key=_by_card)
    asked = _choices(here, file)

    def rows(side: Side, key: tuple[int | None, str]) -> tuple[ChangeRow, ...]:
        return tuple(row for row in alone[side] if of[row.code] == key)

    return tuple(
        Parted(item, code, rows(Side.HERE, key), rows(Side.FILE, key), item in asked)
        for key in keys
        for item, code in (key,)
    )


def merged(here: BoxFile, file: BoxFile, choice: Preference, *, now: str) -> Merged:
    """The two put together at ``now``, people having made their ``choice``."""
    codes = _united(here, file, choice)
    dropped = _settled(codes, here, file, choice, now)
    bare = _provided(codes, here, now)
    own = [*dropped, *(codes[code] for code in bare.values())]
    _numbered(codes, here, file)
    changes = _interleaved(here.changes, file.changes)
    last = changes[-1].revision if changes else 1
    revision = max(here.box.revision, file.box.revision, last) + 1
    changes += [
        _line(codes[row.code], revision, place, now) for place, row in enumerate(own, start=1)
    ]
    later = max((here, file), key=lambda copy: copy.box.copies_since or "")
    box = replace(
        here.box,
        revision=revision,
        copies=later.box.copies,
        copies_since=later.box.copies_since,
    )
    rows = sorted(codes.values(), key=lambda row: row.code)
    whole = replace(here, box=box, codes=rows, changes=changes, sha256="")
    return Merged(whole, tuple(codes[row.code] for row in dropped), tuple(bare))


# ---- comparing


def _knows(one: BoxFile, other: BoxFile) -> bool:
    """Whether ``one`` holds all that ``other`` does."""
    mine, lines = {row.code: row for row in one.codes}, {_event(row) for row in one.changes}
    moved = {row.code for row in one.changes if row.what == "bound"}

    def holds(row: CodeRow) -> bool:
        own = mine.get(row.code)
        if own is None or _rank(own) < _rank(row):
            return False
        return row.uid in (None, own.uid) or row.code in moved

    since, theirs = one.box.copies_since or "", other.box.copies_since or ""
    policy = one.box.copies == other.box.copies or since > theirs
    return (
        policy
        and all(map(holds, other.codes))
        and all(_event(row) in lines for row in other.changes)
    )


def _event(row: ChangeRow) -> tuple[object, ...]:
    """What makes a line of a history the same line in both copies, wherever it stands."""
    return row.at, row.code, row.item, row.state, row.reason, row.what, row.uid


def _rank(row: CodeRow) -> int:
    return RANK.get(row.state, OUT)


def _alone(one: BoxFile, other: BoxFile) -> list[ChangeRow]:
    """Lines of the history that ``one`` alone has, and codes and tags of which it has no line."""
    lines = {_event(row) for row in other.changes}
    lines_alone = [row for row in one.changes if _event(row) not in lines]
    theirs = {row.code: row for row in other.codes}
    named = {row.code for row in lines_alone}
    for row in one.codes:
        known = theirs.get(row.code)
        if row.code in named:
            continue
        if known is None:
            lines_alone.append(_line(row, one.box.revision, 1, row.made))
        elif row.uid not in (None, known.uid):
            lines_alone.append(replace(_line(row, 1, 1, row.since), what="bound", uid=row.uid))
        elif _rank(known) < _rank(row):
            lines_alone.append(_line(row, one.box.revision, 1, row.since))
    return lines_alone


def _line(row: CodeRow, revision: int, place: int, at: str) -> ChangeRow:
    return ChangeRow(
        revision=revision,
        place=place,
        at=at,
        code=row.code,
        item=row.item,
        serial=row.serial,
        state=row.state,
        reason=row.reason,
    )


def _cards(here: BoxFile, file: BoxFile) -> dict[str, tuple[int | None, str]]:
    """The card of every code, or the code itself of a spare that is nobody's."""
    of: dict[str, tuple[int | None, str]] = {}
    for row in chain(file.codes, here.codes):
        if row.item is not None:
            of[row.code] = (row.item, "")
        of.setdefault(row.code, (None, row.code))
    return of


def _by_card(key: tuple[int | None, str]) -> tuple[bool, int, str]:
    return key[0] is None, key[0] or 0, key[1]


def _choices(here: BoxFile, file: BoxFile) -> set[int]:
    """Cards whose sticker depends on what people choose."""
    ends = [merged(here, file, Preference(side), now=here.box.made) for side in Side]
    ours, theirs = (
        {item: code for item, code in _active(end.file).items() if item not in end.bare}
        for end in ends
    )
    return {item.number for item in here.items if ours.get(item.number) != theirs.get(item.number)}


def _active(copy: BoxFile) -> dict[int, str]:
    return {row.item or 0: row.code for row in copy.codes if row.state == "active"}


# ---- putting together


def _united(here: BoxFile, file: BoxFile, choice: Preference) -> dict[str, CodeRow]:
    """Every code of both, each as far on in its life as either side has it."""
    ours, theirs = ({row.code: row for row in copy.codes} for copy in (here, file))
    tags = _tags(here, file)
    codes = {**ours, **theirs}
    for code in ours.keys() & theirs.keys():
        codes[code] = _farther(ours[code], theirs[code], choice)
    return {code: replace(row, uid=tags.get(code, row.uid)) for code, row in codes.items()}


def _farther(here: CodeRow, file: CodeRow, choice: Preference) -> CodeRow:
    if _rank(here) != _rank(file):
        row = max(here, file, key=_rank)
    elif _rank(here) == OUT:
        row = min(here, file, key=lambda side: side.since)
    else:
        row = here if choice.of(here.item or file.item or 0) is Side.HERE else file
    other = file if row is here else here
    if row.item is None:
        row = replace(row, item=other.item, serial=other.serial)
    return replace(
        row,
        printed=max(filter(None, (here.printed, file.printed)), default=None),
        uid=row.uid or other.uid,
        spare=row.spare or other.spare,
    )


def _tags(here: BoxFile, file: BoxFile) -> dict[str, str | None]:
    """On which tag each code was put last, as far as a history says so."""
    bound = [row for row in chain(here.changes, file.changes) if row.what == "bound"]
    return {row.code: row.uid for row in sorted(bound, key=lambda row: row.at)}


def _settled(
    codes: dict[str, CodeRow], here: BoxFile, file: BoxFile, choice: Preference, now: str
) -> list[CodeRow]:
    """Leave one active sticker to each card that has two; those that gave way."""
    sides = {Side.HERE: _active(here), Side.FILE: _active(file)}
    dropped = []
    for item, rivals in _by_item(codes.values()).items():
        active = [row for row in rivals if row.state == "active"]
        if len(active) < 2:
            continue
        wanted = sides[choice.of(item)].get(item)
        winner = next((row for row in active if row.code == wanted), active[0])
        for row in active:
            if row is not winner:
                codes[row.code] = replace(
                    row, state="replaced", reason=None, replaced_by=winner.code, since=now
                )
                dropped.append(codes[row.code])
    return dropped


def _provided(codes: dict[str, CodeRow], here: BoxFile, now: str) -> dict[int, str]:
    """A new code for each card that has no sticker left that counts."""
    active = {row.item for row in codes.values() if row.state == "active"}
    bare = [item.number for item in here.items if item.number not in active]
    fresh = dict(zip(bare, minted(here.box.id, len(bare), taken=codes), strict=True))
    for item, code in fresh.items():
        codes[code] = CodeRow(
            code=code,
            item=item,
            serial=None,
            state="active",
            made=now,
            since=now,
            reason=None,
            replaced_by=None,
            uid=None,
        )
    return fresh


def _numbered(codes: dict[str, CodeRow], here: BoxFile, file: BoxFile) -> None:
    """Number the stickers of each card; those of the side whose sticker counts keep theirs."""
    known = {Side.HERE: here, Side.FILE: file}
    serials = {
        side: {row.code: row.serial for row in copy.codes if row.serial is not None}
        for side, copy in known.items()
    }
    for rows in _by_item(codes.values()).values():
        active = next(row.code for row in rows if row.state == "active")
        first = Side.HERE if active in serials[Side.HERE] else Side.FILE
        other = Side.FILE if first is Side.HERE else Side.HERE

        def place(
            row: CodeRow, first: Side = first, other: Side = other
        ) -> tuple[bool, bool, int, str]:
            own = serials[first].get(row.code)
            there = serials[other].get(row.code)
            return own is None, own is None and there is None, own or there or 0, row.code

        for serial, row in enumerate(sorted(rows, key=place), start=1):
            codes[row.code] = replace(row, serial=serial)


def _by_item(rows: Iterable[CodeRow]) -> dict[int, list[CodeRow]]:
    by_item: dict[int, list[CodeRow]] = defaultdict(list)
    for row in rows:
        if row.item is not None:
            by_item[row.item].append(row)
    return by_item


def _interleaved(here: Sequence[ChangeRow], file: Sequence[ChangeRow]) -> list[ChangeRow]:
    """The lines of both histories by time, each side's in its own order; numbered anew."""
    history, seen = list[ChangeRow](), set[tuple[object, ...]]()
    revision, place, last = 1, 0, None
    sides = ([(side, row) for row in rows] for side, rows in zip(Side, (here, file), strict=True))
    for side, row in merge(*sides, key=lambda line: line[1].at):
        if _event(row) in seen:
            continue
        seen.add(_event(row))
        place = place + 1 if last == (side, row.revision) else 1
        revision += place == 1
        last = (side, row.revision)
        history.append(replace(row, revision=revision, place=place))
    return history
