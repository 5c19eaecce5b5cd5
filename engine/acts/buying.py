"""Buying what one landed on, or bringing it to auction."""

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.owing import solvent, transfer
from ketuk.engine.causes import AcquiredBy, CardUsedFor, PaidFor
from ketuk.engine.commands import Buy, Decline
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, CardUsed
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, Auctioneer, BuyChoice, Table


def price_with(rules: RuleSet, table: Table, seat: int, price: int, card: int) -> int | Refused:
    """What is left of a price when a card lowers it; the card must be held and be a discount."""
    if not card:
        return price
    if card not in table.player(seat).hand:
        return refuse(Reason.CARD_NOT_HELD, card=card)
    discount = rules.discounts.get(rules.cards[card].kind)
    if discount is None:
        return refuse(Reason.CARD_NOT_NOW, card=card)
    return discount(rules, price)


def may_buy(rules: RuleSet, table: Table, seat: int, card: int = 0) -> Refused | None:
    """Whether the property just landed on can be bought, with a discount card or without."""
    if refused := asked(table, seat, BuyChoice):
        return refused
    top = table.top
    assert isinstance(top, BuyChoice)
    price = price_with(rules, table, seat, rules.board.deed(top.tile).price, card)
    if isinstance(price, Refused):
        return price
    return rules.may_own(rules, table, seat, top.tile) or solvent(rules, table, seat, price)


def buy(draft: Draft, command: Buy) -> Refused | None:
    """Buy at the printed price, a discount taken off."""
    rules, seat = draft.rules, command.seat
    if refused := may_buy(rules, draft.table, seat, command.card):
        return refused
    top = draft.table.top
    assert isinstance(top, BuyChoice)
    price = price_with(rules, draft.table, seat, rules.board.deed(top.tile).price, command.card)
    assert isinstance(price, int)
    draft.done()
    use_discount(draft, seat, command.card, top.tile)
    transfer(draft, seat, BANK, price, PaidFor("price"), tile=top.tile)
    draft.add(Acquired(seat, top.tile, BANK, AcquiredBy("bought"), price))
    return None


def use_discount(draft: Draft, seat: int, card: int, tile: int) -> None:
    """A discount card goes under its deck."""
    if card:
        ruling = draft.rules.cite(f"discount_{draft.rules.board.tiles[tile].kind}")
        draft.add(CardUsed(seat, card, draft.rules.cards[card].deck, CardUsedFor("played"), ruling))


def decline(draft: Draft, command: Decline) -> Refused | None:
    """Not buy: the property comes to auction, the decliner may bid."""
    if refused := asked(draft.table, command.seat, BuyChoice):
        return refused
    top = draft.table.top
    assert isinstance(top, BuyChoice)
    draft.done()
    draft.plan(Auctioneer(top.tile, command.seat, "declined"))
    return None
