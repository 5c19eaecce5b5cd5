"""Payments, debts and open rents."""

from collections.abc import Callable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.folds.parts import for_the_log, put
from ketuk.engine.table import (
    BANK,
    CORRECTION,
    POT,
    Debt,
    OpenRent,
    Table,
    replace,
)


def _paid(table: Table, e: ev.Paid) -> Table:
    players, bank, pot, corrected = table.players, table.bank, table.pot, table.corrected
    for account, amount in ((e.payer, -e.amount), (e.payee, e.amount)):
        if account > BANK:
            p = players[account - 1]
            players = put(players, account - 1, replace(p, cash=p.cash + amount))
        elif account == BANK:
            bank += amount
        elif account == POT:
            pot += amount
        elif account == CORRECTION:
            corrected += amount
    return replace(
        table,
        players=players,
        bank=bank,
        pot=pot,
        corrected=corrected,
        debts=_less_debt(table, e) if e.why == "debt" else table.debts,
        count=table.count + 1,
    )


def _less_debt(table: Table, e: ev.Paid) -> tuple[Any, ...]:
    left, debts = e.amount, []
    for debt in table.debts:
        if left and (debt.debtor, debt.creditor) == (e.payer, e.payee):
            part = min(left, debt.amount)
            left -= part
            debt = replace(debt, amount=debt.amount - part)
        if debt.amount:
            debts.append(debt)
    return tuple(debts)


def _owed(table: Table, e: ev.Owed) -> Table:
    debt = Debt(e.debtor, e.creditor, e.amount)
    return replace(table, debts=(*table.debts, debt), count=table.count + 1)


def _rent_opened(table: Table, e: ev.RentOpened) -> Table:
    rent = OpenRent(e.lander, e.owner, e.bill)
    return replace(table, rents=(*table.rents, rent), count=table.count + 1)


def _rent_closed(table: Table, e: ev.RentClosed) -> Table:
    rents = list(table.rents)
    for at, rent in enumerate(rents):
        if (rent.lander, rent.owner, rent.bill.tile) == (e.lander, e.owner, e.tile):
            del rents[at]
            break
    return replace(table, rents=tuple(rents), count=table.count + 1)


FOLDS: dict[type, Callable[[Table, Any], Table]] = {
    ev.Paid: _paid,
    ev.Owed: _owed,
    ev.RentOpened: _rent_opened,
    ev.RentClosed: _rent_closed,
    ev.Excused: for_the_log,
    ev.Staked: for_the_log,
}
