"""What the special tiles of nusantara do: Bandara, Pelabuhan, Siasat, Pajak, Balai Warga."""

from ketuk.engine.acts.asked import asked, on_turn
from ketuk.engine.acts.landing import land_on_property
from ketuk.engine.acts.owing import demand, lapse_after_roll, solvent, transfer
from ketuk.engine.acts.rolling import by_dice
from ketuk.engine.causes import LandedOn, MovedBy, PaidFor, RollSpentOn, ThrownFor
from ketuk.engine.commands import Choose, Fly
from ketuk.engine.draft import Draft
from ketuk.engine.events import Landed, Moved, RollSpent
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rules.victory import richest_first
from ketuk.engine.rulesets.nusantara.marking import drain, put_festival
from ketuk.engine.states import Effects
from ketuk.engine.table import (
    BANK,
    POT,
    Auctioneer,
    Community,
    DrawCard,
    Due,
    Table,
)

SUBSIDY = PaidFor("subsidi")
REPAIR = PaidFor("perbaikan")
NIGHT_MARKET = PaidFor("pasar_malam")


def land_on_draw(draft: Draft, seat: int, tile: int) -> None:
    """Siasat: draw one."""
    draft.plan(DrawCard(seat, "siasat"))


def land_on_tax(draft: Draft, seat: int, tile: int) -> None:
    """Pajak: due to Kas Warga; a card may make it void."""
    amount = draft.rules.board.tiles[tile].amount
    demand(draft, Due(seat, POT, amount, PaidFor("tax"), voidable=True))


def land_on_harbour(draft: Draft, seat: int, tile: int) -> None:
    """Pelabuhan pays; once Nusantara covers it, it is that property (4.2.11)."""
    table, rules = draft.table, draft.rules
    if not table.state(Effects).capital:
        draft.add(Landed(seat, tile, LandedOn("harbour")))
        transfer(draft, BANK, seat, rules.board.tiles[tile].amount, PaidFor("harbour"), tile=tile)
    elif table.holdings[tile].owner == BANK:
        draft.add(Landed(seat, tile, LandedOn("auction_capital"), "4.2.11"))
        draft.plan(Auctioneer(tile, seat, "capital"))
    else:
        land_on_property(draft, seat, tile)


def land_on_airport(draft: Draft, seat: int, tile: int) -> None:
    """Bandara: nothing on landing; the flight is for the start of a later turn (4.1.7)."""
    draft.add(
        Landed(
            seat,
            tile,
            LandedOn("airport") if draft.table.state(Effects).route_open else LandedOn("nothing"),
        )
    )


def may_fly(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether the air route can be taken instead of the first roll (4.1.7, 4.1.13)."""
    if refused := on_turn(table, seat):
        return refused
    if not table.state(Effects).route_open:
        return refuse(Reason.ROUTE_CLOSED, "4.1.7")
    if rules.board.tiles[table.player(seat).at].kind != "airport":
        return refuse(Reason.NOT_AT_AIRPORT, "4.1.7")
    if table.turn.rolls or not table.turn.may_roll:
        return refuse(Reason.AFTER_ROLL, "4.1.7")
    return solvent(rules, table, seat, rules.figures["flight"], "4.1.13")


def fly(draft: Draft, command: Fly) -> Refused | None:
    """Fly to Mulai: no salary, no tile passed, no roll (4.1.6, 4.1.8, 4.1.13)."""
    rules, seat = draft.rules, command.seat
    if refused := may_fly(rules, draft.table, seat):
        return refused
    transfer(draft, seat, POT, rules.figures["flight"], PaidFor("flight"), ruling="4.1.13")
    start = draft.table.player(seat).at
    rulings = _flight_rulings(draft.table, start)
    draft.add(Moved(seat, start, rules.board.find("start"), MovedBy("flight"), rulings=rulings))
    draft.add(RollSpent(seat, RollSpentOn("flight")))
    lapse_after_roll(draft, seat)
    return None


def _flight_rulings(table: Table, start: int) -> tuple[str, ...]:
    """What a flight costs and brings, and what does not touch it now."""
    rulings, festival = ["4.1.13"], table.state(Effects).festival
    if table.state(Effects).backward:
        rulings.append("4.1.6")
    if festival is not None and festival.at > start:
        rulings.append("4.1.8")
    return tuple(rulings)


# --- Balai Warga -------------------------------------------------------------------------------


def land_on_community(draft: Draft, seat: int, tile: int) -> None:
    """RT picks one option that Kas Warga can pay; none: a Siasat card (4.4.1)."""
    task = Community(seat)
    if options(draft.rules, draft.table, task):
        draft.plan(task)
    else:
        draft.add(Landed(seat, tile, LandedOn("community_poor"), "4.4.1"))
        draft.plan(DrawCard(seat, "siasat"))


def options(rules: RuleSet, table: Table, task: Community) -> list[Choose]:
    """Every choice that RT has now."""
    seat, choices = task.seat, []
    if table.pot >= rules.figures["subsidy"]:
        choices.append(Choose(seat, SUBSIDY))
    if table.pot >= rules.figures["repair"]:
        choices += [Choose(seat, REPAIR, z) for z in flooded_zones(rules, table)]
    if table.pot >= rules.figures["night_market"]:
        cities = (t.index for t in rules.board.tiles if t.kind == "city")
        choices += [Choose(seat, NIGHT_MARKET, t) for t in cities]
    return choices


def flooded_zones(rules: RuleSet, table: Table) -> list[int]:
    """Zones with a flood tile, ascending."""
    return sorted({rules.board.tiles[f.tile].zone for f in table.state(Effects).floods})


def may_choose(rules: RuleSet, table: Table, command: Choose) -> Refused | None:
    """Whether an option can be picked, with that target."""
    if refused := asked(table, command.seat, Community):
        return refused
    if command in options(rules, table, Community(command.seat)):
        return None
    if command.option == REPAIR and not table.state(Effects).floods:
        return refuse(Reason.NO_FLOOD, "4.4.3")
    price = rules.figures.get(_FIGURES.get(command.option, ""), 0)
    if not price:
        return refuse(Reason.MISSING, option=command.option)
    if table.pot < price:
        return refuse(Reason.SHORT_OF_CASH, "4.4.1", amount=price, short=price - table.pot)
    if command.option == NIGHT_MARKET and command.target in rules.board.deeds:
        return refuse(Reason.ONLY_CITY, "4.8.11", tile=command.target)
    return refuse(Reason.BAD_TARGET, target=command.target)


_FIGURES: dict[str, str] = {SUBSIDY: "subsidy", REPAIR: "repair", NIGHT_MARKET: "night_market"}


def choose(draft: Draft, command: Choose) -> Refused | None:
    """RT's choice, paid by Kas Warga."""
    rules, table = draft.rules, draft.table
    if refused := may_choose(rules, table, command):
        return refused
    draft.done()
    if command.option == SUBSIDY:
        _subsidy(draft, command.seat)
        return None
    why = REPAIR if command.option == REPAIR else NIGHT_MARKET
    transfer(draft, POT, BANK, rules.figures[_FIGURES[why]], why)
    if why == REPAIR:
        drain(draft, rules.board.zones[command.target])
    else:
        put_festival(draft, command.target)
    return None


def _subsidy(draft: Draft, chooser: int) -> None:
    rows = richest_first(draft.rules, draft.table, draft.table.seats)
    poorest = tuple(s for s, *figures in rows if tuple(figures) == rows[-1][1:])
    by_dice(draft, ThrownFor("subsidy"), poorest, (chooser,))


def pay_subsidy(draft: Draft, result: tuple[int, ...], about: tuple[int, ...]) -> None:
    """The poorest gets the subsidy, RT itself included (4.4.21)."""
    seat = result[0]
    ruling = "4.4.21" if seat == about[0] else ""
    transfer(draft, POT, seat, draft.rules.figures["subsidy"], SUBSIDY, ruling=ruling)
