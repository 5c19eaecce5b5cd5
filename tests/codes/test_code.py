"""The twelve characters: their check, what it catches, and how forgiving typing is."""

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ketuk.codes.code import (
    ALPHABET,
    LENGTH,
    Misfit,
    Slip,
    box_of,
    cleaned,
    corrected,
    grouped,
    groups,
    holds,
    mended,
    sealed,
    slip,
    slips,
    swap,
    typed,
)

VECTORS = {
    "N5NG0ANCHA": "N5NG0ANCHAVD",
    "0000000001": "000000000168",
    "KTK7Z3A9QX": "KTK7Z3A9QXGY",
}
CODES = sorted(VECTORS.values())
A = "KTK7Z3A9QXGY"

signs = st.text(ALPHABET, min_size=10, max_size=10)


@pytest.mark.parametrize(("data", "code"), VECTORS.items())
def test_vectors_of_the_public_format(data: str, code: str) -> None:
    assert sealed(data) == code
    assert holds(code)


def test_the_alphabet_has_no_sign_that_reads_as_another() -> None:
    assert len(set(ALPHABET)) == 32
    assert not set("ILOU") & set(ALPHABET)


@pytest.mark.parametrize("code", CODES)
def test_every_one_character_error_is_caught_and_located(code: str) -> None:
    for at in range(12):
        for sign in ALPHABET:
            if sign != code[at]:
                wrong = code[:at] + sign + code[at + 1 :]
                assert not holds(wrong)
                assert slip(wrong) == Slip(at + 1, sign, code[at])
                assert corrected(wrong, Slip(at + 1, sign, code[at])) == code


@pytest.mark.parametrize("code", CODES)
def test_every_swap_of_neighbours_is_located_and_nothing_else_is_called_one(code: str) -> None:
    for at in range(1, 12):
        typed = code[: at - 1] + code[at] + code[at - 1] + code[at + 1 :]
        if typed != code:
            wrong = swap(typed)
            assert wrong == Slip(at, typed[at - 1 : at + 1], code[at - 1 : at + 1])
            assert corrected(typed, wrong) == code
            assert wrong in slips(typed)
    assert swap(code) is None


@pytest.mark.parametrize("code", CODES)
def test_every_lost_and_every_doubled_sign_leads_back_to_the_code(code: str) -> None:
    for at in range(1, 13):
        short = code[: at - 1] + code[at:]
        assert holds(short[: mended(short)[code] - 1] + code[mended(short)[code] - 1 :])
        assert code[mended(short)[code] - 1] == code[at - 1]
        long = code[:at] + code[at - 1 :]
        place = mended(long)[code]
        assert long[: place - 1] + long[place:] == code
        assert all(map(holds, (*mended(short), *mended(long))))
    assert mended(code) == mended(code[:10]) == mended("") == {}


@pytest.mark.parametrize("code", CODES)
def test_every_swap_of_two_characters_is_caught(code: str) -> None:
    for one, other in combinations(range(12), 2):
        signs = list(code)
        signs[one], signs[other] = signs[other], signs[one]
        swapped = "".join(signs)
        assert swapped == code or not holds(swapped)


@given(
    signs,
    st.permutations(range(12)),
    st.tuples(st.integers(1, 31), st.integers(1, 31)),
)
def test_two_wrong_characters_are_caught(
    data: str, order: list[int], errors: tuple[int, int]
) -> None:
    wrong = list(sealed(data))
    for at, error in zip(order, errors, strict=False):
        wrong[at] = ALPHABET[ALPHABET.index(wrong[at]) ^ error]
    assert not holds("".join(wrong))


def test_two_wrong_characters_look_like_one_in_a_third_of_cases() -> None:
    code, located, tried = A, 0, 0
    for one, other in combinations(range(12), 2):
        for error in range(1, 32):
            wrong = list(code)
            wrong[one] = ALPHABET[ALPHABET.index(wrong[one]) ^ error]
            wrong[other] = ALPHABET[ALPHABET.index(wrong[other]) ^ (error * 7 % 31 + 1)]
            located += slip("".join(wrong)) is not None
            tried += 1
    assert 0.2 < located / tried < 0.45


@given(signs)
def test_a_sealed_code_holds_and_nothing_is_wrong_with_it(data: str) -> None:
    code = sealed(data)
    assert holds(code)
    assert slip(code) is None
    assert code[:10] == data
    assert box_of(code) == data[:4]
    assert "".join(groups(code)) == grouped(code).replace("-", "") == code


@given(st.text(ALPHABET, min_size=12, max_size=12))
def test_a_correction_always_holds(text: str) -> None:
    wrong = slip(text)
    if wrong is not None:
        assert 1 <= wrong.at <= 12
        assert text[wrong.at - 1] == wrong.read != wrong.maybe
        assert holds(corrected(text, wrong))


@pytest.mark.parametrize(
    "text",
    [
        A,
        A.lower(),
        "ktk7 z3a9_qxgy",
        f"  {A} ",
        "KTK7–Z3A9–QXGY",
        "KTK7—Z3A9−QXGY",
        "KTK7.Z3A9.QXGY",
        "KTK7Z3A9QXGY",
        f"{A}\n",
        f"{A}\r\n",
        f"{A}\t",
        f"]Q1{A}",
        f"\\000026{A}",
        f"*{A}",
        f"\x02{A}\x03",
        f"KTK:{A}",
        f"ktk:{A.lower()}",
        f"]Q1KTK:{A}\r",
        f"KTKÖ{A}",
        f"ktk;{grouped(A)}",
        "KTK7ßZ3A9ßQXGY",
        "KTK7'Z3A9'QXGY",
        "\u200bKTK7\u00a0Z3A9\u00a0QXGY",
    ],
)
def test_typing_is_forgiving(text: str) -> None:
    assert typed(text) == A


def test_look_alikes_are_read_as_what_they_look_like() -> None:
    assert typed("ooooooooo168".replace("1", "l")) == "000000000168"
    assert typed("O0O0O0O0OI68") == "000000000168"


@pytest.mark.parametrize("text", ["", " ", "-", "----", "\r\n", "\u200b"])
def test_nothing_entered_is_length_nought(text: str) -> None:
    assert typed(text) == Misfit(length=0)


@pytest.mark.parametrize(
    ("text", "misfit"),
    [
        ("KTK7-Z3A9-QXG", Misfit(length=11, signs="KTK7Z3A9QXG")),
        ("KTK7-Z3A9-QXGY1", Misfit(length=13, signs="KTK7Z3A9QXGY1")),
        ("KTU7-Z3A9-QXGY", Misfit(length=12, at=3, read="U")),
        ("KTK7-Z3A9-QX?Y", Misfit(length=12, at=11, read="?")),
        ("é", Misfit(length=1, at=1, read="É")),
        ("😀TK7-Z3A9-QXGY", Misfit(length=12, at=1, read="😀")),
    ],
)
def test_a_misfit_names_the_sign_and_its_place(text: str, misfit: Misfit) -> None:
    assert typed(text) == misfit


@given(st.text())
def test_any_text_gets_an_answer(text: str) -> None:
    match typed(text):
        case Misfit(length=length, at=at, read=read):
            assert length != 12 or at is not None
            assert (at is None) == (read is None)
        case code:
            assert re.fullmatch(f"[{ALPHABET}]{{{LENGTH}}}", code)


@given(signs, st.lists(st.tuples(st.integers(0, 12), st.sampled_from(" -._\t–—"))))
def test_separators_never_matter(data: str, marks: list[tuple[int, str]]) -> None:
    code = text = sealed(data)
    for at, mark in marks:
        text = text[:at] + mark + text[at:]
    assert typed(text.lower()) == typed(text) == code


@given(st.text())
def test_cleaning_twice_changes_nothing_for_a_code(text: str) -> None:
    code = typed(text)
    if isinstance(code, str):
        assert cleaned(code) == code


def test_sealing_wants_ten_signs() -> None:
    with pytest.raises(ValueError, match="10"):
        sealed("KTK")
