"""A saved game that cannot be played on here, since the code of its rules is gone: to look at."""

from collections.abc import Callable
from datetime import datetime

from ketuk.engine.events import CardDrawn
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets.schema import BadData
from ketuk.engine.rulesets.unplayed import unplayed
from ketuk.rooms.game import Game
from ketuk.rooms.journal import Journal, system_time
from ketuk.rooms.recalling import recall
from ketuk.rooms.trouble import JournalFault, Trouble


class UnplayedGame(Game):
    """What has happened in it and where it is now, told by what its data has printed."""

    rules: RuleSet
    """No command is offered or carried out by them."""

    @classmethod
    def at(
        cls, journal: Journal, name: str, *, clock: Callable[[], datetime] = system_time
    ) -> "UnplayedGame":
        """A saved game, read up to its last row.

        Raises:
            JournalFault: NO_GAME, DAMAGED, GAME_NEWER; RULES, where not even a board is there.
        """
        header = journal.header(name)
        past, damage = recall(journal, name, now=clock())
        drawn = [e.deck for row in past.rows for e in row.events if isinstance(e, CardDrawn)]
        game = cls(journal, header, past, damage)
        try:
            game.rules = unplayed(header.data, next(iter(drawn), ""))
        except BadData as error:
            raise JournalFault(Trouble.RULES, game=name, detail=str(error)) from error
        return game
