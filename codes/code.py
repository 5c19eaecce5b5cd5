"""The twelve characters: alphabet, check symbols, forgiving typing, and where a slip of the pen is.

A code is a string of 12 signs of Crockford's base 32: 4 name the box, 6 are a random token, 2 are
check symbols of a Reed-Solomon (12, 10) code over GF(32), primitive polynomial x^5 + x^2 + 1,
generator (x - a)(x - a^2), the first sign being the highest power. The check catches every one or
two wrong signs and every swap of two signs. Pure: strings in, strings and values out.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ketuk.codes.layouts import readings

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no I, L, O or U. A sign's place is its value."""
LENGTH = 12
BOX_LENGTH = 4
TOKEN_LENGTH = 6
DATA_LENGTH = BOX_LENGTH + TOKEN_LENGTH
PREFIX = "KTK:"
"""Stands before the code in a QR symbol or a tag."""

_VALUE = {sign: value for value, sign in enumerate(ALPHABET)}


def _powers() -> tuple[int, ...]:
    powers = [1]
    while len(powers) < 31:
        doubled = powers[-1] << 1
        powers.append(doubled ^ 0b100101 if doubled & 0b100000 else doubled)
    return tuple(powers)


_POWER = _powers()
_LOG = {value: exponent for exponent, value in enumerate(_POWER)}


def _times(a: int, b: int) -> int:
    return _POWER[(_LOG[a] + _LOG[b]) % 31] if a and b else 0


_HIGH = _POWER[1] ^ _POWER[2]
_LOW = _times(_POWER[1], _POWER[2])


@dataclass(frozen=True, slots=True)
class Slip:
    """What is probably wrong: ``read`` at place ``at`` (1 to 12) should be ``maybe``.

    One sign, or two neighbours that were swapped.
    """

    at: int
    read: str
    maybe: str


@dataclass(frozen=True, slots=True)
class Misfit:
    """Typed text that cannot be a code.

    ``length`` counts the signs left after cleaning (0: nothing was entered); ``at`` and ``read``
    name the first sign that no code has, or are None if only the length is wrong: then
    ``signs`` is what was typed, as bare signs.
    """

    length: int
    at: int | None = None
    read: str | None = None
    signs: str = ""


def sealed(data: str) -> str:
    """``data`` (10 signs of the alphabet) with its two check symbols."""
    if len(data) != DATA_LENGTH:
        raise ValueError(f"a code has {DATA_LENGTH} signs before its check, not {len(data)}")
    high = low = 0
    for sign in data:
        lead = _VALUE[sign] ^ high
        high, low = low ^ _times(lead, _HIGH), _times(lead, _LOW)
    return data + ALPHABET[high] + ALPHABET[low]


def _shares() -> tuple[dict[str, int], ...]:
    """What each sign at each place adds to the two syndromes of a code, the first one times 32."""
    return tuple(
        {
            sign: _times(value, _POWER[place % 31]) << 5 | _times(value, _POWER[2 * place % 31])
            for sign, value in _VALUE.items()
        }
        for place in reversed(range(LENGTH))
    )


_SHARES = _shares()


def _syndromes(code: str) -> tuple[int, int]:
    both = 0
    for share, sign in zip(_SHARES, code, strict=True):
        both ^= share[sign]
    return divmod(both, 32)


def holds(code: str) -> bool:
    """Whether ``code`` has its length, only signs of the alphabet, and check symbols that fit."""
    try:
        return len(code) == LENGTH and _syndromes(code) == (0, 0)
    except KeyError:
        return False


def slip(code: str) -> Slip | None:
    """The one wrong sign that would explain a failed check of a well-formed ``code``.

    Two wrong signs look like one in about a third of cases, so this is a question to ask, not an
    answer; None when no single sign explains it, or when nothing is wrong.
    """
    first, second = _syndromes(code)
    if not first or not second:
        return None
    power = (_LOG[second] - _LOG[first]) % 31
    if power >= LENGTH:
        return None
    place = LENGTH - power
    error = _times(_times(first, first), _POWER[-_LOG[second] % 31])
    return Slip(place, code[place - 1], ALPHABET[_VALUE[code[place - 1]] ^ error])


def corrected(code: str, wrong: Slip) -> str:
    """``code`` with what ``wrong`` proposes."""
    return code[: wrong.at - 1] + wrong.maybe + code[wrong.at - 1 + len(wrong.read) :]


def swap(code: str) -> Slip | None:
    """The two neighbours that, put the other way round, would explain a failed check.

    The check symbols allow one such place at most.
    """
    for at in range(1, LENGTH):
        read = code[at - 1 : at + 1]
        wrong = Slip(at, read, read[::-1])
        if read[0] != read[1] and holds(corrected(code, wrong)):
            return wrong
    return None


def slips(code: str) -> tuple[Slip, ...]:
    """What may explain a failed check of a well-formed ``code``: one wrong sign, one swap."""
    return tuple(wrong for wrong in (slip(code), swap(code)) if wrong is not None)


def mended(signs: str) -> dict[str, int]:
    """Codes that ``signs``, of one sign less or more than a code, may be meant as; and the place.

    That is the place (1 to 12) of the sign that is missing, or (1 to 13) of the one too many.
    """
    places = range(1, max(LENGTH, len(signs)) + 1)
    if len(signs) == LENGTH - 1:
        tried = ((signs[: at - 1] + s + signs[at - 1 :], at) for at in places for s in ALPHABET)
    elif len(signs) == LENGTH + 1:
        tried = ((signs[: at - 1] + signs[at:], at) for at in places)
    else:
        return {}
    mended_at: dict[str, int] = {}
    for code, at in tried:
        if code not in mended_at and holds(code):
            mended_at[code] = at
    return mended_at


def box_of(code: str) -> str:
    """The four signs that name the box."""
    return code[:BOX_LENGTH]


def grouped(code: str) -> str:
    """``code`` as it is printed and shown: ``XXXX-XXXX-XXXX``."""
    return "-".join(groups(code))


def groups(code: str) -> tuple[str, str, str]:
    """The three groups of four, for a label with three lines."""
    return code[:4], code[4:8], code[8:]


_LOOKALIKES = str.maketrans("OIL", "011")
_SIGNLESS = {"Cc", "Cf", "Pd", "Zs", "Zl", "Zp"}
"""Unicode categories that never matter: controls, invisible signs, dashes, spaces."""
_SEPARATORS = "._\u2212"
_LONGEST = 40
"""Characters of an entry within which a code is looked for under other keyboard layouts."""
_SCANNER_HEAD = re.compile(r"^(?:\]Q\d|\\0000\d\d|\*)+")
_ODD_COLON = re.compile(r"^KTK[^0-9A-Z](?=.{12,14}$)", re.IGNORECASE)
_ODD_DASHES = re.compile(r"^([0-9A-Z]{4})([^0-9A-Z])([0-9A-Z]{4})\2([0-9A-Z]{4})$", re.IGNORECASE)


def cleaned(text: str) -> str:
    """Typed ``text`` as bare signs, upper case: what people and keyboard scanners add is taken off.

    Case, spaces, dashes of any kind, dots and underscores do not matter; full-width letters are
    narrowed; O is 0, I and L are 1. Control characters, the heads that scanners put before a code
    (``]Q1``, ``\\000026``, ``*``) and the prefix ``KTK:`` go too, also where a keyboard layout has
    made another sign of the colon or of the dashes.
    """
    plain = "".join(
        sign
        for sign in unicodedata.normalize("NFKC", text)
        if unicodedata.category(sign) not in _SIGNLESS and sign not in _SEPARATORS
    )
    plain = _ODD_COLON.sub("", _SCANNER_HEAD.sub("", plain))
    plain = _ODD_DASHES.sub(r"\1\3\4", plain)
    return "".join(map(_capital, plain)).translate(_LOOKALIKES)


def _capital(sign: str) -> str:
    """The capital of a sign, unless it would become two (``ß``)."""
    return sign.upper() if len(sign.upper()) == 1 else sign


def _meant(text: str) -> Iterator[str]:
    """What was typed as it is, then under other layouts; first of all where the prefix is whole."""
    candidates = sorted((text, *readings(text)), key=lambda one: PREFIX not in one.upper())
    return map(cleaned, candidates)


def typed(text: str) -> str | Misfit:
    """The code in typed ``text``, or why there is none.

    If its check fails but holds under another keyboard layout, that is the code.
    """
    signs = next(filter(holds, _meant(text[:_LONGEST])), cleaned(text))
    for at, sign in enumerate(signs, start=1):
        if sign not in _VALUE:
            return Misfit(length=len(signs), at=at, read=sign)
    return signs if len(signs) == LENGTH else Misfit(length=len(signs), signs=signs)
