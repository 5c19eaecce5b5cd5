"""Guesses are slowed: five free, then waits that double to five minutes, by each way in."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from boxes_at_hand import NOON, after, make_box
from children import in_child
from hypothesis import given
from hypothesis import strategies as st

from ketuk.codes.boxes import Boxes
from ketuk.codes.code import ALPHABET, Slip, corrected, holds, mended, sealed, slips
from ketuk.codes.judging import Reading, judge
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import Why
from ketuk.codes.throttle import FIRST_HOLD_S, LONGEST_HOLD_S, Tries, after_wrong, waiting
from ketuk.codes.verdict import Accepted, Copies, Held, Malformed, Mistyped, OtherBox, Unknown


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Registry]:
    with make_box(tmp_path) as registry:
        yield registry


def guesses(box: Registry) -> Iterator[str]:
    real = {sticker.code for sticker in box.stickers(None)}
    for n in range(1_000):
        code = sealed(f"{box.box_id}{n:06d}")
        if code not in real:
            yield code


def test_five_wrong_codes_in_a_minute_are_free_and_the_sixth_waits(box: Registry) -> None:
    guess = guesses(box)
    waits = [box.check(next(guess), source="typed", now=after(n)) for n in range(5)]
    assert [answer.wait for answer in waits if isinstance(answer, Unknown)] == [0, 0, 0, 0, 10]
    assert box.check(next(guess), source="typed", now=after(5)) == Held(wait=9)
    assert box.check(next(guess), source="typed", now=after(13.5)) == Held(wait=1)
    assert isinstance(box.check(next(guess), source="typed", now=after(14)), Unknown)


def test_a_right_code_waits_too_else_waiting_would_hide_nothing(box: Registry) -> None:
    guess = guesses(box)
    right = box.active(27).code
    for n in range(5):
        box.check(next(guess), source="typed", now=after(n))
    assert isinstance(box.check(right, source="typed", now=after(6)), Held)
    assert isinstance(box.check(right, source="typed", now=after(15)), Accepted)


def test_waits_double_to_five_minutes(box: Registry) -> None:
    guess, now, waits = guesses(box), NOON, []
    for _ in range(12):
        answer = box.check(next(guess), source="typed", now=now)
        assert isinstance(answer, Unknown)
        waits.append(answer.wait)
        now += timedelta(seconds=answer.wait)
    assert waits == [0, 0, 0, 0, 10, 20, 40, 80, 160, 300, 300, 300]


def test_a_day_of_guessing_gets_about_three_hundred_tries(box: Registry) -> None:
    now, tried, tries = NOON, 0, Tries()
    while now < NOON + timedelta(days=1):
        tries = after_wrong(tries, now)
        tried += 1
        now += timedelta(seconds=waiting(tries, now))
    assert 280 < tried < 310


def test_other_ways_in_go_on(box: Registry) -> None:
    guess, right = guesses(box), box.active(27).code
    for n in range(5):
        box.check(next(guess), source="typed", now=after(n))
    for source in ("camera:0", "nfc:usb", "picture.png"):
        assert isinstance(box.check(f"KTK:{right}", source=source, now=after(5)), Accepted)
    assert isinstance(box.check(right, source="typed", now=after(5)), Held)


@pytest.mark.parametrize(
    "names",
    [
        ("typed", "typed:phone", "typed:{}"),
        ("nfc:usb", "nfc:tty:USB0", "nfc", "nfc:{}"),
        ("camera:{}", "p{}.png", "film{}.mp4", "{}", "NFC{}", "rtsp://{}/", "played"),
    ],
)
def test_a_source_by_another_name_is_no_new_way_in(box: Registry, names: tuple[str, ...]) -> None:
    """200 guesses of sources that nobody has heard of get as many answers as five of one do."""
    answers = [
        box.check(f"KTK:{code}", source=names[n % len(names)].format(n), now=after(n / 100))
        for n, code in zip(range(200), guesses(box), strict=False)
    ]
    assert sum(not isinstance(answer, Held) for answer in answers) == 5


def test_programs_that_guess_at_once_share_their_tries(box: Registry) -> None:
    """Each opens the box for itself, as a process does; what one has earned, all wait for."""
    code = """
        import sys
        from datetime import datetime, timedelta
        from pathlib import Path
        from ketuk.codes.registry import Registry
        from ketuk.codes.verdict import Held
        now = datetime.fromisoformat(sys.argv[2])
        with Registry.open(Path(sys.argv[1])) as box:
            for n, code in enumerate(sys.argv[3:]):
                at = now + timedelta(milliseconds=n)
                answer = box.check(f"KTK:{code}", source=f"picture {code}", now=at)
                print(isinstance(answer, Held))
        """
    guess = guesses(box)
    shares = [[after(1 - n / 4).isoformat(), *(next(guess) for _ in range(10))] for n in range(4)]
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda share: in_child(code, str(box.path), *share), shares))
    held = [line for child in done for line in child.stdout.split()]
    assert len(held) == 40, [child.stderr for child in done]
    assert held.count("False") == 5


def test_closing_the_program_does_not_shorten_a_wait(box: Registry) -> None:
    guess = guesses(box)
    for n in range(5):
        with Registry.open(box.path) as again:
            again.check(next(guess), source="typed", now=after(n))
    with Registry.open(box.path) as again:
        assert isinstance(again.check(next(guess), source="typed", now=after(5)), Held)


def test_asking_for_suggestions_is_guessing_too(box: Registry) -> None:
    """Otherwise a wrong sign in front of the registry would be a guess that costs nothing."""
    guess, answers = guesses(box), []
    for n in range(6):
        code = next(guess)
        wrong = code[:11] + ALPHABET[ALPHABET.index(code[11]) ^ 2]
        answers.append(box.check(wrong, source="typed", now=after(n)))
    assert all(isinstance(answer, Mistyped) for answer in answers[:5])
    assert isinstance(answers[5], Held)


def test_slips_of_the_pen_are_not_guesses(box: Registry) -> None:
    right = box.active(27).code
    wrong = right[:6] + ALPHABET[ALPHABET.index(right[6]) ^ 3] + right[7:]
    for n in range(20):
        assert isinstance(box.check(wrong, source="typed", now=after(n)), Mistyped)
        assert isinstance(box.check("KTK7Z3A9QXGY", source="typed", now=after(n)), OtherBox)
    assert isinstance(box.check(right, source="typed", now=after(21)), Accepted)


def test_four_a_minute_never_wait(box: Registry) -> None:
    guess = guesses(box)
    for n in range(40):
        answer = box.check(next(guess), source="typed", now=after(n * 16))
        assert isinstance(answer, Unknown)
        assert answer.wait == 0


def test_after_ten_quiet_minutes_it_starts_afresh(box: Registry) -> None:
    guess = guesses(box)
    for n in range(5):
        box.check(next(guess), source="typed", now=after(n))
    answer = box.check(next(guess), source="typed", now=after(minutes=11))
    assert isinstance(answer, Unknown)
    assert answer.wait == 0


def test_a_clock_set_back_does_not_lock_anybody_out(box: Registry) -> None:
    guess, right = guesses(box), box.active(27).code
    for n in range(5):
        box.check(next(guess), source="typed", now=after(n))
    assert isinstance(box.check(right, source="typed", now=after(hours=-3)), Accepted)


times = st.lists(
    st.floats(0, 1_000, allow_nan=False).map(lambda s: timedelta(seconds=s)), max_size=60
)


@given(times)
def test_a_wait_is_never_longer_than_five_minutes(steps: list[timedelta]) -> None:
    tries, now = Tries(), datetime(2026, 1, 1, tzinfo=UTC)
    for step in steps:
        now += step
        if waiting(tries, now):
            continue
        tries = after_wrong(tries, now)
        assert tries.hold == 0 or FIRST_HOLD_S <= tries.hold <= LONGEST_HOLD_S
        assert waiting(tries, now) == tries.hold


def swapped(code: str, at: int) -> str:
    return code[: at - 1] + code[at] + code[at - 1] + code[at + 1 :]


def test_every_swap_of_neighbours_on_every_active_card_gets_a_suggestion(box: Registry) -> None:
    tried = 0
    for number, sticker in enumerate(box.stickers()):
        for at in range(1, 12):
            typed = swapped(sticker.code, at)
            if typed == sticker.code:
                continue
            now = after(minutes=number)
            answer = box.check(typed, source=f"typed:{at}", now=now)
            slip = Slip(at, typed[at - 1 : at + 1], sticker.code[at - 1 : at + 1])
            other = Slip(0, "", "")
            if isinstance(answer, Mistyped) and answer.suggestion is None:
                other = next(s for s in slips(typed) if s != slip)  # both are active: not sure
                assert box.find(corrected(typed, other)).state == "active"
            elif isinstance(answer, Accepted):  # what another keyboard makes of the right code
                assert {typed[at - 1], typed[at]} in ({"Y", "Z"}, {"A", "Q"}, {"W", "Z"})
                assert answer.code == sticker.code
            else:
                assert answer == Mistyped(typed, slip)
                tried += 1
    assert tried > 40


def test_a_lost_or_doubled_sign_says_which_place_and_gives_no_sign_away(box: Registry) -> None:
    for sticker in box.stickers():
        code = sticker.code
        for at in range(1, 13):
            short, long = code[: at - 1] + code[at:], code[:at] + code[at - 1 :]
            for typed in (short, long):
                answer = box.check(typed, source="typed", now=NOON)
                assert isinstance(answer, Malformed)
                assert (answer.length, answer.at, answer.read) == (len(typed), None, None)
                assert mended(typed)[code] == answer.place


def test_slips_of_what_is_no_active_code_say_nothing_and_count_as_guesses(box: Registry) -> None:
    lost = box.active(27).code
    box.reissue(lost, reason=Why.LOST, now=NOON)
    answer = box.check(lost[:6] + lost[7:], source="typed", now=after(1))
    assert answer == Malformed(11, None, None)
    answers = [box.check(lost[:11], source="typed", now=after(n)) for n in range(2, 7)]
    assert isinstance(answers[-1], Held)
    wrong = next(t for at in range(5, 12) if (t := swapped(lost, at)) != lost)
    assert box.check(wrong, source="typed", now=after(minutes=9)) == Mistyped(wrong, None)


def test_no_typed_text_looks_up_more_codes_than_it_is_charged_for(box: Registry) -> None:
    """Whatever is typed: the wait after a miss is that of as many guesses as were looked up."""
    rng = Random(811)
    most = 0
    for number in range(3_000):
        signs = box.box_id + "".join(rng.choices(ALPHABET, k=rng.choice((7, 8, 8, 9))))
        meant = set(mended(signs))
        if len(signs) == 12:
            meant = {corrected(signs, wrong) for wrong in slips(signs)} or {signs}
        looked = sum(holds(code) and code.startswith(box.box_id) for code in meant)
        reading = Reading(text=signs, source=f"typed:{number}", uid=None, now=NOON)
        with box.reading() as connection:
            judged = judge(connection, reading, box=box.box_id, copies=Copies.ASK)
        assert judged.guesses == looked
        most = max(most, looked)
    assert most >= 2


def test_a_slip_in_the_signs_of_the_box_is_understood_at_home(tmp_path: Path) -> None:
    with make_box(tmp_path) as box:
        code = box.active(27).code
    boxes = Boxes(tmp_path)
    typed = swapped(code, 2)
    answer = boxes.check(typed, source="typed", now=NOON)
    assert answer == Mistyped(typed, Slip(2, "N5", "5N"))
    answer = boxes.check(code[0] + code[2:], source="typed", now=NOON)
    assert answer == Malformed(11, None, None, 2)
