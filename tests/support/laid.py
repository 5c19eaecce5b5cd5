"""Tables of every set as they are laid, with what tells of them, for tests of what is shown."""

from lucky import Lucky

from ketuk import engine
from ketuk.engine.table import Options, replace
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import Language, Words

NAMES = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita", "Hadi")


def laid(ruleset: str, language: Language = "id", players: int = 8) -> Names:
    """A new game of so many players, or as many as the set is for."""
    rules = engine.ruleset(ruleset)
    most = min(players, max(rules.seating.cash))
    options = Options(edition=rules.edition)
    begun = engine.replay(engine.new_game(rules, NAMES[:most], Lucky(1), options))
    return Names(Telling(Words(language).of(rules.meta.rules), rules), begun)


def standing(names: Names, at: int, jailed: frozenset[int] = frozenset()) -> Names:
    """All pawns on one tile, some of them held there."""
    players = tuple(
        replace(player, at=at, jail=0 if seat in jailed else -1)
        for seat, player in enumerate(names.table.players, 1)
    )
    return Names(names.telling, replace(names.table, players=players))
