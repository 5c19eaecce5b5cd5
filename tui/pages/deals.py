"""A trade on a page: what both sides could put on the table, contracts, and what it is worth."""

from ketuk.engine.acts.trading import may_propose
from ketuk.engine.commands import Propose
from ketuk.engine.offers import TradeForm
from ketuk.engine.rules.trade import sides
from ketuk.engine.rules.victory import property_value
from ketuk.engine.table import Goods as Handed
from ketuk.engine.table import Terms, Trade
from ketuk.engine.taps import PutDown, Selected
from ketuk.rooms import sheet
from ketuk.rooms.sheet import ContractPart, Good, Partner, SidePart, Term
from ketuk.rooms.teller import TapTold
from ketuk.rooms.views import HIDDEN
from ketuk.tui.dealing import Deal, Side, contracts, laid, tradeable
from ketuk.tui.pages.place import SeatPlace, wired

MOST_ROUNDS = 40
SIDES: tuple[Side, ...] = ("give", "take")


def trade_form(at: SeatPlace) -> TradeForm | None:
    """The trade that this seat may propose now."""
    return next((f for f in at.offers.forms if isinstance(f, TradeForm)), None)


def goods(at: SeatPlace, form: TradeForm, label: str) -> sheet.GoodsField:
    """A trade with each of those who may be asked."""
    partners, words = tuple(_partner(at, seat) for seat in form.partners), at.names.words
    card = words("rooms.put_card") if at.reads else ""
    return sheet.GoodsField(label=label, partners=partners, send=words("rooms.propose"), card=card)


def _partner(at: SeatPlace, seat: int) -> Partner:
    return Partner(
        label=at.names.seat(seat),
        cmd=wired(Propose(at.seat, Trade(at.seat, seat, Handed(), Handed()))),
        give=side_of(at, at.seat, "give"),
        take=side_of(at, seat, "take"),
        contracts=_contracts(at, seat) if contracts(at.rules) else (),
    )


def side_of(at: SeatPlace, seat: int, side: Side) -> SidePart:
    """What a seat could put on its side of a trade."""
    names, table, rules = at.names, at.table, at.rules
    tiles = tuple(_good(at, tile) for tile in tradeable(rules, table, seat))
    held = table.player(seat).hand if rules.trading.cards else ()
    cards = tuple(Good(value=c, label=names.card(c)) for c in held if c != HIDDEN)
    return SidePart(
        label=names.words(f"rooms.{side}", name=names.seat(seat)),
        into=f"trade.{side}",
        cash=table.player(seat).cash,
        step=rules.meta.step,
        tiles=tiles,
        cards=cards,
    )


def _good(at: SeatPlace, tile: int) -> Good:
    """A property: what it counts for, and the set that it is part of."""
    value = at.names.words.figure(property_value(at.rules, at.table, tile))
    group = at.names.telling.names.of_group(tile)
    return Good(
        value=tile,
        label=at.names.deed(tile),
        hint=f"{value}, {group}" if group else value,
        group=str(at.rules.board.tiles[tile].group or ""),
    )


def _contracts(at: SeatPlace, partner: int) -> tuple[ContractPart, ...]:
    """No rent, or a loan, from either side."""
    words, step, contracts = at.names.words, at.rules.meta.step, list[ContractPart]()
    rounds = Term(name="rounds", label=words("rooms.rounds"), least=1, most=MOST_ROUNDS, step=1)
    for giver in (at.seat, partner):
        name = at.names.seat(giver)
        free, loan = Terms("rent_free", giver, 1), Terms("loan", giver, 1, step, step)
        most = at.table.player(giver).cash
        sums = tuple(
            Term(name=n, label=words(f"rooms.{n}"), least=step, most=top, step=step)
            for n, top in (("principal", max(most, step)), ("repayment", max(2 * most, step)))
        )
        for kind, terms, numbers in (
            ("rent_free", free, (rounds,)),
            ("loan", loan, (rounds, *sums)),
        ):
            label = words(f"screens.pact_{kind}", name=name)
            contracts.append(
                ContractPart(label=label, into="trade.terms", terms=_plain(terms), numbers=numbers)
            )
    return tuple(contracts)


def _plain(terms: Terms) -> dict[str, object]:
    return {
        "kind": terms.kind,
        "giver": terms.giver,
        "rounds": terms.rounds,
        "principal": terms.principal,
        "repayment": terms.repayment,
    }


def put_down(at: SeatPlace, trade: Trade, card: str, meaning: PutDown | Selected) -> TapTold:
    """A card that goes into a trade, or out of it again, as at the table's own screen.

    Args:
        card: what it is called.
    """
    names, form = at.names, trade_form(at)
    if form is None or trade.partner not in form.partners:
        return TapTold(names.words("rooms.card_no_use"), "note")
    deal = Deal(trade.proposer, trade.partner, trade.give, trade.take)
    match meaning:
        case Selected(seat) if seat in form.partners:
            deal = deal.with_partner(seat)
            sentence = names.words("screens.tap_seat", name=names.seat(seat))
        case Selected(seat):
            return TapTold(names.words("screens.tap_seat", name=names.seat(seat)), "note")
        case PutDown(item, holder):
            changed_deal = laid(at.rules, at.table, deal, form.partners, item, holder)
            if not isinstance(changed_deal, Deal):
                tile = card if item in at.rules.cards else names.deed(item)
                facts = {"card": card, "tile": tile, "name": names.seat(holder)}
                return TapTold(names.words(f"screens.trade_{changed_deal}", **facts), "bad")
            key = "rooms.put" if _lies(changed_deal, item, holder) else "rooms.put_back"
            deal, sentence = changed_deal, names.words(key, card=card)
    sides = {f"trade.{side}": _laid(deal.goods(side)) for side in SIDES}
    put = sheet.Put(partner=names.seat(deal.partner), sides=sides)
    return TapTold(sentence, "good", put=put)


def _laid(goods: Handed) -> sheet.Laid:
    return sheet.Laid(cash=goods.cash, tiles=goods.tiles, cards=goods.cards)


def _lies(deal: Deal, item: int, holder: int) -> bool:
    side = deal.side_of(holder)
    return side is not None and item in (*deal.goods(side).tiles, *deal.goods(side).cards)


def weighed(at: SeatPlace, trade: Trade) -> tuple[tuple[str, ...], str]:
    """What a trade is worth to both sides, which sets it makes whole, and why it may not be."""
    names = at.names
    given, taken = sides(at.rules, at.table, trade)
    lines = [names.words("rooms.worth", give=given, take=taken)]
    if whole := names.made_whole(trade):
        lines.append(whole)
    wrong = may_propose(at.rules, at.whole, trade)
    return tuple(lines), names.refusal(wrong) if wrong is not None else ""
