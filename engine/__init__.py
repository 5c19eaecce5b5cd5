"""The game, pure: ``import engine`` is enough to write a bot or a simulation.

A table and a command lead to events (``decide``); events lead to the next table (``evolve``).
``offers`` lists what may be asked; ``meaning`` says what a card means when it is tapped.
"""

from engine.decide import decide, new_game
from engine.evolve import evolve, replay
from engine.luck import Luck, NoLuck, ScriptedLuck
from engine.offers import Offers, offers
from engine.refusal import Reason, Refused
from engine.rules.ruleset import Item, RuleSet
from engine.rulesets import NAMES, ruleset
from engine.rulesets import from_data as ruleset_from_data
from engine.rulesets import from_text as ruleset_from_text
from engine.rulesets.schema import BadData
from engine.table import Options, Table
from engine.taps import meaning

__all__ = [
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
    "decide",
    "evolve",
    "meaning",
    "new_game",
    "offers",
    "replay",
    "ruleset",
    "ruleset_from_data",
    "ruleset_from_text",
]
