"""Games of merek by a seed, in every mode, with real dice and decks by turns."""

from any_game import AnyGame
from praca import CLASSICO, CONFRONTO, EQUIPES, RAPIDO

from ketuk.engine.table import Options

MODES = {CLASSICO: (2, 3, 4, 6), RAPIDO: (2, 3, 5), CONFRONTO: (3,), EQUIPES: (4,)}
SOURCES = (("app", "app"), ("real", "app"), ("app", "real"), ("real", "real"))
HURRY = 0.25
"""Half of the moves are time: so few that most turns are played and some are missed."""


def options(mode: int, seed: int, **own: int) -> Options:
    dice, decks = SOURCES[seed % 4]
    chosen = tuple(sorted({"mode": mode, **own}.items())) if mode or own else ()
    return Options("kertas", dice, decks, settings=chosen)


def seeded(mode: int, seed: int, **own: int) -> AnyGame:
    players = MODES[mode][seed % len(MODES[mode])]
    return AnyGame(
        players, options(mode, seed, **own), seed, leavers=seed % 4 == 0, ruleset="merek",
        votes=0.003, hurry=HURRY,
    )  # fmt: skip
