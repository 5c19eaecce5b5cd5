"""How the standings came about, against a ledger kept from the facts alone.

The ledger knows neither ``evolve`` nor the rules' own count: it books what each fact says, with
prices off the printed board, so that two ways of counting have to agree.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from recorded import GAMES, moves_of
from situations import Situation
from town import Town

from ketuk.engine import events as ev
from ketuk.engine.commands import Correct
from ketuk.engine.corrections import CashOf
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Loans
from ketuk.rooms.past import Move
from ketuk.rooms.records import Row
from ketuk.tui import standings
from ketuk.tui.chart import BRAILLE, axis, chart
from ketuk.tui.telling import why
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling
from ketuk.tui.words import Words

Worths = dict[int, int]


TAKEN_OFF = {
    "nusantara": lambda price, built: price // 20 * 10,
    "klasik": lambda price, built: price // 2,
    "rel": lambda price, built: price // 2,
    "kompleks": lambda price, built: (price + built) // 2,
}
"""What a mortgage takes off the worth of a property, by the book of each code; else nothing."""


class Ledger:
    """Cash, properties, debts and loans as the facts book them."""

    def __init__(self, rules: RuleSet, started: ev.GameStarted) -> None:
        self.rules = rules
        self.cash = Counter({s: p.cash for s, p in enumerate(started.players, 1)})
        self.owner: dict[int, int] = {}
        self.mortgaged: set[int] = set()
        self.level: Counter[int] = Counter()
        self.owed: Counter[tuple[int, int]] = Counter()
        """By debtor and creditor; a loan at its repayment."""
        self.lent: Counter[int] = Counter()
        """What each owes a lender that is no player."""
        self.playing = set(self.cash)

    def book(self, event: ev.AnyEvent) -> None:
        match event:
            case ev.Paid(payer=payer, payee=payee, amount=amount, why=reason):
                self.cash[payer] -= amount
                self.cash[payee] += amount
                if reason == "debt":
                    self.owed[payer, payee] -= amount
            case ev.Owed(debtor=debtor, creditor=creditor, amount=amount):
                self.owed[debtor, creditor] += amount
            case ev.ContractMade(contract=loan):
                self.owed[loan.taker, loan.giver] += loan.repayment
            case ev.ContractEnded(contract=loan):
                self.owed[loan.taker, loan.giver] -= loan.repayment
            case ev.Acquired(seat=seat, tile=tile):
                self.owner[tile] = seat
            case ev.Released(tile=tile):
                self.owner.pop(tile, None)
                self.mortgaged.discard(tile)
            case ev.MortgageSet(tile=tile, mortgaged=mortgaged):
                (self.mortgaged.add if mortgaged else self.mortgaged.discard)(tile)
            case ev.LevelChanged(tile=tile, level=level):
                self.level[tile] = level
            case ev.StateChanged(state=Loans(owed=owed)):
                self.lent = Counter(dict(enumerate(owed, 1)))
            case ev.SeatLeft(seat=seat):
                self.playing.discard(seat)
                for pair in [p for p in self.owed if seat in p]:
                    del self.owed[pair]
            case _:
                pass

    def worth(self, seat: int) -> int:
        """Cash, what is owed either way, and properties with what is built on them."""
        found, off = self.cash[seat] - self.lent[seat], TAKEN_OFF.get(self.rules.meta.rules)
        for (debtor, creditor), amount in self.owed.items():
            found += amount * ((creditor == seat) - (debtor == seat))
        for tile, owner in self.owner.items():
            if owner == seat:
                deed = self.rules.board.deed(tile)
                built = deed.build_price * self.level[tile]
                found += deed.price + built
                if tile in self.mortgaged and off is not None:
                    found -= off(deed.price, built)
        return found

    def worths(self) -> Worths:
        return {seat: self.worth(seat) for seat in sorted(self.playing)}


@cache
def played(path: Path) -> tuple[RuleSet, list[Move], list[Worths]]:
    """A recorded game, and the net worths after each of its moves."""
    rules, moves = moves_of(path)
    started = moves[0].events[0]
    assert isinstance(started, ev.GameStarted)
    ledger, after = Ledger(rules, started), []
    for move in moves:
        for event in move.events:
            ledger.book(event)
        after.append(ledger.worths())
    return rules, moves, after


@pytest.fixture(params=GAMES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def game(request: pytest.FixtureRequest) -> tuple[RuleSet, list[Move], list[Worths]]:
    return played(request.param)


def test_both_ways_of_counting_agree_after_every_move(
    game: tuple[RuleSet, list[Move], list[Worths]],
) -> None:
    rules, moves, after = game
    for move, worths in zip(moves, after, strict=True):
        for seat, worth in worths.items():
            assert rules.net_worth(rules, move.table, seat) == worth, move.seq


def test_net_worth_by_round(game: tuple[RuleSet, list[Move], list[Worths]]) -> None:
    rules, moves, after = game
    rows = standings.by_round(rules, moves[0], moves[1:])
    rounds = [
        worths
        for move, worths in zip(moves[1:], after[1:], strict=True)
        if move.table.phase == "over" or move.table.round > moves[move.seq - 1].table.round > 0
    ]
    players = len(moves[0].table.players)
    expected = [after[0], *rounds]
    assert rows == [tuple(w.get(s, 0) for s in range(1, players + 1)) for w in expected]
    assert len(rows) == moves[-1].table.round + 1


def steps(before: Worths, after: Worths) -> int:
    """Steps up and down in the ranking, of those who play on."""

    def place(worths: Worths, seat: int) -> int:
        return sorted(worths.values(), reverse=True).index(worths[seat])

    return sum(abs(place(before, seat) - place(after, seat)) for seat in after)


def test_the_three_moves_that_turned_the_ranking_most(
    game: tuple[RuleSet, list[Move], list[Worths]],
) -> None:
    rules, moves, after = game
    rows = []
    for seq in range(1, len(moves)):
        old, new = after[seq - 1], after[seq]
        moved = sum(abs(new.get(s, 0) - old[s]) for s in old)
        if steps(old, new):
            rows.append((-steps(old, new), -moved, seq))
    expected = sorted(rows)[:3]
    found = standings.turns(rules, moves[0], moves[1:])
    assert [(-t.places, -t.worths, t.move.seq) for t in found] == expected
    for turn in found:
        assert turn.before.seq == turn.move.seq - 1


def test_parts_and_sources_add_up_to_the_net_worth(
    game: tuple[RuleSet, list[Move], list[Worths]],
) -> None:
    rules, moves, after = game
    table, worths = moves[-1].table, after[-1]
    came = standings.sources(rules, moves[0], moves[1:])
    assert set(came) == set(after[0])
    for seat in came:
        parts, where, worth = standings.parts(rules, table, seat), came[seat], worths.get(seat, 0)
        assert parts.cash == table.player(seat).cash
        assert parts.cash + parts.properties + parts.buildings + parts.debts == worth
        assert where.start == after[0][seat]
        assert sum((where.start, where.salary, where.rent_received, where.rent_paid,
                    where.corrected, where.other)) == worth  # fmt: skip
        rents = [e for m in moves for e in m.events if getattr(e, "why", "") == "rent"]
        paid = sum(e.amount for e in rents if isinstance(e, ev.Paid) and e.payer == seat)
        paid += sum(e.amount for e in rents if isinstance(e, ev.Owed) and e.debtor == seat)
        assert where.rent_paid == -paid


@pytest.mark.parametrize("table", [Situation, Town])
def test_why_a_net_worth_is_so_adds_up_by_each_sets_own_count(table: type[Situation]) -> None:
    game = table().owns(1, 1, mortgaged=True).owns(1, 5).owns(1, 6, level=2)
    telling = Telling(Words("en"), game.rules)
    for place in game.rules.ranking(game.rules, game.table):
        *lines, total = why.of_place(Names(telling, game.table), place).lines
        figures = [int(line.rpartition(": ")[2].replace(",", "")) for line in lines]
        assert sum(figures) == place.worth
        assert total.endswith(f"{place.worth:,}")


def test_what_was_corrected_is_a_source_of_its_own() -> None:
    game = Situation().has(1, 1000)
    opening = Move(Row(0, "start", ""), None, game.table)
    events = tuple(game.do(Correct(1, CashOf(1, 1500)), Correct(1, CashOf(2, 0))))
    moves = [Move(Row(1, "move", "", events), opening, game.table)]
    came = standings.sources(game.rules, opening, moves)
    assert (came[1].corrected, came[1].other) == (500, 0)
    assert (came[2].corrected, came[2].other) == (-came[2].start, 0)
    assert came[3] == standings.Sources(came[3].start, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("width", [20, 63, 90])
@pytest.mark.parametrize("count", [1, 2, 12, 130])
def test_the_axis_names_rounds_where_the_chart_has_them(count: int, width: int) -> None:
    line = axis(count, width=width)
    assert len(line) <= width + 1
    numbers = [int(n) for n in line.split()]
    assert numbers[0] == 0
    assert numbers == sorted(set(numbers))
    for number in numbers:
        at = round(number * (width - 1) / max(count - 1, 1))
        assert line[at:].startswith(str(number))
    if count == 12 and width > 60:
        assert numbers == list(range(12))


@pytest.mark.parametrize("dots", [False, True])
def test_a_chart_ends_at_the_figures_it_was_made_from(dots: bool) -> None:
    rows = [(1000, 1000), (1500, 800), (3000, 200)]
    drawn = chart(rows, ["A", "B"], width=41, height=15, dots=dots)

    def at(sign: str, column: int) -> int:
        return next(y for y, row in enumerate(drawn) if row[column][0] == sign)

    for column, row in ((0, rows[0]), (20, rows[1]), (40, rows[2])):
        for sign, value in zip("AB", row, strict=True):
            if column:
                assert at(sign, column) == round((3000 - value) / 2800 * 14)
    assert [r for r in drawn[0] if r[0] == "A"] == [("A", 1)]


def test_a_line_of_dots_has_no_gap_however_steep_it_is() -> None:
    drawn = chart([(0, 5000), (9000, 0), (9000, 9000)], ["A", "B"], width=21, height=12, dots=True)
    for seat in (1, 2):
        cells = {(x, y) for y, row in enumerate(drawn) for x, (_, s) in enumerate(row) if s == seat}
        assert all(x in {cell[0] for cell in cells} for x in (0, 10, 20))
    signs = {sign for row in drawn for sign, _ in row}
    assert signs - {"A", "B", " "} <= {chr(BRAILLE + dots) for dots in range(256)}
    rows_of_b = {y for y, row in enumerate(drawn) for _, s in row if s == 2}
    assert rows_of_b >= set(range(1, 12))  # the last point is the first player's letter
