"""What players, tiles, cards, accounts and trades are called in a sentence."""

from collections.abc import Iterable, Sequence

from ketuk.engine.board import Tile
from ketuk.engine.items import bid_of, seat_of
from ketuk.engine.rules.auction import bid_value
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, CORRECTION, NOWHERE, POT, Auction, Goods, Table, Terms, Trade
from ketuk.tui.words import Fund, Words

PARTS = ("0", "1/4", "1/2", "3/4", "1", "5/4")
"""Bid cards as parts of the price."""


def jailed(table: Table, rules: RuleSet, seat: int) -> str:
    """How a pawn stands in the jail: ``jailed`` or ``visiting``; empty if it is elsewhere."""
    player = table.player(seat)
    if player.jail != NOWHERE:
        return "jailed"
    return "visiting" if rules.board.tiles[player.at].kind == "jail" else ""


class Naming:
    """Names in one language (that of ``words``, which may be switched) for one rule set."""

    def __init__(self, words: Words, rules: RuleSet, listener: int = 0) -> None:
        self.words = words.of(rules.meta.rules)
        self.rules = rules
        self._listener = listener

    def player(self, seat: int, table: Table) -> str:
        """A player's name, that of who listens as the language speaks to somebody; empty for no
        seat.
        """
        if seat == self._listener and seat:
            return self.words("rooms.you", name=table.players[seat - 1].name)
        return table.players[seat - 1].name if 0 < seat <= len(table.players) else ""

    def account(self, account: int, table: Table) -> str:
        """Who pays or is paid: a player, the bank, the pot, or the account of corrections."""
        if account == CORRECTION:
            return Fund(self.words("questions.correction"))
        if account == BANK:
            return Fund(self.words("questions.bank"))
        return Fund(self.term("pot")) if account == POT else self.player(account, table)

    def term(self, what: str) -> str:
        """A thing of the table as this rule set calls it: the pot, a deck, buildings."""
        own = self.rules.terms.get(what)
        return self.words.said(own) if own else self.words(f"questions.{what}")

    def of_group(self, tile: int) -> str:
        """The set that a property belongs to; empty if that has no name."""
        number = self._printed(tile).group
        return self.group(number) if f"group_{number}" in self.rules.terms else ""

    def group(self, number: int) -> str:
        """A set of properties as this rule set calls it; its number if it has no name."""
        own = self.rules.terms.get(f"group_{number}")
        return self.words.said(own) if own else str(number)

    @property
    def jail(self) -> str:
        """The jail's name on this ring."""
        return self.rules.board.tiles[self.rules.board.find("jail")].name

    def tile(self, tile: int) -> str:
        """A tile's name, as on its card if it has one."""
        if not 0 <= tile < self.rules.board.size:
            return self.words("questions.some_tile")
        return self._printed(tile).card_name

    def place(self, tile: int, table: Table | None = None) -> str:
        """A tile's name, as on the ring: what covers it, where ``table`` has something there."""
        printed = self._printed(tile % self.rules.board.size)
        covered = table is not None and table.state(Effects).capital
        return printed.card_name if covered else printed.name

    def spot(self, tile: int, table: Table | None = None) -> str:
        """Where a pawn is: a tile's name on the ring, with the one before it where several tiles
        have that name.
        """
        tiles, name = self.rules.board.tiles, self.place(tile, table)
        shared = [t.name for t in tiles if [o.name for o in tiles].count(t.name) > 1]
        if name not in shared:
            return name
        at = next(t for t in range(tile - 1, tile - len(tiles), -1) if tiles[t].name not in shared)
        return self.words("tiles.after", tile=name, before=self.place(at, table))

    def _printed(self, tile: int) -> Tile:
        return self.rules.board.tiles[tile]

    def tiles(self, tiles: Iterable[int]) -> str:
        """Several tiles."""
        return ", ".join(self.tile(t) for t in tiles) or self.words("questions.nothing")

    def card(self, item: int, table: Table) -> str:
        """A card of the box, by its item number."""
        if player := self.player(seat_of(item), table):
            return player
        printed = self.rules.item(item)
        if printed is None or not printed.name:
            return self.words("questions.some_card")
        if printed.kind == "bid":
            seat, part = bid_of(item)
            return f"{self.player(seat, table) or seat} {PARTS[part]}"
        return printed.name

    def coded(self, card: int) -> str:
        """A card of a deck with its short code, since two share a name."""
        printed = self.rules.cards[card]
        return f"{printed.name} ({printed.code})"

    def deck(self, name: str) -> str:
        """A deck."""
        key = f"deck_{name}"
        known = key in self.rules.terms or self.words.has(f"questions.{key}")
        return self.term(key) if known else name

    def level(self, level: int) -> str:
        """Buildings of a city."""
        top = level == self.rules.top_level
        return self.term("level_top" if top else f"level_{level}")

    def lot(self, auction: Auction) -> str:
        """What is under the hammer: a property, or where those are short a building."""
        level = {"house": 1, "hotel": self.rules.top_level}.get(auction.why, 0)
        return self.level(level) if level else self.tile(auction.tile)

    def bid(self, card: int, table: Table) -> str:
        """What a bid card offers: an amount, or a part of the price if no auction is on."""
        if card == 0:
            return self.words("questions.bid_none")
        if table.auction is None:
            return PARTS[card]
        return self.words.figure(bid_value(self.rules, table.auction.tile, card))

    def all_of(self, names: Sequence[str]) -> str:
        """Names in a row: Ayu, Budi dan Citra."""
        if not names:
            return self.words("questions.nobody")
        if len(names) == 1:
            return names[0]
        return self.words("questions.and", first=", ".join(names[:-1]), last=names[-1])

    def players(self, seats: Iterable[int], table: Table) -> str:
        """Several players."""
        return self.all_of([self.player(s, table) for s in seats])

    def dice(self, dice: Iterable[int]) -> str:
        """A throw: 3 + 4."""
        return " + ".join(str(d) for d in dice)

    def goods(self, goods: Goods, table: Table) -> str:
        """What one side of a trade hands over; empty for nothing."""
        parts = [self.words.figure(goods.cash)] if goods.cash else []
        parts += [self.tile(t) for t in goods.tiles]
        parts += [self.card(c, table) for c in goods.cards]
        return ", ".join(parts)

    def _gives(self, seat: int, goods: Goods, table: Table) -> str:
        player, goods_text = self.player(seat, table), self.goods(goods, table)
        if goods_text:
            return self.words("questions.gives", player=player, goods=goods_text)
        return self.words("questions.gives_nothing", player=player)

    def trade(self, trade: Trade, table: Table) -> str:
        """Both sides of a trade, and its contract."""
        sentence = self.words(
            "questions.trade",
            give=self._gives(trade.proposer, trade.give, table),
            take=self._gives(trade.partner, trade.take, table),
        )
        if trade.terms is None:
            return sentence
        return self.words(
            "questions.trade_terms", trade=sentence, terms=self._terms(trade, trade.terms, table)
        )

    def _terms(self, trade: Trade, terms: Terms, table: Table) -> str:
        """The contract of a trade, and whom it is for."""
        taker = trade.partner if terms.giver == trade.proposer else trade.proposer
        return self.words(
            f"questions.terms_{terms.kind}",
            giver=self.player(terms.giver, table),
            taker=self.player(taker, table),
            rounds=terms.rounds,
            principal=terms.principal,
            repayment=terms.repayment,
        )
