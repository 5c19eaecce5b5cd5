"""The game as it stands: everything that the next command may depend on, frozen.

Seats count from 1 clockwise. An account is a seat, the bank (0), the pot (-1, Kas Warga) or that of
corrections (-2).
Cards go by their item number in the box. Money is in units of the set.
"""

from msgspec.structs import replace

from ketuk.engine.table.auctions import (
    Auction,
    Auctioneer,
    AuctionStage,
    Bidding,
    Deliver,
    PayPrice,
    SealedBid,
    SealedBids,
    Settle,
    Standing,
)
from ketuk.engine.table.bills import Bill, Debt, Factor, OpenRent
from ketuk.engine.table.game import AnyTask, Phase, Table
from ketuk.engine.table.mechanics import (
    Bet,
    Community,
    Onward,
    Raid,
    Reveal,
    RunEvent,
    StepChoice,
)
from ketuk.engine.table.options import Edition, Options, Source
from ketuk.engine.table.parts import Deck, Holding, Place, Player, Turn
from ketuk.engine.table.pausing import Paused
from ketuk.engine.table.questions import (
    Answer,
    Burdened,
    BuyChoice,
    Detour,
    DrawCard,
    Due,
    Free,
    Handover,
    Jump,
    OverLimit,
    PickCity,
    TaxChoice,
    Throwing,
    Voting,
)
from ketuk.engine.table.steps import (
    Charge,
    ClearRound,
    CloseRound,
    CloseTurn,
    Exchange,
    Finish,
    OpenRound,
    OpenTurns,
    Resolve,
    Walk,
)
from ketuk.engine.table.task import OfSeat, OfTile, Task
from ketuk.engine.table.trades import Agreed, Contract, ContractKind, Goods, Terms, Trade
from ketuk.engine.table.value import BANK, CORRECTION, FOREVER, NOWHERE, POT, Value, snake

__all__ = [
    "BANK",
    "CORRECTION",
    "FOREVER",
    "NOWHERE",
    "POT",
    "Agreed",
    "Answer",
    "AnyTask",
    "Auction",
    "AuctionStage",
    "Auctioneer",
    "Bet",
    "Bidding",
    "Bill",
    "Burdened",
    "BuyChoice",
    "Charge",
    "ClearRound",
    "CloseRound",
    "CloseTurn",
    "Community",
    "Contract",
    "ContractKind",
    "Debt",
    "Deck",
    "Deliver",
    "Detour",
    "DrawCard",
    "Due",
    "Edition",
    "Exchange",
    "Factor",
    "Finish",
    "Free",
    "Goods",
    "Handover",
    "Holding",
    "Jump",
    "OfSeat",
    "OfTile",
    "Onward",
    "OpenRent",
    "OpenRound",
    "OpenTurns",
    "Options",
    "OverLimit",
    "Paused",
    "PayPrice",
    "Phase",
    "PickCity",
    "Place",
    "Player",
    "Raid",
    "Resolve",
    "Reveal",
    "RunEvent",
    "SealedBid",
    "SealedBids",
    "Settle",
    "Source",
    "Standing",
    "StepChoice",
    "Table",
    "Task",
    "TaxChoice",
    "Terms",
    "Throwing",
    "Trade",
    "Turn",
    "Value",
    "Voting",
    "Walk",
    "replace",
    "snake",
]
