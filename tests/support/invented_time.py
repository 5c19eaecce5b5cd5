"""Questions with a time, for the invented set: turns, purchases, bids, answers and payments."""

from collections.abc import Sequence

from ketuk.engine.acts import owing
from ketuk.engine.acts.mortgaging import may_redeem
from ketuk.engine.acts.timekeeping import answer
from ketuk.engine.commands import Decline, EndTurn, Pass, Redeem, Reject, Roll
from ketuk.engine.draft import Draft
from ketuk.engine.events import AnyEvent, Rolled
from ketuk.engine.rules.ruleset import RuleSet, Timing
from ketuk.engine.table import Answer, Bidding, BuyChoice, Due, Free, Table

TURN, PURCHASE, BID, YES_OR_NO, PAYMENT = 60, 30, 20, 25, 45


def seconds(rules: RuleSet, table: Table) -> int | None:
    """Real dice take as long as they take."""
    match table.top:
        case Free():
            return TURN if table.options.dice == "app" else None
        case BuyChoice():
            return PURCHASE
        case Bidding():
            return BID
        case Answer():
            return YES_OR_NO
        case Due():
            return PAYMENT
        case _:
            return None


def default(draft: Draft) -> None:
    """Roll, or end the turn; do not buy, do not bid, say no; pay with what there is."""
    top, table = draft.table.top, draft.table
    match top:
        case Free(seat=seat):
            _go_on(draft, seat)
        case BuyChoice(seat=seat):
            answer(draft, Decline(seat))
        case Bidding():
            assert table.auction is not None
            answer(draft, Pass(table.auction.callers[0]))
        case Answer(trade=trade):
            answer(draft, Reject(trade.partner))
        case Due():
            draft.done()
            owing.settle(draft, top)
        case _:
            raise AssertionError(top)


def _go_on(draft: Draft, seat: int) -> None:
    """Roll; or end the turn, which redeems first what has to be redeemed."""
    rules = draft.rules
    if draft.table.turn.may_roll:
        answer(draft, Roll(seat))
        return
    for tile in draft.table.owned(seat):
        if may_redeem(rules, draft.table, seat, tile) is None:
            answer(draft, Redeem(seat, tile))
    answer(draft, EndTurn(seat))


def extra_roll(events: Sequence[AnyEvent]) -> bool:
    """A double gives the turn its full time again."""
    return any(isinstance(e, Rolled) and e.again for e in events)


def bid_called(events: Sequence[AnyEvent]) -> bool:
    """Whoever is to bid next has the full time, too."""
    return any(type(e).__name__ in ("BidCalled", "Passed") for e in events)


TIMING = Timing(seconds, default, lambda events: extra_roll(events) or bid_called(events))
