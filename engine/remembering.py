"""What was found out last about frozen values, while the very same ones are asked about again."""

from collections.abc import Callable
from typing import Generic, TypeVar

R = TypeVar("R")
V = TypeVar("V")


class LastFound(Generic[V, R]):
    """The last answer about a frozen value, asked by identity as in ``last_asked``.

    Whoever makes a new value that differs in nothing the answer looks at says so (``same``): the
    answer is then known for both.
    """

    __slots__ = ("_find", "_last")

    def __init__(self, find: Callable[[V], R]) -> None:
        self._find = find
        self._last: tuple[V, V, R] | None = None

    def of(self, value: V) -> R:
        """The answer about a value."""
        known = self._last
        if known is None or (known[0] is not value and known[1] is not value):
            self._last = known = (value, value, self._find(value))
        return known[2]

    def same(self, before: V, after: V) -> None:
        """What was found about the one is true of the other."""
        known = self._last
        if known is not None and (known[0] is before or known[1] is before):
            self._last = (after, before, known[2])


def last_asked(find: Callable[..., R]) -> Callable[..., R]:
    """A function of one or two frozen values that keeps its last answer, and asks by identity.

    Equal values that are not the same are found out anew: that costs time and nothing else. They
    are kept with the answer, so that no other can come to stand where they stood.
    """
    last: tuple[object, object, R] | None = None

    def remembered(first: object, second: object = None) -> R:
        nonlocal last
        known = last
        if known is None or known[0] is not first or known[1] is not second:
            answer = find(first) if second is None else find(first, second)
            known = last = (first, second, answer)
        return known[2]

    return remembered
