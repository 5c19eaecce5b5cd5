"""What players agreed on before a game: house rules, and numbers that are not the usual ones."""

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Options
from ketuk.tui.words import Words


def agreed(words: Words, rules: RuleSet, options: Options) -> tuple[tuple[str, str], ...]:
    """What and how, in words of the set; nothing if it is played as it is printed."""
    chosen = dict(options.settings)
    house = [
        (words(f"screens.new_house_{rule}"), words(f"screens.house_{rule}"))
        for rule in rules.house
        if rule in options.house
    ]
    numbers = [
        (words(f"screens.new_set_{one.name}"), number(words, one.name, chosen[one.name]))
        for one in rules.settings
        if chosen.get(one.name, one.usual) != one.usual
    ]
    return (*house, *numbers)


def number(words: Words, name: str, value: int) -> str:
    """A number that players may choose, by the name that its set has for it."""
    named, none = f"screens.set_{name}_{value}", f"screens.none_set_{name}"
    if words.has(named):
        return words(named)
    return words(none) if not value and words.has(none) else words.figure(value)
