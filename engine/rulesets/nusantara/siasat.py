"""The twelve kinds of Siasat: when each can be played, and what it does."""

from collections.abc import Callable, Iterable

from ketuk.engine.acts.asked import asked, at_leisure, on_turn
from ketuk.engine.acts.building import raise_level
from ketuk.engine.acts.leaving_jail import put_in_jail
from ketuk.engine.acts.owing import lapse_after_roll, solvent, transfer
from ketuk.engine.acts.playing import playable
from ketuk.engine.acts.rolling import dice_fit, throw
from ketuk.engine.causes import FreedBy, JailedFor, MovedBy, NothingFrom, PaidFor, RollSpentOn
from ketuk.engine.commands import AnyCommand, GoOn, Play
from ketuk.engine.draft import Draft
from ketuk.engine.events import CardLaid, Freed, Nothing, RollSpent, SwapDeclared
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import buildings
from ketuk.engine.rules.money import down
from ketuk.engine.rules.movement import edges
from ketuk.engine.rules.ruleset import CardRule, Moment, RuleSet
from ketuk.engine.rulesets.nusantara.marking import put_barricade, put_festival
from ketuk.engine.states import Effects
from ketuk.engine.table import NOWHERE, POT, Bidding, Due, Free, Raid, Table, Walk

May = Callable[[RuleSet, Table, int, Play], Refused | None]
Plays = Callable[[RuleSet, Table, int, int], Iterable[Play]]


def _own_cities(rules: RuleSet, table: Table, seat: int, card: int) -> Iterable[Play]:
    tiles = rules.board.tiles
    return (Play(seat, card, tile=t) for t in table.owned(seat) if tiles[t].kind == "city")


def _leisure(table: Table, seat: int) -> Refused | None:
    return None if at_leisure(table, seat) else on_turn(table, seat) or refuse(Reason.CARD_NOT_NOW)


def _own_city(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    if not 0 <= tile < rules.board.size:
        return refuse(Reason.NO_TARGET)
    if rules.board.tiles[tile].kind != "city":
        return refuse(Reason.ONLY_CITY, "4.8.11", tile=tile)
    if table.holdings[tile].owner != seat:
        return refuse(Reason.NOT_OWNER, tile=tile)
    return None


# --- instead of rolling ------------------------------------------------------------------------


def _instead_of_roll(table: Table, seat: int) -> Refused | None:
    if refused := _leisure(table, seat):
        return refused
    if table.player(seat).jail != NOWHERE:
        return refuse(Reason.STUCK, "4.1.14")
    return None if table.turn.may_roll else refuse(Reason.NO_ROLL_LEFT)


def _fits(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    return None if 1 <= c.steps <= 6 else refuse(Reason.BAD_STEPS)


def _shortcut(draft: Draft, c: Play) -> None:
    draft.add(RollSpent(c.seat, RollSpentOn("jalan_tikus"), "4.1.9"))
    lapse_after_roll(draft, c.seat)
    draft.plan(Walk(c.seat, c.steps, MovedBy("jalan_tikus"), passes=True))


def _steps(rules: RuleSet, table: Table, seat: int, card: int) -> Iterable[Play]:
    return (Play(seat, card, steps=n) for n in range(1, 7))


def _may_ojek(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    return _instead_of_roll(table, seat) or dice_fit(table, c.dice, 3)


def _ojek(draft: Draft, c: Play) -> None:
    throw(draft, c.seat, c.dice or draft.luck.dice(3), MovedBy("ojek"))


# --- auctions and prices -----------------------------------------------------------------------


def _may_tawar(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    auction = table.auction
    if type(table.top) is not Bidding or auction is None or auction.stage != "revealed":
        return refuse(Reason.CARD_NOT_NOW, "4.2.5", card=c.card)
    if seat not in auction.seats:
        return refuse(Reason.NOT_BIDDING)
    if any(s == seat for s, _ in auction.sealed.declared):
        return refuse(Reason.ALREADY_DECLARED, "4.2.5")
    return None


def _tawar(draft: Draft, c: Play) -> None:
    draft.add(SwapDeclared(c.seat, c.card))


def _may_diskon(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    return refuse(Reason.CARD_NOT_NOW, "4.2.1", card=c.card)


def _diskon(draft: Draft, c: Play) -> None:
    raise AssertionError("a discount is used by buy and pay")


def discount(rules: RuleSet, price: int) -> int:
    """What Diskon leaves of a price, down (4.10.1)."""
    return down(price, rules.meta.step, times=100 - rules.figures["discount"], per=100)


# --- on the board ------------------------------------------------------------------------------


def _may_permit(table: Table, seat: int) -> Refused | None:
    if refused := _leisure(table, seat):
        return refused
    if not table.stock[buildings.LOW]:  # whatever city is meant
        return refuse(Reason.NO_STOCK, "4.3.9")
    return None


def _permitted(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    if refused := _own_city(rules, table, seat, c.tile):
        return refused
    refused = buildings.site(rules, table, seat, c.tile, most=rules.top_level - 1)
    return refused or solvent(rules, table, seat, rules.building.price(rules, table, c.tile, 1))


def _permit(draft: Draft, c: Play) -> None:
    raise_level(draft, c.seat, c.tile)


def _insurable(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    if refused := _own_city(rules, table, seat, c.tile):
        return refused
    return refuse(Reason.ALREADY_INSURED) if table.holdings[c.tile].insurance else None


def _insure(draft: Draft, c: Play) -> None:
    draft.add(CardLaid(c.seat, c.card, c.tile))


def _gathered(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    return _own_city(rules, table, seat, c.tile)


def _gather(draft: Draft, c: Play) -> None:
    moved = draft.table.state(Effects).festival is not None
    put_festival(draft, c.tile, "4.4.18" if moved else "")


def _on_edge(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    return None if c.edge in edges(rules) else refuse(Reason.BAD_TARGET, "4.8.14", target=c.edge)


def _demo(draft: Draft, c: Play) -> None:
    moved = draft.table.state(Effects).barricade is not None
    put_barricade(draft, c.edge, "4.4.17" if moved else "")


def _edges(rules: RuleSet, table: Table, seat: int, card: int) -> Iterable[Play]:
    return (Play(seat, card, edge=e) for e in edges(rules))


# --- people and money --------------------------------------------------------------------------


def _may_raid(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    targets = _raidable(rules, table, seat, c.card)
    if isinstance(targets, Refused):
        return targets
    return None if c.target in targets else refuse(Reason.BAD_TARGET, target=c.target)


def _raids(rules: RuleSet, table: Table, seat: int, card: int) -> list[Play]:
    targets = _raidable(rules, table, seat, card)
    return [] if isinstance(targets, Refused) else [Play(seat, card, target=s) for s in targets]


def _raidable(rules: RuleSet, table: Table, seat: int, card: int) -> list[int] | Refused:
    """Whom Razia can meet now, ascending."""
    if type(table.top) is not Free and not at_leisure(table, seat):
        return refuse(Reason.CARD_NOT_NOW, card=card)
    richer = _richer(rules, table, seat)
    if not richer:
        return refuse(Reason.NOBODY_RICHER, "4.4.15")
    free = [s for s in richer if table.player(s).jail == NOWHERE]
    return free or refuse(Reason.NO_TARGET, card=card)


def _richer(rules: RuleSet, table: Table, seat: int) -> tuple[int, ...]:
    own = rules.net_worth(rules, table, seat)
    return tuple(s for s in table.seats if s != seat and rules.net_worth(rules, table, s) > own)


def _raid(draft: Draft, c: Play) -> None:
    draft.plan(Raid(c.target, c.seat))


def raid_offers(rules: RuleSet, table: Table, task: Raid) -> list[AnyCommand]:
    """Refuse it with a card, or let it strike."""
    return [GoOn(table.active), *playable(rules, table, task.seat)]


def strike(draft: Draft, command: GoOn) -> Refused | None:
    """The active player goes on and Razia strikes; an extra roll is lost (4.1.5)."""
    raid, table = draft.table.top, draft.table
    if not isinstance(raid, Raid):
        return refuse(Reason.NOT_ASKED)
    if command.seat != table.active:
        return refuse(Reason.NOT_YOUR_TURN, seat=table.active)
    draft.done()
    put_in_jail(draft, raid.seat, JailedFor("raid"))
    turn = draft.table.turn
    if turn.seat == raid.seat and turn.rolls and turn.may_roll:
        draft.add(RollSpent(raid.seat, RollSpentOn("raid"), "4.1.5"))
    return None


def _may_slip(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    if isinstance(table.top, Raid):
        return asked(table, seat, Raid)
    if refused := _leisure(table, seat):
        return refused
    return refuse(Reason.NOT_STUCK) if table.player(seat).jail == NOWHERE else None


def _slip(draft: Draft, c: Play) -> None:
    if isinstance(draft.table.top, Raid):
        draft.done()
        draft.add(Nothing(NothingFrom("raid"), "refused", "4.4.14"))
    else:
        draft.add(Freed(c.seat, FreedBy("card")))


def _may_sponsor(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    return _leisure(table, seat)


def _sponsor(draft: Draft, c: Play) -> None:
    amount = min(draft.rules.figures["sponsor"], draft.table.pot)
    if amount:
        transfer(draft, POT, c.seat, amount, PaidFor("sponsor"))
    else:
        draft.add(Nothing(NothingFrom("sponsor"), "pot_empty", "4.4.16"))


def _may_void_tax(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
    top = table.top
    if type(top) is not Due or top.seat != seat or not top.voidable:
        return refuse(Reason.CARD_NOT_NOW, "4.4.22", card=c.card)
    return None


def _void_tax(draft: Draft, c: Play) -> None:
    top = draft.table.top
    assert isinstance(top, Due)
    draft.done()
    wealth = top.why == "wealth_tax"
    what = NothingFrom("wealth_tax" if wealth else "tax")
    draft.add(Nothing(what, "voided", "4.4.22" if wealth else ""))


def _rule(may: May, play: Callable[[Draft, Play], None], *, kept: bool = False,
          boon: bool = False, dice: int = 0) -> CardRule:  # fmt: skip
    """A card that is played in one way."""

    def offers(rules: RuleSet, table: Table, seat: int, card: int) -> list[Play]:
        way = Play(seat, card)
        return [way] if may(rules, table, seat, way) is None else []

    return CardRule(may, play, offers, dice=dice, kept=kept, held=True, boon=boon)


def _aimed(moment: Moment, target: May, play: Callable[[Draft, Play], None], ways: Plays, *,
           kept: bool = False) -> CardRule:  # fmt: skip
    """A card with a choice of targets: the moment is looked at once for all of them."""

    def may(rules: RuleSet, table: Table, seat: int, c: Play) -> Refused | None:
        return moment(table, seat) or target(rules, table, seat, c)

    def offers(rules: RuleSet, table: Table, seat: int, card: int) -> list[Play]:
        if moment(table, seat) is not None:
            return []
        return [p for p in ways(rules, table, seat, card) if target(rules, table, seat, p) is None]

    return CardRule(may, play, offers, kept=kept, held=True)


CARD_RULES: dict[str, CardRule] = {
    "jalan_tikus": _aimed(_instead_of_roll, _fits, _shortcut, _steps),
    "ojek": _rule(_may_ojek, _ojek, dice=3),
    "tawar": _rule(_may_tawar, _tawar, kept=True),
    "diskon": _rule(_may_diskon, _diskon),
    "izin_bangun": _aimed(_may_permit, _permitted, _permit, _own_cities),
    "asuransi": _aimed(_leisure, _insurable, _insure, _own_cities, kept=True),
    "warga_ramai": _aimed(_leisure, _gathered, _gather, _own_cities),
    "razia": CardRule(_may_raid, _raid, _raids, held=True),
    "jalur_alternatif": _rule(_may_slip, _slip, boon=True),
    "sponsor": _rule(_may_sponsor, _sponsor, boon=True),
    "demo": _aimed(_leisure, _on_edge, _demo, _edges),
    "pajak_ditangguhkan": _rule(_may_void_tax, _void_tax, boon=True),
}
