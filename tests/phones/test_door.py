"""The door of a room, and what is put to all: with a clock that tests turn."""

from hypothesis import given
from hypothesis import strategies as st

from ketuk.rooms.door import (
    ALPHABET,
    CODE_SIGNS,
    FREE_TRIES,
    LONGEST_WAIT_S,
    MESSAGES,
    Door,
    Flow,
    hashed,
    new_code,
)
from ketuk.rooms.poll import LASTS_S, Poll, opened


def test_a_code_has_forty_bits_and_is_read_as_people_type_it() -> None:
    assert len(ALPHABET) == 32
    assert len(new_code()) == CODE_SIGNS
    assert len({new_code() for _ in range(50)}) == 50
    door = Door(code="K0Q2M1XT")
    for typed in ("K0Q2M1XT", "koq2-mixt", "k0q2 mlxt"):
        assert door.opens(typed)
    for wrong in ("", "K0Q2M1X", "K0Q2M1XT0", "K0Q2M1XU", "Ä", "\ud800"):
        assert not door.opens(wrong)


def test_a_token_is_kept_as_a_hash_alone_and_the_newest_of_a_seat_counts() -> None:
    door = Door()
    first, _ = door.give(2, name="Budi", language="id")
    assert len(first) == 32
    assert first not in repr(door.passes)
    assert door.known(first) is not None
    second, given_ = door.give(2, name="Budi", language="id")
    assert door.known(first) is None
    assert door.known(second) == given_
    again = Door(door.passes)
    assert again.known(second) == given_
    assert again.known(given_.hash) is None, "the hash is no token"
    assert again.known("") is None
    assert hashed(second) == given_.hash
    watchers = [door.give(0, name="", language="en")[0] for _ in range(3)]
    assert all(door.known(token) for token in watchers)
    door.free(2)
    assert door.known(second) is None


@given(st.lists(st.floats(0, 400), max_size=40))
def test_after_five_wrong_tries_waits_double(gaps: list[float]) -> None:
    door, now, waits = Door(), 0.0, []
    for gap in gaps:
        now += gap
        wait = door.shut_for("a", now)
        assert 0 <= wait <= LONGEST_WAIT_S
        if wait == 0:
            door.was_wrong("a", now)
            waits.append(now)
        assert door.shut_for("b", now) == 0
    for early, late in zip(waits, waits[FREE_TRIES:], strict=False):
        assert late - early >= 60 or len(waits) <= FREE_TRIES, "never more than five at once"


def test_a_flood_is_slowed_and_a_person_is_not() -> None:
    flow = Flow()
    assert sum(flow.wait(100.0) == 0 for _ in range(60)) == MESSAGES
    assert flow.wait(100.0) > 1.5
    calm = Flow()
    assert all(calm.wait(100 + n * 0.2) == 0 for n in range(500))


def test_a_poll_ends_with_a_no_a_row_more_in_time_or_with_all() -> None:
    def poll(asked: set[int], computers: frozenset[int] = frozenset()) -> Poll:
        who = frozenset(asked)
        return opened("p", None, seq=7, asked=who, opener=1, computers=computers, now=0)

    one = poll({1, 2, 3})
    assert one.waits == {2, 3}
    assert one.ending(7, 0) is None
    assert not one.answer(4, True), "who was not asked"
    assert one.answer(2, True)
    assert not one.answer(2, False), "said is said"
    assert one.ending(7, LASTS_S) == "late"
    assert one.ending(8, 0) == "moved"
    assert one.answer(3, True)
    assert one.ending(7, 0) == "agreed"
    two = poll({1, 2, 3})
    assert two.answer(3, False)
    assert not two.answer(2, True)
    assert two.ending(7, 0) == "no"
    assert poll({1, 2}, frozenset({2})).ending(7, 0) == "agreed"
