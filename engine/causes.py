"""Closed words: why, how and by what effect something happens.

Each kind is a type of its own over plain text, so that journals hold what they always held, and a
set adds words without the core knowing it. A word is written as such a value where it is given,
``PaidFor("rent")``: mypy lets no other text through, and ``tests/tui/test_causes.py`` finds every
one of them and looks up its sentence.
"""

from typing import NewType

PaidFor = NewType("PaidFor", str)
"""Why a sum is asked for, and paid."""
RentEnd = NewType("RentEnd", str)
"""How a rent that was open ends."""
ExcusedBy = NewType("ExcusedBy", str)
"""Why no rent is taken."""
MovedBy = NewType("MovedBy", str)
"""What moves a pawn."""
LandedOn = NewType("LandedOn", str)
"""What a landing brings."""
NothingFrom = NewType("NothingFrom", str)
"""What has changed nothing."""
RollSpentOn = NewType("RollSpentOn", str)
"""What a throw was for, if not for a move."""
JailedFor = NewType("JailedFor", str)
"""Why a pawn goes to jail."""
FreedBy = NewType("FreedBy", str)
"""How it comes out."""
ThrownFor = NewType("ThrownFor", str)
"""What dice are thrown for outside a turn's move."""
AcquiredBy = NewType("AcquiredBy", str)
"""How a property comes to a player."""
ReleasedBy = NewType("ReleasedBy", str)
"""How a property comes back to the bank."""
LevelChangedBy = NewType("LevelChangedBy", str)
"""Why buildings come or go."""
CardUsedFor = NewType("CardUsedFor", str)
"""What a held card was used for."""
InsuranceSpentOn = NewType("InsuranceSpentOn", str)
"""What an insurance has kept off."""
EffectChange = NewType("EffectChange", str)
"""What of the lasting effects has changed."""
StateChange = NewType("StateChange", str)
"""What a mechanic tells of a change of its state; empty for nothing."""
PassedBy = NewType("PassedBy", str)
"""How a bidder leaves an auction."""
BidVoidFor = NewType("BidVoidFor", str)
"""Why a bid does not count."""
AuctionEnd = NewType("AuctionEnd", str)
"""How an auction ends without a winner."""
ContractEnd = NewType("ContractEnd", str)
"""How a contract ends."""
GameEnd = NewType("GameEnd", str)
"""Why the game is over."""
VoteOn = NewType("VoteOn", str)
"""What all are asked about."""
BillBase = NewType("BillBase", str)
"""What a bill begins with."""
FactorName = NewType("FactorName", str)
"""What multiplies it."""
HonoursFor = NewType("HonoursFor", str)
"""Why a game counts for what it does."""
