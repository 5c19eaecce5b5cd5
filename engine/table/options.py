"""What the players agreed on before the game."""

from typing import Literal, TypeAlias

from ketuk.engine.table.value import Value

Edition: TypeAlias = Literal["hp", "kertas"]
Source: TypeAlias = Literal["app", "real"]


class Options(Value, frozen=True):
    """What the players agreed on before the game."""

    edition: Edition = "hp"
    dice: Source = "app"
    decks: Source = "app"
    house: tuple[str, ...] = ()
    """House rules in force, by their id in the rule set."""
    settings: tuple[tuple[str, int], ...] = ()
    """Numbers that the players chose, by their name in the rule set."""

    def number(self, name: str, usual: int) -> int:
        """The number that was chosen; ``usual`` if none was."""
        return next((number for known, number in self.settings if known == name), usual)
