"""How a game begins, how turns and rounds end, and how all ends."""

from collections.abc import Callable

from ketuk.engine.acts import ending
from ketuk.engine.acts.beginning import throw_for_it
from ketuk.engine.acts.owing import transfer
from ketuk.engine.causes import AcquiredBy, GameEnd, PaidFor
from ketuk.engine.commands import Conclude
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, EndNear, StateChanged, TurnEnded
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets.rel.estate import in_minus
from ketuk.engine.rulesets.rel.laps import news_due
from ketuk.engine.states import Laps, Loans
from ketuk.engine.table import BANK, Charge, CloseTurn, Due, OpenRound, Table, replace

FAST = "fast"
"""House rule: the fast mode."""
WARNINGS = (5, 1)
"""So many rounds before the end, that one included, players are warned."""

# --- the beginning -----------------------------------------------------------------------------


def lay(bands: list[list[int]]) -> Callable[[Draft], None]:
    """In fast mode stations are dealt (R-24); then everybody throws for the beginning."""

    def begin(draft: Draft) -> None:
        if FAST in draft.table.options.house:
            _deal(draft, bands)
        throw_for_it(draft)

    return begin


def _deal(draft: Draft, bands: list[list[int]]) -> None:
    """A station of each band to everybody; cash makes up for the price of what was dealt."""
    board, seats = draft.rules.board, draft.table.seats
    worth = dict.fromkeys(seats, 0)
    for band in bands:
        left = [t for line in band for t in board.groups[line]]
        for seat in seats:
            tile = draft.luck.draw(left)
            left.remove(tile)
            draft.add(Acquired(seat, tile, BANK, AcquiredBy("dealt")))
            worth[seat] += board.deed(tile).price
    for seat in seats:
        transfer(
            draft, BANK, seat, max(worth.values()) - worth[seat], PaidFor("dealt"), ruling="R-24"
        )


# --- turns and rounds --------------------------------------------------------------------------


def may_end(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Every roll was made, and cash is not below zero unless Ah Long collected in it (R-19)."""
    if refused := ending.may_end(rules, table, seat):
        return refused
    if in_minus(table, seat):
        return refuse(Reason.BELOW_ZERO, "R-19", amount=table.player(seat).cash)
    return None


def close_turn(draft: Draft, task: CloseTurn) -> bool:
    """The game ends if all have the laps agreed on (R-2); else news where they are due (R-17)."""
    table, laps = draft.table, draft.rules.figures["laps"]
    if table.state(Loans).collected:
        draft.add(StateChanged(replace(table.state(Loans), collected=0)))
    if laps and table.state(Laps).least(table.seats) >= laps:
        draft.add(TurnEnded(table.turn.seat))
        _stop(draft, GameEnd("laps"))
        return True
    if (due := news_due(table)) is not None:
        draft.plan(due)
        return True
    return ending.close_turn(draft, task)


def open_round(draft: Draft, task: OpenRound) -> bool:
    """A round begins, with a warning if the end is near."""
    ending.open_round(draft, task)
    left = draft.table.rounds - draft.table.round + 1
    if left in WARNINGS:
        draft.add(EndNear(left))
    return True


# --- the end -----------------------------------------------------------------------------------


def conclude(draft: Draft, command: Conclude) -> Refused | None:
    """Stop at any time: a due payment takes what cash there is, all else lapses (R-25)."""
    for task in reversed(draft.table.agenda):
        if isinstance(task, Due | Charge):
            cash = max(draft.table.player(task.seat).cash, 0)
            part, tile = min(cash, task.amount), task.bill.tile if task.bill else -1
            transfer(draft, task.seat, task.to, part, task.why, tile=tile, ruling="R-25")
    _stop(draft, GameEnd("agreed"))
    return None


def _stop(draft: Draft, why: GameEnd) -> None:
    while draft.table.agenda:
        draft.done()
    ending.end_game(draft, why)
