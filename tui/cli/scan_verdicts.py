"""Verdicts of ``ketuk scan`` as sentences and JSON: the box in play, or each code's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ketuk.codes.boxes import Boxes
from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import Accepted, Answer, Copied, Revoked
from ketuk.tui.boxes.card_names import CardNames
from ketuk.tui.cli.cards import cards_of, faults_told, tell_fault
from ketuk.tui.cli.desk import Desk
from ketuk.tui.telling.verdicts import record, verdict_sentence

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry


@dataclass(frozen=True, slots=True)
class ToldVerdict:
    """One verdict, ready to be printed."""

    sentence: str
    record: Mapping[str, Any]
    refused: bool


class ScanJudge:
    """Asks the registry of the box in play, or of the box that a code names."""

    def __init__(self, at: Desk, box: str | None) -> None:
        self._desk, self._boxes = at, Boxes(at.boxes)
        self._cards: dict[str, CardNames] = {}
        self._only: Registry | None = None
        if box is not None:
            with faults_told(at):
                self._only = self._boxes.called(box)

    def close(self) -> None:
        """Let go of the registry."""
        if self._only is not None:
            self._only.close()

    def verdict(self, text: str, *, source: str, uid: str | None) -> ToldVerdict:
        """The verdict on one reading."""
        try:
            answer = self._answer(text, source=source, uid=uid)
            name = self._name(answer)
        except CodesFault as fault:
            tell_fault(self._desk, fault)
        sentence = verdict_sentence(self._desk.words, answer, name=name)
        facts = {**record(answer, name=name), "source": source, "uid": uid}
        return ToldVerdict(sentence, facts, not isinstance(answer, Accepted))

    def _answer(self, text: str, *, source: str, uid: str | None) -> Answer:
        asked = self._only or self._boxes
        return asked.check(text, source=source, uid=uid, now=datetime.now(UTC))

    def _name(self, answer: Answer) -> str:
        """What the card is called, for the verdicts that are about a card."""
        if not isinstance(answer, Accepted | Revoked | Copied) or answer.item is None:
            return ""
        if answer.box not in self._cards:
            with self._boxes.open(answer.box) as registry:
                self._cards[answer.box] = cards_of(self._desk, registry.box.ruleset)
        return self._cards[answer.box].name(answer.item)
