"""Land that nobody owns: bought, brought to auction, or skipped."""

from ketuk.engine.acts import buying
from ketuk.engine.acts.asked import asked
from ketuk.engine.causes import LandedOn
from ketuk.engine.commands import AnyCommand, Buy, Decline, Skip
from ketuk.engine.draft import Draft
from ketuk.engine.events import Landed
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.auction import in_cash
from ketuk.engine.rules.ruleset import AuctionTerms, RuleSet
from ketuk.engine.rulesets.kompleks import first_lap
from ketuk.engine.table import Auction, Auctioneer, BuyChoice, Table


def bidders(rules: RuleSet, table: Table, task: Auctioneer) -> tuple[int, ...]:
    """All past their first lap, whoever brought it to auction too."""
    return tuple([s for s in table.seats if first_lap.done(table, s)])


def least(rules: RuleSet, table: Table, tile: int) -> int:
    """The first bid."""
    return rules.figures["least_bid"]


def cash_alone(rules: RuleSet, table: Table, auction: Auction, seat: int) -> int:
    """Nothing is raised while a property is under the hammer (KP-6)."""
    return in_cash(rules, table, seat)


def terms(raise_by: int) -> AuctionTerms:
    """Open bids in rotation from the lander's left, within cash (KP-6)."""
    return AuctionTerms(bidders, least, raise_by, in_cash, cash_alone, rotation=True)


def may_decline(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether it can come to auction: another player has to be able to bid (KP-6)."""
    if refused := asked(table, seat, BuyChoice):
        return refused
    top, first_bid = table.top, rules.figures["least_bid"]
    assert isinstance(top, BuyChoice)
    if any(table.player(s).cash >= first_bid for s in first_lap.others(table, seat)):
        return None
    return refuse(Reason.NO_BIDDERS, "KP-6", tile=top.tile)


def decline(draft: Draft, command: Decline) -> Refused | None:
    """Bring it to auction."""
    refused = may_decline(draft.rules, draft.table, command.seat)
    return refused or buying.decline(draft, command)


def skip(draft: Draft, command: Skip) -> Refused | None:
    """Leave it unowned: whoever lands there next is asked, the skipper too (KP-5)."""
    if refused := asked(draft.table, command.seat, BuyChoice):
        return refused
    top = draft.table.top
    assert isinstance(top, BuyChoice)
    draft.done()
    draft.add(Landed(command.seat, top.tile, LandedOn("skipped"), "KP-5"))
    return None


def choice(rules: RuleSet, table: Table, task: BuyChoice) -> list[AnyCommand]:
    """Buy with the cash in hand; auction, if somebody else can bid; skip."""
    seat = task.seat
    commands: list[AnyCommand] = []
    if buying.may_buy(rules, table, seat) is None:
        commands.append(Buy(seat))
    if may_decline(rules, table, seat) is None:
        commands.append(Decline(seat))
    return [*commands, Skip(seat)]
