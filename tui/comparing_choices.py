"""What players may choose before a game, as a comparison tells it: house rules and numbers."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ketuk.tui.comparing import Answer, Asked


def house(a: "Asked") -> "Answer":
    """House rules that players may agree on."""
    known = [a.words(f"compare.house_{rule}") for rule in a.rules.house]
    return ("house_are", {"rules": "; ".join(known)}) if known else ("none", {})


def number(name: str, a: "Asked") -> "Answer":
    """A number that players may choose, and what is played if nobody does."""
    setting = next((s for s in a.rules.settings if s.name == name), None)
    if setting is None:
        return "none", {}
    facts: dict[str, object] = {
        "span": a.span([setting.least, setting.most]),
        "step": setting.step,
        "usual": setting.usual,
    }
    steps = "number_steps" if setting.step > 1 else "number"
    return steps if setting.least <= setting.usual <= setting.most else f"{steps}_or_none", facts
