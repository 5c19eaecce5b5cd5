"""What the paper edition does otherwise: nobody checks bids, a track shows the worth."""

from ketuk.engine.rules.auction import box_of
from ketuk.engine.rules.ruleset import RuleSet, Sealed
from ketuk.engine.table import Options, Standing, Table


def on_paper(options: Options) -> bool:
    """Whether the paper edition is played."""
    return options.edition == "kertas"


def checked(options: Options) -> bool:
    """The app refuses a bid above the cash or below the minimum; on paper it is void (4.2.4)."""
    return not on_paper(options)


def rank(options: Options, standing: Standing) -> tuple[int, int]:
    """The lower net worth wins a tie, then the lower cash (4.2.3); on paper boxes of the track."""
    worth = box_of(standing.worth) if on_paper(options) else standing.worth
    return worth, standing.cash


def tie_topic(options: Options, tied: tuple[Standing, ...]) -> str:
    """What decided between equal bids: net worth, or on paper cash in the same box (4.10.5)."""
    boxes = sorted(box_of(s.worth) for s in tied)
    return "tie_on_track" if on_paper(options) and boxes[0] == boxes[1] else "tie"


def shown_worth(rules: RuleSet, table: Table, seat: int) -> int:
    """On paper the marker of the track never goes below 0 (4.10.4)."""
    worth = rules.net_worth(rules, table, seat)
    return max(worth, 0) if on_paper(table.options) else worth


SEALED = Sealed(checked=checked, rank=rank, tie_topic=tie_topic)
