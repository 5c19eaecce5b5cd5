"""The trade: two sides and a contract, put together by tapping cards or by keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from ketuk import engine
from ketuk.engine.commands import Propose
from ketuk.engine.offers import TradeForm
from ketuk.engine.taps import PutDown, Selected, Shown
from ketuk.rooms.answers import Changed, TapResult
from ketuk.scanning.scan import By, Scan
from ketuk.tui.dealing import Deal, contracts, laid
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.screens.seat import SeatScreen
from ketuk.tui.screens.trade_rows import all_rows
from ketuk.tui.session import Session
from ketuk.tui.signs import FINE, signs
from ketuk.tui.telling.titles import title
from ketuk.tui.widgets.asking import ROOMY
from ketuk.tui.widgets.goods import GoodsList, GoodsRow
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.lettering import large, width_of
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.scanbar import ScanBar

if TYPE_CHECKING:
    from ketuk.tui.home import Home


AROUND = 16
"""Rows of the screen beside the goods: letters, heads, contract, verdict and bars."""


def trade_forms(session: Session) -> tuple[TradeForm, ...]:
    """Who may propose a trade now, and to whom; whose turn it is first."""
    offered = engine.offers(session.table, session.rules).forms
    forms = [f for f in offered if isinstance(f, TradeForm) and f.seat not in session.bots]
    order = session.table.clockwise(session.table.turn.seat)
    return tuple(sorted(forms, key=lambda f: order.index(f.seat)))


def open_trade(app: Home, session: Session) -> None:
    """Ask who proposes if several may, then put the trade together."""
    forms = {f.seat: f for f in trade_forms(session)}

    def chosen(seat: int | None) -> None:
        if seat is not None:
            app.push_screen(TradeScreen(session, forms[seat]))

    if not forms:
        over = session.table.round == session.table.rounds
        session.say("refusals.last_round" if over else "screens.no_trade_now")
    elif len(forms) == 1:
        chosen(next(iter(forms)))
    else:
        app.push_screen(SeatScreen(session, "screens.trade_who", tuple(forms)), chosen)


class TradeScreen(GameScreen[None]):
    """Left what the proposer gives, right what the partner gives, below the contract."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("right", "turn(1)", show=False),
        Binding("space", "turn(1)", "screens.key_put"),
        Binding("tab", "side(1)", "screens.key_side"),
        Binding("shift+tab", "side(-1)", show=False),
        Binding("p", "partner", "screens.key_partner"),
        Binding("enter,f5", "propose", "screens.key_propose"),
        Binding("w", "why", "screens.key_why"),
        Binding("slash", "entry", "screens.key_entry"),
    ]

    def __init__(self, session: Session, form: TradeForm) -> None:
        super().__init__(session)
        self._form = form
        self.deal = Deal(form.seat, self._partners[0])
        self._at = 0
        self._rows: list[GoodsRow] = []
        self._typed = ""
        self._by_hand = False
        """Whether the last card was typed, so that it need not lie here."""

    @property
    def _partners(self) -> tuple[int, ...]:
        """The others, the next at the table first."""
        order = self.session.table.clockwise(self._form.seat)
        return tuple(s for s in order if s in self._form.partners)

    def compose(self) -> ComposeResult:
        yield Static(id="trade-head", classes="screen-head")
        with Horizontal(id="trade-sides"):
            yield GoodsList("give", classes="trade-side")
            yield GoodsList("take", classes="trade-side")
        with Vertical(id="trade-foot"):
            if contracts(self.session.rules):
                yield GoodsList("terms")
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
        words, names, deal = self.session.words, self.session.names, self.deal
        self._rows = all_rows(self.session, deal)
        self._at %= len(self._rows)
        given, taken = deal.values(self.session.rules, self.session.table)
        for side, seat, value in (("give", deal.proposer, given), ("take", deal.partner, taken)):
            head = words("screens.trade_side", name=names.seat(seat), value=value)
            self._draw(side, head, f"{names.seat(seat)}: {words.figure(value)}")
        if contracts(self.session.rules):
            self._draw("terms", words("screens.trade_contract"))
        key = "screens.trade_head" if len(self._partners) > 1 else "screens.trade_head_two"
        facts = {"name": names.seat(deal.proposer), "partner": names.seat(deal.partner)}
        lines = [*self._title(names.seats((deal.proposer, deal.partner))), words(key, **facts)]
        self.query_one("#trade-head", Static).update("\n".join(lines))
        self.query_one("#trade-fair", Static).update(self._verdict())

    def _title(self, names: str) -> list[str]:
        """Who trades with whom in large letters, if there is room for them and for every line."""
        columns = [row.column for row in self._rows]
        longest = max(columns.count(side) for side in ("give", "take"))
        roomy = self.size.height >= max(ROOMY, longest + AROUND)
        roomy = roomy and width_of(names) <= self.size.width - 2
        return [*large(names), ""] if roomy and signs() is FINE else []

    def _verdict(self) -> Text:
        """Whether it can be proposed, else by how much it fails; and which sets it makes whole."""
        session = self.session
        wrong = self.deal.wrong(session.rules, session.table)
        fair = "screens.trade_fair" if session.rules.trading.fairness else "screens.trade_ready"
        text = Text(session.names.refusal(wrong) if wrong else session.words(fair), "bold")
        if whole := session.names.made_whole(self.deal.trade()):
            text.append(f"\n{whole}", "not bold")
        if interest := session.names.interest(self.deal.trade()):
            text.append(f"\n{interest}", "not bold")
        return text

    def _draw(self, column: str, *heads: str) -> None:
        places = [at for at, row in enumerate(self._rows) if row.column == column]
        marked = places.index(self._at) if self._at in places else None
        rows = [self._rows[at] for at in places]
        self.query_one(f"#trade-{column}", GoodsList).show(heads, rows, marked, self._more)

    def _more(self, count: int) -> str:
        return self.session.words("screens.trade_more", count=count)

    # ---- keys

    def action_move(self, by: int) -> None:
        self._typed = ""
        self._at = (self._at + by) % len(self._rows)
        self.show_game()

    def action_side(self, by: int) -> None:
        columns = list(dict.fromkeys(row.column for row in self._rows))
        at = columns.index(self._rows[self._at].column)
        wanted = columns[(at + by) % len(columns)]
        self._typed = ""
        self._at = next(n for n, row in enumerate(self._rows) if row.column == wanted)
        self.show_game()

    def action_turn(self, by: int) -> None:
        """Put down, take back, more or less."""
        row, self._typed = self._rows[self._at], ""
        if row.opens is not None:
            self._choose_cards()
        elif row.turn is not None:
            self.deal = row.turn(self.deal, by)
            self.show_game()

    def on_goods_list_pressed(self, event: GoodsList.Pressed) -> None:
        """A line was pressed with the mouse: as with space."""
        places = [at for at, row in enumerate(self._rows) if row.column == event.column]
        self._at = places[event.at]
        self.action_turn(1)

    def takes_sign(self, sign: str) -> Callable[[], None] | None:
        """A digit is part of a number if one is marked; how to have it as it was."""
        row, deal, typed = self._marked_number, self.deal, self._typed
        if row is None or not sign.isdigit():
            return None

        def put_back() -> None:
            self.deal, self._typed = deal, typed
            self.show_game()

        return put_back

    @property
    def _marked_number(self) -> GoodsRow | None:
        """The line that is marked, if a number can be typed there."""
        row = self._rows[self._at] if self._rows else None
        return None if row is None or row.number is None or self.focused is not None else row

    def on_key(self, event: events.Key) -> None:
        """Digits are a number on the line that is marked."""
        row = self._marked_number
        if row is None or row.number is None:
            return
        if event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.character and event.character.isdigit():
            richest = max(player.cash for player in self.session.table.players)
            self._typed = (self._typed + event.character)[: max(7, len(str(richest)))]
        else:
            return
        event.stop()
        self.deal = row.number(self.deal, int(self._typed or "0"))
        self.show_game()

    def action_partner(self) -> None:
        others = [s for s in self._partners if s != self.deal.partner]

        def chosen(seat: int | None) -> None:
            if seat is not None:
                self.deal = self.deal.with_partner(seat)
                self.show_game()

        if len(others) == 1:
            chosen(others[0])
        elif others:
            facts = {"name": self.session.names.seat(self.deal.proposer)}
            screen = SeatScreen(self.session, "screens.trade_whom", self._partners, **facts)
            self.app.push_screen(screen, chosen)

    def action_entry(self) -> None:
        self.set_focus(self.query_one("#entry"))

    def action_why(self) -> None:
        """Why it is not fair, or cannot be."""
        if (wrong := self.deal.wrong(self.session.rules, self.session.table)) is not None:
            self.session.refuse(wrong)
        self.app.open("why", self.session, [])

    def action_propose(self) -> None:
        wrong = self.deal.wrong(self.session.rules, self.session.table)
        if wrong is not None:
            self.session.refuse(wrong)
            self.app.ring()
        elif not self.session.do(Propose(self.deal.proposer, self.deal.trade())):
            self.app.ring()

    def _choose_cards(self) -> None:
        side = self._rows[self._at].opens
        assert side is not None
        seat, goods = self.deal.seat(side), self.deal.goods(side)

        def put(cards: tuple[int, ...] | None) -> None:
            if cards is not None:
                self.deal = self.deal.with_cards(side, cards)
                self.show_game()

        self.app.open("putting", self.session, seat, goods.cards, then=put)

    # ---- taps and changes

    def tapped(self, scan: Scan) -> None:
        """A card on a reader lies here; a typed one may be anywhere."""
        self._by_hand = scan.by is By.TYPED
        super().tapped(scan)

    def after_tap(self, result: TapResult) -> None:
        """A card of either side is put down or taken back; a player card chooses the partner."""
        match result.meaning:
            case PutDown(item) | Shown(item) if self._is_secret(item):
                self._put_secret(result)
            case PutDown(item, holder):
                self._put(item, holder)
            case Selected(seat) if seat in self._form.partners:
                self.deal = self.deal.with_partner(seat)
            case _:
                pass
        if self.is_current:
            self.show_game()

    def _is_secret(self, item: int) -> bool:
        card = self.session.rules.cards.get(item)
        return card is not None and card.deck == self.session.rules.seating.hand_deck

    def _put_secret(self, result: TapResult) -> None:
        """A card of a hand: one of both sides that lies on the reader is put down.

        Else the same is said of every such card, so that nobody finds out whose it is by trying.
        """
        mine = isinstance(result.meaning, PutDown) and self.deal.side_of(result.meaning.holder)
        if isinstance(result.meaning, PutDown) and mine and not self._by_hand:
            self.deal = self.deal.turned(mine, result.meaning.item, card=True)
        else:
            self.session.say("screens.trade_secret")

    def _put(self, item: int, holder: int) -> None:
        session, names = self.session, self.session.names
        made = laid(session.rules, session.table, self.deal, self._form.partners, item, holder)
        if made == "third":
            third = title(names, item, hidden=True)
            session.say("screens.trade_third", card=third, name=names.seat(holder))
        elif made == "built":
            session.say("screens.trade_built", tile=names.deed(item))
        else:
            self.deal = made

    def changed(self, changed: Changed) -> None:
        """Proposed, or the game went on elsewhere."""
        if self._form.seat in {f.seat for f in trade_forms(self.session)}:
            self.show_game()
        else:
            self.go()
