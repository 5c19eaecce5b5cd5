"""What the tiles do that are no property, and what cards do that this set has its own way of."""

from ketuk.engine.acts import turning
from ketuk.engine.acts.leaving_jail import send_to_jail
from ketuk.engine.acts.owing import owe_rent
from ketuk.engine.acts.turning import Effect, Says
from ketuk.engine.causes import FactorName, JailedFor, LandedOn, NothingFrom
from ketuk.engine.draft import Draft
from ketuk.engine.events import Landed, Nothing
from ketuk.engine.rules.money import down
from ketuk.engine.rules.rent import by_throw
from ketuk.engine.rules.ruleset import Excuse, Land, RuleSet
from ketuk.engine.rulesets.rel.laps import first_lap, news
from ketuk.engine.table import BANK, DrawCard, Factor, Table


def to_bank(table: Table) -> int:
    """The account that gets taxes, fines and repairs."""
    return BANK


def a_tenth(rules: RuleSet, worth: int) -> int:
    """The part of the worth that is paid if that is chosen, down; of a minus nothing."""
    return down(max(worth, 0), rules.meta.step, times=rules.figures["income_tax"], per=100)


def taxed(land: Land) -> Land:
    """A tax that the first lap and a tax holiday spare."""

    def spared(draft: Draft, seat: int, tile: int) -> None:
        if first_lap(draft.rules, draft.table, seat):
            draft.add(Landed(seat, tile, LandedOn("first_lap"), "R-4"))
        elif news(draft.rules, draft.table, "tax_free"):
            draft.add(Landed(seat, tile, LandedOn("tax_free")))
        else:
            land(draft, seat, tile)

    return spared


def land_on_kad(draft: Draft, seat: int, tile: int) -> None:
    """A card is turned over."""
    draft.plan(DrawCard(seat, "kad"))


def land_on_go_to_jail(draft: Draft, seat: int, tile: int) -> None:
    """Straight to jail; in the first lap the pawn stays, and a roll that is due is kept (R-6)."""
    if first_lap(draft.rules, draft.table, seat):
        draft.add(Landed(seat, tile, LandedOn("first_lap"), "R-6"))
    else:
        send_to_jail(draft, seat, JailedFor("sent"))


# --- cards -------------------------------------------------------------------------------------


def spared(effect: Effect, what: NothingFrom, ruling: str) -> Effect:
    """A card that does nothing to who is in the first lap."""

    def unless_first(draft: Draft, seat: int, card: Says) -> None:
        if first_lap(draft.rules, draft.table, seat):
            draft.add(Nothing(what, "first_lap", ruling, seat))
        else:
            effect(draft, seat, card)

    return unless_first


def _utility_at_last_throw(draft: Draft, seat: int, card: Says) -> None:
    """To the nearest utility. Unowned: as landing there. Another's: times the last throw."""
    tile = turning.nearest(draft, seat, "utility")
    rules, table = draft.rules, draft.table
    if table.holdings[tile].owner == BANK or isinstance(
        rules.rent(rules, table, tile, seat), Excuse
    ):
        rules.landing["utility"](draft, seat, tile)
    else:
        bill = by_throw(tile, sum(table.turn.dice), Factor(FactorName("card"), card.amount))
        owe_rent(draft, seat, table.holdings[tile].owner, bill)


COSTLY = ("fine", "pay_each", "repairs")
"""What cards do that costs the one who draws them."""
EFFECTS: dict[str, Effect] = {
    **turning.EFFECTS,
    "nearest_station": turning.nearest_at_its_rent("station"),
    "nearest_utility": _utility_at_last_throw,
    "jail": spared(turning.jail, NothingFrom("to_jail"), "R-6"),
    **{name: spared(turning.EFFECTS[name], NothingFrom("card"), "R-7") for name in COSTLY},
}
"""What the cards do."""
