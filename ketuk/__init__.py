"""Ketuk: the table companion for boxed city-trading games.

In a checkout the packages lie beside this folder, and relative links in it lead there, for editors
and type checkers. Where a clone has no links (Windows writes them as small text files), the path
below finds the packages all the same. An installed wheel has them inside this folder.
"""

from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parent.parent
if (_CHECKOUT / "pyproject.toml").is_file() and not (Path(__file__).parent / "tui").is_dir():
    __path__.append(str(_CHECKOUT))
