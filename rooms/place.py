"""Where a host is reached: an IPv4 address and a port, as its screen and its QR say it. Pure."""

import re
from urllib.parse import unquote, urlsplit

PORT = 8765
PLACE = r"^(\d{1,3}(\.\d{1,3}){3}:\d{1,5})?$"
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
    ip = place.partition(":")[0]
    if re.fullmatch(PLACE, place) is None or any(int(part) > 255 for part in ip.split(".")):
        raise ValueError(address)
    return place, unquote(parts.fragment)
