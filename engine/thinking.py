"""The player that thinks: it tries what it may do on tables of its own, and values what comes.

It knows what its seat may know: no hand, bid or deck of others enters any of its values.
"""

from collections.abc import Iterable

from ketuk.engine.bots import Cautious, Policy, cautiously, may_propose
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Bid,
    BidCard,
    Build,
    Buy,
    ClaimRent,
    Decline,
    GoOn,
    Mortgage,
    Pass,
    Pay,
    PayRent,
    Play,
    Propose,
    Ready,
    Redeem,
    Reject,
    SellBuilding,
)
from ketuk.engine.decide import advance
from ketuk.engine.haggling import exchanges, is_good, least_gain
from ketuk.engine.items import BID_CARDS
from ketuk.engine.luck import NoLuck
from ketuk.engine.offers import offers_to
from ketuk.engine.pricing import can_pay
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.auction import bid_value
from ketuk.engine.rules.money import down
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    Answer,
    Auction,
    Bidding,
    BuyChoice,
    Free,
    Table,
    Trade,
    replace,
)
from ketuk.engine.valuing import outlook, owned_by
from ketuk.engine.waiting import waiting

LOWER, SAME, HIGHER = 0.0, 0.1, 0.6
"""How likely a bid wins that is lower than what others should bid at most, the same, or higher."""


def thinking_policy() -> Policy:
    """Values every position by the rents to come, and takes the best that it finds."""
    care = Cautious(reserve=0)

    def choose(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
        mine = offers_to(table, rules, seat)
        fallback = cautiously(rules, table, seat, care, mine)
        if fallback is None:
            return None
        mind = Mind(rules, table, seat)
        match table.top:
            case Free():
                return mind.at_leisure(mine, fallback)
            case Answer(trade=trade):
                return mind.agrees(mine, trade, fallback)
            case BuyChoice(tile=tile):
                return mind.buys(mine, tile, fallback)
            case Bidding():
                return mind.bids(mine, fallback)
            case _:
                if isinstance(fallback, Pay) or seat not in waiting(table):
                    return fallback  # what can be paid is, before more is raised
                return mind.best(mine, fallback)

    return choose


class Mind:
    """One decision of one seat."""

    def __init__(self, rules: RuleSet, table: Table, seat: int) -> None:
        self.rules, self.table, self.seat = rules, table, seat

    def worth(self, table: Table) -> float:
        """How well the seat would stand."""
        return outlook(self.rules, table).to(self.seat)

    def after(self, command: AnyCommand) -> Table | None:
        """The table after a command; None if chance would decide, or it is not allowed."""
        try:
            done = advance(self.table, command, self.rules, NoLuck())
        except LookupError:
            return None
        return None if isinstance(done, Refused) else done.table

    def best(self, ways: Iterable[AnyCommand], fallback: AnyCommand) -> AnyCommand:
        """The way that leads to the best position; the usual one if chance decides that."""
        usual = self.after(fallback)
        if usual is None:
            return fallback
        chosen, most = fallback, self.worth(usual)
        for way in ways:
            if way == fallback or (table := self.after(way)) is None:
                continue
            if (worth := self.worth(table)) > most + 1e-6:
                chosen, most = way, worth
        return chosen

    # ---- a free moment

    def at_leisure(self, mine: list[AnyCommand], fallback: AnyCommand) -> AnyCommand:
        """Rents first; then what betters the position; then on with the turn."""
        if isinstance(fallback, PayRent | ClaimRent) or self.seat not in waiting(self.table):
            return fallback
        now = self.worth(self.table)
        chosen, most = None, now + 1e-6
        for way in mine:
            if not isinstance(way, Build | Redeem | Play) or (table := self.after(way)) is None:
                continue
            if (worth := self.worth(table)) > most:
                chosen, most = way, worth
        if chosen is not None:
            return chosen
        if (trade := self._proposes(now)) is not None:
            return trade
        if (raised := self._raises(mine, now)) is not None:
            return raised
        if isinstance(fallback, Mortgage | SellBuilding):
            return self.best([w for w in mine if isinstance(w, Mortgage | SellBuilding)], fallback)
        spending = Build | Redeem | Propose | Play
        if not isinstance(fallback, spending):
            return fallback
        return next((w for w in mine if type(w).__name__ in ("Roll", "EndTurn")), fallback)

    def _raises(self, mine: list[AnyCommand], now: float) -> AnyCommand | None:
        """A mortgage that pays for a building which is worth more."""
        building = [
            t for t in self.table.owned(self.seat)
            if self.rules.building.may(self.rules, self.table, self.seat, t, 1) is None
            and self.table.holdings[t].level < self.rules.top_level
        ]  # fmt: skip
        if not building:
            return None
        for way in mine:
            if not isinstance(way, Mortgage) or (after := self.after(way)) is None:
                continue
            mind = Mind(self.rules, after, self.seat)
            for tile in building:
                built = mind.after(Build(self.seat, tile))
                if built is not None and mind.worth(built) > now + 1e-6:
                    return way
        return None

    # ---- trades

    def _proposes(self, now: float) -> Propose | None:
        if not may_propose(self.rules, self.table, self.seat):
            return None
        chosen, most = None, now + least_gain(self.rules) / 2
        for trade in exchanges(self.rules, self.table, self.seat, 0, hard=True):
            if not is_good(self.rules, self.table, trade, trade.partner):
                continue
            worth = self.worth(self.traded(trade))
            if worth > most and self.after(Propose(self.seat, trade)) is not None:
                chosen, most = trade, worth
        return Propose(self.seat, chosen) if chosen is not None else None

    def agrees(self, mine: list[AnyCommand], trade: Trade, fallback: AnyCommand) -> AnyCommand:
        """Yes where it stands better afterwards."""
        yes = [c for c in mine if isinstance(c, Accept)]
        if trade.terms is None and yes:
            better = self.worth(self.traded(trade)) > self.worth(self.table) + 1e-6
            no = [c for c in mine if isinstance(c, Reject)]
            return (yes if better else [*no, fallback])[0]
        return fallback

    def traded(self, trade: Trade) -> Table:
        """The table with the goods of a trade handed over, cards left out."""
        table = self.table
        holdings, players = list(table.holdings), list(table.players)
        for tiles, owner in ((trade.give.tiles, trade.partner), (trade.take.tiles, trade.proposer)):
            for tile in tiles:
                holdings[tile] = replace(holdings[tile], owner=owner)
        net = trade.take.cash - trade.give.cash
        for side, more in ((trade.proposer, net), (trade.partner, -net)):
            had = players[side - 1]
            players[side - 1] = replace(had, cash=had.cash + more)
        return replace(table, holdings=tuple(holdings), players=tuple(players))

    # ---- buying and bidding

    def owning(self, tile: int, price: float) -> float:
        """How well the seat stands once it has a property for a price."""
        return self.worth(owned_by(self.table, tile, self.seat, price))

    def without(self, tile: int, price: float) -> float:
        """How well it stands once another has it for a price: on average of who could pay."""
        others = [
            s for s in self.table.seats
            if s != self.seat and self.table.player(s).cash >= price
        ]  # fmt: skip
        if not others:
            return self.worth(self.table)
        worths = [self.worth(owned_by(self.table, tile, s, price)) for s in others]
        return sum(worths) / len(worths)

    def buys(self, mine: list[AnyCommand], tile: int, fallback: AnyCommand) -> AnyCommand:
        """Buy for the price, or decline and bid: whichever promises more."""
        price, chosen = self.rules.board.deed(tile).price, fallback
        declining = next((c for c in mine if isinstance(c, Decline)), None)
        most = float("-inf")
        if declining is not None:
            chosen, most = declining, self._declined(declining, tile)
        for way in mine:
            if isinstance(way, Buy):
                table = self.after(way)
                worth = self.owning(tile, price) if table is None else self.worth(table)
                worth -= self._card(way.card)
                if worth > most:
                    chosen, most = way, worth
        return chosen

    def _card(self, card: int) -> float:
        """What a card that is used up would have been worth later."""
        fairness = self.rules.trading.fairness
        return fairness.card_value / 2 if card and fairness is not None else 0.0

    def _declined(self, declining: Decline, tile: int) -> float:
        """How well the seat stands once it has declined: the auction as it expects it, if any."""
        table = self.after(declining)
        if table is not None and table.auction is None:
            return self.worth(table)
        if table is not None and table.auction is not None and self.seat not in table.auction.seats:
            return self.without(tile, self._rivals(tile))
        return self._auctioned(tile)

    def _auctioned(self, tile: int) -> float:
        """How well the seat stands once the property has come to auction, as it expects it."""
        cash = self.table.player(self.seat).cash
        if self.rules.sealed is not None:
            return max(worth for _, worth in self._sealed(tile, range(BID_CARDS), cash))
        bid = self._rivals(tile)
        lost = self.without(tile, bid)
        if bid > cash:
            return lost
        won = max(self.owning(tile, bid), lost)
        return HIGHER * won + (1 - HIGHER) * lost

    def _rivals(self, tile: int) -> int:
        """The most that one of the others should bid: by its cash, as a careful player would."""
        return max(
            (
                can_pay(self.rules, self.table, s, tile, self.rules.salary)
                for s in self.table.seats
                if s != self.seat
            ),
            default=0,
        )

    def _sealed(self, tile: int, cards: Iterable[int], cash: int) -> list[tuple[int, float]]:
        """What each bid card promises."""
        values = {card: bid_value(self.rules, tile, card) for card in cards}
        most = self._rivals(tile)
        top = max(v for c in range(BID_CARDS) if (v := bid_value(self.rules, tile, c)) <= most)
        promises, rest = list[tuple[int, float]](), self.worth(self.table)
        lost = self.without(tile, top)
        for card, bid in values.items():
            if bid > cash:
                continue
            if card == 0:
                promises.append((card, min(lost, rest)))
            else:
                chance = self._wins(bid, top)
                promises.append((card, chance * self.owning(tile, bid) + (1 - chance) * lost))
        return promises or [(0, lost)]

    def _wins(self, bid: int, top: int) -> float:
        """How likely a bid is the highest: surely if no other has so much."""
        if all(self.table.player(s).cash < bid for s in self.table.seats if s != self.seat):
            return 1.0
        return HIGHER if bid > top else SAME if bid == top else LOWER

    def bids(self, mine: list[AnyCommand], fallback: AnyCommand) -> AnyCommand | None:
        """The bid that promises most."""
        auction = self.table.auction
        cards = [c for c in mine if isinstance(c, BidCard)]
        if auction is None or isinstance(fallback, Ready | GoOn):
            return fallback
        if auction.stage == "open" or not cards:
            return self._calls(mine, auction, fallback)
        cash = self.table.player(self.seat).cash
        worths = dict(self._sealed(auction.tile, [c.card for c in cards], cash))
        return max(cards, key=lambda c: worths.get(c.card, float("-inf")))

    def _calls(self, mine: list[AnyCommand], auction: Auction, fallback: AnyCommand) -> AnyCommand:
        """A bid a step higher, as long as having it for that is better than another's having it."""
        if auction.floors:
            return fallback
        for least in mine:
            if isinstance(least, Bid):
                deed, meta = self.rules.board.deed(auction.tile), self.rules.meta
                step = max(down(deed.price // 20, meta.step), meta.step)
                cash = self.table.player(self.seat).cash
                amount = max(least.amount, min(auction.high + step, down(cash, meta.step)))
                if amount <= cash and self.owning(auction.tile, amount) > self.without(
                    auction.tile, amount
                ):
                    return Bid(self.seat, amount)
        return next((c for c in mine if isinstance(c, Pass)), fallback)
