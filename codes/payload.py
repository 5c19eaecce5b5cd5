"""What a QR symbol or a tag carries: ``KTK:`` and the code, and how to find it again.

A reading is ours if it is the ``KTK:`` form or a bare code, as plain text (QR, NDEF Text record) or
as the last path segment of a URI (NDEF URI record, a QR with a link), and if its check holds.
Anything else belongs to somebody else: only typed text can be a mistyped code. Pure.
"""

import re
from urllib.parse import unquote, urlsplit

from ketuk.codes.code import PREFIX, holds

_BARE = re.compile(r"([0-9A-Z]{4})(-?)([0-9A-Z]{4})\2([0-9A-Z]{4})")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PADDING = " \t\r\n\0"
_LONGEST = 2_000
"""Characters of a reading that are looked at: more than any QR symbol with a link of ours has."""


def payload(code: str) -> str:
    """The 16 characters for QR symbol and NDEF Text record: upper case, so alphanumeric in QR."""
    return PREFIX + code


def find_code(text: str) -> str | None:
    """The code that a reading of a QR symbol or a tag carries, or None: not one of ours."""
    text = text[:_LONGEST].strip(_PADDING)
    code = _bare(text.upper())
    return code if code or not _SCHEME.match(text) else _in_link(text)


def _bare(text: str) -> str | None:
    shape = _BARE.fullmatch(text.removeprefix(PREFIX))
    if shape is None:
        return None
    code = shape[1] + shape[3] + shape[4]
    return code if holds(code) else None


def _in_link(link: str) -> str | None:
    try:
        path = urlsplit(link).path
    except ValueError:  # brackets that are no IPv6 address
        return None
    return _bare(unquote(path.rstrip("/").rpartition("/")[2]).upper())
