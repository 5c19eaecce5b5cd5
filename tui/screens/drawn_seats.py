"""Who sits where, by a draw: names as they were typed, in the order in which they are to sit."""

from collections.abc import Mapping, Sequence

from ketuk.engine.luck import Luck


def drawn(
    luck: Luck, names: Sequence[str], bots: Mapping[int, str]
) -> tuple[tuple[str, ...], dict[int, str]]:
    """Names and players of the program by seat, every order as likely as any other.

    Args:
        names: by the line of the form, from the first.
        bots: players of the program, by the same lines from 1.
    """
    left, order = list(range(1, len(names) + 1)), list[int]()
    while left:
        order.append(luck.draw(left))
        left.remove(order[-1])
    seated = tuple(names[line - 1] for line in order)
    return seated, {seat: bots[line] for seat, line in enumerate(order, 1) if line in bots}
