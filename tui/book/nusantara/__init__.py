"""A whole rule book: chapters of prose from a set's book.toml, tables, and every ruling.

Every figure comes from the rule set that the app plays by.
"""

import re

from ketuk import engine
from ketuk.tui.book.nusantara.figures import facts
from ketuk.tui.book.nusantara.tables import tables
from ketuk.tui.book.short import anchored
from ketuk.tui.words import Language, Words

CHAPTERS = (
    "setup", "board", "round", "moving", "tiles", "buying", "rent", "building", "raising",
    "debt", "projects", "siasat", "kejadian", "trade", "ending", "editions", "tapping",
    "amounts", "choices", "rulings",
)  # fmt: skip
"""Keys of ``book.toml`` in the order of the book; each begins with its heading."""
_CITED = re.compile(r"\[((?:\d+\.\d+\.\d+\s?)+)\]")


def book(rules: engine.RuleSet, language: Language) -> str:
    """The whole book in one language.

    Raises:
        KeyError: prose names a fact that there is not.
        ValueError: prose cites a ruling that there is not.
    """
    words = Words(language).of(rules.meta.rules)
    titles = [_title(words, key) for key in CHAPTERS]
    known = facts(rules, words) | tables(rules, words) | _links(words, titles)
    parts = [words("book.welcome", **known).strip(), _contents(words, titles)]
    for title, key in zip(titles, CHAPTERS, strict=True):
        text = words(f"book.{key}", **known).strip()
        parts.append(f"## {title}\n{text.partition(chr(10))[2]}")
    parts.append(_rulings(rules, words))
    return cite(rules, "\n\n".join(parts)) + "\n"


def slug(title: str) -> str:
    """The anchor of a heading, as Markdown pages make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _title(words: Words, key: str) -> str:
    heading = _raw(words, key).strip().partition("\n")[0]
    return f"{CHAPTERS.index(key) + 1}. {heading.removeprefix('## ')}"


def _raw(words: Words, key: str) -> str:
    """Prose with its braces still empty: headings hold no facts."""
    return words.text(f"book.{key}")


def _links(words: Words, titles: list[str]) -> dict[str, str]:
    return {
        f"see_{key}": words("book.see", number=str(at), link=f"#{slug(title)}")
        for at, (key, title) in enumerate(zip(CHAPTERS, titles, strict=True), 1)
    }


def _contents(words: Words, titles: list[str]) -> str:
    lines = [f"- [{title}](#{slug(title)})" for title in titles]
    return f"## {words('book.contents')}\n\n" + "\n".join(lines)


def _rulings(rules: engine.RuleSet, words: Words) -> str:
    """Every ruling under its section, each with an anchor that prose links to."""
    parts: list[str] = []
    begun = ""
    for number, ruling in rules.rulings.items():
        section = number.rpartition(".")[0]
        if section != begun:
            begun = section
            parts.append(f"### {section} {words('book.section_' + section.rpartition('.')[2])}")
        title, text = words.said(ruling["title"]), words.said(ruling["text"])
        parts.append(anchored(_anchor(number), number, title, text))
    return "\n\n".join(parts)


def _anchor(number: str) -> str:
    return f"r-{number.replace('.', '-')}"


def cite(rules: engine.RuleSet, text: str) -> str:
    """Numbers in brackets as links to their rulings.

    Raises:
        ValueError: the rule set has no such ruling.
    """

    def linked(match: re.Match[str]) -> str:
        numbers = match[1].split()
        if unknown := [n for n in numbers if n not in rules.rulings]:
            raise ValueError(f"no ruling {', '.join(unknown)}")
        return "(" + ", ".join(f"[{n}](#{_anchor(n)})" for n in numbers) + ")"

    return _CITED.sub(linked, text)
