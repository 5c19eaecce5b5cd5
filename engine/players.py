"""The players there are, by name: those that play every set, and those of a set alone."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ketuk.engine.bots import Draw, Policy, cautious_policy, random_policy
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.thinking import thinking_policy

Maker: TypeAlias = Callable[[Draw], Policy]
"""A player for one seat of one game, with chance of its own."""


def _cautious(draw: Draw) -> Policy:
    return cautious_policy()


def _thinking(draw: Draw) -> Policy:
    return thinking_policy()


COMMON: Mapping[str, Maker] = {
    "random": random_policy,
    "cautious": _cautious,
    "penilai": _thinking,
}
"""Players that play every set."""
STRONGEST = "penilai"
"""The one that wins most against the others. Where that is not shown (docs/figures.md), the words
of a set do not call it strong."""


def makers(rules: RuleSet) -> Mapping[str, Maker]:
    """All players of a set: those that play every set, and its own."""
    return {**COMMON, **rules.bots}
