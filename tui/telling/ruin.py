"""Over what somebody went bankrupt."""

from collections.abc import Sequence

from ketuk.engine.events import AnyEvent, Bankrupted, Paid, RentClosed
from ketuk.engine.table import Due, Table
from ketuk.tui.telling.names import Names


def bankrupted(names: Names, event: Bankrupted, sentence: str, move: Sequence[AnyEvent]) -> str:
    """The sentence on it, with what was to be paid.

    Args:
        names: bound to the table before the move.
        told: the sentence as far as the event itself tells it.
        move: all that came of the move.
    """
    what = _over(names, event.seat, names.table, move)
    return names.words("events.bankrupted_over", told=sentence, what=what) if what else sentence


def _over(names: Names, seat: int, table: Table, move: Sequence[AnyEvent]) -> str:
    words = names.words
    for event in move:
        if isinstance(event, RentClosed) and event.lander == seat and event.how != "lapsed":
            return words("events.rent_of", tile=names.tile(event.tile))
    due = next((t for t in reversed(table.agenda) if isinstance(t, Due) and t.seat == seat), None)
    paid = next((e for e in move if isinstance(e, Paid) and e.payer == seat), None)
    if due is not None and due.bill is not None and due.why == "rent":
        return words("events.rent_of", tile=names.tile(due.bill.tile))
    why = due.why if due is not None else paid.why if paid is not None else ""
    key = f"table.why_{why}"
    return words(key, jail=names.jail) if words.has(key) else ""
