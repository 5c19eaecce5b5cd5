"""What single mechanics keep on the table, each named by its mechanic and not by a set that has it.

A table has at most one state of each kind; a set without the mechanic has none, and reads the
empty one. Only ``StateChanged`` puts a new one in the place of the old, and no round or turn wipes
it: what is kept by laps outlasts a round. A new mechanic is a class here and in ``AnyState``.
"""

from bisect import bisect_left, insort
from math import inf
from typing import Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace


class State(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag=True, tag_field="state"):
    """What a mechanic keeps."""

    def after_round(self) -> Self:
        """What is left of it when a round has ended."""
        return self


class Laps(State, frozen=True):
    """How often each player has passed or reached the start, by seat."""

    done: tuple[int, ...] = ()

    def of(self, seat: int) -> int:
        """The laps of a seat, 1 and up."""
        return self.done[seat - 1] if seat <= len(self.done) else 0

    def after(self, seat: int) -> "Laps":
        """One more of a seat."""
        seats = range(1, max(seat, len(self.done)) + 1)
        return Laps(tuple([self.of(s) + (s == seat) for s in seats]))

    def begun(self, seats: tuple[int, ...]) -> "Laps":
        """The same once each of these has done a lap."""
        own = self
        for seat in seats:
            own = own if own.of(seat) else own.after(seat)
        return own

    def least(self, seats: tuple[int, ...]) -> int:
        """The laps that all of these have."""
        return min((self.of(s) for s in seats), default=0)


class News(State, frozen=True):
    """A card that holds for all until another takes its place."""

    card: int = 0
    """0 for none."""
    since: int = 0
    """The lap or round that brought it."""


class Tally(State, frozen=True):
    """What is counted for somebody or something, by name: levels built in a turn, rent received."""

    counts: tuple[tuple[str, int, int], ...] = ()
    """Name, whom or what it is counted for, and the number, 1 and up; ascending."""

    def of(self, name: str, whose: int) -> int:
        """A number, 0 if nothing was counted."""
        counts = self.counts
        at = bisect_left(counts, (name, whose, 0))
        if at < len(counts):
            counted, who, number = counts[at]
            if who == whose and counted == name:
                return number
        return 0

    def numbers(self, name: str) -> list[tuple[int, int]]:
        """All that is counted under a name: for whom or what, and the number."""
        counts = self.counts
        first = bisect_left(counts, (name,))
        if first == len(counts) or counts[first][0] != name:
            return []
        end = bisect_left(counts, (name, inf), first)
        return [(whose, number) for _, whose, number in counts[first:end]]

    def noting(self, name: str, whose: int, number: int) -> "Tally":
        """The tally with a number that stays once there is one; 0 takes it away."""
        if (self.of(name, whose) > 0) == (number > 0):
            return self
        counts = list(self.counts)
        if number:
            insort(counts, (name, whose, number))
        else:
            del counts[bisect_left(counts, (name, whose, 0))]
        return Tally(tuple(counts))

    def plus(self, name: str, whose: int, number: int = 1) -> "Tally":
        """The tally with so many more."""
        before, counts = self.of(name, whose), list(self.counts)
        at = bisect_left(counts, (name, whose, 0))
        counts[at : at + (before != 0)] = (
            [(name, whose, before + number)] if before + number else []
        )
        return Tally(tuple(counts))

    def without(self, *names: str) -> "Tally":
        """The tally with nothing counted under any of these names."""
        left = tuple([count for count in self.counts if count[0] not in names])
        return Tally(left) if len(left) < len(self.counts) else self


class Ballot(State, frozen=True):
    """The last question that all who still play were asked, and what they have said to it."""

    opener: int = 0
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    """Seats, in the order in which they answered."""
    spent: tuple[int, ...] = ()
    """Who may not ask again yet: a seat once for each own turn that has to end before it may."""

    def answered(self, seat: int) -> bool:
        """Whether a seat has said yes or no."""
        return seat in self.yes or seat in self.no

    def without(self, seat: int) -> "Ballot":
        """The ballot once a seat has left: neither its answer counts nor its silence."""
        yes, no = (tuple([s for s in said if s != seat]) for said in (self.yes, self.no))
        return Ballot(self.opener, yes, no, tuple([s for s in self.spent if s != seat]))


class Site(State, frozen=True):
    """Own land on which a pawn has landed: there may be built until the next roll."""

    seat: int = 0
    tile: int = -1
    level: int = 0
    """Buildings that stood there at the landing."""
    round: int = 0
    rolls: int = 0
    """Rolls of the turn at the landing; one more, and building is over."""
    built: bool = False


class Loans(State, frozen=True):
    """What the players owe a lender that is no player, by seat."""

    owed: tuple[int, ...] = ()
    collected: int = 0
    """The seat whose loan was collected in its turn, while that turn lasts; 0 for none."""

    def of(self, seat: int) -> int:
        """What a seat owes, 1 and up."""
        return self.owed[seat - 1] if seat <= len(self.owed) else 0

    def owing(self, seat: int, amount: int) -> "Loans":
        """The loans when a seat owes so much."""
        seats = range(1, max(seat, len(self.owed)) + 1)
        return Loans(tuple([amount if s == seat else self.of(s) for s in seats]), self.collected)


class Flood(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A flood tile on a city; it recedes at the end of that round."""

    tile: int
    until: int


class Marker(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Festival marker (on a tile) or barricade (on the edge after a tile), with its last round."""

    at: int
    until: int


class Effects(State, frozen=True):
    """What lies on the board, or holds for a while."""

    backward: bool = False
    boom: int = 0
    """Zone with doubled rents this round."""
    invested: int = 0
    """Group with doubled rents this round."""
    homecoming: bool = False
    """Mudik: toll rents doubled this round."""
    route_open: bool = False
    capital: bool = False
    """Whether the new capital covers the harbour tile."""
    floods: tuple[Flood, ...] = ()
    festival: Marker | None = None
    barricade: Marker | None = None

    def flooded(self, tile: int) -> bool:
        """Whether a flood tile lies there."""
        return bool(self.floods) and any(f.tile == tile for f in self.floods)

    def after_round(self) -> Self:
        """What holds for one round is over; what lies on the board has rounds of its own."""
        return replace(self, backward=False, boom=0, invested=0, homecoming=False)


class Missed(State, frozen=True):
    """Turns in which a player did not answer in time."""

    row: tuple[int, ...] = ()
    """By seat, how many in a row."""
    now: bool = False
    """Whether the turn in progress is one: its time is up, and it goes on by itself."""
    rolls: int = 0
    """The extra roll of this turn for which time was given anew last, by its number."""

    def of(self, seat: int) -> int:
        """The turns in a row that a seat, 1 and up, has missed."""
        return self.row[seat - 1] if seat <= len(self.row) else 0

    def counting(self, seat: int, number: int) -> "Missed":
        """The same, where that seat has missed so many."""
        seats = range(1, max(seat, len(self.row)) + 1)
        row = tuple([number if s == seat else self.of(s) for s in seats])
        return Missed(row, self.now, self.rolls)


AnyState: TypeAlias = Laps | News | Tally | Ballot | Site | Loans | Effects | Missed
