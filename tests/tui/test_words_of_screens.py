"""Every sentence on a screen comes from tui/words, is there in all languages, and is asked for."""

import ast
import re
from pathlib import Path

import pytest
from sentences import entries, every, keys

from ketuk import engine, tui

TUI = Path(tui.__file__).parent
SCREENS = [
    path
    for path in sorted(TUI.rglob("*.py"))
    if not {"cli", "words"} & set(path.relative_to(TUI).parts)
]
SHOWING = {"Static", "Still", "Text", "Option", "Label", "update", "append", "show_text", "notify"}
"""Calls whose text a person reads."""
STYLE = re.compile(
    r"^(not |bold|dim|italic|reverse|underline|green|yellow|white|black|on |#|$|\s)+[a-z0-9# ]*$"
)


def literals(tree: ast.AST) -> list[ast.Constant]:
    """Text that is handed straight to something that shows it."""
    found = []
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name not in SHOWING:
            continue
        for part in call.args[:1]:
            pieces = part.values if isinstance(part, ast.JoinedStr) else [part]
            found += [p for p in pieces if isinstance(p, ast.Constant) and isinstance(p.value, str)]
    return found


def keys_asked(tree: ast.AST) -> set[str]:
    """Whole keys of words that a module names, not the beginnings of made-up ones."""
    begun = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    return {
        node.value
        for node in ast.walk(tree)
        if id(node) not in begun
        and isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"(screens|table)\.[a-z0-9_]+", node.value)
    }


@pytest.mark.parametrize("path", SCREENS, ids=lambda p: str(p.relative_to(TUI)))
def test_no_text_on_a_screen_bypasses_the_words(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    plain = [c.value for c in literals(tree) if re.search(r"[A-Za-z]{2,}", str(c.value))]
    assert [text for text in plain if not STYLE.match(str(text))] == []


@pytest.mark.parametrize("path", SCREENS, ids=lambda p: str(p.relative_to(TUI)))
def test_every_key_that_a_screen_names_is_there(path: Path) -> None:
    """For every set, or where a set has it, and only then, as the screen makes sure."""
    source = path.read_text("utf-8")
    missing = keys_asked(ast.parse(source)) - set(entries())
    assert sorted(key for key in missing if f'.has("{key}")' not in source) == []
    assert missing <= keys()


def chosen(key: str) -> bool:
    """Whether it is what a number is called that players of some set may choose."""
    at = re.fullmatch(r"screens\.set_(\w+)_(\d+)", key)
    settings = [s for name in engine.NAMES for s in engine.ruleset(name).settings]
    return at is not None and any(s.name == at[1] and s.allows(int(at[2])) for s in settings)


def test_every_entry_of_the_screens_is_used() -> None:
    source = "\n".join(path.read_text("utf-8") for path in TUI.rglob("*.py"))
    stems = set(re.findall(r"(?:screens|table)\.([a-z0-9_]*)\{", source))

    def used(key: str) -> bool:
        _, name = key.split(".", 1)
        named = re.search(rf"[\"']{key}[\"']", source) is not None
        return named or any(s and name.startswith(s) for s in stems) or chosen(key)

    mine = [key for key in keys() if key.split(".")[0] in ("screens", "table")]
    assert [key for key in mine if not used(key)] == []


SAID_OTHERWISE = {("", "rooms.you")}
"""Who is spoken to: English verbs would have to change for "you", so the name stays beside it."""


def test_all_languages_name_the_same_facts() -> None:
    fields = re.compile(r"\{(\w+)")
    for key, entry in every().items():
        named = {language: set(fields.findall(text)) for language, text in entry.items()}
        assert key in SAID_OTHERWISE or all(found == named["id"] for found in named.values()), key


def test_keys_of_the_footer_have_words() -> None:
    for path in SCREENS:
        for description in re.findall(r'"(screens\.key_\w+)"', path.read_text("utf-8")):
            assert description in entries(), path


@pytest.mark.parametrize("path", SCREENS, ids=lambda p: str(p.relative_to(TUI)))
def test_no_name_is_taken_for_markup(path: Path) -> None:
    """A player called ``[Ayu]`` is shown as such: see tui/widgets/plain.py."""
    bare = {
        name.name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "textual.widgets"
        for name in node.names
    }
    assert bare.isdisjoint({"Static", "Label", "OptionList"})
