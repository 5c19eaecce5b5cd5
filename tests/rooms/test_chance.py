"""Chance: a function of the seed and the number of the draw; undone chance comes again."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ketuk.rooms.chance import Chance, RecordedLuck, SeededLuck, SystemLuck


def test_a_seed_and_the_number_of_the_draw_decide() -> None:
    whole = SeededLuck(7)
    dice = [whole.dice(1)[0] for _ in range(40)]
    for at in range(40):
        assert SeededLuck(7, at).dice(1) == (dice[at],)
    assert [SeededLuck(8, at).dice(1)[0] for at in range(40)] != dice


def test_dice_are_fair_enough_and_cards_all_come() -> None:
    for luck in (SeededLuck(1), SystemLuck()):
        dice = Counter(luck.dice(6000))
        assert set(dice) == {1, 2, 3, 4, 5, 6}
        assert all(800 < count < 1200 for count in dice.values())
        assert {luck.draw([50, 60, 70]) for _ in range(200)} == {50, 60, 70}


pieces = st.lists(
    st.one_of(
        st.tuples(st.just("die"), st.integers(1, 6)),
        st.tuples(st.just("card"), st.integers(50, 55)),
    ),
    max_size=8,
)


@given(pieces, pieces)
def test_what_luck_gives_and_what_the_journal_counts_agree(waiting: list, asked: list) -> None:
    """Recomputing from the record alone leads to the same pieces that wait."""
    chance = Chance(0, tuple(waiting))
    luck = RecordedLuck(SystemLuck(), chance)
    for kind, value in asked:
        if kind == "die":
            luck.dice(1)
        else:
            luck.draw([value, 99])
    after = chance.spent(luck.given)
    fresh = len(luck.given) - (len(waiting) - len(after.again))
    assert after.fresh == fresh
    assert list(after.again) == luck._again


@given(pieces, pieces)
def test_undo_and_redo_are_opposites(first: list, second: list) -> None:
    before = Chance(4).spent(first)
    assert before.given_back(second).taken_again(second) == before
    assert before.given_back(second).spent(second).again == before.again
