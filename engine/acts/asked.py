"""Whose move it is: the checks that every act begins with."""

from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.table import (
    AnyTask,
    Bidding,
    BuyChoice,
    Due,
    Free,
    OfSeat,
    OverLimit,
    PickCity,
    Table,
    snake,
)


def on_turn(table: Table, seat: int) -> Refused | None:
    """A free moment of that seat's own turn."""
    top = table.top
    if type(top) is Free:
        return None if top.seat == seat else refuse(Reason.NOT_YOUR_TURN, seat=top.seat)
    if table.phase != "turn" or table.turn.seat == seat:
        return refuse(Reason.QUESTION_OPEN, question=name(top))
    return refuse(Reason.NOT_YOUR_TURN, seat=table.turn.seat)


def asked(table: Table, seat: int, kind: type[AnyTask]) -> Refused | None:
    """A question of that kind, put to that seat."""
    top = table.top
    if not isinstance(top, kind):
        return refuse(Reason.NOT_ASKED, question=name(top))
    if isinstance(top, OfSeat) and top.seat != seat:
        return refuse(Reason.NOT_YOUR_TURN, seat=top.seat)
    return None


def may_pick(table: Table, seat: int, tile: int) -> Refused | None:
    """A tile that is one of those asked for."""
    if refused := asked(table, seat, PickCity):
        return refused
    top = table.top
    assert isinstance(top, PickCity)
    return None if tile in top.tiles else refuse(Reason.BAD_TARGET, target=tile)


def with_time(table: Table) -> int:
    """Who is asked to go on, to buy or to pay, and has time for more beside it; 0 for nobody."""
    top = table.agenda[-1] if table.agenda else None  # half the time of a property
    if type(top) is Free or type(top) is BuyChoice or type(top) is Due:
        return top.seat
    return 0


def only_on_turn(table: Table) -> tuple[int, ...]:
    """The seat whose free moment it is."""
    top = table.top
    return (top.seat,) if type(top) is Free else ()


def anybody_free(table: Table) -> tuple[int, ...]:
    """All who still play, in a free moment of whomever."""
    return table.seats if type(table.top) is Free else ()


def nothing_open(table: Table, seat: int) -> Refused | None:
    """Any free moment, whoever is on turn."""
    top = table.top
    return None if type(top) is Free else refuse(Reason.QUESTION_OPEN, question=name(top))


def may_raise(table: Table, seat: int) -> Refused | None:
    """A moment in which a seat may sell or mortgage: own free moment, or own payment due."""
    top = table.top
    return asked(table, seat, Due) if type(top) is Due else on_turn(table, seat)


def may_mortgage_now(table: Table, seat: int) -> Refused | None:
    """As ``may_raise``, and in the window before an auction for every seat."""
    top, auction = table.top, table.auction
    if type(top) is Bidding and auction is not None and auction.stage == "window":
        return None
    return may_raise(table, seat)


def at_leisure(table: Table, seat: int) -> bool:
    """Own free moment, a hand over its limit in it included."""
    top = table.top
    if type(top) is OverLimit and top.seat == seat and len(table.agenda) > 1:
        top = table.agenda[-2]
    return type(top) is Free and top.seat == seat


def name(task: AnyTask | None) -> str:
    """Id of a task, as in JSON."""
    return snake(type(task).__name__) if task is not None else "nothing"
