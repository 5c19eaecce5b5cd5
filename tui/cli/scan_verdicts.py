"""Verdicts of ``ketuk scan`` as sentences and JSON: the box in play, or each code's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from codes.boxes import Boxes
from codes.code import box_of, grouped
from codes.fault import CodesFault
from codes.payload import found
from codes.verdict import (
    Accepted,
    Answer,
    Copied,
    Foreign,
    Held,
    Malformed,
    Mistyped,
    OtherBox,
    Revoked,
    Spare,
    Unknown,
)
from tui.cli.desk import Desk

if TYPE_CHECKING:
    from codes.registry import Registry


@dataclass(frozen=True, slots=True)
class Told:
    """One verdict, ready to be printed."""

    key: str
    facts: Mapping[str, Any]
    record: Mapping[str, Any]
    refused: bool


class Judge:
    """Asks the registry of the box in play."""

    def __init__(self, at: Desk, box: str | None) -> None:
        self._desk, self._boxes = at, Boxes(at.boxes)
        self._open: dict[str, Registry] = {}
        self._only = self._named(box) if box is not None else None

    def close(self) -> None:
        """Let go of every registry."""
        for registry in self._open.values():
            registry.close()
        self._open.clear()

    def told(self, text: str, *, source: str, uid: str | None) -> Told:
        """The verdict on one reading."""
        registry = self._only or self._own_box(text)
        code = found(text)
        if registry is not None:
            now = datetime.now(UTC)
            answer = registry.check(text, source=source, uid=uid, now=now)
        elif code is not None:
            answer = OtherBox(box=box_of(code), code=code)
        else:
            answer = Foreign(text=text)
        return _told(answer, source=source, uid=uid, text=text)

    def _own_box(self, text: str) -> Registry | None:
        code = found(text)
        if code is None or box_of(code) not in self._boxes.ids():
            return None
        box = box_of(code)
        if box not in self._open:
            self._open[box] = self._boxes.open(box)
        return self._open[box]

    def _named(self, box: str) -> Registry:
        try:
            registry = self._boxes.called(box)
        except CodesFault:
            self._desk.refuse("cli_scan.no_box", box=box)
        self._open[registry.box.id] = registry
        return registry


def _told(answer: Answer, *, source: str, uid: str | None, text: str) -> Told:
    record: dict[str, Any] = {"verdict": answer.kind} | _facts(answer)
    code = record.get("code")
    facts = {**record, "source": source, "text": text, "code": grouped(code) if code else ""}
    record |= {"source": source, "uid": uid}
    refused = not isinstance(answer, Accepted)
    return Told(f"cli_scan.{answer.kind}", facts, record, refused)


def _facts(answer: Answer) -> dict[str, Any]:
    match answer:
        case Accepted(box, code, item):
            return {"code": code, "box": box, "item": item}
        case Malformed():
            return {}
        case Mistyped(code, suggestion):
            if suggestion is None:
                return {"code": code}
            about = {"at": suggestion.at, "read": suggestion.read, "maybe": suggestion.maybe}
            return {"code": code, "suggestion": about}
        case OtherBox(box, code) | Unknown(box, code) | Spare(box, code):
            return {"code": code, "box": box}
        case Revoked(box, code, item, since=since):
            return {"code": code, "box": box, "item": item, "since": since.isoformat()}
        case Copied(box, code, item):
            return {"code": code, "box": box, "item": item}
        case Foreign(text):
            return {"text": text}
        case Held(wait):
            return {"wait": wait}
