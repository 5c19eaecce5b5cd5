"""Labels of every language stand where the first two languages' labels do; letters tell apart."""

import re

import pytest
from sentences import TWO, codes, entries
from textual.binding import Binding

from ketuk.tui import screens
from ketuk.tui.simulating.report import NAME
from ketuk.tui.widgets.turning import LABEL
from ketuk.tui.words import LANGUAGES, Language, Words

NARROW = 80
FORMS = {
    "edition": ("edition_hp", "edition_kertas"),
    "dice": ("by_app", "by_hand_dice"),
    "decks": ("by_app", "by_hand_decks"),
    "box": ("box_demo", "without_box"),
    "house_pot": ("house_off", "house_pot"),
    "house_dealt": ("house_off", "house_dealt"),
}
"""Lines of the form of a new game: the question, and its answers beside each other."""
RANKING = ("player", "worth", "cash", "deeds", "built", "debts", "start", "salary", "rent_in",
           "rent_out", "corrected", "other")  # fmt: skip
PLAYERS = ("player", "cash", "worth", "owned", "hand")
BY_LINE = {"lobby.key_shelve", "lobby.key_delete"}
"""One key, of which the marked line says what it does: a game on the shelf is deleted."""
LETTERS = ("active", "fresh", "spare", "replaced", "lost", "blocked", "void")
others = pytest.mark.parametrize("language", [one for one in LANGUAGES if one not in TWO])
every_language = pytest.mark.parametrize("language", LANGUAGES)


def width(language: Language, keys: tuple[str, ...]) -> int:
    return sum(len(Words(language)(f"screens.{key}")) for key in keys)


@every_language
def test_a_line_of_the_form_of_a_new_game_fits_into_the_least_window(language: Language) -> None:
    for question, answers in FORMS.items():
        assert len(Words(language)(f"screens.new_{question}")) <= 14, question
        assert 14 + width(language, answers) + 4 * len(answers) <= NARROW - 2, question


@others
@pytest.mark.parametrize("columns", [RANKING, PLAYERS], ids=["ranking", "players"])
def test_heads_of_columns_take_no_more_room(language: Language, columns: tuple[str, ...]) -> None:
    keys = tuple(f"col_{key}" for key in columns)
    assert width(language, keys) <= max(width(one, keys) for one in TWO)


@every_language
def test_labels_of_forms_and_reports_fit_into_their_columns(language: Language) -> None:
    words = Words(language)
    labels = [key for key in entries("") if re.fullmatch(r"cards\.print_\w+_label", key)]
    labels += ["cards.print_what", "cards.print_paper", "cards.print_outline", "cards.print_key"]
    assert len(labels) > 8
    assert [key for key in labels if len(words(key)) >= LABEL] == []
    for columns, most in ((("rent", "cost", "back"), 12), (("before", "after"), 9)):
        assert all(len(words(f"simulate.{key}")) <= most for key in columns)
    assert all(len(words(f"simulate.{key}")) <= NAME[1] for key in ("property", "thing", "worth"))


@others
def test_keys_in_the_last_row_are_told_as_shortly(language: Language) -> None:
    """Each may be a little longer, all together not."""
    keys = [(c, k) for c in codes() for k in entries(c) if ".key_" in k and "language" not in k]
    lengths = {(one, *at): len(entries(at[0])[at[1]][one]) for at in keys for one in LANGUAGES}
    for at in keys:
        assert lengths[language, *at] <= max(lengths[one, *at] for one in TWO) + 6, at
    total = {one: sum(lengths[one, *at] for at in keys) for one in LANGUAGES}
    assert total[language] <= 1.1 * max(total[one] for one in TWO)


@every_language
def test_states_of_stickers_have_letters_that_differ(language: Language) -> None:
    letters = [Words(language)(f"cards.letter_{state}") for state in LETTERS]
    assert all(len(letter) == 1 and letter.isalpha() for letter in letters)
    assert len(set(letters)) == len(letters)
    help_text = Words(language)("screens.help_cards")
    assert all(re.search(rf"[ :,]{letter} ", help_text) for letter in letters)


def bindings() -> dict[str, list[tuple[str, str]]]:
    """By class of screen, its keys with what they are told as."""
    import importlib
    import inspect
    import pkgutil

    found: dict[str, list[tuple[str, str]]] = {}
    for module in pkgutil.iter_modules(screens.__path__, "ketuk.tui.screens."):
        for name, kind in vars(importlib.import_module(module.name)).items():
            if inspect.isclass(kind) and "BINDINGS" in vars(kind):
                keys = [one for one in kind.BINDINGS if isinstance(one, Binding)]
                found[name] = [
                    (key, b.description) for b in keys for key in b.key.split(",") if b.show
                ]
    return found


@pytest.mark.parametrize(("screen", "keys"), bindings().items(), ids=lambda x: str(x)[:20])
def test_no_key_of_a_screen_stands_for_two_things_in_any_language(
    screen: str, keys: list[tuple[str, str]]
) -> None:
    alone = [key for key, description in keys if description not in BY_LINE]
    assert len(set(alone)) == len(alone), screen
    for language in LANGUAGES:
        told = {d: Words(language)(d, language="") for _, d in keys if ".key_" in d}
        assert len(set(told.values())) == len(told), (screen, language)
