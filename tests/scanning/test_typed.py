"""Codes from fingers, the clipboard, and scanners that type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import Heard
from scenes import CODES, A
from typists import Model, key

from ketuk.scanning.scan import By, Removed, Scan
from ketuk.scanning.settle import New, Returned
from ketuk.scanning.stream import Stream
from ketuk.scanning.typed import TypedCode, TypedReader, TypedRun

BARE = CODES[0]
KEYS = (*"ab1-", "enter", "tab", "up", "escape")


def run(text, gap=0.012, start=100.0):
    one = TypedRun()
    for at, sign in enumerate(text):
        one.add(sign, start + at * gap)
    return one


@pytest.mark.parametrize(
    "entry",
    [
        BARE, BARE.lower(), "n5ng 0anc_havd", f" {BARE} ", "N5NG–0ANC–HAVD",
        "Ｎ５ＮＧ０ＡＮＣＨＡＶＤ", "n5ng-Oanc-havd", A, A.lower(), "]Q1" + A,
        "\\000026" + A, "\x02" + A + "\x03", "*" + BARE,
        A + "\r\n", "KTKÖN5NG0ANCHAVD", "KTK;N5NG'0ANC'HAVD", "KTK>N5NG/0ANC/HAVD",
    ],
)  # fmt: skip
def test_every_way_to_type_it_is_the_same_card(entry):
    heard, typed = Heard(), TypedReader()
    with Stream([typed], heard):
        assert typed.enter(entry)
        assert typed.enter(BARE)
    (new,), (again,) = heard.of(New), heard.of(Returned)
    assert new.code == again.code == BARE


def test_an_entry_is_handed_on_as_it_was_typed():
    heard, typed = Heard(), TypedReader(clock=lambda: 5.0)
    typed.start(heard)
    typed.enter("hello?")
    assert heard.all == [
        Scan(text="hello?", source="typed", at=5.0, by=By.TYPED),
        Removed(source="typed", at=5.0),
    ]
    typed.stop()
    assert not typed.enter("more")


@pytest.mark.parametrize("gap", [0.001, 0.03, 0.1, 0.25])
@pytest.mark.parametrize("text", [A, BARE, A.lower(), "KTK:N5NG0ANCHAVX", "n5ng-0anc-havd"])
def test_a_code_is_one_at_any_speed_with_or_without_an_end(text, gap):
    assert run(text, gap).taken(ended=True) == TypedCode(text)
    assert run(text, gap).taken(ended=False) == TypedCode(text)


def test_keys_belong_together_up_to_a_quarter_of_a_second():
    one = run("n5", start=10.0)
    assert one.follows(one.last + 0.25)
    assert not one.follows(one.last + 0.3)
    assert not TypedRun().follows(0.0)


@pytest.mark.parametrize("text", ["8991002101234", "hello?!?", "N5NG0ANCHAVX"])
def test_what_only_a_scanner_types_that_fast_is_meant_for_us_if_it_ends(text):
    assert run(text, 0.02).taken(ended=True) == TypedCode(text)
    assert run(text, 0.12).taken(ended=True) is None
    assert run(text, 0.12).taken(ended=True, alone=True) is not None


def test_without_an_end_twelve_signs_are_needed():
    assert run("8991002101234", 0.02).taken(ended=False) == TypedCode("8991002101234")
    assert run("89910021", 0.02).taken(ended=False) is None


@pytest.mark.parametrize("name", ["Ayu", "Abdurrahmans", "Siti Nurhaliza", "Maharani Putri"])
def test_a_name_is_no_code(name):
    assert run(name, 0.1).taken(ended=True) is None
    assert run(name, 0.1).taken(ended=False) is None


def test_a_persons_key_just_before_a_scanner_is_left_out():
    assert run("h" + A, 0.1).taken(ended=True) == TypedCode(A, "h")
    assert run("Ayu " + BARE, 0.1).taken(ended=False) == TypedCode(BARE, "Ayu ")


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.floats(0.001, 0.4))))
def test_no_key_is_lost_or_doubled(presses):
    """Every key acts, is part of a code or of the open code field, or was taken back by Esc."""
    screen = Model()
    for sign, gap in presses:
        screen.clock.pass_by(gap)
        screen.key(sign)
    screen.clock.pass_by(1)
    pressed = [key(sign).key for sign, _ in presses]
    acted = iter(pressed)
    assert all(command in acted for command in screen.commands), "in order, none twice"
    fields = {"a", "b", "1", "minus", "-", "enter", "tab", "escape"}
    missing = len(pressed) - len(screen.commands)
    assert missing == 0 or fields & set(pressed)
    if all(gap > 0.3 for _, gap in presses):
        assert screen.commands == pressed
