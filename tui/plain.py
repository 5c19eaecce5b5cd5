"""The last word on a terminal that shows no more than ASCII: nothing else is painted there.

Sentences, names that people typed, borders and scroll bars all pass here, so no screen has to think
of it. Where a sign carries a meaning of its own, ``signs.PLAIN`` has chosen a better one before.
"""

import unicodedata
from dataclasses import astuple
from functools import lru_cache

from rich.cells import cell_len

from ketuk.tui.signs import FINE, PLAIN

_PAIRS = (
    '…~ –- —- −- ‐- ‑- ·- •* ×x ÷/ ‹< ›> «< »> ‘\' ’\' “" ”" „" ␣_ °o '
    "↑^ ↓v ←< →> ▲^ ▼v ◀< ▶> ►> ◄< ✓+ ✔+ ✗x ✘x ●* ◉* ○o ◌o ◦. ■# □- ▣# ▢- ▪# ◆# ◇o ★* ☆* "
    "─- ━- ═- │| ┃| ║| ▌| ▐| ▏| ▎| ▍| ▋| ▊| ▉| █# ▀# ▄# ░. ▒: ▓# ▁_ ▂_ ▃= ▅= ▆# ▇# ▔- "
    "ŁL łl ØO øo ĐD đd ÐD ðd ÞT þt ßs ÆA æa ŒO œo ıi "
    "⚀1 ⚁2 ⚂3 ⚃4 ⚄5 ⚅6"
)
_SAME = zip("".join(astuple(FINE)), "".join(astuple(PLAIN)), strict=True)
_NEAREST = {pair[0]: pair[1] for pair in _PAIRS.split()} | dict(_SAME)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The text in ASCII, as wide as it was."""
    return text if text.isascii() else "".join(_one(sign) for sign in text)


def _one(sign: str) -> str:
    if sign.isascii():
        return sign
    width = cell_len(sign)
    bare = "".join(s for s in unicodedata.normalize("NFKD", sign) if s.isascii())
    near = _NEAREST.get(sign) or bare or ("+" if "─" <= sign <= "╿" else "?")
    return near[:width].ljust(width, near[-1])
