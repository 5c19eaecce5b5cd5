"""Why a command is not carried out: a closed list of reasons, with ruling and facts, no words."""

from enum import StrEnum, auto
from typing import final

from msgspec import Struct, field


class Reason(StrEnum):
    """Every reason there is; each has a sentence at the table."""

    # who and when
    GAME_OVER = auto()
    NOT_YOUR_TURN = auto()
    NOT_ASKED = auto()
    NO_SUCH_SEAT = auto()
    SEAT_LEFT = auto()
    QUESTION_OPEN = auto()
    MISSING = auto()
    # rolling and moving
    ROLL_FIRST = auto()
    NO_ROLL_LEFT = auto()
    DICE_BY_APP = auto()
    DICE_MISSING = auto()
    BAD_DICE = auto()
    NOT_STUCK = auto()
    STUCK = auto()
    NOT_AT_AIRPORT = auto()
    ROUTE_CLOSED = auto()
    AFTER_ROLL = auto()
    BAD_STEPS = auto()
    # money
    SHORT_OF_CASH = auto()
    IN_DEBT = auto()
    MUST_RAISE = auto()
    NOTHING_DUE = auto()
    NO_OPEN_RENT = auto()
    BELOW_ZERO = auto()
    ENOUGH_CASH = auto()
    HAS_LOAN = auto()
    NO_LOAN = auto()
    # properties
    NOT_A_PROPERTY = auto()
    NOT_OWNER = auto()
    ONLY_CITY = auto()
    TOO_MANY_PROJECTS = auto()
    MORTGAGED = auto()
    NOT_MORTGAGED = auto()
    HAS_BUILDINGS = auto()
    NO_BUILDING = auto()
    NOT_AT_ONCE = auto()
    SET_INCOMPLETE = auto()
    SET_MORTGAGED = auto()
    UNEVEN = auto()
    TOP_LEVEL = auto()
    FLOODED = auto()
    NO_STOCK = auto()
    UNDER_HAMMER = auto()
    NOT_LANDED = auto()
    TOP_LATER = auto()
    FIRST_LAP = auto()
    LAPS_MISSING = auto()
    # auctions
    NOT_BIDDING = auto()
    BID_ABOVE_CASH = auto()
    BID_BELOW_MINIMUM = auto()
    NO_SUCH_BID = auto()
    BIDS_MISSING = auto()
    WINDOW_OPEN = auto()
    MUST_PAY_BID = auto()
    HIGHEST_ALREADY = auto()
    NO_BIDDERS = auto()
    # votes
    VOTE_SPENT = auto()
    VOTED_ALREADY = auto()
    # cards
    CARD_NOT_HELD = auto()
    CARD_NOT_NOW = auto()
    CARD_BY_APP = auto()
    CARD_MISSING = auto()
    CARD_NOT_IN_DECK = auto()
    NO_TARGET = auto()
    BAD_TARGET = auto()
    NOBODY_RICHER = auto()
    ALREADY_INSURED = auto()
    ALREADY_DECLARED = auto()
    HAND_NOT_FULL = auto()
    NO_FLOOD = auto()
    # trade
    LAST_ROUND = auto()
    TRADE_UNFAIR = auto()
    TRADE_EMPTY = auto()
    TRADE_GOODS = auto()
    CARDS_STAY = auto()
    TRADE_PARTNER = auto()
    TRADE_UNCOVERED = auto()
    LOAN_UNCOVERED = auto()
    DEED_CHANGED = auto()
    CONTRACT_PAIR = auto()
    CONTRACT_TERM = auto()
    NO_CONTRACTS = auto()
    INTEREST_UNPAID = auto()
    # time
    NO_CLOCK = auto()
    TIME_STANDS = auto()
    TIME_BACKWARD = auto()
    PAST_DEADLINE = auto()
    # pauses
    BACK_ALREADY = auto()
    NOT_ALL_BACK = auto()
    # once in a turn
    BUILT_IN_GROUP = auto()
    OFFERS_MADE = auto()
    PUT_UP_ALREADY = auto()
    # bets
    BAD_NUMBERS = auto()
    # corrections
    HALF_DONE = auto()
    NOTHING_TO_CORRECT = auto()
    OUT_OF_RANGE = auto()
    NO_POT = auto()
    BANK_OWNS = auto()
    NO_HAND_CARD = auto()
    CARD_AWAY = auto()
    BAD_NOTE = auto()


@final
class Refused(Struct, frozen=True):
    """A command that the rules do not allow now; nothing has changed."""

    reason: Reason
    ruling: str = ""
    """Number of the ruling that says so; empty if the book says it without a number."""
    about: dict[str, int | str] = field(default_factory=dict)
    """Facts for the sentence: tiles, figures, seats."""


def refuse(reason: Reason, ruling: str = "", **about: int | str) -> Refused:
    """A refusal with its facts by name."""
    return Refused(reason, ruling, about)
