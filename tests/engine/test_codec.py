"""Every event and every command, filled as its types allow, survives the way through JSON."""

import json
from typing import Any, get_args, get_type_hints

import pytest
from as_json import event_from, to_json
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from ketuk.engine import codec
from ketuk.engine.commands import AnyCommand
from ketuk.engine.events import AnyEvent
from ketuk.engine.table import AnyTask

NUMBERS = st.integers(-(2**53), 2**53)
"""What JSON of any maker keeps exactly."""


def filled(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type, every field of a struct filled, those with a default too."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind)
        fields = {name: st.deferred(lambda h=hints[name]: filled(h)) for name in
                  kind.__struct_fields__}  # fmt: skip
        return st.builds(kind, **fields)
    if kind is int:
        return NUMBERS
    if kind is str or hasattr(kind, "__supertype__"):  # a kind of text
        return st.text(max_size=6)
    if kind is bool or kind is type(None):
        return st.from_type(kind)
    inner = get_args(kind)
    if getattr(kind, "__origin__", None) is tuple:
        if inner[-1] is Ellipsis:
            return st.lists(filled(inner[0]), max_size=2).map(tuple)
        return st.tuples(*(filled(part) for part in inner))
    if all(isinstance(part, str) for part in inner):
        return st.sampled_from(inner)
    return st.one_of(*(filled(part) for part in inner))


def names(union: Any) -> list[str]:
    return [kind.__name__ for kind in get_args(union)]


@pytest.mark.parametrize("kind", get_args(AnyEvent), ids=names(AnyEvent))
@settings(max_examples=8, deadline=None, derandomize=True,
          suppress_health_check=list(HealthCheck))  # fmt: skip
@given(data=st.data())
def test_every_event_survives(kind: type[Struct], data: st.DataObject) -> None:
    event = data.draw(filled(kind))
    line = to_json(event)
    assert event_from(line) == event
    assert json.loads(line)["type"] == codec.to_plain(event)["type"]


@pytest.mark.parametrize("kind", get_args(AnyCommand), ids=names(AnyCommand))
@settings(max_examples=8, deadline=None, derandomize=True,
          suppress_health_check=list(HealthCheck))  # fmt: skip
@given(data=st.data())
def test_every_command_survives(kind: type[Struct], data: st.DataObject) -> None:
    command = data.draw(filled(kind))
    assert codec.command_of(json.loads(json.dumps(codec.to_plain(command)))) == command


@pytest.mark.parametrize("union", [AnyEvent, AnyCommand, AnyTask])
def test_no_two_share_a_name_on_disk(union: Any) -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(union)]
    assert len(set(tags)) == len(tags)
