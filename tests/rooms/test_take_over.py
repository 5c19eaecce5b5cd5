"""Laptops that die, come back and do not hear each other, in any order (ruling 4.6.2).

At rest one decides, and every move that somebody was told was done is in its game, or in a branch
that can be read.
"""

import os
import shutil
import tempfile
from itertools import combinations
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tables import Ticking
from take_overs import Laptop, Table, agreed, move

from ketuk.rooms.answers import Fenced, Unheard
from ketuk.rooms.reign import worth
from ketuk.rooms.room import Room

PICK = st.integers(0, 2)
MOST_LAPTOPS = 5
"""With those that phones have brought the game to."""
WANTS = st.booleans()


class TakeOver(RuleBasedStateMachine):
    """Three laptops with a game, and two phones."""

    @initialize()
    def begin(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.table = Table(self.root, "ABC")

    def teardown(self) -> None:
        if hasattr(self, "root"):
            try:
                self.is_whole_at_rest()
            finally:
                for laptop in self.table.laptops:
                    laptop.die()
                shutil.rmtree(self.root)

    def laptop(self, pick: int) -> Laptop:
        return self.table.laptops[pick]

    # ---- what goes wrong

    @rule(pick=PICK)
    def dies(self, pick: int) -> None:
        self.laptop(pick).die()

    @rule(pick=PICK)
    def comes_back(self, pick: int) -> None:
        if self.laptop(pick).room is None:
            self.laptop(pick).come_back()

    @rule(one=PICK, other=PICK, holds=st.booleans())
    def link(self, one: int, other: int, *, holds: bool) -> None:
        pair = frozenset((self.laptop(one).name, self.laptop(other).name))
        if holds:
            self.table.cut.discard(pair)
        else:
            self.table.cut.add(pair)

    # ---- what people do

    @rule(pick=PICK, count=st.integers(1, 3))
    def plays(self, pick: int, count: int) -> None:
        laptop = self.laptop(pick)
        for _ in range(count if laptop.room is not None else 0):
            before, outcome = laptop.opened.rows, move(laptop.opened)
            self.table.note(laptop, outcome)
            if isinstance(outcome, Fenced | Unheard):
                assert laptop.opened.rows == before

    @rule(pick=PICK)
    def takes_over(self, pick: int) -> None:
        self.table.take_over(self.laptop(pick))

    @rule()
    def two_take_over_at_once(self) -> None:
        """The host is dead, and the two others do not hear each other."""
        host, *others = sorted(
            self.table.laptops, key=lambda lap: lap.room is None or not lap.room.leads
        )
        host.die()
        self.table.cut |= {frozenset((a.name, b.name)) for a, b in combinations(others, 2)}
        for laptop in others:
            self.table.take_over(laptop)
            if laptop.room is not None:
                self.table.note(laptop, move(laptop.room))

    @rule(pick=PICK, count=st.integers(1, 3), host_dies=st.booleans(), first=st.booleans())
    def goes_on_without_one_who_has_more(
        self, pick: int, count: int, *, host_dies: bool, first: bool
    ) -> None:
        """Another takes over that lacks the last moves: the old host has them, or another copy."""
        table = self.table
        hosts = [lap for lap in table.laptops if lap.room is not None and lap.room.leads]
        others = [lap for lap in table.laptops if lap.room is not None and not lap.room.leads]
        if len(hosts) != 1 or len(others) != 2:
            return
        (host,), heir = hosts, others[pick % 2]
        table.cut = {frozenset((heir.name, lap.name)) for lap in table.laptops}
        self.plays(table.laptops.index(others[1 - pick % 2] if host_dies else host), count)
        if host_dies:
            host.die()
        table.take_over(heir)
        if not first:
            self.plays(table.laptops.index(heir), 1)

    @rule(pair=st.sampled_from(list(combinations(range(3), 2))), wants=WANTS)
    def meet(self, pair: tuple[int, int], *, wants: bool) -> None:
        one, other = pair
        self.table.meet(self.laptop(one), self.laptop(other), wants)

    # ---- phones

    @rule(seat=st.integers(0, 1), pick=PICK, answered=st.booleans())
    def phone_asks(self, seat: int, pick: int, *, answered: bool) -> None:
        phone, laptop = self.table.phones[seat], self.laptop(pick)
        if laptop.room is not None and phone.comes_to(laptop):
            assert laptop.door.known(phone.token) is not None
            outcome = phone.asks(laptop, answered=answered)
            if outcome is not None:
                self.table.note(laptop, outcome)

    @rule(seat=st.integers(0, 1), pick=PICK)
    def phone_puts_an_undo_to_all(self, seat: int, pick: int) -> None:
        phone, laptop = self.table.phones[seat], self.laptop(pick)
        if laptop.room is not None and phone.comes_to(laptop):
            phone.puts_undo(laptop)

    @rule(seat=st.integers(1, 2), pick=PICK, yes=st.booleans())
    def seat_answers(self, seat: int, pick: int, *, yes: bool) -> None:
        laptop = self.laptop(pick)
        if laptop.room is not None and (outcome := agreed(laptop, seat, yes)) is not None:
            self.table.note(laptop, outcome)

    @rule(seat=st.integers(0, 1), pick=PICK)
    def phone_keeps_a_sealed_copy(self, seat: int, pick: int) -> None:
        phone, laptop = self.table.phones[seat], self.laptop(pick)
        if laptop.room is not None and phone.comes_to(laptop):
            self.table.seals(phone, laptop)

    @rule(hosts_die=st.booleans(), plays=st.integers(0, 2))
    def phones_bring_the_game_to_a_fresh_laptop(self, *, hosts_die: bool, plays: int) -> None:
        """The best of what either has, under a reign above all that they have heard of."""
        table = self.table
        if len(table.laptops) >= MOST_LAPTOPS:
            return
        for laptop in table.laptops if hosts_die else ():
            laptop.die()
        heard = [phone.highest for phone in table.phones]
        if (fresh := table.revive()) is None:
            return
        room = fresh.opened
        assert room.leads
        assert room.reign > max(heard)
        for phone in table.phones:
            assert phone.copy is not None
            last = phone.copy.rows[-1]
            assert worth(room.marks()) >= (last.host, last.seq)
            assert phone.comes_to(fresh)
        for _ in range(plays):
            table.note(fresh, move(room))

    # ---- what holds

    @invariant()
    def numbers_only_grow(self) -> None:
        for laptop in self.table.laptops if hasattr(self, "table") else ():
            if laptop.room is not None:
                assert laptop.room.reign >= laptop.highest
                laptop.highest = laptop.room.reign

    @invariant()
    def no_phone_goes_to_a_lower_number(self) -> None:
        for phone in self.table.phones if hasattr(self, "table") else ():
            assert phone.heard == sorted(phone.heard)

    def is_whole_at_rest(self) -> None:
        table = self.table
        table.rest(True)
        table.rest(False)
        (host,) = (lap for lap in table.laptops if lap.opened.leads)
        self.table.note(host, move(host.opened))  # who has more hears that this is the game
        table.rest(False)
        self.numbers_only_grow()
        (host,) = (lap for lap in table.laptops if lap.opened.leads)
        kept = set(host.opened.marks())
        for laptop in table.laptops:
            assert laptop.opened.rows == host.opened.rows
            assert laptop.opened.reign == host.opened.reign
            kept |= readable(laptop)
        assert set(table.done) <= kept
        for phone in table.phones:
            assert phone.comes_to(host)


def readable(laptop: Laptop) -> set[object]:
    """The rows of all saved games of a laptop, as they are read anew."""
    journal = laptop.opened.journal
    found: set[object] = set()
    for saved in journal.games():
        room = Room.resume(journal, saved.name, clock=Ticking())
        assert room.damage is None
        found |= set(room.marks())
        if room.name == laptop.opened.name:
            assert room.rows == laptop.opened.rows
            assert room.reign == laptop.opened.reign
        else:
            assert room.leads
    return found


TestTakeOver = TakeOver.TestCase
TestTakeOver.settings = settings(
    max_examples=int(os.environ.get("KETUK_TAKE_OVERS", "10")),
    stateful_step_count=25,
    deadline=None,
)
