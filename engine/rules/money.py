"""Rounding and shares of money, in steps of the set (ruling 4.10.1)."""


def down(amount: int, step: int, *, times: int = 1, per: int = 1) -> int:
    """``amount * times / per``, down to a multiple of ``step``."""
    return amount * times // (per * step) * step


def up(amount: int, step: int, *, times: int = 1, per: int = 1) -> int:
    """``amount * times / per``, up to a multiple of ``step``."""
    return -(-amount * times // (per * step)) * step


def nearest(amount: int, step: int, *, times: int = 1, per: int = 1) -> int:
    """``amount * times / per`` to the nearest multiple of ``step``, halves up."""
    return (2 * amount * times + per * step) // (2 * per * step) * step
