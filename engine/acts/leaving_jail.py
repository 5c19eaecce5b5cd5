"""Into the jail and out of it."""

from ketuk.engine.acts.asked import on_turn
from ketuk.engine.acts.owing import solvent, transfer
from ketuk.engine.causes import FreedBy, JailedFor, MovedBy, PaidFor, RollSpentOn
from ketuk.engine.commands import LeaveJail
from ketuk.engine.draft import Draft
from ketuk.engine.events import Freed, Jailed, Moved, RollSpent
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import NOWHERE, Table


def put_in_jail(draft: Draft, seat: int, why: JailedFor) -> None:
    """Put a pawn into the jail; it passes no tile and gets no salary."""
    corner = draft.rules.board.find("jail")
    start = draft.table.player(seat).at
    if start != corner:
        draft.add(Moved(seat, start, corner, MovedBy("put")))
    draft.add(Jailed(seat, why))


def send_to_jail(draft: Draft, seat: int, why: JailedFor) -> None:
    """Into the jail; a roll that a double has earned is lost."""
    put_in_jail(draft, seat, why)
    turn = draft.table.turn
    if turn.seat == seat and turn.may_roll:
        draft.add(RollSpent(seat, RollSpentOn("jailed"), draft.rules.cite("jailed")))


def land_in_jail(draft: Draft, seat: int, tile: int) -> None:
    """A pawn that reaches the tile is stuck."""
    draft.add(Jailed(seat, JailedFor("landed")))


def may_leave(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether a seat may pay its way out before rolling."""
    if refused := on_turn(table, seat):
        return refused
    if table.player(seat).jail == NOWHERE:
        return refuse(Reason.NOT_STUCK)
    if not table.turn.may_roll:
        return refuse(Reason.AFTER_ROLL)
    return solvent(rules, table, seat, rules.jail.fee)


def leave(draft: Draft, command: LeaveJail) -> Refused | None:
    """Pay the way out."""
    rules, seat = draft.rules, command.seat
    if refused := may_leave(rules, draft.table, seat):
        return refused
    transfer(draft, seat, rules.jail.to(draft.table), rules.jail.fee, PaidFor("jail"))
    draft.add(Freed(seat, FreedBy("paid")))
    return None
