"""A set whose code is not here: what is printed of it, so that its games can still be looked at.

Its slots answer as the shared code does if nothing else is known, and no command is offered or
carried out.
"""

import json
from collections.abc import Mapping
from typing import Any

from ketuk.engine.board import Board, Deed, Tile, board_of
from ketuk.engine.causes import ExcusedBy
from ketuk.engine.draft import Draft
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import buildings, dice, mortgage, victory
from ketuk.engine.rules.ruleset import (
    Building,
    Card,
    CardRule,
    Dice,
    Excuse,
    Jail,
    Meta,
    Moments,
    Mortgaging,
    Ruin,
    RuleSet,
    Seating,
    Trading,
)
from ketuk.engine.rulesets.schema import BadData
from ketuk.engine.rulesets.streets import items
from ketuk.engine.table import BANK, Table

MOST_SEATS = 8


def unplayed(canonical: str, secret: str = "") -> RuleSet:
    """The set of a game, from the data that its journal keeps, to look at.

    Args:
        secret: the deck whose cards are held face down; empty for none.

    Raises:
        BadData: not even the board can be read.
    """
    try:
        data = json.loads(canonical)
        return _made(data, canonical, secret)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadData("data", [(0, "", str(error))]) from error


def _made(data: Mapping[str, Any], canonical: str, secret: str) -> RuleSet:
    meta, figures = data["meta"], data.get("figures", {})
    board, cards = _board(data["tiles"]), _cards(data)
    kinds = {card.kind for card in cards.values()}
    deeds = [board.deed(tile) for tile in board.deeds]
    return RuleSet(
        meta=Meta(meta["id"], meta["version"], meta["name"], meta["rules"], meta["step"]),
        board=board,
        items=items(board, cards, MOST_SEATS),
        cards=cards,
        hand_limit=len(cards),
        seating=Seating(cash={}, rounds={}, without={}, hand_deck=secret),
        figures=figures,
        salary=figures.get("salary", 0),
        at_start=_nothing,
        jail=Jail(figures.get("jail_fee", 0), _to_bank, figures.get("jail_tries", 0)),
        dice=Dice(count=dice.two, double=dice.two_equal, third_double=_nothing),
        trading=Trading(_not_here, _nothing, _nothing, bare=mortgage.itself_bare),
        moments=Moments(_nobody, _not_here, _not_here, _not_here, _not_here, _not_here),
        may_end=_not_here,
        ruin=Ruin(must_raise=_no, unpaid=_nothing, left_behind=_nothing),
        stock=(),
        top_level=max((len(deed.rents) - 1 for deed in deeds if deed.build_price), default=0),
        building=Building(_not_here, buildings.printed_price, _not_here, buildings.half),
        mortgaging=Mortgaging(mortgage.half_price, mortgage.with_tenth, mortgage.itself_bare),
        lay=_nothing,
        rent=_no_rent,
        net_worth=victory.net_worth,
        shown_worth=victory.whole_worth,
        ranking=victory.by_lasting,
        may_own=_not_here,
        may_hold=_not_here,
        landing={tile.kind: _nothing for tile in board.tiles},
        acts={},
        tasks={},
        card_rules={kind: CardRule(_not_here, _nothing, _no_plays) for kind in kinds},
        throws={},
        taps={},
        terms={key: _said(text) for key, text in data.get("terms", {}).items()},
        texts={key: _said(card["text"]) for key, card in _kinds(data) if "text" in card},
        data=canonical,
    )


def _board(tiles: list[Mapping[str, Any]]) -> Board:
    return board_of(tuple([_tile(at, tile) for at, tile in enumerate(tiles)]))


def _tile(at: int, tile: Mapping[str, Any]) -> Tile:
    price = tile.get("price", 0)
    return Tile(
        index=at,
        name=tile.get("name") or tile["kind"],
        kind=tile["kind"],
        group=tile.get("group", 0),
        zone=tile.get("zone", 0),
        deed=Deed(price, tile.get("build", 0), tuple(tile.get("rents", ()))) if price else None,
        amount=tile.get("amount", 0),
        deed_name=tile.get("deed_name", ""),
    )


def _kinds(data: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Kinds of cards of every section that has any, with their id."""
    sections = [part for part in data.values() if isinstance(part, dict)]
    tables = [(k, t) for part in sections for k, t in part.items() if isinstance(t, dict)]
    return [(key, table) for key, table in tables if {"deck", "items"} <= set(table)]


def _cards(data: Mapping[str, Any]) -> dict[int, Card]:
    return {
        item: Card(item, key, card["deck"], card.get("name") or key, "")
        for key, card in _kinds(data)
        for item in card["items"]
    }


def _said(text: Mapping[str, str | None]) -> dict[str, str]:
    return {language: said for language, said in text.items() if said is not None}


# --- slots -------------------------------------------------------------------------------------


def _nothing(draft: Draft, *_: object) -> None:
    """Nothing is carried out here."""


def _not_here(*_: object) -> Refused:
    return refuse(Reason.NOT_ASKED)


def _nobody(table: Table) -> tuple[int, ...]:
    return ()


def _to_bank(table: Table) -> int:
    return BANK


def _no(*_: object) -> bool:
    return False


def _no_plays(*_: object) -> list[Any]:
    return []


def _no_rent(*_: object) -> Excuse:
    return Excuse(ExcusedBy("unknown"))
