"""A correction in the making: what, whose or where, and how it is on the table; step by step."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from ketuk.engine.acts.correcting import may_carry, within_bounds
from ketuk.engine.corrections import (
    DECK,
    AnyCorrection,
    BuildingsOn,
    CardIn,
    CashOf,
    DeedOf,
    PawnOn,
    cash_of,
)
from ketuk.engine.items import seat_of
from ketuk.engine.offers import CorrectionForm
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import BANK, NOWHERE, POT, Table
from ketuk.tui.telling.names import Names

Kind: TypeAlias = Literal["pawn", "cash", "deed", "buildings", "card"]
KINDS: tuple[Kind, ...] = ("pawn", "cash", "deed", "buildings", "card")
Field: TypeAlias = Literal["none", "amount", "code", "note"]


@dataclass(frozen=True, slots=True)
class Sketch:
    """What has been said so far; every answer gives a new one."""

    kind: Kind | None = None
    seat: int = 0
    """Whose; the pot's account where it is the pot's cash."""
    tile: int = NOWHERE
    card: int = 0
    hand: int = NOWHERE
    what: AnyCorrection | None = None
    """The whole correction, once there is nothing left to ask."""

    def as_kind(self, kind: Kind) -> "Sketch":
        """About this, with what has been tapped already."""
        return replace(self, kind=kind, hand=self.seat if kind == "card" and self.seat else NOWHERE)

    def with_card(self, card: int) -> "Sketch":
        """About this card, and whole if it is known where it belongs."""
        what = CardIn(card, self.hand) if self.hand != NOWHERE else None
        return replace(self, kind="card", card=card, what=what)

    def with_hand(self, hand: int) -> "Sketch":
        """Into this hand, or ``DECK``."""
        what = CardIn(self.card, hand) if self.card else None
        return replace(self, hand=hand, what=what)

    def done(self, what: AnyCorrection) -> "Sketch":
        """The whole correction."""
        return replace(self, what=what)


@dataclass(frozen=True, slots=True)
class Step:
    """One question: a sentence, lines to choose from or a field to fill."""

    text: str
    lines: tuple[tuple[str, Sketch], ...] = ()
    field: Field = "none"


def step(names: Names, form: CorrectionForm, sketch: Sketch) -> Step:
    """What is to be said next."""
    match sketch.kind:
        case None:
            return _ask_kind(names, form, sketch)
        case "pawn":
            return _ask_pawn(names, form, sketch)
        case "cash":
            return _ask_cash(names, form, sketch)
        case "deed":
            return _ask_deed(names, form, sketch)
        case "buildings":
            return _ask_buildings(names, form, sketch)
        case "card":
            return _ask_card(names, form, sketch)


def _ask_kind(names: Names, form: CorrectionForm, sketch: Sketch) -> Step:
    """What is wrong, or what about the player or the property that was tapped."""
    words, kinds = names.words, KINDS
    if sketch.seat:
        kinds = ("pawn", "cash", "card")
    elif sketch.tile != NOWHERE:
        kinds = ("deed", "buildings")
    facts = {"name": names.seat(sketch.seat) if sketch.seat else ""}
    if sketch.tile != NOWHERE:
        facts = {"name": names.deed(sketch.tile)}
    about = "_about" if facts["name"] else ""
    lines = [(words(f"corrections.pick_{k}{about}", **facts), sketch.as_kind(k)) for k in kinds
             if k != "card" or form.cards]  # fmt: skip
    return Step(words(f"corrections.ask_what{about}", **facts), tuple(lines))


def _ask_pawn(names: Names, form: CorrectionForm, sketch: Sketch) -> Step:
    words, table = names.words, names.table
    if not sketch.seat:
        lines = [(f"{names.seat(s)}: {_where(names, s)}", replace(sketch, seat=s))
                 for s in form.pawns]  # fmt: skip
        return Step(words("corrections.ask_pawn"), tuple(lines))
    seat, jail = sketch.seat, names.rules.board.find("jail")
    places = []
    for tile in range(names.rules.board.size):
        if tile == jail:
            stuck = words("corrections.pawn_stuck", tile=_numbered(names, tile))
            places.append((stuck, sketch.done(PawnOn(seat, tile, stuck=True))))
        places.append((_numbered(names, tile), sketch.done(PawnOn(seat, tile, stuck=False))))
    facts = {"player": names.seat(seat), "tile": names.tile(table.player(seat).at)}
    return Step(words("corrections.ask_tile", **facts), tuple(places))


def _numbered(names: Names, tile: int) -> str:
    return f"{tile:>2}  {names.tile(tile)}"


def _where(names: Names, seat: int) -> str:
    player = names.table.player(seat)
    place = names.tile(player.at)
    stuck = player.jail != NOWHERE
    return names.words("corrections.pawn_stuck", tile=place) if stuck else place


def _ask_cash(names: Names, form: CorrectionForm, sketch: Sketch) -> Step:
    words, table = names.words, names.table
    if not sketch.seat:
        lines = [(words("corrections.cash_now", player=names.seat(a), amount=cash_of(table, a)),
                  replace(sketch, seat=a)) for a in form.accounts]  # fmt: skip
        return Step(words("corrections.ask_cash"), tuple(lines))
    facts = {"player": names.seat(sketch.seat), "amount": cash_of(table, sketch.seat)}
    key = "ask_amount_pot" if sketch.seat == POT else "ask_amount"
    return Step(words(f"corrections.{key}", **facts), field="amount")


def _ask_deed(names: Names, form: CorrectionForm, sketch: Sketch) -> Step:
    words, deeds = names.words, dict(form.deeds)
    if sketch.tile == NOWHERE:
        lines = [(f"{names.deed(t)}: {_owner(names, t)}", replace(sketch, tile=t)) for t in deeds]
        return Step(words("corrections.ask_deed"), tuple(lines))
    tile = sketch.tile
    held = names.table.holdings[tile]
    owners = []
    for owner in deeds.get(tile, ()):
        free = DeedOf(tile, owner, mortgaged=False)
        owners.append((names.seat(owner), sketch.done(free)))
        if owner != BANK and not held.level:
            label = words("corrections.deed_mortgaged", owner=names.seat(owner))
            owners.append((label, sketch.done(DeedOf(tile, owner, mortgaged=True))))
    facts = {"tile": names.deed(tile), "owner": _owner(names, tile)}
    return Step(words("corrections.ask_owner", **facts), tuple(owners))


def _owner(names: Names, tile: int) -> str:
    held = names.table.holdings[tile]
    name = names.seat(held.owner)
    return names.words("corrections.deed_mortgaged", owner=name) if held.mortgaged else name


def _ask_buildings(names: Names, form: CorrectionForm, sketch: Sketch) -> Step:
    words, levels = names.words, dict(form.levels)
    if sketch.tile == NOWHERE:
        lines = [(f"{names.deed(t)}: {_level(names, t)}", replace(sketch, tile=t)) for t in levels]
        return Step(words("corrections.ask_site" if lines else "corrections.no_site"), tuple(lines))
    tile, name = sketch.tile, names.telling.names.level
    lines = [(name(n), sketch.done(BuildingsOn(tile, n))) for n in levels.get(tile, ())]
    facts = {"tile": names.deed(tile), "level": _level(names, tile)}
    return Step(words("corrections.ask_level", **facts), tuple(lines))


def _level(names: Names, tile: int) -> str:
    return names.telling.names.level(names.table.holdings[tile].level)


def _ask_card(names: Names, form: CorrectionForm, sketch: Sketch) -> Step:
    """Where it belongs and which card it is; where the game has it is nobody's business yet."""
    words = names.words
    if sketch.hand == NOWHERE:
        lines = [(words("corrections.hand", player=names.seat(s)), sketch.with_hand(s))
                 for s in form.seats]  # fmt: skip
        lines.append((words("corrections.deck"), sketch.with_hand(DECK)))
        return Step(words("corrections.ask_hand"), tuple(lines))
    code = names.rules.cards[form.cards[0]].code if form.cards else ""
    return Step(words("corrections.ask_card", code=code), field="code")


# ---- answers that are not chosen from lines


def tapped(
    rules: RuleSet, table: Table, form: CorrectionForm, sketch: Sketch, item: int
) -> Sketch | Refused | None:
    """What a tapped card adds; why not, or None if it says nothing to what is asked."""
    if item in rules.board.deeds:
        return _tapped_property(rules, table, form, sketch, item)
    if item in form.cards and sketch.kind in (None, "card"):
        return sketch.with_card(item)
    seat = seat_of(item)
    return _tapped_player(form, sketch, seat) if seat in form.seats else None


def _tapped_player(form: CorrectionForm, sketch: Sketch, seat: int) -> Sketch | None:
    match sketch.kind:
        case None:
            return Sketch(seat=seat)
        case "pawn" if seat in form.pawns:
            return replace(sketch, seat=seat)
        case "cash":
            return replace(sketch, seat=seat)
        case "deed" if seat in dict(form.deeds).get(sketch.tile, ()):
            return sketch.done(DeedOf(sketch.tile, seat, mortgaged=False))
        case "card":
            return sketch.with_hand(seat)
        case _:
            return None


def _tapped_property(
    rules: RuleSet, table: Table, form: CorrectionForm, sketch: Sketch, tile: int
) -> Sketch | Refused | None:
    if sketch.kind in (None, "deed") and tile not in dict(form.deeds):
        return within_bounds(rules, table, DeedOf(tile, BANK, mortgaged=False))
    match sketch.kind:
        case None:
            return Sketch(tile=tile)
        case "pawn" if sketch.seat:
            return sketch.done(PawnOn(sketch.seat, tile, stuck=False))
        case "deed":
            return replace(sketch, tile=tile)
        case "buildings":
            return may_carry(rules, table, tile) or replace(sketch, tile=tile)
        case _:
            return None


def typed_amount(sketch: Sketch, text: str) -> Sketch | None:
    """The cash that was typed; None if it is no number."""
    number = text.removeprefix("-").isdecimal()
    return sketch.done(CashOf(sketch.seat, int(text))) if number else None


def typed_code(rules: RuleSet, form: CorrectionForm, sketch: Sketch, text: str) -> Sketch | None:
    """The card whose short code was typed; None if players never hold it, or there is none."""
    fitting: Iterator[int] = (c for c in form.cards if rules.cards[c].code == text)
    card = next(fitting, 0)
    return sketch.with_card(card) if card else None
