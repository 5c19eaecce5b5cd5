"""Counting a box at the command line: what is read is judged, counted and told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ketuk.codes import counting
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.scan_verdicts import ScanJudge, ToldVerdict

if TYPE_CHECKING:
    from ketuk.codes.counting import Count
    from ketuk.codes.registry import Registry
    from ketuk.tui.boxes.card_names import CardNames


class _Counter(ScanJudge):
    """Judges as ``scan`` does, and counts what is accepted."""

    def __init__(self, at: Desk, registry: Registry) -> None:
        super().__init__(at, registry.box_id)
        self._counted = registry

    def enough(self) -> bool:
        """Whether all cards are there."""
        count = counting.count_of(self._counted)
        return count is not None and count.complete

    def verdict(self, text: str, *, source: str, uid: str | None) -> ToldVerdict:
        """The verdict on one reading, and how far the count is with it."""
        verdict = super().verdict(text, source=source, uid=uid)
        if verdict.refused:
            return verdict
        count = counting.tick(self._counted, verdict.record["item"], now=datetime.now(UTC))
        assert count is not None, "it was begun before anything was read"
        facts = {"done": count.done, "count": len(count.items)}
        sentence = self._desk.words("cli_count.so_far", told=verdict.sentence, **facts)
        return replace(verdict, sentence=sentence, record={**verdict.record, **facts})


def take(
    at: Desk,
    registry: Registry,
    nfc: Sequence[str],
    cameras: Sequence[str],
    images: Sequence[Path],
    lines: Path | None,
    *,
    anew: bool,
) -> None:
    """Begin, or go on; then count what is read until all is there or somebody stops."""
    from ketuk.tui.cli.listening import ScanClerk, readers

    if anew or counting.count_of(registry) is None:
        counting.begin(registry, now=datetime.now(UTC))
    counting.go_on(registry, going=True)
    counter = _Counter(at, registry)
    with ScanClerk(at, counter) as clerk:
        if images:
            clerk.read_pictures(images)
        if lines is not None:
            with _opened(at, lines) as file:
                clerk.read_lines(file, enough=counter.enough)
        if nfc or cameras or not (images or lines):
            clerk.listen(readers(nfc, cameras), wait=False, enough=counter.enough)


def _opened(at: Desk, path: Path) -> Any:
    if str(path) == "-":
        return nullcontext(sys.stdin)
    try:
        return path.open(encoding="utf-8", errors="replace")
    except OSError as error:
        at.refuse("cli_play.input_missing", path=path, detail=error.strerror)


def tell(at: Desk, registry: Registry, cards: CardNames, count: Count | None) -> None:
    """How far it is, and every card that is missing by name."""
    box = registry.box_id
    if at.as_json:
        facts: dict[str, Any] = {"done": 0, "count": 0, "missing": []}
        if count is not None:
            facts = {"done": count.done, "count": len(count.items), "missing": [*count.missing]}
        at.tell({"box": box, "begun": count is not None, **facts})
    elif count is None:
        at.say("cli_count.none", box=box)
    elif count.complete:
        at.say("cli_count.complete", box=box, count=len(count.items))
    else:
        names = ", ".join(f"{cards.title(item)} ({item})" for item in count.missing)
        facts = {"done": count.done, "count": len(count.items), "left": len(count.missing)}
        at.say("cli_count.missing", box=box, names=names, **facts)


def give_up(at: Desk, registry: Registry, cards: CardNames, *, yes: bool) -> None:
    """All that is missing is lost, once somebody has said so."""
    count = counting.count_of(registry)
    if count is None:
        at.refuse("cli_count.none", box=registry.box_id)
    if count.complete:
        at.refuse("cli_count.complete", box=registry.box_id, count=len(count.items))
    if not at.as_json:
        tell(at, registry, cards, count)
    if not yes and not at.agreed("cli_count.sure", count=len(count.missing)):
        at.refuse("cli_count.not_given_up")
    done = counting.missing_lost(registry, now=datetime.now(UTC))
    items = [each.new.item for each in done]
    if at.as_json:
        at.tell({"box": registry.box_id, "lost": items, "codes": [each.new.code for each in done]})
    else:
        at.say("cli_count.given_up", box=registry.box_id, count=len(items))
