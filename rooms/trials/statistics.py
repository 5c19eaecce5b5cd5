"""Shares with their intervals, and whether a difference is more than chance: short, by the book."""

from collections.abc import Sequence
from math import erfc, exp, gamma, sqrt
from statistics import NormalDist

from msgspec import Struct

LEVEL = 0.95
"""How often an interval holds what it is an interval of."""


class Share(Struct, frozen=True):
    """A part of something counted, with the bounds of its interval; all from 0 to 1."""

    share: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def wilson(count: float, of: float, level: float = LEVEL) -> Share:
    """``count`` of ``of`` with the score interval of Wilson (1927); of nothing nothing is known."""
    if not of:
        return Share(0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, wide = count / of, z * z / of
    middle = (share + wide / 2) / (1 + wide)
    half = z / (1 + wide) * sqrt(share * (1 - share) / of + wide / (4 * of))
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))


def mean_of(count: int, total: float, squares: float, level: float = LEVEL) -> Share:
    """The mean of many numbers with its interval by the normal distribution, from their sums."""
    if count < 2:
        return Share(total / count if count else 0.0, float("-inf"), float("inf"))
    mean = total / count
    variance = max(0.0, squares - count * mean * mean) / (count - 1)
    half = NormalDist().inv_cdf(0.5 + level / 2) * sqrt(variance / count)
    return Share(mean, mean - half, mean + half)


def by_chance(counts: Sequence[float]) -> float:
    """How likely counts of equally likely things lie as far apart as these: Pearson's test."""
    total = sum(counts)
    if len(counts) < 2 or not total:
        return 1.0
    expected = total / len(counts)
    return _beyond(sum((c - expected) ** 2 / expected for c in counts), len(counts) - 1)


def _beyond(chi: float, freedom: int) -> float:
    """The chance of a chi-square of that many degrees of freedom to be larger."""
    half = chi / 2
    chance, at = (erfc(sqrt(half)), 0.5) if freedom % 2 else (exp(-half), 1.0)
    while at < freedom / 2:
        chance += half**at * exp(-half) / gamma(at + 1)
        at += 1
    return min(1.0, chance)


def sign_test(one: int, other: int) -> float:
    """How likely two counts of equally likely outcomes differ as much: McNemar's, by the normal
    distribution with its correction for whole numbers."""
    if not one + other:
        return 1.0
    z = max(0, abs(one - other) - 1) / sqrt(one + other)
    return erfc(z / sqrt(2))
