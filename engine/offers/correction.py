"""What may be set by hand now."""

from msgspec import Struct

from ketuk.engine.acts.correcting import (
    at_rest,
    least_cash,
    may_carry,
    may_set_pot,
    most_cash,
    within_bounds,
)
from ketuk.engine.corrections import AnyCorrection, BuildingsOn, CardIn, DeedOf, PawnOn
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    BANK,
    POT,
    Table,
)


class CorrectionForm(Struct, frozen=True):
    """What may be set by hand now: any command ``Correct`` within these bounds."""

    pawns: tuple[int, ...]
    """Seats whose pawn may stand on any tile; in the jail stuck or not."""
    seats: tuple[int, ...]
    """Seats that may have properties and cards."""
    accounts: tuple[int, ...]
    """Whose cash may be set: these seats, and the pot where the game has one."""
    least: int
    """Lowest cash of a player; below 0 only in sets where cash can fall so low. The pot's is 0."""
    most: int
    """Highest cash."""
    step: int
    """Cash is a multiple of it."""
    deeds: tuple[tuple[int, tuple[int, ...]], ...]
    """Properties, each with the owners that it may have; 0 is the bank."""
    levels: tuple[tuple[int, tuple[int, ...]], ...]
    """Cities that may carry buildings, each with the levels that the box has enough for."""
    cards: tuple[int, ...]
    """Cards that may be in a hand or in their deck."""


def correction_form(table: Table, rules: RuleSet) -> CorrectionForm | Refused:
    """What the players may set by hand now, or why nothing.

    Not part of ``offers``: no question asks for it, so that nobody who plays by what is offered
    ever does it.
    """
    if refused := at_rest(table):
        return refused

    def may(what: AnyCorrection) -> bool:
        return within_bounds(rules, table, what) is None

    seats, deeds, levels = table.seats, rules.board.deeds, range(rules.top_level + 1)
    owners = [
        (t, tuple([o for o in (BANK, *seats) if may(DeedOf(t, o, mortgaged=False))])) for t in deeds
    ]
    cities = [t for t in deeds if may_carry(rules, table, t) is None]
    return CorrectionForm(
        pawns=tuple([s for s in seats if may(PawnOn(s, 0, stuck=False))]),
        seats=seats,
        accounts=seats if may_set_pot(rules, table) else (*seats, POT),
        least=least_cash(rules),
        most=most_cash(rules),
        step=rules.meta.step,
        deeds=tuple([(t, some) for t, some in owners if some]),
        levels=tuple([(t, tuple([n for n in levels if may(BuildingsOn(t, n))])) for t in cities]),
        cards=tuple([c for c in rules.cards if may(CardIn(c, seats[0]))]),
    )
