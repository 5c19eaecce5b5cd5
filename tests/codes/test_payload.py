"""What a QR symbol or a tag says, and whether it is one of ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ketuk.codes.code import ALPHABET, grouped, holds, sealed
from ketuk.codes.payload import find_code, payload

A = "KTK7Z3A9QXGY"


def test_the_payload_is_sixteen_alphanumeric_characters() -> None:
    assert payload(A) == "KTK:KTK7Z3A9QXGY"
    assert len(payload(A)) == 16
    assert set(payload(A)) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


@pytest.mark.parametrize(
    "text",
    [
        f"KTK:{A}",
        f"ktk:{A.lower()}",
        A,
        A.lower(),
        grouped(A),
        f"KTK:{A}\n",
        f"KTK:{A}\x00\x00",
        f"https://example.org/k/{A}",
        f"https://example.org/k/{A}/?from=qr#top",
        f"https://example.org/k/ktk%3A{A}",
        f"https://example.org/KTK:{A}",
    ],
)
def test_ours(text: str) -> None:
    assert find_code(text) == A


@pytest.mark.parametrize(
    "text",
    [
        "",
        "KTK:",
        "KTK:KTK7Z3A9QXGZ",
        "KTK7Z3A9QXGZ",
        f"{A}1",
        f"x{A}",
        "KTK7-Z3A9QXGY",
        "https://example.org/",
        f"https://example.org/{A}/more",
        f"https://example.org/?code={A}",
        "https://[broken/",
        f"WIFI:S:{A};T:WPA;P:x;;",
        "O0O0O0O0OI68",
        "\ud800",
        "BEGIN:VCARD\nVERSION:3.0\nEND:VCARD",
        "A" * 100_000,
    ],
)
def test_somebody_elses(text: str) -> None:
    assert find_code(text) is None


@given(st.text(ALPHABET, min_size=10, max_size=10))
def test_what_is_written_is_found_again(data: str) -> None:
    code = sealed(data)
    for text in (payload(code), code, f"https://a.example/{code}"):
        assert find_code(text) == code


@given(st.one_of(st.text(), st.from_regex(r"(?i)(https?://|ktk:)?[^\s]{0,20}")))
def test_whatever_is_found_holds(text: str) -> None:
    code = find_code(text)
    assert code is None or holds(code)
