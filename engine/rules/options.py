"""What players agree on before the game, and the rules that they then play by."""

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Options


def under(rules: RuleSet, options: Options) -> RuleSet:
    """The rules as players with these options play them: modes, house rules, numbers.

    Applied once when a game begins, is continued or is looked at; ``decide`` and ``offers`` take
    what comes of it.

    Raises:
        ValueError: a house rule that the set does not have, or a number that it does not know or
            that is out of its bounds.
    """
    if unknown := sorted(set(options.house) - set(rules.house)):
        raise ValueError(f"{rules.meta.id} has no house rule {unknown[0]}")
    known = {s.name: s for s in rules.settings}
    for name, number in options.settings:
        setting = known.get(name)
        if setting is None:
            raise ValueError(f"{rules.meta.id} has no number {name} to choose")
        if not setting.allows(number):
            raise ValueError(f"{name} is from {setting.least} to {setting.most} in steps of "
                             f"{setting.step}, not {number}")  # fmt: skip
    if len({name for name, _ in options.settings}) < len(options.settings):
        raise ValueError("a number is chosen once")
    return rules.agreed(rules, options)


def preset_of(rules: RuleSet, options: Options) -> str:
    """The name of the game that these options make, as far as a preset says; empty for none."""
    usual = {s.name: s.usual for s in rules.settings}
    played = tuple(sorted((n, i) for n, i in options.settings if usual.get(n) != i))
    names = (n for n, numbers in rules.presets.items() if tuple(sorted(numbers)) == played)
    return "" if options.house else next(names, "")
