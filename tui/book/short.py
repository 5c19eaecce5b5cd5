"""A rule book in short: how to play, board and cards as tables, and every ruling.

Prose comes from the set's book.toml; figures, ring, cards and readings from the rule set.
"""

import re
from collections.abc import Iterable, Sequence

from ketuk import engine
from ketuk.engine.board import Tile
from ketuk.engine.rules.ruleset import RuleSet, Setting
from ketuk.engine.table import Options
from ketuk.tui.telling.naming import Naming
from ketuk.tui.words import Language, Words

_CITED = re.compile(r"\[((?:[A-Z]+-\d+\s?)+)\]")


def book(rules: RuleSet, language: Language) -> str:
    """The whole book in one language.

    Raises:
        KeyError: prose names a fact that there is not, or a reading that there is not.
    """
    words = Words(language).of(rules.meta.rules)
    facts = _facts(rules, words)
    prose = [words(f"book.{key}", **facts).strip() for key in ("welcome", "play")]
    parts = [*prose, *_modes(rules, words), words("book.board"), _board(rules, words)]
    for deck in dict.fromkeys(c.deck for c in rules.cards.values()):
        named = words.said(rules.terms[f"deck_{deck}"])
        parts += [words("book.cards", deck=named), _cards(rules, words, deck)]
    if rules.goals:
        parts += [words("book.goals"), _goals(rules, words)]
    parts += _others(rules, words)
    parts += [words("book.readings"), *_readings(rules, words)]
    return _CITED.sub(lambda cited: _links(rules, cited[1]), "\n\n".join(parts)) + "\n"


def _facts(rules: RuleSet, words: Words) -> dict[str, str]:
    figures = {name: words.figure(amount) for name, amount in rules.figures.items()}
    printed = {f"{t.kind}_amount": words.figure(t.amount) for t in rules.board.tiles if t.amount}
    counts = sorted(rules.seating.cash)
    return (
        figures
        | printed
        | {
            "cash": words.figure(rules.seating.cash[counts[0]][0]),
            "least": str(counts[0]),
            "most": str(counts[-1]),
            "tiles": str(rules.board.size),
            "deeds": str(len(rules.board.deeds)),
        }
        | {
            name: words.figure(number)
            for numbers in rules.presets.values()
            for name, number in numbers
        }
    )


def _table(head: str, rows: Iterable[Sequence[str]]) -> str:
    names = head.split("|")
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _modes(rules: RuleSet, words: Words) -> list[str]:
    """The modes of a set that has some, and what an own table may change of the first."""
    modes = next((s for s in rules.settings if s.name == "mode"), None)
    if modes is None:
        return []
    rows = [_mode(rules, words, number) for number in modes.choices]
    own = {s.name: s for s in rules.settings}
    cells = [_bounds(own[name], words) if name in own else "" for name in COLUMNS]
    rows.append([words("book.own"), *cells])
    return [words("book.modes"), _table(words("book.head_modes"), rows)]


COLUMNS = ("", "cash", "turn", "salary_ends", "tax_from", "term", "building", "", "third_die")
"""What the columns of the modes are called where an own table may change them."""


def _mode(rules: RuleSet, words: Words, number: int) -> list[str]:
    played = engine.under(rules, Options(settings=(("mode", number),)))
    figures, counts = played.figures, sorted(played.seating.cash)
    none, die = words("book.none"), figures["third_die"]
    seats = [str(n) for n in dict.fromkeys((counts[0], counts[-1]))]
    return [
        words.said(rules.terms[f"mode_{number}"]),
        "–".join(seats),
        words.figure(played.seating.cash[counts[0]][0]),
        str(figures["turn"] or none),
        str(figures["salary_ends"] // 60 or none),
        str(figures["tax_from"] // 60 or none),
        str(figures["term"] or none),
        words(f"book.building_{figures['building']}"),
        str(figures["sale"]),
        words("book.third_die", number=die) if die else none,
    ]


def _bounds(setting: Setting, words: Words) -> str:
    key = "own_step" if setting.step > 1 else "own_range"
    if setting.name == "building":
        return "; ".join(words(f"book.building_{n}") for n in setting.choices)
    bounds = words(f"book.{key}", least=setting.least, most=setting.most, step=setting.step)
    return words("book.or_none", numbers=bounds) if setting.none else bounds


def _board(rules: RuleSet, words: Words) -> str:
    names = Naming(words, rules)
    rows = [_row(tile, words, names) for tile in rules.board.tiles]
    return _table(words("book.head_board"), rows)


def _row(tile: Tile, words: Words, names: Naming) -> list[str]:
    deed = tile.deed
    if deed is None:
        amount = words.figure(tile.amount) if tile.amount else ""
        return [str(tile.index), tile.name, "", "", "", amount]
    rents = " / ".join(words.figure(rent) for rent in deed.rents)
    return [
        str(tile.index),
        tile.name,
        names.group(tile.group) if tile.group else "",
        words.figure(deed.price),
        words.figure(deed.build_price) if deed.build_price else "",
        rents or words("book.by_dice"),
    ]


def _cards(rules: RuleSet, words: Words, deck: str) -> str:
    rows = [
        [card.code, card.name, words.said(rules.texts[card.kind])]
        for card in rules.cards.values()
        if card.deck == deck
    ]
    return _table(words("book.head_cards"), rows)


def _goals(rules: RuleSet, words: Words) -> str:
    rows = [
        [words.said(rules.terms[f"goal_{g.id}"]), words.said(rules.texts[g.id]),
         words.figure(g.reward)]
        for g in rules.goals
    ]  # fmt: skip
    return _table(words("book.head_goals"), rows)


def _others(rules: RuleSet, words: Words) -> list[str]:
    """What other editions of the same rules call their tiles and cards."""
    if rules.meta.id not in engine.NAMES:
        return []
    editions = [engine.ruleset(name) for name in engine.NAMES if name != rules.meta.id]
    return [
        part
        for other in editions
        if other.meta.rules == rules.meta.rules
        for part in (words("book.other", name=other.meta.name), _edition(rules, other, words))
    ]


def _edition(rules: RuleSet, other: RuleSet, words: Words) -> str:
    pairs = zip(rules.board.tiles, other.board.tiles, strict=True)
    rows = [[str(a.index), a.name, b.name] for a, b in pairs if a.name != b.name]
    rows += [
        [card.code, card.name, other.cards[item].name]
        for item, card in rules.cards.items()
        if card.name != other.cards[item].name
    ]
    rows += [
        [_term(key, words), words.said(text), words.said(other.terms[key])]
        for key, text in rules.terms.items()
        if text != other.terms[key]
    ]
    head = words("book.head_other", one=rules.meta.name, other=other.meta.name)
    return _table(head, rows)


def _term(key: str, words: Words) -> str:
    """What a term is of: a group by its number, a goal by its code."""
    what, _, which = key.partition("_")
    return words("tiles.of_group", group=which) if what == "group" else which


def _readings(rules: RuleSet, words: Words) -> list[str]:
    sentences = []
    for key, ruling in rules.rulings.items():
        title, text = words.said(ruling["title"]), words.said(ruling["text"])
        sentences.append(anchored(key.lower(), key, title, text))
    return sentences


def anchored(anchor: str, number: str, title: str, text: str) -> str:
    """A ruling that links can lead to."""
    return f'<a id="{anchor}"></a>**{number} {title}.** {text}'.replace("?.**", "?**")


def _links(rules: RuleSet, cited: str) -> str:
    known = [key for key in cited.split() if rules.rulings[key]]
    return "(" + ", ".join(f"[{key}](#{key.lower()})" for key in known) + ")"
