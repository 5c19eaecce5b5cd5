"""What players may choose before a game, as a comparison tells it: house rules and numbers."""

from ketuk.tui.comparing.asked import Answer, Asked


def house(a: Asked) -> Answer:
    """House rules that players may agree on."""
    known = [
        _named(a, rule, f"compare.house_{rule}", f"screens.new_house_{rule}")
        for rule in a.rules.house
    ]
    return ("house_are", {"rules": "; ".join(known)}) if known else ("none", {})


def number(name: str, a: Asked) -> Answer:
    """A number that players may choose, and what is played if nobody does."""
    setting = next((s for s in a.rules.settings if s.name == name), None)
    if setting is None:
        return "none", {}
    none = a.words("compare.none")
    span = a.span([setting.least, setting.most])
    facts: dict[str, object] = {
        "span": f"{none}, {span}" if setting.none else span,
        "step": setting.step,
        "usual": none if setting.none and not setting.usual else a.words.figure(setting.usual),
    }
    return "number_steps" if setting.step > 1 else "number", facts


def label(name: str, a: Asked) -> str:
    """What a set calls the number, else the name by which it is chosen."""
    return _named(a, name, f"screens.new_set_{name}")


def _named(a: Asked, name: str, *keys: str) -> str:
    """The first of these sentences that the set has; else the name that is typed for it."""
    return next((a.words(key) for key in keys if a.words.has(key)), name)
