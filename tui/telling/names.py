"""Sentences and names for the table as it stands: a telling, bound to one table."""

from dataclasses import dataclass

from ketuk.engine.acts.trading import nothing_follows
from ketuk.engine.commands import AnyCommand
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rules.trade import interest_of
from ketuk.engine.states import Effects
from ketuk.engine.table import Auction, Table, Trade
from ketuk.tui.dealing import completed
from ketuk.tui.telling.naming import jailed
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import Words


@dataclass(frozen=True, slots=True)
class Names:
    """What things are called now."""

    telling: Telling
    table: Table

    @property
    def words(self) -> Words:
        """The words of the language of now."""
        return self.telling.words

    @property
    def rules(self) -> RuleSet:
        """The rule set of the game."""
        return self.telling.rules

    def seat(self, seat: int) -> str:
        """A player's name, or an account's."""
        return self.telling.names.account(seat, self.table)

    def seats(self, seats: tuple[int, ...]) -> str:
        """Several names in a row."""
        return self.telling.names.players(seats, self.table)

    def tile(self, tile: int) -> str:
        """A tile's name on the ring: what covers it, where something does."""
        names = self.telling.names
        return names.tile(tile) if self.table.state(Effects).capital else names.spot(tile)

    def at(self, seat: int) -> str:
        """Where a pawn is; in the jail, whether it is held there or passes by."""
        here = jailed(self.table, self.rules, seat)
        if not here:
            return self.tile(self.table.player(seat).at)
        return self.words(f"screens.at_{here}", jail=self.jail)

    @property
    def jail(self) -> str:
        """What the place is called where a player is stuck."""
        return self.telling.names.jail

    def deed(self, tile: int) -> str:
        """The name on a property card."""
        return self.telling.names.tile(tile)

    def lot(self, auction: Auction) -> str:
        """What is under the hammer."""
        return self.telling.names.lot(auction)

    def card(self, card: int) -> str:
        """A card of a deck with its short code, since two share a name."""
        return self.telling.names.coded(card)

    def bid(self, card: int) -> str:
        """What a bid card stands for in the auction that is open."""
        return self.telling.names.bid(card, self.table)

    def edge(self, edge: int) -> str:
        """Between which two tiles a barricade lies."""
        after = (edge + 1) % self.rules.board.size
        return self.words("table.edge", before=self.tile(edge), after=self.tile(after))

    def trade(self, trade: Trade) -> str:
        """A whole trade."""
        return self.telling.names.trade(trade, self.table)

    def made_whole(self, trade: Trade) -> str:
        """Which sets a trade makes whole, and whose; empty for none."""
        groups = completed(self.rules, self.table, trade)
        return ", ".join(
            self.words(
                "screens.trade_whole", name=self.seat(seat), group=self.telling.names.group(group)
            )
            for seat, group in groups
        )

    def interest(self, trade: Trade) -> str:
        """What each side pays at once for what it gets mortgaged; empty if nothing is."""
        trading = self.rules.trading
        if trading.passed_on is nothing_follows or not self.table.mortgaged(trade.tiles):
            return ""
        return " ".join(
            self.words("screens.trade_interest", name=self.seat(seat), amount=amount)
            for seat, amount in interest_of(self.rules, self.table, trade).items()
            if amount
        )

    def label(self, command: AnyCommand) -> str:
        """What stands on the button of a command."""
        return self.telling.command(command, self.table)

    def refusal(self, refused: Refused) -> str:
        """Why not, with the ruling."""
        return self.telling.outcome(refused, self.table)
