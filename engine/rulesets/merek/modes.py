"""Modes and own tables: which figures are played, from the numbers that players have chosen."""

from collections.abc import Mapping
from dataclasses import replace

from ketuk.engine.causes import HonoursFor
from ketuk.engine.rules.ruleset import Honours, RuleSet, Seating, Setting
from ketuk.engine.rulesets.merek.data import OWN, MerekData, ModeData
from ketuk.engine.table import FOREVER, Options, Table

MODE = "mode"
"""Name of the number that says which mode is played, by their order in the data."""
MINUTES = ("salary_ends", "tax_from")
"""Fields in minutes; as figures they are seconds of play."""


def settings(data: MerekData) -> tuple[Setting, ...]:
    """The mode, and each field that an own table may change."""
    usual = data.mode(0)
    return (
        Setting(MODE, 0, len(data.modes) - 1, 0),
        *[
            Setting(f, b.least, b.most, getattr(usual, f), b.step, none=b.none)
            for f, b in ((f, data.own[f]) for f in OWN)
        ],
    )


def changed(rules: RuleSet, options: Options) -> tuple[str, ...]:
    """Fields that an own table plays otherwise than the mode that it begins from."""
    return tuple(
        [
            s.name
            for s in rules.settings
            if s.name != MODE and options.number(s.name, s.usual) != s.usual
        ]
    )


def agreed(data: MerekData, rules: RuleSet, options: Options) -> RuleSet:
    """The set in the mode, and with the own numbers, that players have agreed on.

    Raises:
        ValueError: own numbers in another mode than the first.
    """
    number = options.number(MODE, 0)
    mode = data.mode(number)
    own = changed(rules, options)
    if own and number:
        raise ValueError(f"own numbers ({own[0]}) belong to an own table, which has mode 0")
    mode = mode.model_copy(update={f: options.number(f, getattr(mode, f)) for f in own})
    return replace(
        rules,
        figures=figures(data, mode, own=len(own)),
        seating=seating(data, mode),
    )


def honours(rules: RuleSet, table: Table, computers: bool) -> Honours:
    """Ranking and experience of the first mode, half of that at an own table, else nothing."""
    figures = rules.figures
    rounds, minutes = table.round - 1, table.clock.now // 60
    if not figures["ranked"]:
        return Honours(False, "none", HonoursFor("mode"))
    if computers:
        return Honours(False, "none", HonoursFor("bots"))
    if rounds < figures["ranked_rounds"]:
        return Honours(False, "none", HonoursFor("rounds"), rounds, figures["ranked_rounds"])
    if minutes < figures["ranked_minutes"]:
        return Honours(False, "none", HonoursFor("minutes"), minutes, figures["ranked_minutes"])
    if figures["own"]:
        return Honours(False, "half", HonoursFor("half"))
    return Honours(True, "full", HonoursFor("ranked"))


def figures(data: MerekData, mode: ModeData, *, own: int = 0) -> Mapping[str, int]:
    """Every figure by name: those of all modes, those of this one, and how many are an own table's.

    Times of play are in seconds.
    """
    numbers = {f: getattr(mode, f) * (60 if f in MINUTES else 1) for f in OWN}
    flags = {f: int(getattr(mode, f)) for f in ("sale", "dealt", "teams", "own_auction", "ranked")}
    return {**data.figures, **numbers, **flags, "own": own}


def seating(data: MerekData, mode: ModeData) -> Seating:
    """Seats and cash of a mode; cards of other modes stay in the box."""
    counts = range(mode.least, mode.most + 1)
    away = [
        item
        for kind in {k for m in data.modes.values() for k in m.cards} - set(mode.cards)
        for item in data.sorte[kind].items
    ]
    return Seating(
        cash={n: (mode.cash,) * n for n in counts},
        rounds=dict.fromkeys(counts, FOREVER),
        without=dict.fromkeys(counts, tuple(sorted(away))),
        opener="drawn",
        drawn=True,
    )
