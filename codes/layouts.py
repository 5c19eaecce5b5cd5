"""Codes that were typed under another keyboard layout than the computer's.

A scanner that acts as a keyboard sends keys, not signs: set to another layout than the computer it
types wrong letters, and other signs for digits if they need Shift. A layout here is what the keys
of an American keyboard give under it, row by row, without Shift and with it. Layouts that differ in
colon and dashes only need no table. Pure.
"""

from collections.abc import Iterator

AMERICAN = (
    "`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./",
    '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?',
)
LAYOUTS = {
    "german": (
        "^1234567890ß´qwertzuiopü+asdfghjklöäyxcvbnm,.-",
        '°!"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_',
    ),
    "czech": (
        ";+ěščřžýáíé=´qwertzuiopú)asdfghjklů§yxcvbnm,.-",
        '°1234567890%ˇQWERTZUIOP/(ASDFGHJKL"!YXCVBNM?:_',
    ),
    "hungarian": (
        "0123456789öüóqwertzuiopőúasdfghjkléáyxcvbnm,.-",
        "§'\"+!%/=()ÖÜÓQWERTZUIOPŐÚASDFGHJKLÉÁYXCVBNM?:_",
    ),
    "french": (
        "²&é\"'(-è_çà)=azertyuiop^$qsdfghjklmùwxcvbn,;:!",
        "~1234567890°+AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§",
    ),
    "belgian": (
        "²&é\"'(§è!çà)-azertyuiop^$qsdfghjklmùwxcvbn,;:=",
        "³1234567890°_AZERTYUIOP¨*QSDFGHJKLM%WXCVBN?./+",
    ),
}


def under(layout: str, text: str) -> str:
    """What an American scanner types, for ``text``, at a computer with this layout.

    The other way round: what a scanner with this layout meant, at an American computer.
    """
    return text.translate(_from("".join(AMERICAN), "".join(LAYOUTS[layout])))


def at_home(layout: str, text: str) -> str:
    """What a scanner with this layout types, for ``text``, at an American computer.

    The other way round: what an American scanner meant, at a computer with this layout.
    """
    return text.translate(_from("".join(LAYOUTS[layout]), "".join(AMERICAN)))


def readings(text: str) -> Iterator[str]:
    """What else may have been meant: under each layout of the computer, then of the scanner."""
    yield from (at_home(layout, text) for layout in LAYOUTS)
    yield from (under(layout, text) for layout in LAYOUTS)


def _from(keys: str, signs: str) -> dict[int, str]:
    """Each sign of the one layout as the sign that its key gives under the other."""
    table: dict[int, str] = {}
    for key, sign in zip(keys, signs, strict=True):
        table.setdefault(ord(key), sign)
    return table
