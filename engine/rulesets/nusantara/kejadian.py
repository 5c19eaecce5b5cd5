"""The Kejadian deck: choosing the target of an event, and what it does."""

from collections.abc import Callable, Sequence

from ketuk.engine.acts.asked import may_pick
from ketuk.engine.acts.building import sell_level
from ketuk.engine.acts.landing import slide_off
from ketuk.engine.acts.owing import transfer
from ketuk.engine.acts.rolling import by_dice
from ketuk.engine.causes import (
    BillBase,
    EffectChange,
    InsuranceSpentOn,
    LevelChangedBy,
    NothingFrom,
    PaidFor,
    ThrownFor,
)
from ketuk.engine.commands import Pick, Play
from ketuk.engine.draft import Draft
from ketuk.engine.events import (
    EffectsChanged,
    InsuranceSpent,
    LevelChanged,
    Nothing,
    Targeted,
)
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import buildings
from ketuk.engine.rules.money import down
from ketuk.engine.rules.rent import bill
from ketuk.engine.rules.ruleset import CardRule, RuleSet
from ketuk.engine.rules.slots import Hit
from ketuk.engine.rules.victory import richest_first
from ketuk.engine.rulesets.nusantara.editions import on_paper
from ketuk.engine.rulesets.nusantara.marking import flood, put_festival
from ketuk.engine.states import Effects
from ketuk.engine.table import (
    BANK,
    NOWHERE,
    POT,
    Auctioneer,
    Charge,
    PickCity,
    RunEvent,
    Table,
    replace,
)


def run_event(draft: Draft, task: RunEvent) -> bool:
    """The revealed event takes effect.

    Dice choose its targets in the paper edition, and if the network is gone (4.6.3).
    """
    draft.done()
    throws = on_paper(draft.table.options) or task.dice
    _EVENTS[draft.rules.cards[task.card].kind](draft, task.card, throws)
    return True


# --- targets -----------------------------------------------------------------------------------


def _by_data(draft: Draft, card: int, rows: Sequence[tuple[int, ...]]) -> int:
    """The candidate with the highest figures, then the lowest number; recorded (4.4.20).

    Rows: (candidate, figure, figure, ...).
    """
    return _first(draft, card, sorted(rows, key=lambda r: (*(-f for f in r[1:]), r[0])))


def _first(draft: Draft, card: int, rows: Sequence[tuple[int, ...]]) -> int:
    """The first of candidates in order, recorded with the figures of all."""
    draft.add(Targeted(card, rows[0][0], "data", tuple(rows), "4.4.20"))
    return rows[0][0]


def _owned_cities(rules: RuleSet, table: Table, tiles: tuple[int, ...]) -> int:
    return sum(table.holdings[t].owner != BANK for t in tiles)


def _zones(rules: RuleSet) -> range:
    return range(1, len(rules.board.zones))


def _pick_zone(draft: Draft, card: int, rows: Sequence[tuple[int, ...]], throws: bool) -> None:
    """A zone by data, or by one die."""
    if throws:
        by_dice(draft, ThrownFor("zone"), (draft.table.opener,), (card,))
    else:
        _in_zone(draft, card, _by_data(draft, card, rows))


def zone_thrown(draft: Draft, dice: tuple[int, ...], about: tuple[int, ...]) -> None:
    """One die is a zone."""
    draft.add(Targeted(about[0], dice[0], "dice"))
    _in_zone(draft, about[0], dice[0])


def _in_zone(draft: Draft, card: int, zone: int) -> None:
    kind = draft.rules.cards[card].kind
    if kind == "banjir":
        flood_zone(draft, zone)
    else:
        effects = replace(draft.table.state(Effects), boom=zone)
        draft.add(EffectsChanged(effects, EffectChange("boom"), zone))


# --- the events --------------------------------------------------------------------------------


def _banjir(draft: Draft, card: int, throws: bool) -> None:
    table, rules = draft.table, draft.rules
    rows = []
    for zone in _zones(rules):
        tiles = rules.board.zones[zone]
        value = sum(buildings.cost(rules, table, t) for t in tiles)
        rows.append((zone, value, _owned_cities(rules, table, tiles)))
    _pick_zone(draft, card, rows, throws)


def flood_zone(draft: Draft, zone: int) -> None:
    """Insured cities out, ruko drop, menara fall in tile order, tiles, slides (4.3.2, 4.4.5)."""
    rules = draft.rules
    wet: list[int] = []
    for tile in rules.board.zones[zone]:
        if draft.table.holdings[tile].insurance:
            spend_insurance(draft, tile, InsuranceSpentOn("banjir"), "4.4.5")
        else:
            wet.append(tile)
    built = [t for t in wet if draft.table.holdings[t].level]
    towers = [t for t in built if draft.table.holdings[t].level == rules.top_level]
    for tile in [t for t in built if t not in towers] + towers:
        lose_level(draft, tile, LevelChangedBy("banjir"))
    if wet:
        again = bool(draft.table.state(Effects).floods)
        flood(draft, zone, tuple(wet), "4.4.4" if again else "")
    for seat in draft.table.clockwise(draft.table.opener):
        if draft.table.player(seat).at in wet:
            slide_off(draft, seat)


def lose_level(draft: Draft, tile: int, why: LevelChangedBy) -> None:
    """One level is lost without money."""
    level, stock, ruling = buildings.loss(draft.rules, draft.table, tile)
    draft.add(LevelChanged(tile, level, stock, why, ruling))


def spend_insurance(draft: Draft, tile: int, why: InsuranceSpentOn, ruling: str) -> None:
    """The insurance of a city goes under its deck."""
    card = draft.table.holdings[tile].insurance
    draft.add(InsuranceSpent(tile, card, draft.rules.cards[card].deck, why, ruling))


def _arus_balik(draft: Draft, card: int, throws: bool) -> None:
    effects = replace(draft.table.state(Effects), backward=True)
    draft.add(EffectsChanged(effects, EffectChange("backward")))


def _rute_udara(draft: Draft, card: int, throws: bool) -> None:
    effects = replace(draft.table.state(Effects), route_open=True)
    draft.add(EffectsChanged(effects, EffectChange("route_open"), ruling="4.1.7"))


def _boom(draft: Draft, card: int, throws: bool) -> None:
    rules, table = draft.rules, draft.table
    rows = [(z, _owned_cities(rules, table, rules.board.zones[z])) for z in _zones(rules)]
    _pick_zone(draft, card, rows, throws)


def _penertiban(draft: Draft, card: int, throws: bool) -> None:
    """The tallest building, its owner's net worth, the price; past each insured city (4.3.3)."""
    rules, table = draft.rules, draft.table
    worth = {s: rules.net_worth(rules, table, s) for s in table.seats}
    rows = [
        (t, table.holdings[t].level, worth[table.holdings[t].owner], rules.board.deed(t).price)
        for t in rules.board.deeds
        if table.holdings[t].level
    ]
    rows.sort(key=lambda r: (-r[1], -r[2], -r[3], r[0]))
    if not rows:
        draft.add(Nothing(NothingFrom("penertiban"), "no_building", "4.3.4"))
        return
    for tile, *_ in rows:
        if not table.holdings[tile].insurance:
            draft.add(Targeted(card, tile, "data", tuple(rows), "4.4.20"))
            lose_level(draft, tile, LevelChangedBy("penertiban"))
            return
        spend_insurance(draft, tile, InsuranceSpentOn("penertiban"), "4.3.3")
    draft.add(Nothing(NothingFrom("penertiban"), "all_insured", "4.3.3"))


def _pajak_kekayaan(draft: Draft, card: int, throws: bool) -> None:
    rules, table = draft.rules, draft.table
    charges = []
    for seat in table.clockwise(table.opener):
        worth = rules.net_worth(rules, table, seat)
        percent = rules.figures["wealth_tax"]
        tax = down(max(worth, 0), rules.meta.step, times=percent, per=100)
        if tax:
            why = bill(NOWHERE, tax, BillBase("wealth_tax"), worth, rulings=("4.4.11", "4.10.1"))
            charges.append(
                Charge(seat, POT, tax, PaidFor("wealth_tax"), "4.4.11", voidable=True, bill=why)
            )
        elif worth <= 0:
            draft.add(Nothing(NothingFrom("wealth_tax"), "no_worth", "4.4.11", seat))
    if charges:
        draft.plan(*charges)


def _mudik(draft: Draft, card: int, throws: bool) -> None:
    effects = replace(draft.table.state(Effects), homecoming=True)
    draft.add(EffectsChanged(effects, EffectChange("homecoming"), ruling="4.9.3"))
    if throws:
        opener = draft.table.opener
        by_dice(draft, ThrownFor("city"), (opener, opener), (card,))
    else:
        _come_home(draft, _first(draft, card, _homes(draft.rules, draft.table)))


def _homes(rules: RuleSet, table: Table) -> list[tuple[int, ...]]:
    """Owned cities, else all: (tile, owner's net worth, cash, price), the one to take first."""
    cities = [t.index for t in rules.board.tiles if t.kind == "city"]
    owned = [t for t in cities if table.holdings[t].owner != BANK]
    standing = {s: (rules.net_worth(rules, table, s), table.player(s).cash) for s in table.seats}
    standing[BANK] = (0, 0)
    rows = [
        (t, *standing[table.holdings[t].owner], rules.board.deed(t).price) for t in owned or cities
    ]
    return sorted(rows, key=lambda r: (r[1], r[2], -r[3], r[0]))


def city_thrown(draft: Draft, dice: tuple[int, ...], about: tuple[int, ...]) -> None:
    """One die is a zone, the next counts through its cities in tile order, round and round."""
    cities = draft.rules.board.zones[dice[0]]
    tile = cities[(dice[1] - 1) % len(cities)]
    draft.add(Targeted(about[0], tile, "dice"))
    _come_home(draft, tile)


def _come_home(draft: Draft, tile: int) -> None:
    holding = draft.table.holdings[tile]
    barred = holding.mortgaged or draft.table.state(Effects).flooded(tile)
    put_festival(draft, tile, "4.4.6" if barred else "")
    if holding.owner != BANK and not barred:
        bonus = draft.rules.figures["homecoming"]
        transfer(draft, BANK, holding.owner, bonus, PaidFor("homecoming"), tile=tile)


def _lelang_aset(draft: Draft, card: int, throws: bool) -> None:
    rows = richest_first(draft.rules, draft.table, _with_assets(draft.rules, draft.table))
    if not rows:
        draft.add(Nothing(NothingFrom("lelang_aset"), "nobody", "4.8.12"))
        return
    tied = tuple(s for s, *figures in rows if figures == list(rows[0][1:]))
    by_dice(draft, ThrownFor("forced_sale"), tied, (card,))


def _with_assets(rules: RuleSet, table: Table) -> tuple[int, ...]:
    """Players with enough properties of any kind, at least one of them a city (4.8.12)."""
    seats = []
    for seat in table.seats:
        owned = table.owned(seat)
        if len(owned) >= rules.figures["forced_sale"] and _cities(rules, owned):
            seats.append(seat)
    return tuple(seats)


def _cities(rules: RuleSet, tiles: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(t for t in tiles if rules.board.tiles[t].kind == "city")


def sale_forced(draft: Draft, result: tuple[int, ...], about: tuple[int, ...]) -> None:
    """The richest gives up the dearest city; equal ones: that player picks (4.4.7)."""
    seat, board = result[0], draft.rules.board
    _name_richest(draft, about[0], seat)
    cities = _cities(draft.rules, draft.table.owned(seat))
    dearest = max(board.deed(t).price for t in cities)
    tiles = tuple(t for t in cities if board.deed(t).price == dearest)
    if len(tiles) > 1:
        draft.plan(PickCity(seat, "forced_sale", tiles))
    else:
        _put_up(draft, seat, tiles[0])


def _name_richest(draft: Draft, card: int, seat: int) -> None:
    """Who was richest, with the figures; equal net worth: by cash, then dice (4.4.8)."""
    rows = richest_first(draft.rules, draft.table, _with_assets(draft.rules, draft.table))
    equal = [r for r in rows if r[1] == rows[0][1]]
    thrown = len([r for r in equal if r[2] == rows[0][2]]) > 1
    ruling = "4.4.8" if len(equal) > 1 else "4.4.20"
    draft.add(Targeted(card, seat, "dice" if thrown else "data", tuple(rows), ruling))


def pick(draft: Draft, command: Pick) -> Refused | None:
    """The player picks which city goes."""
    if refused := may_pick(draft.table, command.seat, command.tile):
        return refused
    top, card = draft.table.top, draft.table.event
    assert isinstance(top, PickCity)
    draft.done()
    draft.add(Targeted(card, command.tile, "choice", tuple((t,) for t in top.tiles), "4.4.7"))
    _put_up(draft, command.seat, command.tile)
    return None


def _put_up(draft: Draft, seat: int, tile: int) -> None:
    """Its buildings are sold first, its insurance goes, then it is auctioned (4.4.9, 4.4.10)."""
    while draft.table.holdings[tile].level:
        sell_level(draft, seat, tile)
    if draft.table.holdings[tile].insurance:
        spend_insurance(draft, tile, InsuranceSpentOn("forced_sale"), "4.4.9")
    draft.plan(Auctioneer(tile, draft.table.opener, "forced_sale", seller=seat))


def _investasi_asing(draft: Draft, card: int, throws: bool) -> None:
    rules, table = draft.rules, draft.table
    if throws:
        by_dice(draft, ThrownFor("group"), (table.opener, table.opener), (card,))
        return
    groups = rules.board.groups
    rows = [(g, _owned_cities(rules, table, groups[g])) for g in range(1, len(groups))]
    _invest(draft, _by_data(draft, card, rows))


def group_thrown(draft: Draft, dice: tuple[int, ...], about: tuple[int, ...]) -> None:
    """One die is a zone; the next, 1-3 or 4-6, its lower or its higher group."""
    tiles = draft.rules.board.tiles
    groups = sorted({tiles[t].group for t in draft.rules.board.zones[dice[0]]})
    group = groups[0] if dice[1] <= 3 else groups[-1]
    draft.add(Targeted(about[0], group, "dice"))
    _invest(draft, group)


def _invest(draft: Draft, group: int) -> None:
    effects = replace(draft.table.state(Effects), invested=group)
    draft.add(EffectsChanged(effects, EffectChange("invested"), group, "4.4.19"))


def _ibu_kota_baru(draft: Draft, card: int, throws: bool) -> None:
    rules, table = draft.rules, draft.table
    tile = rules.board.find("harbour")
    owner = table.holdings[tile].owner
    if owner != BANK:
        transfer(draft, BANK, owner, rules.figures["capital_bonus"], PaidFor("capital"), tile=tile)
        return
    ruling = "4.4.23" if table.state(Effects).capital else "4.4.2"
    effects = replace(table.state(Effects), capital=True)
    draft.add(EffectsChanged(effects, EffectChange("capital"), tile, ruling))
    draft.plan(Auctioneer(tile, table.opener, "capital"))


_EVENTS: dict[str, Callable[[Draft, int, bool], None]] = {
    "banjir": _banjir,
    "arus_balik": _arus_balik,
    "rute_udara": _rute_udara,
    "boom": _boom,
    "penertiban": _penertiban,
    "pajak_kekayaan": _pajak_kekayaan,
    "mudik": _mudik,
    "lelang_aset": _lelang_aset,
    "investasi_asing": _investasi_asing,
    "ibu_kota_baru": _ibu_kota_baru,
}


def _never(rules: RuleSet, table: Table, seat: int, command: Play) -> Refused | None:
    return refuse(Reason.CARD_NOT_NOW, card=command.card)


def _unplayable(draft: Draft, command: Play) -> None:
    raise AssertionError("an event card is never in a hand")


def _no_offers(rules: RuleSet, table: Table, seat: int, card: int) -> list[Play]:
    return []


_HITS: dict[str, Hit] = {
    "banjir": "zone",
    "boom": "zone",
    "investasi_asing": "group",
    "lelang_aset": "seat",
}
CARD_RULES = {
    kind: CardRule(_never, _unplayable, _no_offers, hits=_HITS.get(kind, "tile"))
    for kind in _EVENTS
}
"""Events are revealed, never played from a hand."""
