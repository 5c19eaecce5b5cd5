"""What can be looked up in a set's rule book: chapters, tiles, cards, goals and rulings."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.tui.book import short
from ketuk.tui.menu.tiles import stopping
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import Language, Words

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_HEADING = re.compile(r"^## ", re.MULTILINE)
_COMMAND = re.compile(r"(?:^    .*\n?)+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be looked up."""

    title: str
    text: str
    """Markdown without links."""
    number: str = ""
    """Of a ruling; empty for all else."""


def book(rules: RuleSet, language: Language) -> str:
    """The rule book of a set, as Markdown: its own if it has one, else in short."""
    name = f"{__package__}.{rules.meta.rules}"
    if find_spec(name) is None:
        return short.book(rules, language)
    text: str = import_module(name).book(rules, language)
    return text


def entries(rules: RuleSet, words: Words) -> tuple[Entry, ...]:
    """Everything, in the order of the book: chapters, tiles, cards, goals, rulings."""
    telling = Telling(words, rules)
    fixed = [*_chapters(rules, telling.words), *_tiles(telling), *_cards(telling)]
    return (*fixed, *_goals(telling), *ruled(rules, telling.words))


def _chapters(rules: RuleSet, words: Words) -> Iterator[Entry]:
    """Those with prose: rulings stand by themselves, and a list is its own table of contents."""
    contents = words("book.contents") if words.has("book.contents") else ""
    for part in _HEADING.split(book(rules, words.language)):
        title, _, text = part.strip().partition("\n")
        if title == contents or "<a id=" in text:
            continue
        yield Entry(title.removeprefix("# "), _COMMAND.sub("", _LINK.sub(r"\1", text)).strip())


def _tiles(telling: Telling) -> Iterator[Entry]:
    words, board = telling.words, telling.rules.board
    for tile in board.tiles:
        name = telling.names.place(tile.index)
        lines = [stopping(telling, tile.index)]
        if tile.group:
            cities = ", ".join(telling.names.tile(t) for t in board.siblings(tile.index))
            called = telling.names.group(tile.group)
            lines.append(words("tiles.group", group=called, cities=cities))
        if tile.connects:
            near = ", ".join(telling.names.tile(t) for t in tile.connects)
            lines.append(words("tiles.connects", tiles=near))
        if (deed := tile.deed) is not None:
            lines.append(words("lookup.price", price=deed.price))
            if deed.build_price:
                lines.append(words("tiles.build", price=deed.build_price))
            for level, rent in enumerate(deed.rents):
                step = telling.names.level(level)
                lines.append(words("tiles.rent", step=step, rent=rent).strip())
        title = words("lookup.tile", number=tile.index, tile=name)
        yield Entry(title, "\n\n".join(filter(None, lines)))


def _cards(telling: Telling) -> Iterator[Entry]:
    """One for each kind of card."""
    words, rules = telling.words, telling.rules
    kinds = {(card.deck, card.kind): card for card in rules.cards.values()}
    for (deck, kind), card in kinds.items():
        title = words("lookup.card", card=card.name, deck=telling.names.deck(deck))
        yield Entry(title, words.said(rules.texts[kind]))


def _goals(telling: Telling) -> Iterator[Entry]:
    words, rules = telling.words, telling.rules
    for goal in rules.goals:
        text = words("lookup.reward", text=words.said(rules.texts[goal.id]), amount=goal.reward)
        yield Entry(words.said(rules.terms[f"goal_{goal.id}"]), text)


def ruled(rules: RuleSet, words: Words) -> Iterator[Entry]:
    """The rulings alone."""
    for number, ruling in rules.rulings.items():
        title, text = words.said(ruling["title"]), words.said(ruling["text"])
        yield Entry(f"{number}  {title}", text, number)
