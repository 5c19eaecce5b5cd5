"""Who decides, and what two laptops have in common: pure, for all games and all forks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ketuk.rooms.records import Row
from ketuk.rooms.reign import (
    NONE,
    Mark,
    Reign,
    after,
    common,
    highest,
    marks_of,
    spaced,
    worth,
)

A, B, C = Reign(0, "a"), Reign(1, "b"), Reign(1, "c")
lengths = st.integers(0, 40)


def game(length: int, host: int = 0, tail: int = 0) -> list[Mark]:
    """Marks of rows that all games share, and of a tail that a host wrote after them."""
    rows = [Row(seq, "move", f"shared {seq}") for seq in range(length)]
    rows += [Row(seq, "move", f"{host} {seq}", host=host) for seq in range(length, length + tail)]
    return marks_of(rows)


def test_reigns_are_ordered_by_number_and_then_by_device() -> None:
    assert NONE < A < B < C < Reign(2, "")
    assert Reign(1, "b", "Budi", "10.0.0.2:8765", "now") == B
    assert highest([B, C, A]) == C
    assert highest([]) == NONE


@given(
    st.lists(st.builds(Reign, st.integers(0, 9), st.sampled_from("abc"))), st.sampled_from("abc")
)
def test_a_new_reign_is_above_all_that_were_heard_of(heard: list[Reign], device: str) -> None:
    assert all(after(heard, device) > one for one in heard)


@given(lengths, lengths, lengths)
def test_what_two_games_have_in_common_is_found(shared: int, mine: int, theirs: int) -> None:
    one, other = game(shared, 1, mine), game(shared, 2, theirs)
    assert common(one, other) == common(other, one) == shared - 1


@given(lengths, lengths, lengths)
def test_few_marks_find_it_up_to_twice_the_distance_from_their_end(
    shared: int, mine: int, theirs: int
) -> None:
    one, other = game(shared, 1, mine), game(shared, 2, theirs)
    few = spaced(other)
    found, last = common(one, few), len(other) - 1
    assert found <= shared - 1
    assert last - max(found, 0) <= max(2 * (last - (shared - 1)), 0)
    assert len(few) <= 2 + len(other).bit_length()
    assert few == () or (few[0], few[-1]) == (other[0], other[-1])


def test_a_mark_stands_for_all_rows_before_it() -> None:
    rows = [Row(seq, "move", "now") for seq in range(4)]
    other = [Row(0, "start", "now"), *rows[1:]]
    assert {a.seq for a, b in zip(marks_of(rows), marks_of(other), strict=True) if a == b} == set()


@pytest.mark.parametrize(
    ("better", "worse"),
    [(game(5), game(4)), (game(3, 1, 1), game(9)), (game(1), [])],
    ids=["longer", "of a later reign", "of anything"],
)
def test_whoever_takes_over_goes_on_with_the_latest_copy(
    better: list[Mark], worse: list[Mark]
) -> None:
    assert worth(better) > worth(worse)
