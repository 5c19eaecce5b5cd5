"""How words are put together: figures, and one or many."""

import re

import pytest
from sentences import every

from ketuk.tui.words import Words

COUNTED = (
    "(cards|sheets|boxes|stickers|codes|lines|games|moves|records|players|names|rounds|seconds"
    "|contracts|stations|values)"
)
ALWAYS_MANY = {
    "cli_write.nothing_left",  # "all of them"
    "cli_play.players_wrong",  # a range
    "screens.players_missing",
    "compare.end_rounds",
    "table.ask_over_limit",
    "cards.check_ask",  # of a whole box
    "events.moved_dice",  # a verb
    "events.freed_tries",
}


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "History: 0 moves."), (1, "History: 1 move."), (2, "History: 2 moves."),
     (1_000, "History: 1,000 moves."), (21, "History: 21 moves.")],
)  # fmt: skip
def test_english_has_one_and_many(count: int, said: str) -> None:
    assert Words("en")("screens.history_head", count=count).startswith(said)


def test_indonesian_needs_one_form_alone() -> None:
    assert Words("id")("screens.history_head", count=1).startswith("Riwayat: 1 langkah.")


def test_no_counted_word_of_the_english_is_bound_to_be_many() -> None:
    bare = re.compile(r"\{\w+(:d)?\} (\w+ )?" + COUNTED + r"\b")
    found = {
        key
        for (_, key), entry in every().items()
        if not key.startswith("book.") and bare.search(entry["en"])
    }
    assert found - ALWAYS_MANY == set()
