"""A card of another box, named where that box is in the data folder too."""

from pathlib import Path

from ketuk.codes.fault import CodesFault
from ketuk.tui.boxes.box import boxes
from ketuk.tui.boxes.card_names import cards_named
from ketuk.tui.words import Words


def stranger(data: Path, words: Words, *, box: str, code: str) -> str:
    """Which card it is and of which box; or only of which, where that box is not here."""
    folder = boxes(data)
    if not folder.path(box).is_file():
        return words("cards.stranger", box=box)
    try:
        with folder.open(box) as registry:
            item, theirs = registry.find(code).item, registry.box
    except CodesFault:
        return words("cards.stranger", box=box)
    cards = cards_named(data, theirs.ruleset, words)
    name = words("codes.state_spare") if item is None else cards.title(item)
    return words("cards.stranger_named", card=name, box=theirs.id, name=theirs.name)
