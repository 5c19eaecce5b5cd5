"""The lines of a trade: money, properties and cards of a side, and the terms of a contract."""

from dataclasses import replace

from ketuk.engine.rules.victory import property_value
from ketuk.tui.dealing import Deal, Side, cash_step, contracts, tradeable
from ketuk.tui.session import Session
from ketuk.tui.signs import signs
from ketuk.tui.widgets.goods import GoodsRow


def all_rows(session: Session, deal: Deal) -> list[GoodsRow]:
    """Both sides, and the contract if these rules know contracts."""
    terms = _terms(session, deal) if contracts(session.rules) else []
    return [*_side(session, deal, "give"), *_side(session, deal, "take"), *terms]


def _side(session: Session, deal: Deal, side: Side) -> list[GoodsRow]:
    tiles = tradeable(session.rules, session.table, deal.seat(side))
    rows = [_money(session, deal, side), *(_property(session, deal, side, t) for t in tiles)]
    hand = session.table.player(deal.seat(side)).hand
    held = session.rules.trading.cards and (hand or session.rules.seating.hand_deck)
    if not held:
        return rows
    goods, words = deal.goods(side), session.words
    put = ", ".join(session.names.card(c) for c in goods.cards)
    label = words("screens.trade_cards", put=put or "-", held=len(hand))
    return [*rows, GoodsRow(side, label, opens=side, marked=bool(goods.cards))]


def _money(session: Session, deal: Deal, side: Side) -> GoodsRow:
    rules, goods = session.rules, deal.goods(side)
    most, step = session.table.player(deal.seat(side)).cash, rules.meta.step

    def paid(d: Deal, cash: int) -> Deal:
        return d.paying(side, max(0, min(cash, most)) // step * step)

    label = session.words("screens.trade_cash", amount=goods.cash, most=most)
    by_arrow = cash_step(rules)
    short = f"{session.words.figure(goods.cash)} / {session.words.figure(most)}"
    return GoodsRow(side, label, short, number=paid, value=goods.cash,
               turn=lambda d, by: paid(d, d.goods(side).cash + by * by_arrow))  # fmt: skip


def _property(session: Session, deal: Deal, side: Side, tile: int) -> GoodsRow:
    rules, table, names = session.rules, session.table, session.names
    pawned = f"{signs().mortgaged} " if table.holdings[tile].mortgaged else ""
    return GoodsRow(
        side,
        ", ".join(
            filter(None, (f"{pawned}{names.deed(tile)}", names.telling.names.of_group(tile)))
        ),
        right=f"{session.words.figure(property_value(rules, table, tile))} {_group(session, tile)}",
        marked=tile in deal.goods(side).tiles,
        turn=lambda d, by: d.turned(side, tile, card=False),
    )


def _group(session: Session, tile: int) -> str:
    """How much of the group of a property its owner has, as wide for one without a group."""
    rules, table = session.rules, session.table
    siblings = rules.board.siblings(tile)
    if not siblings:
        return " " * len(session.words("screens.trade_set", held=0, size=0))
    held = sum(table.holdings[t].owner == table.holdings[tile].owner for t in siblings)
    return session.words("screens.trade_set", held=held, size=len(siblings))


def _terms(session: Session, deal: Deal) -> list[GoodsRow]:
    words, names = session.words, session.names
    giver = names.seat(deal.proposer if deal.pact.endswith("give") else deal.partner)
    kind = words(f"screens.pact_{deal.kind or 'none'}", name=giver)
    rows = [GoodsRow("terms", words("screens.trade_kind", kind=kind), turn=Deal.next_pact)]
    if deal.kind is None:
        return rows

    def rounds(d: Deal, n: int) -> Deal:
        return replace(d, rounds=max(1, n))

    label = words("screens.trade_rounds", rounds=deal.rounds)
    rows.append(GoodsRow("terms", label, turn=lambda d, by: rounds(d, d.rounds + by), number=rounds,
                    value=deal.rounds))  # fmt: skip
    if deal.kind == "loan":
        rows += [_loan(session, "principal", deal.principal),
                 _loan(session, "repayment", deal.repayment)]  # fmt: skip
    return rows


def _loan(session: Session, field: str, value: int) -> GoodsRow:
    step, by_arrow = session.rules.meta.step, cash_step(session.rules)

    def put(deal: Deal, amount: int) -> Deal:
        amount = max(0, amount) // step * step
        if field == "principal":
            return replace(deal, principal=amount)
        return replace(deal, repayment=amount)

    label = session.words(f"screens.trade_{field}", amount=value)
    return GoodsRow("terms", label, turn=lambda d, by: put(d, value + by * by_arrow), number=put,
               value=value)  # fmt: skip
