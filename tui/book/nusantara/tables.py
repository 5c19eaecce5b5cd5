"""The tables of the rule book, made from the rule set."""

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction

from ketuk.engine.acts.building import sale_price
from ketuk.engine.board import Tile
from ketuk.engine.items import BID_CARDS
from ketuk.engine.rules.auction import bid_value
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Holding, Options, Table
from ketuk.tui.book.nusantara.figures import bid_label, level_names, number
from ketuk.tui.book.nusantara.rents import Example, examples, factors, project_rents
from ketuk.tui.words import Words

NONE = "–"


def tables(rules: RuleSet, words: Words) -> dict[str, str]:
    """Every table by the name that prose puts in braces, and what the rounding example says."""
    made = {
        f"{name}_table": make(rules, words)
        for name, make in {
            "players": _players,
            "board": _board,
            "groups": _groups,
            "zones": _zones,
            "bids": _bids,
            "rents": _rents,
            "factors": _factors,
            "examples": _examples,
            "deeds": _deeds,
            "rounding": _rounding,
            "projects": _projects,
            "siasat": _siasat,
            "kejadian": _kejadian,
            "targets": _targets,
            "items": _items,
        }.items()
    }
    city = _rounded_city(rules)
    return made | {
        "rounding_city": city.name,
        "rounding_price": number(words, rules.board.deed(city.index).price),
    }


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _head(words: Words, key: str) -> list[str]:
    return words(f"book.head_{key}").split("|")


def _players(rules: RuleSet, words: Words) -> str:
    seats, rows = rules.seating, []
    for count, cash in seats.cash.items():
        out = [f"{rules.cards[c].code} {rules.cards[c].name}" for c in seats.without[count]]
        rounds = seats.rounds[count]
        rows.append(
            [
                str(count),
                ", ".join(out) or NONE,
                str(rounds),
                " · ".join(number(words, amount) for amount in cash),
                str(rounds - rules.figures["contract_closed"]),
            ]
        )
    return _table(_head(words, "players"), rows)


def _board(rules: RuleSet, words: Words) -> str:
    rows = []
    for tile in rules.board.tiles:
        kind = words(f"book.kind_{tile.kind}", name=tile.deed_name)
        price = number(words, tile.deed.price) if tile.deed else ""
        where = [str(n) if n else "" for n in (tile.group, tile.zone)]
        rows.append([str(tile.index), tile.name, kind, *where, price])
    return _table(_head(words, "board"), rows)


def _names(rules: RuleSet, tiles: Iterable[int]) -> str:
    return ", ".join(rules.board.tiles[t].name for t in tiles)


def _groups(rules: RuleSet, words: Words) -> str:
    rows = []
    for group, tiles in enumerate(rules.board.groups[1:], 1):
        price = number(words, rules.board.deed(tiles[0]).build_price)
        sides = [_edge(rules, words, tiles[0] - 1), _edge(rules, words, tiles[-1])]
        rows.append([str(group), _names(rules, tiles), price, *sides])
    return _table(_head(words, "groups"), rows)


def _edge(rules: RuleSet, words: Words, tile: int) -> str:
    tiles, size = rules.board.tiles, rules.board.size
    before, after = tiles[tile % size].name, tiles[(tile + 1) % size].name
    return words("book.between", before=before, after=after)


def _zones(rules: RuleSet, words: Words) -> str:
    rows = [[str(z), _names(rules, t)] for z, t in enumerate(rules.board.zones[1:], 1)]
    return _table(_head(words, "zones"), rows)


def _bids(rules: RuleSet, words: Words) -> str:
    alike: dict[tuple[int, int], list[int]] = {}
    for tile in rules.board.deeds:
        deed = rules.board.deed(tile)
        alike.setdefault((deed.price, deed.least_bid), []).append(tile)
    rows = []
    for (price, least), tiles in sorted(alike.items()):
        names = ", ".join(rules.board.tiles[t].card_name for t in tiles)
        values = [bid_value(rules, tiles[0], card) for card in range(BID_CARDS)]
        bids = [_bid(words, value, least) for value in values]
        rows.append([number(words, price), names, *bids])
    return _table([*_head(words, "bids"), *map(bid_label, range(BID_CARDS))], rows)


def _bid(words: Words, value: int, least: int) -> str:
    """A bid; one below the floor is struck out."""
    amount = number(words, value)
    return f"~~{amount}~~" if 0 < value < least else amount


def _cities(rules: RuleSet) -> list[Tile]:
    return [t for t in rules.board.tiles if t.kind == "city"]


def _rents(rules: RuleSet, words: Words) -> str:
    rows = [
        [city.name, *(number(words, rent) for rent in rules.board.deed(city.index).rents)]
        for city in _cities(rules)
    ]
    return _table([*_head(words, "rents"), *level_names(rules, words)], rows)


def _factors(rules: RuleSet, words: Words) -> str:
    rows = [
        [*words(f"book.factor_{factor.name}").split("|"), f"×{factor.times}"]
        for factor in factors(rules)
    ]
    return _table(_head(words, "factors"), rows)


def _examples(rules: RuleSet, words: Words) -> str:
    return _table(_head(words, "examples"), [_example(words, e) for e in examples(rules)])


def _example(words: Words, example: Example) -> list[str]:
    bill = example.bill
    label = words(f"book.example_{example.key}", tile=example.tile, count=example.count)
    product = " × ".join(str(f.times) for f in bill.factors) or words("book.not_counted")
    counted = f"×{bill.total // bill.base}"
    return [label, number(words, bill.base), product, counted, number(words, bill.total)]


def _laid(rules: RuleSet) -> Table:
    """A table on which nobody owns anything."""
    return Table(rules.meta.id, Options(), (), (Holding(),) * rules.board.size)


def _deeds(rules: RuleSet, words: Words) -> str:
    rows, laid = [], _laid(rules)
    for tile in rules.board.deeds:
        printed = rules.board.tiles[tile]
        amounts = [
            rules.board.deed(tile).price,
            rules.mortgaging.value(rules, laid, tile),
            rules.mortgaging.redeeming(rules, laid, tile),
        ]
        sale = number(words, sale_price(rules, tile)) if printed.kind == "city" else NONE
        rows.append([printed.card_name, *(number(words, a) for a in amounts), sale])
    return _table(_head(words, "deeds"), rows)


def _sums(rules: RuleSet, tile: int) -> list[tuple[str, Fraction, int]]:
    """What is worked out from a price: key, the exact sum, and what the game makes of it."""
    price = Fraction(rules.board.deed(tile).price)
    laid = _laid(rules)
    mortgage = rules.mortgaging.value(rules, laid, tile)
    sums = [
        ("mortgage", price / 2, mortgage),
        ("redeem", Fraction(mortgage * 11, 10), rules.mortgaging.redeeming(rules, laid, tile)),
        ("bid", price * 3 / 4, bid_value(rules, tile, 3)),
        ("sale", price * 3 / 4, sale_price(rules, tile)),
        (
            "discount",
            price * (100 - rules.figures["discount"]) / 100,
            rules.discounts["diskon"](rules, int(price)),
        ),
    ]
    for key, exact, rounded in sums:
        if abs(exact - rounded) >= rules.meta.step:
            raise ValueError(f"the book's sum for {key} is not the game's: {exact}, {rounded}")
    return sums


def _rounded_city(rules: RuleSet) -> Tile:
    """The city with the most sums that are no multiple of the step."""
    step = rules.meta.step
    return max(
        _cities(rules), key=lambda c: sum(bool(e % step) for _, e, _ in _sums(rules, c.index))
    )


def _rounding(rules: RuleSet, words: Words) -> str:
    rows = []
    for key, exact, rounded in _sums(rules, _rounded_city(rules).index):
        label = words(f"book.rounding_{key}", card=bid_label(3))
        rows.append([label, number(words, int(exact)), number(words, rounded)])
    return _table(_head(words, "rounding"), rows)


def _projects(rules: RuleSet, words: Words) -> str:
    rows, most = [], 0
    for tile in rules.board.tiles:
        if tile.kind == "project":
            rents = project_rents(rules, tile.index)
            most = max(most, len(rents))
            amounts = [number(words, rent) for rent in rents]
            rows.append([tile.name, _names(rules, tile.connects), *amounts])
    return _table([*_head(words, "projects"), *map(str, range(most))], rows)


def _kinds(rules: RuleSet, deck: str) -> list[tuple[str, str, str]]:
    """The kinds of a deck in order: kind, short codes, name."""
    codes: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for card in rules.cards.values():
        if card.deck == deck:
            codes.setdefault(card.kind, []).append(card.code)
            names[card.kind] = card.name
    return [(kind, ", ".join(prefixes), names[kind]) for kind, prefixes in codes.items()]


def _siasat(rules: RuleSet, words: Words) -> str:
    printed = json.loads(rules.data)["siasat"]
    rows = []
    for kind, codes, name in _kinds(rules, "siasat"):
        when = words(f"book.when_{printed[kind]['when']}")
        rows.append([codes, f"**{name}**", when, words.said(rules.texts[kind])])
    return _table(_head(words, "siasat"), rows)


def _kejadian(rules: RuleSet, words: Words) -> str:
    rows = [
        [codes, f"**{name}**", words.said(rules.texts[kind])]
        for kind, codes, name in _kinds(rules, "kejadian")
    ]
    return _table(_head(words, "kejadian"), rows)


def _targets(rules: RuleSet, words: Words) -> str:
    rows = [
        [name, *words(f"book.target_{kind}").split("|")]
        for kind, _, name in _kinds(rules, "kejadian")
        if words.has(f"book.target_{kind}")
    ]
    return _table(_head(words, "targets"), rows)


def _items(rules: RuleSet, words: Words) -> str:
    rows = []
    for kind in dict.fromkeys(item.kind for item in rules.items):
        items = [item for item in rules.items if item.kind == kind]
        label = words(f"book.item_{kind}", first=items[0].code, last=items[-1].code)
        first, last = items[0].number, items[-1].number
        rows.append([label, str(len(items)), f"{first}–{last}" if last > first else str(first)])
    return _table(_head(words, "items"), rows)
