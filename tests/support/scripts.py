"""Chance written down before, of which nothing may be left over."""

from ketuk import engine


class Script(engine.ScriptedLuck):
    """Dice and cards in the order in which they are asked for."""

    @property
    def used_up(self) -> bool:
        return not self._dice and not self._cards
