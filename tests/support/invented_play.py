"""Dice, auctions, sums and sides of the invented set: each in a third way."""

from collections.abc import Sequence
from dataclasses import replace

from ketuk import engine
from ketuk.engine.acts.owing import transfer
from ketuk.engine.commands import Bid, Build, Mortgage, Redeem, SellBuilding
from ketuk.engine.draft import Draft
from ketuk.engine.events import AnyEvent, Landed
from ketuk.engine.rules.auction import on_credit
from ketuk.engine.rules.ruleset import AuctionTerms, Dice, Excuse, RuleSet
from ketuk.engine.table import BANK, Auction, Auctioneer, Bill, Table, Walk
from ketuk.engine.table import replace as changed
from ketuk.engine.taps import TAPS

# --- dice --------------------------------------------------------------------------------------


def three_from_round_two(rules: RuleSet, table: Table, seat: int) -> int:
    """A third die joins in the second round; not in jail."""
    return 3 if table.round > 1 and table.player(seat).jail < 0 else 2


def first_two_equal(dice: tuple[int, ...]) -> bool:
    """The third die makes no double."""
    return dice[0] == dice[1]


def walk_on(draft: Draft, seat: int, dice: tuple[int, ...]) -> None:
    """The third double moves the pawn as any other, and no roll follows."""
    draft.plan(Walk(seat, sum(dice)))


DICE = Dice(three_from_round_two, first_two_equal, walk_on)


# --- auctions ----------------------------------------------------------------------------------


def others(rules: RuleSet, table: Table, task: Auctioneer) -> tuple[int, ...]:
    """Everybody but who brought it here, from that seat's left."""
    return table.clockwise(task.leader)[1:]


def a_tenth(rules: RuleSet, table: Table, tile: int) -> int:
    """The first bid is a tenth of the price."""
    return rules.board.deed(tile).price // 10


def all_of_it(rules: RuleSet, table: Table, auction: Auction, seat: int) -> int:
    """The limit counts what can be raised already."""
    return on_credit(rules, table, seat)


AUCTIONS = AuctionTerms(
    bidders=others, least=a_tenth, raise_by=10, limit=on_credit, reach=all_of_it, rotation=True
)


# --- sums --------------------------------------------------------------------------------------

STALL = 60


def stall(draft: Draft, seat: int, tile: int) -> None:
    """The parking costs so much, even where it brings a player below zero."""
    draft.add(Landed(seat, tile, "nothing"))
    transfer(draft, seat, BANK, STALL, "tax")


def shared_rent(rules: RuleSet, table: Table, tile: int, lander: int) -> Bill | Excuse:
    """A tenth of every rent is the bank's; mates pay each other nothing."""
    found = engine.ruleset("klasik").rent(rules, table, tile, lander)
    owner = table.holdings[tile].owner
    if isinstance(found, Excuse):
        return found
    if rules.side(rules, table, owner) == rules.side(rules, table, lander):
        return Excuse("own")
    return changed(found, shares=((BANK, found.total // 10),))


# --- sides and what follows by itself ----------------------------------------------------------


def pairs(rules: RuleSet, table: Table, seat: int) -> int:
    """Of four players those who sit across are one side."""
    return 2 - seat % 2 if len(table.players) == 4 else seat


UNLUCKY, LUCKY = 13, 77


def luck_of_numbers(draft: Draft, facts: Sequence[AnyEvent]) -> bool:
    """The bank makes 13 in cash 77, and 77 makes it 78: a fact that leads to the next."""
    facts_before = len(draft.events)
    for seat in draft.table.seats:
        cash = draft.table.player(seat).cash
        if cash == UNLUCKY:
            transfer(draft, BANK, seat, LUCKY - UNLUCKY, "card")
        elif cash == LUCKY:
            transfer(draft, BANK, seat, 1, "card")
    return len(draft.events) > facts_before


# --- taps --------------------------------------------------------------------------------------

OF_A_PROPERTY, OF_A_PLAYER = TAPS["property"], TAPS["player"]
MORE_TAPS = {
    "property": replace(
        OF_A_PROPERTY, order=(*OF_A_PROPERTY.order, (Build, SellBuilding, Mortgage, Redeem))
    ),
    "player": replace(OF_A_PLAYER, order=(*OF_A_PLAYER.order, (Bid,))),
}
"""An own property is a choice of what can be done with it, a player card the lowest bid."""
