"""Real dice to be typed on a page."""

from ketuk.engine.offers import DiceForm
from ketuk.rooms.sheet import DiceField
from ketuk.tui.pages.place import SeatPlace


def dice(at: SeatPlace, form: DiceForm) -> DiceField:
    """Real dice of a roll, a tie, a target or a card."""
    words, many = at.names.words, form.command != "throw"
    cmd: dict[str, object] = {"type": form.command, ("dice" if many else "die"): [] if many else 0}
    if form.card:
        cmd["card"] = form.card
    return DiceField(
        label=words("rooms.dice", count=form.count),
        count=form.count,
        many=many,
        cmd=cmd,
        fills="dice" if many else "die",
        send=words("rooms.send_dice"),
    )
