"""Where a host is reached: an IPv4 address and a port, as its screen and its QR say it. Pure."""

import re
from urllib.parse import unquote, urlsplit

PORT = 8765
_PART = r"(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_PORT = r"(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5]?[0-9]{1,4})"
PLACE = rf"^({_PART}(\.{_PART}){{3}}:{_PORT})?$"
"""An IPv4 address and a port; empty: nowhere."""


def place_of(address: str) -> tuple[str, str]:
    """Where a host is, and the code of its room, if it is in the address too; else empty.

    Args:
        address: as it stands on the host's screen, or the whole address of its page.

    Raises:
        ValueError: it is none.
    """
    text = address.strip()
    parts = urlsplit(text if "//" in text else f"//{text}")
    place = f"{parts.hostname or ''}:{parts.port or PORT}"
    if re.fullmatch(PLACE, place) is None:
        raise ValueError(address)
    return place, unquote(parts.fragment)
