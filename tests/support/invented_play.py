"""Dice, auctions, sums and sides of the invented set: each in a third way."""

from ketuk.engine.draft import Draft
from ketuk.engine.rules.auction import on_credit
from ketuk.engine.rules.ruleset import AuctionTerms, Dice, RuleSet
from ketuk.engine.table import Auction, Auctioneer, Table, Walk

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
