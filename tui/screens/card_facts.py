"""What is told of a card: its state, its stickers one after the other, and where they were read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.text import Text

from ketuk.codes.code import grouped, typed
from ketuk.codes.payload import find_code
from ketuk.codes.verdict import StickerState
from ketuk.tui.boxes.box import is_demo
from ketuk.tui.boxes.rows import COLOURS, Standing, StickerRow, standing
from ketuk.tui.telling.verdicts import befell, when

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.codes.sticker import Change, FailedScan, Sticker
    from ketuk.tui.words import Words

LOOKED_AT = 10_000
"""Refused scans that are searched for those of one card: as many as a registry keeps."""


def state_sign(words: Words, state: Standing) -> Text:
    """The letter of a state, in its colour."""
    return Text(words(f"cards.letter_{state}"), f"bold {COLOURS[state]}")


def head(registry: Registry, row: StickerRow, words: Words) -> Text:
    """Name, code where it may be seen, state, and when it was last read."""
    sticker = row.sticker
    text = Text(f"{row.title}\n", "bold")
    if is_demo(registry.box):
        code = words("cards.code", code=grouped(sticker.code))
        text.append(f"{code}\n", "bold reverse")
    text.append_text(state_line(sticker, words)).append("\n", "not bold")
    text.append(seen(sticker, words), "not bold")
    return text


def state_line(sticker: Sticker, words: Words) -> Text:
    """Letter, number and state of a sticker, and since when."""
    text = state_sign(words, standing(sticker))
    facts = {"state": words(f"codes.state_{sticker.state}"), "since": day(sticker.since)}
    key = "cards.state_spare" if sticker.serial is None else "cards.state"
    text.append(f"  {words(key, serial=sticker.serial or 0, **facts)}", "not bold default")
    return text


def day(time: datetime) -> str:
    """A day in the table's own zone."""
    return f"{time.astimezone():%Y-%m-%d}"


def seen(sticker: Sticker, words: Words) -> str:
    """When it was last read."""
    if sticker.seen is None:
        return words("cards.never")
    return words("cards.seen", when=when(sticker.seen))


def notes(registry: Registry, row: StickerRow, words: Words) -> Text:
    """How the code is used, what is to be done, and the stickers that came before."""
    sticker, text = row.sticker, Text()
    demo = is_demo(registry.box)
    for line in _advice(sticker, words, demo=demo):
        text.append(f"{line}\n")
    if sticker.item is not None:
        changes = registry.history(sticker.item)
        if len(changes) > 1:
            text.append(f"{words('cards.changes')}\n", "dim")
            text.append_text(changes_told(changes, words))
    return text


def _advice(sticker: Sticker, words: Words, *, demo: bool) -> list[str]:
    advice = []
    if sticker.state is StickerState.SPARE:
        advice.append(words("cards.spare_how"))
    elif standing(sticker) == "fresh":
        advice.append(words("cards.fresh_how"))
    advice.append(words("cards.show" if demo else "cards.no_code"))
    if sticker.uid is not None:
        advice.append(words("cards.tag", uid=sticker.uid))
    return advice


def changes_told(changes: Sequence[Change], words: Words) -> Text:
    """What befell the stickers of a card, oldest first."""
    text = Text()
    for change in changes:
        state: Standing = change.state.value
        text.append("  ").append_text(state_sign(words, state))
        line = f"  {when(change.at)}  {_numbered(change.serial, words)} {befell(words, change)}"
        text.append(f"{line}\n")
    return text


def whole_history(registry: Registry, row: StickerRow, words: Words) -> Text:
    """Every sticker that the card ever had, and every reading of them that is kept."""
    sticker, text = row.sticker, Text()
    if sticker.item is None:
        own: tuple[Sticker, ...] = (sticker,)
    else:
        text.append_text(changes_told(registry.history(sticker.item), words)).append("\n")
        own = tuple(s for s in registry.stickers(None) if s.item == sticker.item)
    refused = registry.failed_scans(last=LOOKED_AT)
    for one in own:
        text.append_text(_of_sticker(one, [s for s in refused if code_of(s) == one.code], words))
    return text


def _of_sticker(sticker: Sticker, refused: Sequence[FailedScan], words: Words) -> Text:
    text = state_line(sticker, words)
    text.append(f"\n   {seen(sticker, words)}\n")
    if sticker.uid is not None:
        text.append(f"   {words('cards.tag', uid=sticker.uid)}\n")
    for scan in refused:
        facts = {"when": when(scan.at), "source": scan.source, "told": _refusal(scan, words)}
        text.append(f"   {words('cards.refused', **facts)}\n")
    return text


def _refusal(scan: FailedScan, words: Words) -> str:
    """Why a reading of this card's code was not simply taken."""
    state = f"codes.state_{scan.detail}"
    if scan.verdict == "revoked" and words.has(state):
        return words("cards.refused_revoked", state=words(state))
    key = f"cards.refused_{scan.verdict}"
    taken = f"{key}_{'_'.join((scan.detail or '').split())}"
    return words(taken if words.has(taken) else key)


def code_of(scan: FailedScan) -> str | None:
    """The code in a reading that was refused, if there is one."""
    code = find_code(scan.text)
    if code is not None:
        return code
    mistyped = typed(scan.text)
    return mistyped if isinstance(mistyped, str) else None


def _numbered(serial: int | None, words: Words) -> str:
    return words("codes.state_spare") if serial is None else words("cards.number", serial=serial)
