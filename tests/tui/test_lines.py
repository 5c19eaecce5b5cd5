"""Whatever stands on a line of input, it is a wish or it is unreadable, and nothing else."""

import json
from contextlib import suppress
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from ketuk.engine import commands as cmd
from ketuk.engine.codec import Unreadable
from ketuk.engine.table import snake
from ketuk.tui.cli.lines import DiceLine, DoIt, LookLine, TapLine, TurnLine, read

NAMES = ("Ayu", "Budi", "Citra")
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 120) | st.floats() | st.text(max_size=5)
    | st.sampled_from(["Ayu", "budi ", 2]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["type", "tile", "card", "seat", "trade", "x"]), inner),
    max_leaves=6,
)  # fmt: skip
keys = st.sampled_from(
    ["tap", "do", "dice", "undo", "redo", "look", "by", "ask", "id", "agree", "v"]
)
kinds = st.sampled_from([snake(kind.__name__) for kind in get_args(cmd.AnyCommand)])
commands = st.fixed_dictionaries(
    {"type": kinds},
    optional=dict.fromkeys(("tile", "card", "seat", "trade", "dice", "option", "x"), values),
)


@given(st.text())
def test_any_text(text: str) -> None:
    with suppress(Unreadable):
        read(text, NAMES)


@given(st.dictionaries(keys, values, max_size=4))
def test_any_object(record: dict[str, Any]) -> None:
    with suppress(Unreadable):
        assert isinstance(
            read(json.dumps(record), NAMES), TapLine | DoIt | DiceLine | TurnLine | LookLine
        )


@given(commands, st.sampled_from(["Ayu", "BUDI", 3, "Eka", None, True]))
def test_any_command(plain: dict[str, Any], by: Any) -> None:
    with suppress(Unreadable):
        wish = read(json.dumps({"do": plain, "by": by}), NAMES)
        assert isinstance(wish, DoIt)
        assert wish.command.seat in (1, 2, 3)


def test_a_player_goes_by_name_in_any_case_or_by_seat() -> None:
    for by in ("Budi", "budi", " BUDI ", 2):
        assert read(json.dumps({"do": {"type": "buy"}, "by": by}), NAMES) == DoIt(
            cmd.Buy(2), None, None
        )
    assert read('{"do": {"type": "buy", "seat": 2}}', NAMES) == DoIt(cmd.Buy(2), None, None)
