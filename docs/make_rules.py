"""Writes the rule book for players, docs/aturan.md and docs/rules.md.

uv run python docs/make_rules.py
"""

from pathlib import Path

from ketuk import engine
from ketuk.tui.book.nusantara import book
from ketuk.tui.words import Language

HERE = Path(__file__).parent
FILES: dict[Language, str] = {"id": "aturan.md", "en": "rules.md"}
MADE = "<!-- Made by docs/make_rules.py of tui/words and the rule set: change those. -->"


def page(rules: engine.RuleSet, language: Language) -> str:
    """The book as a page that says where it comes from."""
    return f"{MADE}\n\n{book(rules, language)}"


def main() -> None:
    """Write both files beside this one."""
    rules = engine.ruleset("nusantara")
    for language, name in FILES.items():
        (HERE / name).write_text(page(rules, language), "utf-8")


if __name__ == "__main__":
    main()
