"""Writes the pages on single rule sets for players, docs/<set>.md and docs/<set>-en.md.

uv run python docs/make_set_pages.py
"""

from pathlib import Path

from ketuk import engine
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.tui.book.short import book
from ketuk.tui.words import Language

HERE = Path(__file__).parent
SETS = ("klasik", "kompleks", "merek", "rel")
"""Sets with a page; that on nusantara is the rule book (make_rules.py)."""
FILES: dict[Language, str] = {"id": "{}.md", "en": "{}-en.md"}
MORE: dict[str, dict[Language, str]] = {
    "merek": {"pt": "{}-pt.md"},
    "rel": {"ms": "{}.md", "id": "{}-id.md"},
}
"""Further languages of a set's own page, and files of other names."""
MADE = "<!-- Made by docs/make_set_pages.py of tui/words and the rule set. -->"


def page(rules: RuleSet, language: Language) -> str:
    """The book as a page that says where it comes from."""
    return f"{MADE}\n\n{book(rules, language)}"


def files(name: str) -> dict[Language, str]:
    """The page of a set in each of its languages."""
    return {language: file.format(name) for language, file in (FILES | MORE.get(name, {})).items()}


def main() -> None:
    """Write all files beside this one."""
    for name in SETS:
        rules = engine.ruleset(name)
        for language, file in files(name).items():
            (HERE / file).write_text(page(rules, language), "utf-8")


if __name__ == "__main__":
    main()
