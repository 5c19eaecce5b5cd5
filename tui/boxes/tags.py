"""Writing the tags of a box: what a sticker is called, and what became of a tag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ketuk.rooms.tagging import NotWritten, Step, TagWritten
from ketuk.tui.boxes.printing import spare_title

if TYPE_CHECKING:
    from ketuk.codes.sticker import Sticker
    from ketuk.tui.boxes.card_names import CardNames
    from ketuk.tui.words import Words


def called(words: Words, cards: CardNames, sticker: Sticker) -> str:
    """A card by its title, a spare by what is printed on it."""
    if sticker.item is None:
        return spare_title(words, sticker.spare)
    return cards.title(sticker.item)


def became(step: Step, cards: CardNames) -> tuple[str, dict[str, Any]]:
    """What became of a tag that was laid down, by its key in ``cli_write``, and its facts."""
    match step:
        case TagWritten(uid=uid):
            return "done", {"uid": uid}
        case NotWritten(uid=uid, outcome=outcome):
            return outcome, {"uid": uid}
        case _:
            known = cards.title(step.other) if isinstance(step.other, int) else step.other
            return step.why, {"other": known}
