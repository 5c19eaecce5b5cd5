"""Codes from fingers, the clipboard, and scanners that type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import Heard
from scenes import CODES, A

from ketuk.scanning.scan import By, Removed, Scan
from ketuk.scanning.settle import New, Returned
from ketuk.scanning.stream import Stream
from ketuk.scanning.typed import QUICK, Burst, Entered, GivenBack, TypedReader, Waiting

BARE = CODES[0]


def typed_by_a_scanner(keys, *, gap=0.012, start=100.0, burst=None):
    burst = burst or Burst()
    return [burst.press(key, start + n * gap) for n, key in enumerate(keys)]


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


@pytest.mark.parametrize("end", ["enter", "tab", "\r", "\n", "ctrl+m", "ctrl+c"])
@pytest.mark.parametrize("gap", [0.001, 0.01, 0.03])
def test_a_burst_is_one_entry(end, gap):
    *waiting, last = typed_by_a_scanner([*A, end], gap=gap)
    assert waiting == [Waiting()] * len(A)
    assert last == Entered(A)


def test_etx_before_enter_belongs_to_the_scanner_and_a_persons_ctrl_c_does_not():
    *_, etx, enter = typed_by_a_scanner([*A, "ctrl+c", "enter"])
    assert (etx, enter) == (Entered(A), Waiting())
    assert Burst().press("ctrl+c", 0.0) == GivenBack(("ctrl+c",))


def test_a_burst_without_an_end_key_is_an_entry_after_a_pause():
    burst = Burst()
    typed_by_a_scanner(A, burst=burst)
    assert burst.pause(100.2) is None
    assert burst.pause(101.0) == Entered(A)
    assert burst.pause(102.0) is None


def test_a_persons_enter_after_a_burst_is_theirs():
    burst = Burst()
    typed_by_a_scanner([*A, "enter"], burst=burst)
    assert burst.press("enter", 102.0) == GivenBack(("enter",))


def test_a_persons_key_just_before_a_burst_comes_back():
    burst = Burst()
    assert burst.press("j", 99.0) == Waiting()
    first, *_, last = typed_by_a_scanner([*A, "enter"], burst=burst)
    assert first == GivenBack(("j",))
    assert last == Entered(A)


def test_a_single_key_comes_back_after_a_pause():
    burst = Burst()
    assert burst.press("u", 1.0) == Waiting()
    assert burst.pause(1.0 + QUICK / 2) is None
    assert burst.pause(1.2) == GivenBack(("u",))


def test_a_short_quick_word_and_enter_are_a_persons():
    assert typed_by_a_scanner(["g", "o", "enter"])[-1] == GivenBack(("g", "o", "enter"))


def test_two_bursts_in_a_row_are_two_entries():
    burst = Burst()
    typed_by_a_scanner([*A, "enter"], burst=burst)
    assert typed_by_a_scanner([*BARE, "enter"], burst=burst, start=100.3)[-1] == Entered(BARE)


@given(st.lists(st.tuples(st.sampled_from([*"ab1-", "enter", "tab", "up"]), st.floats(0.001, 0.3))))
def test_no_key_is_lost_or_doubled(presses):
    burst, at, out = Burst(), 0.0, []

    def took(came):
        if isinstance(came, GivenBack):
            out.extend(came.keys)
        elif isinstance(came, Entered):
            out.extend([*came.back, *came.text, "end"])

    swallowed = 0
    for key, gap in presses:
        at += gap
        after_scan = burst._after_scan and gap <= QUICK
        took(burst.press(key, at))
        swallowed += after_scan and key in ("enter", "tab")
    took(burst.pause(at + 1))
    pressed = "".join(key for key, _ in presses)
    ends = out.count("end")
    given = "".join("" if key == "end" else key for key in out)
    without_ends = given.replace("enter", "").replace("tab", "")
    assert without_ends == pressed.replace("enter", "").replace("tab", "")
    kept_ends = given.count("enter") + given.count("tab")
    all_ends = pressed.count("enter") + pressed.count("tab")
    assert kept_ends <= all_ends <= kept_ends + ends + swallowed
