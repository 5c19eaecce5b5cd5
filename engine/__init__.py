"""The game, pure: ``import engine`` is enough to write a bot or a simulation.

A table and a command lead to events (``decide``); events lead to the next table (``evolve``).
``offers`` lists what may be asked; ``meaning`` says what a card means when it is tapped.
"""

from ketuk.engine import (
    bots,
    codec,
    commands,
    corrections,
    events,
    haggling,
    players,
    table,
    thinking,
    waiting,
)
from ketuk.engine.decide import advance, decide, new_game
from ketuk.engine.evolve import evolve, replay
from ketuk.engine.luck import Luck, NoLuck, ScriptedLuck
from ketuk.engine.offers import Offers, offers, offers_to
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.rules.options import under
from ketuk.engine.rules.ruleset import Item, RuleSet
from ketuk.engine.rulesets import FIRST, NAMES, ruleset
from ketuk.engine.rulesets import from_data as ruleset_from_data
from ketuk.engine.rulesets import from_text as ruleset_from_text
from ketuk.engine.rulesets.schema import BadData
from ketuk.engine.table import Options, Table
from ketuk.engine.taps import meaning

__all__ = [
    "FIRST",
    "NAMES",
    "BadData",
    "Item",
    "Luck",
    "NoLuck",
    "Offers",
    "Options",
    "Reason",
    "Refused",
    "RuleSet",
    "ScriptedLuck",
    "Table",
    "advance",
    "bots",
    "codec",
    "commands",
    "corrections",
    "decide",
    "events",
    "evolve",
    "haggling",
    "meaning",
    "new_game",
    "offers",
    "offers_to",
    "players",
    "replay",
    "ruleset",
    "ruleset_from_data",
    "ruleset_from_text",
    "table",
    "thinking",
    "under",
    "waiting",
]
