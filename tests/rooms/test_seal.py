"""What is sealed is opened with its key, whole and in its place, or not at all."""

import base64
import random

import pytest

from ketuk.rooms.proof import new_key
from ketuk.rooms.seal import (
    STEPS,
    Plain,
    copy_id,
    keyed,
    open_sealed,
    seal,
    seat_secret,
    unwrap,
    wrap,
)
from ketuk.rooms.seal_wire import Kind

KEY, OTHER = new_key(), new_key()
KINDS: tuple[Kind, ...] = ("header", "row", "box", "room")


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_sealed_is_opened_whatever_it_is(kind: Kind) -> None:
    chance = random.Random(kind)
    step = STEPS[kind]
    for size in (0, 1, step - 5, step - 4, step - 3, step, 3 * step + 1, *range(40, 50)):
        plain = chance.randbytes(size)
        sealed = seal(KEY, Plain(kind, 3, 7, plain))
        assert open_sealed(KEY, kind, 3, 7, sealed) == plain
        assert sealed != seal(KEY, Plain(kind, 3, 7, plain)), "a nonce is used once"


def test_it_is_opened_in_its_place_alone() -> None:
    sealed = seal(KEY, Plain("row", 3, 7, b"{}"))
    wrong: tuple[tuple[str, Kind, int, int], ...] = (
        (OTHER, "row", 3, 7), (KEY, "box", 3, 7), (KEY, "row", 2, 7), (KEY, "row", 3, 8),
    )  # fmt: skip
    for key, kind, host, seq in wrong:
        assert open_sealed(key, kind, host, seq, sealed) is None


def test_what_was_changed_is_not_opened() -> None:
    raw = bytearray(base64.b64decode(seal(KEY, Plain("row", 0, 1, b"x"))))
    for at in range(len(raw)):
        changed = bytearray(raw)
        changed[at] ^= 1
        assert open_sealed(KEY, "row", 0, 1, base64.b64encode(changed).decode()) is None
        assert open_sealed(KEY, "row", 0, 1, base64.b64encode(raw[:at]).decode()) is None
    for text in ("", "A", "\x00", "ä", "AAAA", "!" * 40):
        assert open_sealed(KEY, "row", 0, 1, text) is None


def test_a_length_tells_no_number() -> None:
    for kind in ("row", "room"):
        far = Plain(kind, 0, 1, b"-123456789," * 50)  # more than any number counts for
        assert (len(base64.b64decode(seal(KEY, far))) - 28) % STEPS[kind] == 0
        for filler in range(STEPS[kind]):
            rows = (
                f'{{"filler":"{"x" * filler}","card":{n},"hand":[{n},{n}]}}'.encode()
                for n in (-1, 0, 7, 12, 104, 99_999_999)
            )
            assert len({len(seal(KEY, Plain(kind, 0, 1, row))) for row in rows}) == 1


def test_two_seats_have_the_key_and_one_has_not() -> None:
    ayu, budi, citra = (seat_secret(KEY, seat, f"hash {seat}") for seat in (1, 2, 3))
    wrapped, game = wrap(KEY, ayu, budi), copy_id(KEY)
    assert unwrap(budi, ayu, game, wrapped) == KEY
    assert unwrap(ayu, budi, game, wrapped) == KEY
    for one, other in ((ayu, ayu), (ayu, citra), (budi, ""), ("", ""), (ayu, "\ud800")):
        assert unwrap(one, other, game, wrapped) is None
    assert unwrap(ayu, budi, copy_id(OTHER), wrapped) is None
    for text in ("", "AAAA", wrapped[:-4], "A" + wrapped[1:-1] + "\ud800"):
        assert unwrap(ayu, budi, game, text) is None


def test_names_and_secrets_are_told_apart_by_what_they_are_made_of() -> None:
    made = [
        copy_id(KEY), copy_id(OTHER), keyed(KEY, "a"), keyed(KEY, "b"), keyed(OTHER, "a"),
        keyed(KEY, "game"), seat_secret(KEY, 1, "a"), seat_secret(KEY, 1, "b"),
        seat_secret(KEY, 2, "a"), seat_secret(OTHER, 1, "a"),
    ]  # fmt: skip
    assert len(set(made)) == len(made)
    assert not any(KEY[:8] in text for text in made)
