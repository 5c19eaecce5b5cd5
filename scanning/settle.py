"""Readings of several readers become taps: the rules of docs/scan-behaviour.md.

Pure: a reading goes in with its time, what a person should notice comes out. A card is known by its
code, else by its tag's number, else by its text; not by the reader that saw it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import assert_never

from ketuk.codes.code import holds, typed
from ketuk.codes.payload import find_code
from ketuk.scanning.scan import (
    By,
    Flaw,
    ReaderError,
    ReaderReason,
    ReaderState,
    Readiness,
    Reading,
    Removed,
    Scan,
)

CARRY = 2.0
"""Seconds within which a card may travel from one reader to another and still be the same tap."""
IN_TURN = 0.5
"""Seconds within which nobody lays a card, another one, and the first again on one NFC reader: two
tags lie there that answer in turn."""
APART = 0.7
"""Seconds for which only one of two codes must be in view before it counts as alone."""


class WhyNoTap(StrEnum):
    """Why a card that was seen is no tap."""

    LAY_THERE = "lay_there"
    """It lay there when the reader started or came back (B8, B9, B12)."""
    OTHER_READER = "other_reader"
    """Another reader has it already (B19, B20)."""
    NOT_LIFTED = "not_lifted"
    """It was tapped before and stayed while a second card came and went (B16)."""


@dataclass(frozen=True, slots=True)
class New:
    """A tap: another card than the last one."""

    scan: Scan
    code: str | None


@dataclass(frozen=True, slots=True)
class Returned:
    """A tap: the same card as the last one, lifted and laid again."""

    scan: Scan
    code: str | None


@dataclass(frozen=True, slots=True)
class NoTap:
    """No tap, only a notice."""

    scan: Scan
    code: str | None
    why: WhyNoTap


@dataclass(frozen=True, slots=True)
class Gone:
    """The card has left the last reader that saw it."""

    code: str | None
    source: str
    at: float


@dataclass(frozen=True, slots=True)
class Several:
    """More than one card at once: none is taken. ``codes`` are those that were read."""

    codes: tuple[str, ...]
    source: str
    at: float


Settled = New | Returned | NoTap | Gone | Several | ReaderError | ReaderState
"""What the stream hands on; a tap is ``New`` or ``Returned``."""


@dataclass(frozen=True, slots=True)
class _Card:
    key: str
    code: str | None


@dataclass(slots=True)
class _Place:
    """What one reader has before it."""

    lying: _Card | None = None
    fresh: bool = False
    """It started or came back, and has not been seen empty since."""
    replaced: tuple[_Card | None, float] | None = None
    """The card before this one and when it made way, if the reader was never empty between."""
    crowded_at: float | None = None
    lost: bool = False
    """The reader is away: what it last saw keeps no other reader from taking that card."""


@dataclass(slots=True)
class Settler:
    """The state of all readers of one table."""

    _places: dict[str, _Place] = field(default_factory=dict)
    _last: str | None = None
    """The card of the last tap."""
    _left: tuple[str, str, float] | None = None
    """Card, reader and time of the last removal."""

    def lying(self) -> frozenset[str]:
        """The codes of ours that lie on a reader, or are in view, now."""
        cards = (place.lying for place in self._places.values() if not place.lost)
        return frozenset(card.code for card in cards if card and card.code)

    def forget(self, source: str) -> None:
        """A reader is used no more; what lay before it lies nowhere now."""
        self._places.pop(source, None)

    def take(self, reading: Reading) -> list[Settled]:
        """What follows from one reading; readings of one reader come in the order of time."""
        match reading:
            case Scan():
                return list(self._scan(reading))
            case Removed():
                return list(self._removed(reading))
            case ReaderError():
                return [self._error(reading)]
            case ReaderState():
                return list(self._state(reading))
            case _:
                assert_never(reading)

    def _scan(self, scan: Scan) -> Iterator[Settled]:
        card, codes, scan = _seen(scan)
        if scan.by is By.TYPED:
            yield self._tap(scan, card)
            return
        place = self._place(scan.source)
        if len(codes) > 1:
            if place.crowded_at is None:
                yield Several(codes, scan.source, scan.at)
            place.crowded_at = scan.at
            return
        if self._in_turn(scan, card, place):
            if place.crowded_at is None and place.lying is not None:
                both = (card.code, place.lying.code)
                yield Several(tuple(c for c in both if c), scan.source, scan.at)
            place.crowded_at, place.replaced = scan.at, (place.lying, scan.at)
            place.lying = card
            return
        if place.crowded_at is not None:
            if scan.at - place.crowded_at < APART:
                return
            place.crowded_at = None
            if card == place.lying:
                yield NoTap(scan, card.code, WhyNoTap.NOT_LIFTED)
        if card != place.lying:
            yield from self._laid(scan, card, place)
        elif place.fresh:
            yield NoTap(scan, card.code, WhyNoTap.LAY_THERE)
        place.fresh = False

    def _in_turn(self, scan: Scan, card: _Card, place: _Place) -> bool:
        if scan.by is not By.NFC or place.replaced is None:
            return False
        before, at = place.replaced
        return before == card != place.lying and scan.at - at < IN_TURN

    def _laid(self, scan: Scan, card: _Card, place: _Place) -> Iterator[Settled]:
        place.replaced = (place.lying, scan.at) if place.lying else None
        yield from self._lifted(place, scan.source, scan.at)
        elsewhere = self._lies_somewhere(card) or self._carried(scan, card)
        place.lying = card
        if place.fresh:
            yield NoTap(scan, card.code, WhyNoTap.LAY_THERE)
        elif elsewhere:
            yield NoTap(scan, card.code, WhyNoTap.OTHER_READER)
        else:
            yield self._tap(scan, card)

    def _tap(self, scan: Scan, card: _Card) -> New | Returned:
        again, self._last = self._last == card.key, card.key
        return Returned(scan, card.code) if again else New(scan, card.code)

    def _removed(self, reading: Removed) -> Iterator[Settled]:
        place = self._place(reading.source)
        place.fresh, place.crowded_at, place.replaced = False, None, None
        yield from self._lifted(place, reading.source, reading.at)

    def _lifted(self, place: _Place, source: str, at: float) -> Iterator[Gone]:
        card, place.lying = place.lying, None
        if card is not None and not self._lies_somewhere(card):
            self._left = card.key, source, at
            yield Gone(card.code, source, at)

    def _error(self, error: ReaderError) -> Several | ReaderError:
        if error.reason is ReaderReason.SEVERAL_CARDS:
            return Several((), error.source, error.at)
        return error

    def _state(self, change: ReaderState) -> Iterator[Settled]:
        place = self._place(change.source)
        place.lost = change.state in (Readiness.LOST, Readiness.ABSENT)
        if change.state is Readiness.READY:
            place.fresh = True
        elif change.state is Readiness.ENDED:
            yield from self._removed(Removed(source=change.source, at=change.at))
        yield change

    def _place(self, source: str) -> _Place:
        return self._places.setdefault(source, _Place())

    def _lies_somewhere(self, card: _Card) -> bool:
        return any(place.lying == card for place in self._places.values() if not place.lost)

    def _carried(self, scan: Scan, card: _Card) -> bool:
        if self._left is None or self._last != card.key:
            return False
        key, source, at = self._left
        return key == card.key and source != scan.source and scan.at - at < CARRY


def _seen(scan: Scan) -> tuple[_Card, tuple[str, ...], Scan]:
    """The card that a scan is about, all codes of ours in it, and the scan with that card first."""
    if scan.by is By.TYPED:
        entry = typed(scan.text)
        if isinstance(entry, str) and holds(entry):
            return _Card(f"code {entry}", entry), (entry,), scan
        return _Card("text " + scan.text, None), (), scan
    ours: dict[str, str] = {}
    for text in (scan.text, *scan.beside):
        if code := find_code(text):
            ours.setdefault(code, text)
    if ours:
        code, text = next(iter(ours.items()))
        others = tuple(other for other in (scan.text, *scan.beside) if other != text)
        return _Card(f"code {code}", code), tuple(ours), replace(scan, text=text, beside=others)
    if scan.flaw is Flaw.OTHER_KIND and scan.uid is None:
        return _Card("stranger on " + scan.source, None), (), scan
    return _Card(f"tag {scan.uid}" if scan.uid else "text " + scan.text, None), (), scan
