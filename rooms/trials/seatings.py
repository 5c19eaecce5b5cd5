"""Who sits where: one seating, or all in which some players can sit."""

from itertools import cycle, islice, permutations
from math import factorial

MOST = 720
"""Seatings at most; of more players every one sits on every seat once instead."""


def one_seating(bots: tuple[str, ...], players: int) -> tuple[str, ...]:
    """By seat; one name alone is for all seats.

    Raises:
        ValueError: there are as many names neither as seats nor one.
    """
    if len(bots) not in (1, players):
        raise ValueError(len(bots))
    return bots if len(bots) == players else bots * players


def all_seatings(bots: tuple[str, ...], players: int) -> tuple[tuple[str, ...], ...]:
    """All orders, each once; fewer names than seats come round again.

    Raises:
        ValueError: more names than seats.
    """
    if len(bots) > players:
        raise ValueError(len(bots))
    full = tuple(islice(cycle(bots), players))
    if factorial(players) <= MOST:
        return tuple(sorted(set(permutations(full))))
    return tuple(dict.fromkeys((*full[at:], *full[:at]) for at in range(players)))
