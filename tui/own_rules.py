"""Rule sets by name: those that come with the game, and owners' own, kept in the data folder.

An own set is a TOML file (``ketuk rules --export`` writes one to begin with). When a box is made
with it, it is kept as ``rulesets/ID.toml``, so that the box's cards have their names ever after.
"""

from contextlib import suppress
from pathlib import Path

from ketuk import engine
from ketuk.engine import RuleSet

SUFFIX = ".toml"


class IdTaken(Exception):
    """Other rules go by that id: those that come with the game, or a set kept earlier."""

    def __init__(self, ruleset: str) -> None:
        super().__init__(ruleset)
        self.ruleset = ruleset


def rules_called(data: Path, name: str) -> RuleSet:
    """The rule set with that id.

    Raises:
        KeyError: there is none, neither in the game nor in the data folder.
        BadData: the one in the data folder cannot be used.
        OSError: it cannot be read.
    """
    if name in engine.NAMES:
        return engine.ruleset(name)
    path = kept(data, name)
    if not name.isidentifier() or not path.is_file():
        raise KeyError(name)
    return engine.ruleset_from_text(path.read_text("utf-8"), str(path))


def playable(data: Path) -> dict[str, RuleSet]:
    """What can be played here, by id: the game's sets, then owners' own that are whole."""
    sets = {name: engine.ruleset(name) for name in engine.NAMES}
    for path in sorted((data / "rulesets").glob(f"*{SUFFIX}")):
        with suppress(KeyError, engine.BadData, OSError, UnicodeDecodeError):
            sets.setdefault(path.stem, rules_called(data, path.stem))
    return sets


def keep(data: Path, file: Path) -> RuleSet:
    """Take an owner's rule set into the data folder.

    Raises:
        BadData: its faults by line and field.
        IdTaken: it needs an id of its own.
        OSError, UnicodeDecodeError: it cannot be read, or kept.
    """
    from ketuk.codes.disk import own_folder, owner_only

    text = file.read_text("utf-8")
    rules = engine.ruleset_from_text(text, str(file))
    path = kept(data, rules.meta.id)
    if rules.meta.id in engine.NAMES:
        raise IdTaken(rules.meta.id)
    if path.is_file() and path.read_text("utf-8") != text:
        raise IdTaken(rules.meta.id)
    own_folder(path.parent)
    part = path.with_suffix(".part")
    with open(part, "w", encoding="utf-8", newline="", opener=owner_only) as whole:
        whole.write(text)
    part.replace(path)
    return rules


def kept(data: Path, name: str) -> Path:
    """Where the set of that id is kept."""
    return data / "rulesets" / f"{name}{SUFFIX}"
