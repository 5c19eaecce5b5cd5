"""A whole game at the screen: by keys, by taps, or by both.

``decide`` says what the people want; here it is done as people do it, by finding it on the screen.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from screens_at_hand import SMALL, AtTable, keys_to, lobby, screen_text

from ketuk import engine
from ketuk.codes.sticker import BoxItem
from ketuk.engine import taps
from ketuk.engine.commands import (
    AnyCommand,
    Bid,
    Build,
    Buy,
    CallVote,
    ClaimRent,
    ComeBack,
    Conclude,
    Confirm,
    Draw,
    Mortgage,
    Pay,
    PayRent,
    Pick,
    Play,
    Propose,
    PutUp,
    Redeem,
    SellBuilding,
    Vote,
)
from ketuk.engine.events import AuctionOpened, Bankrupted, LevelChanged, TradeDone
from ketuk.engine.items import player_item
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Due, Options, Table
from ketuk.rooms.journal import FILE, Journal
from ketuk.scanning.typed import APART
from ketuk.tui.boxes.box import boxes
from ketuk.tui.keyboard import Keyboard
from ketuk.tui.menu import Action, AskTable, ChoiceLine, More, Open
from ketuk.tui.own_rules import keep, rules_called
from ketuk.tui.screens.opening import begin
from ketuk.tui.screens.trade import TradeScreen
from ketuk.tui.widgets.asking import Choices
from ketuk.tui.words import Language

NAMES = ("Ayu", "Budi", "Citra", "Dewi")
MOST = 400
Decide = Callable[..., AnyCommand]
"""What happens next, by (rules, table, tapping=...)."""


@dataclass(slots=True)
class Evening:
    """One game, and how its moves were made."""

    at: AtTable
    decide: Decide
    taps: bool = False
    typed: bool = False
    tapped: int = 0
    """Moves made by taps."""
    keyed: int = 0
    """Codes that a reader typed."""
    done: set[str] = field(default_factory=set)

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """To the end, or until something is so."""
        for _ in range(MOST):
            if self.at.on == "EndScreen" or until():
                return
            before, command = self.at.session.room.seq, self._decision()
            await self.carry_out(command)
            await self.at.settle(lambda b=before: self.at.session.room.seq > b)
            await self.at.rest()
            self._remember(command)
        raise AssertionError("the game did not end")

    def _decision(self) -> AnyCommand:
        return self.decide(self.at.session.rules, self.at.table, tapping=self.taps)

    def _remember(self, command: AnyCommand) -> None:
        self.done.add(type(command).__name__)
        self.done.add(getattr(command, "option", ""))
        for event in self.at.session.room.moves[-1].events:
            match event:
                case LevelChanged(level=level) if level == self.at.session.rules.top_level:
                    self.done.add("hotel")
                case AuctionOpened(auction=auction):
                    self.done.add(f"auction {auction.why}")
                case Bankrupted(creditor=creditor):
                    self.done.add("bankrupt to a player" if creditor else "bankrupt to the bank")
                case TradeDone(trade=trade):
                    cards = trade.give.cards or trade.take.cards
                    self.done.add("card traded" if cards else "deed traded")

    # ---- one move

    async def press(self, *keys: str) -> None:
        """Keys one by one, each by itself: no scanner is that slow."""
        for key in keys:
            await self.at.press(key)
            if (keyboard := self.at.app._keyboard) is not None and _busy(keyboard):
                await self.at.settle(lambda k=keyboard: not _busy(k))

    async def carry_out(self, command: AnyCommand) -> None:
        """Do it with a card where one says it, else by keys."""
        if isinstance(command, Propose):
            await self.trade(command)
        elif self.taps and (item := self._tappable(command)) is not None:
            await self.by_tap(item, command)
        elif self.typed and isinstance(command, Buy | PayRent) and self.keyed < 12:
            self.keyed += 1
            item = _card_of(self.at.table, command)
            assert item is not None
            await self.at.type_fast(self.at.code(item))
            await asyncio.sleep(2 * APART)  # an Enter right behind the scanner's own would be its
        else:
            await self.by_keys(command)

    def _tappable(self, command: AnyCommand) -> int | None:
        """The card of the box that says a command now, or leads to where it is said."""
        table, item = self.at.table, _card_of(self.at.table, command)
        rules = self.at.session.rules
        if item is None or rules.item(item) is None:  # of a tax there is no card
            return None
        match taps.meaning(table, rules, item):
            case taps.Do(said):
                return item if said == command else None
            case taps.Choice(commands=ways):
                return item if command in ways else None
            case taps.Selected(seat):
                return item if isinstance(command, Bid) and command.seat == seat else None
            case _:
                return None

    async def by_tap(self, item: int, command: AnyCommand) -> None:
        """Lay the card on the reader, and say which it is where it could be several."""
        before = self.at.session.room.seq
        self.tapped += 1
        self.done.add(f"tapped {type(command).__name__}")
        await self.at.tap(item)
        if self.at.session.choice is not None:
            await self.press_line(self.line(lambda choice: _leads(choice, command)))
        elif self.at.session.room.seq == before and isinstance(command, Bid):
            await self.call(command)

    async def by_keys(self, command: AnyCommand) -> None:
        """Find it among the choices, through menus and pages."""
        if isinstance(command, Draw):
            await self.press("enter")
            await self.at.settle(lambda: self.at.on == "DrawScreen")
            code = self.at.session.rules.cards[command.card].code
            await self.press(*code.lower(), "enter")
            return
        if isinstance(command, Play):
            await self.press("h")
            await self.at.settle(lambda: self.at.on == "HandScreen")
            await self.press_line(self.line(lambda c: _opens(c, command.seat)))
            await self.press("1")
            await self.follow(command)
            return
        if isinstance(command, CallVote | Conclude):
            await self.press("x")
            await self.at.settle(lambda: self.at.on == "LeaveScreen")
        action = await self.follow(command)
        if isinstance(command, Bid) and isinstance(action, Open):
            await self.call(command)

    async def follow(self, command: AnyCommand) -> Action:
        """Press the lines that lead to a command; what the last of them did."""
        for _ in range(4):
            at = self.line(lambda choice: _leads(choice, command))
            choice = self.choices.menu[at]
            await self.press_line(at)
            if not isinstance(choice.action, More):
                return choice.action
        raise AssertionError(command)

    @property
    def choices(self) -> Choices:
        return self.at.app.screen.query_one(Choices)

    def line(self, wanted: Any) -> int:
        """Place of the first choice of the menu that is wanted."""
        lines = self.choices.menu
        found = [n for n, choice in enumerate(lines) if wanted(choice)]
        assert found, f"{[c.label for c in lines]}\n{self.at.text()}"
        return found[0]

    async def press_line(self, place: int) -> None:
        """Enter for the line that is marked, else its digit, on its page."""
        choices = self.choices
        keys = keys_to(choices, place)
        await self.press(*(["enter"] if choices.marked is choices.menu[place] else keys))
        await self.at.rest()
        if self.at.on == "Ask":
            await self.press("1")

    async def call(self, command: Bid) -> None:
        """Type the sum."""
        await self.at.settle(lambda: self.at.on == "CallScreen")
        await self.press(*str(command.amount), "enter")

    # ---- trades

    async def trade(self, command: Propose) -> None:
        """Say who, with whom, and put both sides on the table."""
        at, trade = self.at, command.trade
        await self.press("t")
        await at.settle(lambda: at.on in ("SeatScreen", "TradeScreen"))
        if at.on == "SeatScreen":
            await self.name(command.seat)
        await at.settle(lambda: at.on == "TradeScreen")
        screen = at.app.screen
        assert isinstance(screen, TradeScreen)
        if screen.deal.partner != trade.partner:
            if not self.taps:
                await self.press("p")
                if len(at.table.seats) > 3:
                    await at.settle(lambda: at.on == "SeatScreen")
            if at.on == "SeatScreen" or self.taps:
                await self.name(trade.partner)
            await at.settle(lambda: screen.deal.partner == trade.partner)
        for side, goods in (("give", trade.give), ("take", trade.take)):
            for item in (*goods.tiles, *goods.cards):
                await self.put(screen, side, item)
            if goods.cash:
                await self.go_to(screen, side, 0)
                await self.press(*str(goods.cash))
        assert screen.deal.trade() == trade
        await self.press("enter")

    async def name(self, seat: int) -> None:
        """A seat, by its card or its digit."""
        if self.taps:
            await self.at.tap(player_item(seat))
        else:
            await self.press_line(self.line(lambda c: _opens(c, seat)))

    async def put(self, screen: TradeScreen, side: str, item: int) -> None:
        """A deed or card on its side."""
        at, rules = self.at, self.at.session.rules
        if self.taps:
            await at.tap(item)
            return
        rows = [row for row in screen._rows if row.column == side]
        if item in rules.cards:
            await self.go_to(screen, side, len(rows) - 1)
            await self.press("space")
            await at.settle(lambda: at.on == "PuttingScreen")
            await self.press("1")
            await self.press_line(self.line(lambda c: _opens(c, item)))
            await self.press("f5")
            await at.settle(lambda: at.on == "TradeScreen")
            return
        name = at.session.names.deed(item)
        await self.go_to(screen, side, next(n for n, row in enumerate(rows) if name in row.text))
        await self.press("space")

    async def go_to(self, screen: TradeScreen, side: str, row: int) -> None:
        """To a line of a side."""
        while screen._rows[screen._at].column != side:
            await self.press("tab")
        first = next(n for n, line in enumerate(screen._rows) if line.column == side)
        while screen._at != first + row:
            await self.press("down" if screen._at < first + row else "up")


def _busy(keyboard: Keyboard) -> bool:
    """Whether keys are still held back or carried out."""
    return bool(keyboard._keys or keyboard._waiting or keyboard._working)


def _card_of(table: Table, command: AnyCommand) -> int | None:
    """The card whose tap says it at this moment."""
    match command:
        case Buy():
            return getattr(table.top, "tile", None)
        case PayRent() | Pick():
            return command.tile
        case ClaimRent(tile=-1):
            return player_item(command.debtor)
        case Draw() | Play():
            return command.card
        case Confirm():
            return command.item
        case Pay() if isinstance(table.top, Due) and table.top.bill is not None:
            return table.top.bill.tile
        case Bid() | Vote() | ComeBack():
            return player_item(command.seat)
        case Build() | SellBuilding() | Mortgage() | Redeem() | PutUp():
            return command.tile
        case _:
            return None


def _leads(choice: ChoiceLine, command: AnyCommand) -> bool:
    match choice.action:
        case AskTable(commands):
            return commands == (command,)
        case More(_, choices):
            return any(_leads(c, command) for c in choices)
        case Open("call", seat):
            return isinstance(command, Bid) and command.seat == seat
        case _:
            return False


def _opens(choice: ChoiceLine, seat: int) -> bool:
    return isinstance(choice.action, Open) and choice.action.seat == seat


# ---- the games


@asynccontextmanager
async def evening(
    data: Path, decide: Decide, *, players: int, seed: int, ruleset: str, own: str = "",
    edition: str = "", house: Sequence[str] = (), decks: str = "app", box: bool = False,
    settings: Mapping[str, int] | None = None, language: Language = "id",
    kind: type[Evening] = Evening, **how: bool,
) -> AsyncIterator[Evening]:  # fmt: skip
    """A table of the rule set, or of ``own``, the text of an own one, at its first question."""
    told_apart = how.get("typed", False)
    async with lobby(data, size=SMALL, seed=seed, told_apart=told_apart, language=language) as at:
        if own:
            (data / "own.toml").write_text(own, "utf-8")
            keep(data, data / "own.toml")
        rules = rules_called(data, ruleset)
        real = "real" if decks == "real" else "app"
        numbers = tuple(sorted((settings or {}).items()))
        options = Options(edition or rules.edition, "app", real, tuple(house), numbers)
        own_box = _box(data, rules) if box else None
        names = NAMES[:players]
        assert begin(at.app, names=names, options=options, box=own_box, ruleset=ruleset)
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        yield kind(at, decide, **how)


def _box(data: Path, rules: RuleSet) -> str:
    items = [BoxItem(i.number, i.kind) for i in rules.items]
    made = boxes(data).new(items, names=["Kotak"], ruleset=rules.meta.id, now=datetime.now(UTC))
    return next(iter(made)).box.id


def check_end(at: AtTable, data: Path, standing: int = 1) -> None:
    """Whoever is left stands on the screen and in the journal, and no money was made."""
    final = at.table
    assert final.phase == "over"
    places = [place.seat for place in final.ranking]
    assert (set(places[:standing]), places[standing:]) == (
        set(final.seats), [*reversed(final.gone)],
    )  # fmt: skip
    for place in final.ranking:
        assert final.player(place.seat).name in screen_text(at.app)
    assert len(final.seats) == standing
    opening = at.session.room.opening.table
    assert _money(final) == _money(opening)
    with Journal.open(data / FILE) as journal:
        (saved,) = journal.games()
        assert saved.over
        events = [e for row in journal.rows(saved.name) for e in row.events]
        assert engine.replay(events).ranking == final.ranking


def _money(table: engine.Table) -> int:
    return table.bank + table.pot + sum(p.cash for p in table.players)
