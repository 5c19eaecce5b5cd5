"""What a card is that was tapped on the screen of cards; a card of another box is named too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ketuk.codes.verdict import Accepted, Answer, Copied, OtherBox, Spare
from ketuk.tui.boxes.card_names import CardNames, sticker_title
from ketuk.tui.boxes.strangers import stranger
from ketuk.tui.scans import Said
from ketuk.tui.telling.verdicts import verdict_sentence

if TYPE_CHECKING:
    from ketuk.codes.registry import Registry
    from ketuk.tui.home import Home


@dataclass(frozen=True, slots=True)
class CardFound:
    """What to say of a card; its ``code`` and ``item`` where the box knows them."""

    said: Said
    code: str | None = None
    item: int | None = None
    accepted: bool = False


def looked_up(app: Home, cards: CardNames, answer: Answer) -> CardFound:
    """A verdict in words, and what it is about."""
    code: str | None = getattr(answer, "code", None)
    item: int | None = getattr(answer, "item", None)
    match answer:
        case Accepted():
            line = app.words("cards.looked_up", name=cards.title(answer.item), item=answer.item)
            return CardFound(Said(line, "good"), code, item, accepted=True)
        case Spare():
            return CardFound(Said(app.words("cards.spare_tapped"), "note"), code)
        case OtherBox():
            line = stranger(app.data, app.words, box=answer.box, code=answer.code)
            return CardFound(Said(line, "bad"))
        case _:
            name = "" if item is None else cards.title(item)
            return CardFound(
                Said(verdict_sentence(app.words, answer, name=name), "bad"), code, item
            )


def copied_title(app: Home, registry: Registry, cards: CardNames, copied: Copied) -> str:
    """The card whose sticker may be a copy, as its sticker calls it: a bid card its seat only."""
    item = next(item for item in registry.items() if item.number == copied.item)
    return sticker_title(app.words, cards, item)
