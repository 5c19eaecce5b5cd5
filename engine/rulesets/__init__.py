"""Rule sets by id: their data checked, and made into values."""

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets import schema
from ketuk.engine.rulesets.klasik import rules as klasik
from ketuk.engine.rulesets.klasik.data import KlasikData
from ketuk.engine.rulesets.kompleks import rules as kompleks
from ketuk.engine.rulesets.kompleks.data import KompleksData
from ketuk.engine.rulesets.merek import rules as merek
from ketuk.engine.rulesets.merek.data import MerekData
from ketuk.engine.rulesets.nusantara import rules as nusantara
from ketuk.engine.rulesets.nusantara.data import NusantaraData
from ketuk.engine.rulesets.rel import rules as rel
from ketuk.engine.rulesets.rel.data import RelData
from ketuk.engine.rulesets.schema import BadData


@dataclass(frozen=True, slots=True)
class SetCode:
    """The code that plays a set."""

    data: type[schema.SetData]
    """What its data must be."""
    make: Callable[[Any, str, Mapping[str, Mapping[str, Any]]], RuleSet]
    """The rule set of checked data, its canonical text and its rulings."""
    then: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By section, what a figure was before the data had it, if it was not what it is today."""


CODE = {
    "nusantara": SetCode(NusantaraData, nusantara.make),
    "klasik": SetCode(KlasikData, klasik.make),
    "kompleks": SetCode(KompleksData, kompleks.make),
    "merek": SetCode(MerekData, merek.make),
    "rel": SetCode(RelData, rel.make),
}
"""The code that plays a set, by the name that its data gives (``meta.rules``)."""
PARTS = ("meta.toml", "board.toml", "cards.toml")


@dataclass(frozen=True, slots=True)
class Shipped:
    """A set that comes with the game: the code that plays it, and its own data."""

    code: str
    parts: tuple[str, ...] = PARTS
    """Files of the code's folder that make its data; two boards of one code share some of them."""


REL = ("meta.toml", "board.toml", "cards.toml")
"""What both editions of rel share."""
SETS = {
    "nusantara": Shipped("nusantara"),
    "klasik": Shipped("klasik"),
    "kompleks": Shipped("kompleks"),
    "merek": Shipped("merek"),
    "rel": Shipped("rel", ("kl.toml", *REL)),
    "rel-borneo": Shipped("rel", ("borneo.toml", *REL)),
}
"""Sets that come with the game, by id (``meta.id`` of their data)."""
NAMES = tuple(SETS)
"""Ids of the sets that come with the game."""
FIRST = NAMES[0]
"""The set that is meant if none is named."""


@cache
def ruleset(name: str) -> RuleSet:
    """A set that comes with the game.

    Raises:
        KeyError: there is none of that name.
        BadData: its files are damaged; faults name line and field.
    """
    if name not in SETS:
        raise KeyError(name)
    return from_text(source(name), f"{name}.toml")


def source(name: str) -> str:
    """The data of a set as one TOML text, comments included, to be copied and changed."""
    shipped = SETS[name]
    folder = files(__package__).joinpath(shipped.code)
    return "\n".join(folder.joinpath(part).read_text("utf-8") for part in shipped.parts)


def from_text(text: str, name: str) -> RuleSet:
    """A set from TOML text, for owners of other boxes.

    Raises:
        BadData: with every fault by line and field.
    """
    return _make(schema.parse(text, name), name, text)


def from_data(canonical: str) -> RuleSet:
    """The set of a running game, from the data that its journal keeps (``RuleSet.data``).

    Raises:
        BadData: the data is no rule set that this version can play.

    Figures that the data of an earlier version has not got are what the rule was then.
    """
    try:
        data = json.loads(canonical)
    except json.JSONDecodeError as error:
        raise BadData("data", [(error.lineno, "", error.msg)]) from error
    return _make(_aged(data), "data", "")


def _aged(data: Any) -> Any:
    """Data of a running game, with the figures that its model has gained since."""
    meta = data.get("meta") if isinstance(data, dict) else None
    name = _nearest(meta) if isinstance(meta, dict) else None
    if name is None:
        return data
    then, whole = CODE[SETS[name].code].then, dict(data)
    for section, now in _plain(name).items():
        had = whole.get(section, {})
        if isinstance(now, Mapping) and isinstance(had, Mapping):
            was = then.get(section, {})
            figures = {k: was.get(k, v) for k, v in now.items() if not isinstance(v, Mapping)}
            whole[section] = {**figures, **had} if section in whole else now
    return whole


def _nearest(meta: Mapping[str, Any]) -> str | None:
    """The set that data was made from: the one of its id, or the first that its code plays."""
    played = [name for name, shipped in SETS.items() if shipped.code == meta.get("rules")]
    return meta["id"] if meta.get("id") in played else next(iter(played), None)


@cache
def _plain(name: str) -> Mapping[str, Any]:
    """The data of a set as it comes with the game, unchecked."""
    return schema.parse(source(name), f"{name}.toml")


def _make(data: Mapping[str, Any], name: str, text: str) -> RuleSet:
    meta = data.get("meta")
    played_by = meta.get("rules") if isinstance(meta, Mapping) else None
    code = CODE.get(played_by) if isinstance(played_by, str) else None
    if code is None or played_by is None:
        line = schema.line_of(text, ("meta", "rules"))
        raise BadData(name, [(line, "meta.rules", f"one of {', '.join(CODE)}")])
    checked = schema.check(data, name, code.data, text)
    canonical = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    try:
        return code.make(checked, canonical, rulings(played_by))
    except KeyError as error:
        field = str(error.args[0])
        line = schema.line_of(text, tuple(field.split(".")))
        raise BadData(name, [(line, field, "missing")]) from error
    except ValueError as error:
        raise BadData(name, [(0, "", str(error))]) from error


@cache
def rulings(name: str) -> Mapping[str, Mapping[str, Any]]:
    """The numbered rulings of a set's code, in order."""
    text = files(__package__).joinpath(name, "rulings.toml").read_text("utf-8")
    return tomllib.loads(text)
