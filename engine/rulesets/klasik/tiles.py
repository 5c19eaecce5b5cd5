"""What the tiles do that are no property: taxes, cards, parking, the way to jail."""

from ketuk.engine.acts.leaving_jail import send_to_jail
from ketuk.engine.acts.owing import transfer
from ketuk.engine.causes import JailedFor, LandedOn, PaidFor
from ketuk.engine.draft import Draft
from ketuk.engine.events import Landed
from ketuk.engine.rules.money import down, up
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, POT, Table

POT_RULE = "pot"
"""House rule: taxes, fines and repairs gather, and who stops on the parking takes them."""


def fines_to(table: Table) -> int:
    """The account that gets taxes, fines and repairs (K-25)."""
    return POT if POT_RULE in table.options.house else BANK


def half_of_each(rules: RuleSet, table: Table, tile: int, levels: int) -> int:
    """Half the price of a building, down, for each of them (K-16)."""
    return levels * down(rules.board.deed(tile).build_price, rules.meta.step, per=2)


def a_tenth(rules: RuleSet, worth: int) -> int:
    """The part of the worth that is paid if that is chosen, up (K-10)."""
    return up(worth, rules.meta.step, times=rules.figures["income_tax"], per=100)


def land_on_parking(draft: Draft, seat: int, tile: int) -> None:
    """Nothing, or by the house rule all that has gathered (K-25)."""
    draft.add(Landed(seat, tile, LandedOn("nothing")))
    if fines_to(draft.table) == POT:
        transfer(draft, POT, seat, draft.table.pot, PaidFor("pot"), ruling="K-25")


def land_on_go_to_jail(draft: Draft, seat: int, tile: int) -> None:
    """Straight to jail."""
    send_to_jail(draft, seat, JailedFor("sent"))
