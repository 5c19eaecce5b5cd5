"""Intervals and tests by the book's own tables."""

import random
from math import exp, gamma

import pytest

from ketuk.rooms.trials.statistics import by_chance, mean_of, sign_test, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(count: int, of: int, low: float, high: float) -> None:
    found = wilson(count, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.share == count / of


def test_of_nothing_nothing_is_known() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert by_chance([0, 0, 0]) == by_chance([5]) == sign_test(0, 0) == 1.0


@pytest.mark.parametrize(
    ("counts", "chi"), [((60, 40), 4.0), ((30, 50, 40), 5.0), ((20, 30, 30, 40), 20 / 3)]
)
def test_pearson(counts: tuple[int, ...], chi: float) -> None:
    """Against the integral of the density, by small steps."""
    freedom = len(counts) - 1

    def density(x: float) -> float:
        half = freedom / 2
        return float(x ** (half - 1) * exp(-x / 2) / (2**half * gamma(half)))

    step = 1e-3
    beyond = sum(density(chi + (n + 0.5) * step) * step for n in range(80_000))
    assert by_chance(counts) == pytest.approx(beyond, abs=1e-6)


def test_pearson_holds_its_level() -> None:
    """Of fair dice thrown often, about one in twenty lies beyond one in twenty."""
    draw, beyond = random.Random(1), 0
    for _ in range(2_000):
        throws = draw.choices(range(6), k=120)
        beyond += by_chance([throws.count(n) for n in range(6)]) < 0.05
    assert 70 < beyond < 130


def test_means_and_signs() -> None:
    found = mean_of(4, 10.0, 30.0)
    assert found.share == 2.5
    assert found.half == pytest.approx(1.959964 * (5 / 3 / 4) ** 0.5, rel=1e-6)
    assert sign_test(10, 10) == 1.0
    assert sign_test(30, 10) == pytest.approx(0.0027, abs=1e-4)
