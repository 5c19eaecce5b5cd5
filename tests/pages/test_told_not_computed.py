"""The page knows kinds of field and nothing of any game; it is small, and asks nobody else."""

import gzip
import re

from told_host import WEB

from ketuk import engine
from ketuk.engine.table import snake
from ketuk.rooms.sheet import AnyField
from ketuk.tui.words import LANGUAGES, texts

MOST_BYTES = 60_000
FILES = sorted(path for path in WEB.iterdir() if path.is_file())
KINDS = set(
    re.findall(r"[a-z]+", re.search(r"const KINDS = \{(.*?)\}", (WEB / "fields.js").read_text())[1])
)  # type: ignore[index]


def tags() -> set[str]:
    """Ids of sets, tasks and commands, as saved games and the wire have them."""
    found: set[str] = set()
    for name in engine.NAMES:
        rules = engine.ruleset(name)
        found |= {name, rules.meta.id, rules.meta.rules}
        found |= {snake(kind.__name__) for kind in (*rules.tasks, *rules.acts)}
    return found


def test_no_set_task_or_command_is_known_to_the_page() -> None:
    told = "\n".join(path.read_text("utf-8") for path in FILES if path.suffix == ".js")
    quoted = set(re.findall(r"""["'`]([A-Za-z_]+)["'`]""", told))
    assert len(tags()) > 60
    assert not quoted & tags()


def test_every_kind_of_field_is_drawn() -> None:
    told = {kind.model_fields["kind"].default for kind in AnyField.__origin__.__args__}  # type: ignore[attr-defined]
    assert told == KINDS


def test_the_whole_page_is_small_and_comes_from_the_host_alone() -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in FILES) <= MOST_BYTES
    for path in FILES:
        assert not re.search(
            r"https?://(?!\.)|//[a-z]+\.|@import|innerHTML|eval\(", path.read_text()
        ), path
        assert len(path.read_text().splitlines()) <= 400, path


def test_the_page_says_nothing_that_is_not_in_its_words() -> None:
    told = "\n".join(path.read_text("utf-8") for path in FILES if path.suffix == ".js")
    asked = set(re.findall(r"""words\("(\w+)\"""", told)) | {"less", "more"}
    for start in re.findall(r"words\(`(\w+_)\$\{", told):
        asked |= {key for key in texts("id", "page") if key.startswith(start)}
    asked |= {"away_data", "away_guest", "away_host", "lot", "purse", "deeds", "there", "not_there"}
    asked |= {"sending", "kept"}
    for language in LANGUAGES:
        assert asked == set(texts(language, "page")), language
