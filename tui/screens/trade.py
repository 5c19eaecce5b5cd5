"""The trade: two sides and a contract, put together by tapping cards or by keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

import engine
from engine.commands import Propose
from engine.offers import TradeForm
from engine.rules.victory import property_value
from engine.table import Free
from engine.taps import PutDown, Selected
from rooms.answers import Changed, Told
from tui.dealing import Deal, Side, tradeable
from tui.screens.game import GameScreen
from tui.session import Session
from tui.widgets.keybar import KeyBar
from tui.widgets.scanbar import ScanBar
from tui.words import figure


def trade_form(session: Session) -> TradeForm | None:
    """Who may trade with whom now; None where nobody may."""
    found = engine.offers(session.table, session.rules).forms
    return next((f for f in found if isinstance(f, TradeForm)), None)


@dataclass(frozen=True, slots=True)
class Row:
    """A line that the arrows reach: where it stands, its text, and what keys do on it."""

    column: str
    text: str
    turn: Callable[[Deal, int], Deal] | None = None
    """What space or an arrow to the side makes of the deal."""
    number: Callable[[Deal, int], Deal] | None = None
    """What a typed number makes of it."""
    value: int = 0
    marked: bool = False
    opens: Side | None = None
    """The side whose cards are chosen in secret."""


class TradeScreen(GameScreen[None]):
    """Left what the proposer gives, right what the partner gives, below the contract."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("space", "turn(1)", "screens.key_put"),
        Binding("p", "partner", "screens.key_partner"),
        Binding("enter,f5", "propose", "screens.key_propose"),
        Binding("slash", "entry", "screens.key_entry"),
    ]

    def __init__(self, session: Session, form: TradeForm) -> None:
        super().__init__(session)
        self._form = form
        self.deal = Deal(form.seat, form.partners[0])
        self._at = 0
        self._rows: list[Row] = []
        self._typed = ""

    def compose(self) -> ComposeResult:
        """Two columns, the contract, how fair it is."""
        yield Static(id="trade-head", classes="screen-head")
        with Horizontal(id="trade-sides"):
            yield Static(id="trade-give", classes="trade-side")
            yield Static(id="trade-take", classes="trade-side")
        with Vertical(id="trade-foot"):
            yield Static(id="trade-terms")
            yield Static(id="trade-fair")
        yield ScanBar()
        yield KeyBar()

    def on_mount(self) -> None:
        """Cards tapped from now on are put down."""
        self.session.making = "trade"

    def on_unmount(self) -> None:
        """Cards mean again what they mean at the table."""
        self.session.making = None

    # ---- drawing

    def show_game(self) -> None:
        """Draw both sides and what the rule of fairness says."""
        session, names, deal = self.session, self.session.names, self.deal
        words = session.words
        self._rows = self._all_rows()
        self._at %= len(self._rows)
        given, taken = deal.values(session.rules, session.table)
        for side, value in (("give", given), ("take", taken)):
            name = names.seat(deal.seat(side))  # type: ignore[arg-type]
            head = words("screens.trade_side", name=name, value=value)
            self.query_one(f"#trade-{side}", Static).update(self._column(side, head))
        self.query_one("#trade-terms", Static).update(
            self._column("terms", words("screens.trade_contract"))
        )
        partner = names.seat(deal.partner)
        head = words("screens.trade_head", name=names.seat(deal.proposer), partner=partner)
        self.query_one("#trade-head", Static).update(head)
        wrong = deal.wrong(session.rules, session.table)
        fair = Text(names.refusal(wrong) if wrong else words("screens.trade_fair"), "bold")
        self.query_one("#trade-fair", Static).update(fair)
        self.query_one(ScanBar).show()
        self.query_one(KeyBar).refresh()

    def _column(self, column: str, head: str) -> Text:
        text = Text(f"{head}\n", "bold underline")
        for at, row in enumerate(self._rows):
            if row.column == column:
                mark = (
                    "[x]"
                    if row.marked
                    else "[ ]"
                    if row.turn and not row.number and column != "terms"
                    else "   "
                )
                style = "reverse" if at == self._at else ""
                text.append(
                    f"{mark} {row.text}\n",
                    f"not underline {style} {'bold' if row.marked else 'not bold'}",
                )
        return text

    def _all_rows(self) -> list[Row]:
        return [*self._side("give"), *self._side("take"), *self._terms()]

    def _side(self, side: Side) -> list[Row]:
        session, names, deal = self.session, self.session.names, self.deal
        words, rules, table, seat = session.words, session.rules, session.table, deal.seat(side)
        goods, most = deal.goods(side), table.player(seat).cash
        step = 100

        def paid(d: Deal, cash: int) -> Deal:
            return d.paying(side, max(0, min(cash, most)) // 10 * 10)

        rows = [Row(side, words("screens.trade_cash", amount=goods.cash, most=most),
                    turn=lambda d, by: paid(d, d.goods(side).cash + by * step),
                    number=paid, value=goods.cash)]  # fmt: skip
        for tile in tradeable(rules, table, seat):
            value = figure(property_value(rules, table, tile))
            extra = (
                f" ({words('screens.tile_mortgaged')})" if table.holdings[tile].mortgaged else ""
            )
            rows.append(Row(side, f"{names.deed(tile)}{extra}  {value}", marked=tile in goods.tiles,
                            turn=lambda d, by, t=tile: d.turned(side, t, card=False)))  # type: ignore[misc] # fmt: skip
        held = len(table.player(seat).hand)
        put = ", ".join(names.card(c) for c in goods.cards)
        told = words("screens.trade_cards", put=put or "-", held=held)
        rows.append(Row(side, told, opens=side, marked=bool(goods.cards)))
        return rows

    def _terms(self) -> list[Row]:
        deal, words, names = self.deal, self.session.words, self.session.names
        giver = names.seat(deal.proposer if deal.pact.endswith("give") else deal.partner)
        kind = words(f"screens.pact_{deal.kind or 'none'}", name=giver)
        rows = [Row("terms", words("screens.trade_kind", kind=kind), turn=Deal.next_pact)]
        if deal.kind is None:
            return rows

        def rounds(d: Deal, n: int) -> Deal:
            return replace(d, rounds=max(1, n))

        rows.append(Row("terms", words("screens.trade_rounds", rounds=deal.rounds),
                        turn=lambda d, by: rounds(d, d.rounds + by), number=rounds,
                        value=deal.rounds))  # fmt: skip
        for field in ("principal", "repayment") if deal.kind == "loan" else ():
            value = deal.principal if field == "principal" else deal.repayment
            rows.append(_money(field, words(f"screens.trade_{field}", amount=value), value))
        return rows

    # ---- keys

    def action_move(self, by: int) -> None:
        """To the line before or after."""
        self._typed = ""
        self._at = (self._at + by) % len(self._rows)
        self.show_game()

    def action_turn(self, by: int) -> None:
        """Put down, take back, more or less."""
        row, self._typed = self._rows[self._at], ""
        if row.opens is not None:
            self._choose_cards(row.opens)
        elif row.turn is not None:
            self.deal = row.turn(self.deal, by)
            self.show_game()

    def on_key(self, event: events.Key) -> None:
        """Digits are a number on the line that is marked."""
        row = self._rows[self._at] if self._rows else None
        if row is None or row.number is None or self.focused is not None:
            return
        if event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.character and event.character.isdigit():
            self._typed = (self._typed + event.character)[:7]
        else:
            return
        event.stop()
        self.deal = row.number(self.deal, int(self._typed or "0"))
        self.show_game()

    def action_partner(self) -> None:
        """Trade with another player instead."""
        partners = self._form.partners
        at = partners.index(self.deal.partner)
        self.deal = self.deal.with_partner(partners[(at + 1) % len(partners)])
        self.show_game()

    def action_entry(self) -> None:
        """Type a code."""
        self.query_one("#entry").focus()

    def action_propose(self) -> None:
        """Put the trade to the partner, if the rules allow it."""
        wrong = self.deal.wrong(self.session.rules, self.session.table)
        if wrong is not None:
            self.session.refuse(wrong)
            self.app.ring()
        elif not self.session.do(Propose(self.deal.proposer, self.deal.trade())):
            self.app.ring()

    def _choose_cards(self, side: Side) -> None:
        from tui.screens.putting import PuttingScreen

        seat, goods = self.deal.seat(side), self.deal.goods(side)

        def put(cards: tuple[int, ...] | None) -> None:
            if cards is not None:
                self.deal = self.deal.with_cards(side, cards)
                self.show_game()

        self.app.push_screen(PuttingScreen(self.session, seat, goods.cards), put)

    # ---- taps and changes

    def after_tap(self, told: Told) -> None:
        """A card of either side is put down or taken back; a player card chooses the partner."""
        match told.meaning:
            case PutDown(item, holder):
                self._put(item, holder)
            case Selected(seat) if seat in self._form.partners:
                self.deal = self.deal.with_partner(seat)
            case _:
                pass
        if self.is_current:
            self.show_game()

    def _put(self, item: int, holder: int) -> None:
        card = item in self.session.rules.cards
        if holder in self._form.partners and holder != self.deal.partner:
            empty = not (self.deal.take.tiles or self.deal.take.cards)
            self.deal = self.deal.with_partner(holder) if empty else self.deal
        side = self.deal.side_of(holder)
        if side is None:
            self.session.say("screens.trade_third", name=self.session.names.seat(holder))
        elif card or item in tradeable(self.session.rules, self.session.table, holder):
            self.deal = self.deal.turned(side, item, card=card)
        else:
            self.session.say("screens.trade_built", tile=self.session.names.deed(item))

    def changed(self, changed: Changed) -> None:
        """Proposed, or the game went on elsewhere."""
        if not isinstance(changed.table.top, Free) or changed.table.turn.seat != self._form.seat:
            self.dismiss()
        else:
            self.show_game()


def _money(field: str, text: str, value: int) -> Row:
    def put(deal: Deal, amount: int) -> Deal:
        amount = max(0, amount) // 10 * 10
        if field == "principal":
            return replace(deal, principal=amount)
        return replace(deal, repayment=amount)

    return Row("terms", text, turn=lambda d, by: put(d, value + by * 100), number=put, value=value)
