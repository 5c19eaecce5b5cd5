"""Moving a pawn, and what the tile does where it ends."""

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.owing import owe_rent, solvent, transfer
from ketuk.engine.causes import LandedOn, MovedBy, NothingFrom, PaidFor
from ketuk.engine.commands import PayDetour, Stop
from ketuk.engine.draft import Draft
from ketuk.engine.events import Excused, Landed, Moved, Nothing, SalaryDue
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.movement import Way, slide, way
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, POT, Auctioneer, BuyChoice, Detour, Resolve, Table, Walk


def walk(draft: Draft, task: Walk) -> bool:
    """A pawn moves; a barricade on its way is asked about before it does."""
    table, rules, start = draft.table, draft.rules, draft.table.player(task.seat).at
    path = way(rules, table, start, task.steps, barricade=not task.passes, festival=True)
    draft.done()
    if path.stopped == "barricade":
        fee = rules.figures["detour"]
        if solvent(rules, table, task.seat, fee) is None:
            draft.plan(Detour(task.seat, task.steps, task.how, path.to, fee))
            return True
    _arrive(draft, task.seat, path, task.how)
    return True


def _arrive(draft: Draft, seat: int, path: Way, how: MovedBy) -> None:
    start = draft.table.player(seat).at
    if path.to == start and path.stopped == "barricade":
        draft.add(Nothing(NothingFrom("move"), "barricade", draft.rules.cite("barricade_ahead")))
        return
    draft.add(Moved(seat, start, path.to, how, path.stopped, _rulings_of(draft, path)))
    if path.passed_start:
        draft.rules.at_start(draft, seat, path.to == 0, "")
    draft.plan(Resolve(seat))


def _rulings_of(draft: Draft, path: Way) -> tuple[str, ...]:
    """Rulings that say why a move ended where it did, or brought no salary."""
    rules, rulings = draft.rules, []
    if path.stopped == "festival" and draft.table.turn.may_roll:
        rulings.append(rules.cite("festival_on_double"))
    if path.against_start:
        rulings.append(rules.cite("against_start"))
    return tuple([ruling for ruling in rulings if ruling])


def salary_each_time(draft: Draft, seat: int, exact: bool, ruling: str) -> None:
    """The salary, as often as the start is passed or reached."""
    if _on_turn(draft, seat):
        draft.add(SalaryDue(seat))
    transfer(draft, BANK, seat, draft.rules.salary, PaidFor("salary"), ruling=ruling)


def salary_once_a_turn(draft: Draft, seat: int, exact: bool, ruling: str) -> None:
    """The salary, once in a turn; outside the own turn it does not count for one."""
    if not (_on_turn(draft, seat) and draft.table.turn.salary):
        salary_each_time(draft, seat, exact, ruling)


def _on_turn(draft: Draft, seat: int) -> bool:
    return draft.table.phase == "turn" and draft.table.turn.seat == seat


def may_detour(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether a seat may pay to pass the barricade."""
    if refused := asked(table, seat, Detour):
        return refused
    return solvent(rules, table, seat, rules.figures["detour"])


def pay_detour(draft: Draft, command: PayDetour) -> Refused | None:
    """Pay and move on past the barricade."""
    if refused := may_detour(draft.rules, draft.table, command.seat):
        return refused
    task = draft.table.top
    assert isinstance(task, Detour)
    transfer(draft, task.seat, POT, task.fee, PaidFor("detour"))
    draft.done()
    draft.plan(Walk(task.seat, task.steps, task.how, passes=True))
    return None


def stop(draft: Draft, command: Stop) -> Refused | None:
    """Stop on the last tile before the barricade."""
    if refused := asked(draft.table, command.seat, Detour):
        return refused
    task = draft.table.top
    assert isinstance(task, Detour)
    start = draft.table.player(task.seat).at
    path = way(draft.rules, draft.table, start, task.steps, barricade=True, festival=True)
    draft.done()
    _arrive(draft, task.seat, path, task.how)
    return None


def resolve(draft: Draft, task: Resolve) -> bool:
    """The tile under a pawn takes effect, after a slide where it is flooded."""
    draft.done()
    seat = task.seat
    if slide_off(draft, seat):
        tile = draft.table.player(seat).at
        draft.rules.landing[draft.rules.board.tiles[tile].kind](draft, seat, tile)
    return True


def slide_off(draft: Draft, seat: int) -> bool:
    """Slide from a flooded tile; False if a barricade held the pawn, which resolves nothing."""
    start = draft.table.player(seat).at
    if not draft.table.state(Effects).flooded(start):
        return True
    rules, path = draft.rules, slide(draft.rules, draft.table, start)
    ruling = rules.cite("slide_stopped" if path.stopped else "slide")
    if path.to != start:
        rulings = (ruling, *_rulings_of(draft, path))
        draft.add(Moved(seat, start, path.to, MovedBy("slide"), path.stopped, rulings))
    if path.passed_start:
        rules.at_start(draft, seat, path.to == 0, rules.cite("slide_salary"))
    if path.stopped:
        draft.add(Landed(seat, path.to, LandedOn("held_by_barricade"), ruling))
    return not path.stopped


# --- tiles that sets share ---------------------------------------------------------------------


def land_on_nothing(draft: Draft, seat: int, tile: int) -> None:
    """A tile where nothing happens."""
    draft.add(Landed(seat, tile, LandedOn("nothing")))


def land_on_property(draft: Draft, seat: int, tile: int) -> None:
    """Unowned: buy or auction. Another's: rent. Own: nothing."""
    if draft.table.holdings[tile].owner == BANK:
        _land_on_unowned(draft, seat, tile)
        return
    outcome = draft.rules.rent(draft.rules, draft.table, tile, seat)
    if isinstance(outcome, Excuse):
        draft.add(Excused(seat, tile, outcome.why, outcome.ruling))
    else:
        owe_rent(draft, seat, draft.table.holdings[tile].owner, outcome)


def _land_on_unowned(draft: Draft, seat: int, tile: int) -> None:
    rules = draft.rules
    refused = rules.may_own(rules, draft.table, seat, tile)
    if refused is None and not draft.table.in_debt(seat):
        draft.plan(BuyChoice(seat, tile))
        return
    why, ruling = ("limit", refused.ruling) if refused else ("in_debt", "")
    effect = LandedOn("auction_limit" if refused else "auction_in_debt")
    draft.add(Landed(seat, tile, effect, ruling))
    draft.plan(Auctioneer(tile, seat, why))
