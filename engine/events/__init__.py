"""What has happened: facts, complete enough that folding them needs no rules.

Money moves only by ``Paid``; buildings and their stock only by ``LevelChanged``. A correction is
told by ``Corrected`` and done by the facts after it; only a card moves by that fact itself.
"""

from typing import TypeAlias

from ketuk.engine.events.agreements import (
    Bankrupted,
    ContractEnded,
    ContractMade,
    Corrected,
    HandedOver,
    QueueChanged,
    SeatLeft,
    TradeAgreed,
    TradeDone,
    TradeProposed,
    TradeRejected,
    TradeVoid,
)
from ketuk.engine.events.auctions import (
    AuctionClosed,
    AuctionOpened,
    AuctionWon,
    BidCalled,
    BidLaid,
    BidsRevealed,
    BidSwapped,
    BidVoid,
    Passed,
    SeatReady,
    SwapDeclared,
    SwapGranted,
)
from ketuk.engine.events.cards import (
    CardDrawn,
    CardKept,
    CardLaid,
    CardPassed,
    CardReturned,
    CardShown,
    CardUsed,
    DeckEmpty,
    DeckShuffled,
    EffectsChanged,
    EventRevealed,
    InsuranceSpent,
    Targeted,
)
from ketuk.engine.events.course import (
    Done,
    EndNear,
    Expired,
    GameEnded,
    GameStarted,
    GoalReached,
    Nothing,
    Planned,
    Reopened,
    RoundBegan,
    RoundEnded,
    StateChanged,
    Timed,
    TimePassed,
    TimeShared,
    TurnBegan,
    TurnEnded,
)
from ketuk.engine.events.event import Event
from ketuk.engine.events.money import Excused, Owed, Paid, RentClosed, RentOpened, Staked
from ketuk.engine.events.moves import (
    Freed,
    Jailed,
    Landed,
    Moved,
    Rolled,
    RollSpent,
    SalaryDue,
    Thrown,
    TryFailed,
)
from ketuk.engine.events.pausing import CameBack, WentOn
from ketuk.engine.events.property import Acquired, LevelChanged, MortgageSet, Released

__all__ = [
    "Acquired",
    "AnyEvent",
    "AuctionClosed",
    "AuctionOpened",
    "AuctionWon",
    "Bankrupted",
    "BidCalled",
    "BidLaid",
    "BidSwapped",
    "BidVoid",
    "BidsRevealed",
    "CameBack",
    "CardDrawn",
    "CardKept",
    "CardLaid",
    "CardPassed",
    "CardReturned",
    "CardShown",
    "CardUsed",
    "ContractEnded",
    "ContractMade",
    "Corrected",
    "DeckEmpty",
    "DeckShuffled",
    "Done",
    "EffectsChanged",
    "EndNear",
    "Event",
    "EventRevealed",
    "Excused",
    "Expired",
    "Freed",
    "GameEnded",
    "GameStarted",
    "GoalReached",
    "HandedOver",
    "InsuranceSpent",
    "Jailed",
    "Landed",
    "LevelChanged",
    "MortgageSet",
    "Moved",
    "Nothing",
    "Owed",
    "Paid",
    "Passed",
    "Planned",
    "QueueChanged",
    "Released",
    "RentClosed",
    "RentOpened",
    "Reopened",
    "RollSpent",
    "Rolled",
    "RoundBegan",
    "RoundEnded",
    "SalaryDue",
    "SeatLeft",
    "SeatReady",
    "Staked",
    "StateChanged",
    "SwapDeclared",
    "SwapGranted",
    "Targeted",
    "Thrown",
    "TimePassed",
    "TimeShared",
    "Timed",
    "TradeAgreed",
    "TradeDone",
    "TradeProposed",
    "TradeRejected",
    "TradeVoid",
    "TryFailed",
    "TurnBegan",
    "TurnEnded",
    "WentOn",
]

AnyEvent: TypeAlias = (
    GameStarted | Planned | Done | RoundBegan | RoundEnded | TurnBegan | TurnEnded | Rolled
    | RollSpent | Thrown | Moved | SalaryDue | Landed | Jailed | TryFailed | Freed | Paid | Owed
    | RentOpened | RentClosed | Excused | Acquired | Released | MortgageSet | LevelChanged
    | CardDrawn | CardShown | CardKept | DeckEmpty | CardUsed | CardReturned | CardPassed
    | CardLaid | InsuranceSpent | EventRevealed | Targeted | EffectsChanged | StateChanged
    | AuctionOpened | EndNear | GoalReached
    | SeatReady | BidLaid | BidsRevealed | SwapDeclared | SwapGranted | BidSwapped | BidCalled
    | Passed | BidVoid | AuctionWon | AuctionClosed | TradeProposed | TradeAgreed | TradeRejected
    | TradeDone | TradeVoid | HandedOver | ContractMade | ContractEnded | Bankrupted | SeatLeft
    | QueueChanged | Corrected | TimePassed | Timed | TimeShared | Expired | Reopened | Nothing
    | GameEnded | DeckShuffled | CameBack | WentOn | Staked
)  # fmt: skip
