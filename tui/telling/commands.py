"""The label of each command: what stands on its button."""

from typing import TypeAlias, assert_never

from ketuk.engine import commands as cmd
from ketuk.engine.acts.building import sale_price
from ketuk.engine.acts.buying import price_with
from ketuk.engine.acts.owing import claimable, open_rent
from ketuk.engine.commands import AnyCommand
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.buildings import clearance, sale
from ketuk.engine.rules.ruleset import Excuse, RuleSet
from ketuk.engine.states import Loans
from ketuk.engine.table import (
    Bet,
    Bidding,
    Burdened,
    BuyChoice,
    Detour,
    Due,
    PayPrice,
    PickCity,
    Table,
    TaxChoice,
    replace,
    snake,
)
from ketuk.rooms.views import HIDDEN
from ketuk.tui.telling import corrections
from ketuk.tui.telling.naming import Naming


def label(names: Naming, command: AnyCommand, table: Table) -> str:
    """What a command would do, with its price if it has one."""
    key, facts = _parts(names, command, table)
    return names.words(f"commands.{key}", jail=names.jail, **facts)


Parts = tuple[str, dict[str, object]]


def _parts(names: Naming, command: AnyCommand, table: Table) -> Parts:
    player, key = names.player(command.seat, table), snake(type(command).__name__)
    match command:
        case (
            cmd.Accept()
            | cmd.Conclude()
            | cmd.EndTurn()
            | cmd.PassTime()
            | cmd.Reject()
            | cmd.Resume()
            | cmd.Stop()
        ):
            return key, {}
        case cmd.ComeBack() | cmd.Leave() | cmd.Ready():
            return key, {"player": player}
        case cmd.Pick(tile=tile) | cmd.PutUp(tile=tile):
            return key, {"tile": names.tile(tile)}
        case cmd.Confirm(item=card) | cmd.Discard(card=card):
            return key, {"card": names.card(card, table)}
        case cmd.RevealCard(card=card) | cmd.Draw(card=card):
            return _named(key, names, card, table)
        case cmd.Roll(dice=dice):
            return ("roll_dice" if dice else key), {"dice": names.dice(dice)}
        case cmd.Throw(die=die):
            return key, {"die": die}
        case cmd.Play():
            return _play(names, command, table)
        case cmd.Buy() | cmd.Pay():
            return _purchase(names, command, table)
        case cmd.Decline() | cmd.Skip():
            return _left_alone(names, command, table)
        case cmd.CallVote(what=what):
            return f"{key}_{what}", {"player": player}
        case cmd.Vote(yes=yes):
            return ("vote_yes" if yes else "vote_no"), {"player": player}
        case cmd.Choose():
            return _choice(names, command, table)
        case cmd.Build() | cmd.SellBuilding() | cmd.SellProperty() | cmd.Mortgage() | cmd.Redeem():
            return _property(names, command, table)
        case cmd.BidCard() | cmd.Bid() | cmd.Pass() | cmd.GoOn():
            return _bidding(names, command, table)
        case cmd.Propose(trade=trade):
            partner = names.player(trade.partner, table)
            return key, {"player": partner, "trade": names.trade(trade, table)}
        case cmd.Correct():
            return key, {"change": corrections.asked(names, command, table)}
        case _:
            return key, _sum(names, command, table)


def _bidding(
    names: Naming, command: cmd.BidCard | cmd.Bid | cmd.Pass | cmd.GoOn, table: Table
) -> Parts:
    player = names.player(command.seat, table)
    match command:
        case cmd.BidCard(card=card):
            if card == HIDDEN:
                return "bid_card_hidden", {"player": player}
            return "bid_card", {"player": player, "amount": names.bid(card, table)}
        case cmd.Bid(amount=amount):
            return "bid", {"player": player, "amount": amount}
        case cmd.Pass():
            return "pass", {"player": player}
        case cmd.GoOn():
            return _go_on(names, table), {}
        case _:
            assert_never(command)


Sum: TypeAlias = (
    cmd.PayRent
    | cmd.ClaimRent
    | cmd.LeaveJail
    | cmd.Fly
    | cmd.PayDetour
    | cmd.Concede
    | cmd.Borrow
    | cmd.Repay
    | cmd.Stake
)


def _sum(names: Naming, command: Sum, table: Table) -> dict[str, object]:
    """What there is to pay or to get, and who or what it is about."""
    rules, seat, top = names.rules, command.seat, table.top
    match command:
        case cmd.PayRent(tile=tile):
            rent = open_rent(table, seat, tile)
            amount = rent.bill.total if rent else 0
            facts = {"player": names.player(seat, table), "tile": names.tile(tile)}
            return facts | {"amount": amount}
        case cmd.ClaimRent(debtor=debtor):
            rent = claimable(table, command)
            amount = rent.bill.total if rent else 0
            players = {
                "player": names.player(seat, table),
                "other": names.player(debtor, table),
            }
            lot = names.tile(rent.bill.tile if rent else -1)
            return players | {"amount": amount, "tile": lot}
        case cmd.LeaveJail():
            return {"amount": rules.jail.fee}
        case cmd.Fly():
            return {"amount": rules.figures["flight"]}
        case cmd.PayDetour():
            return {"amount": top.fee if isinstance(top, Detour) else rules.figures["detour"]}
        case cmd.Concede():
            return {"amount": rules.figures.get("bid_fine", 0)}
        case cmd.Borrow():
            amount, due = rules.figures["loan"], rules.figures["loan_due"]
            return {"amount": amount, "due": due, "lender": names.term("lender")}
        case cmd.Repay():
            return {"amount": table.state(Loans).of(seat), "lender": names.term("lender")}
        case cmd.Stake(numbers=numbers):
            stake = top.stake if isinstance(top, Bet) else rules.figures.get("stake", 0)
            return {"amount": stake, "numbers": names.all_of([str(n) for n in numbers])}
        case _:
            assert_never(command)


def _left_alone(names: Naming, command: cmd.Decline | cmd.Skip, table: Table) -> Parts:
    top = table.top
    if isinstance(command, cmd.Skip):
        landed = top.tile if isinstance(top, BuyChoice) else table.player(command.seat).at
        return "skip", {"tile": names.tile(landed)}
    if isinstance(top, Burdened):
        return "decline_estate", {"tile": names.tile(top.tile)}
    return _decline(table), {}


def _named(key: str, names: Naming, card: int, table: Table) -> Parts:
    if card in (0, HIDDEN):
        return key, {}
    return f"{key}_named", {"card": names.coded(card)}


def _play(names: Naming, play: cmd.Play, table: Table) -> Parts:
    facts: dict[str, object] = {"card": names.card(play.card, table)}
    if play.tile >= 0:
        return "play_tile", facts | {"tile": names.tile(play.tile)}
    if play.target:
        return "play_target", facts | {"player": names.player(play.target, table)}
    if play.steps:
        return "play_steps", facts | {"steps": play.steps}
    if play.edge >= 0:
        ends = {"tile": names.place(play.edge, table), "next": names.place(play.edge + 1, table)}
        return "play_edge", facts | ends
    if play.dice:
        return "play_dice", facts | {"dice": names.dice(play.dice)}
    return "play", facts


def _decline(table: Table) -> str:
    """What is declined: a purchase, or what else may be left alone."""
    other = isinstance(table.top, Bet | PickCity)
    return f"decline_{snake(type(table.top).__name__)}" if other else "decline"


def _purchase(names: Naming, command: cmd.Buy | cmd.Pay, table: Table) -> Parts:
    top, seat, rules = table.top, command.seat, names.rules
    if isinstance(top, Due):
        cash = table.player(seat).cash
        return ("pay_part" if cash < top.amount else "pay"), {"amount": min(cash, top.amount)}
    if isinstance(top, Burdened):
        interest_due = rules.mortgaging.interest(rules, table, top.tile)
        return "pay_interest", {"amount": interest_due, "tile": names.tile(top.tile)}
    facts: dict[str, object] = {"card": names.card(command.card, table)}
    amount = 0
    if isinstance(top, BuyChoice | PayPrice):
        price = top.price if isinstance(top, PayPrice) else rules.board.deed(top.tile).price
        priced = price_with(rules, table, seat, price, command.card)
        amount = price if isinstance(priced, Refused) else priced
        facts["tile"] = names.tile(top.tile)
    else:
        facts["tile"] = names.words("questions.some_tile")
    key = "buy" if isinstance(command, cmd.Buy) else "pay"
    return (f"{key}_card" if command.card else key), facts | {"amount": amount}


_FIGURES = {"subsidi": "subsidy", "perbaikan": "repair", "pasar_malam": "night_market"}


def _choice(names: Naming, command: cmd.Choose, table: Table) -> Parts:
    figures, target = names.rules.figures, command.target
    if isinstance(table.top, TaxChoice):
        fixed = names.rules.board.tiles[table.top.tile].amount
        return f"choose_{command.option}", {"amount": fixed, "percent": figures["income_tax"]}
    amount = figures.get(_FIGURES.get(command.option, ""), 0)
    key = f"choose_{command.option}"
    facts: dict[str, object] = {"amount": amount, "target": target, "tile": names.tile(target)}
    return key, facts


def _property(
    names: Naming,
    command: cmd.Build | cmd.SellBuilding | cmd.SellProperty | cmd.Mortgage | cmd.Redeem,
    table: Table,
) -> Parts:
    rules, tile = names.rules, command.tile
    facts: dict[str, object] = {"tile": names.tile(tile)}
    match command:
        case cmd.Build():
            price = rules.building.price(rules, table, tile, command.levels)
            key = "build" if command.levels == 1 else "build_levels"
            level = table.holdings[tile].level + command.levels
            if level == rules.top_level and names.words.has("commands.build_top"):
                key = "build_top"
            facts |= {"level": names.level(level)}
            rent = rent_after(rules, table, tile, command.levels)
            return key, facts | {"amount": price, "levels": command.levels, "rent": rent}
        case cmd.SellBuilding():
            if command.levels > 1:
                return "sell_whole", facts | {"amount": clearance(rules, table, tile)[0]}
            money = sale(rules, table, tile)[1] if table.holdings[tile].level else 0
            return "sell_building", facts | {"amount": money}
        case cmd.SellProperty():
            return "sell_property", facts | {"amount": sale_price(rules, tile)}
        case cmd.Mortgage():
            return "mortgage", facts | {"amount": rules.mortgaging.value(rules, table, tile)}
        case cmd.Redeem():
            return "redeem", facts | {"amount": rules.mortgaging.redeeming(rules, table, tile)}
        case _:
            assert_never(command)


def rent_after(rules: RuleSet, table: Table, tile: int, levels: int) -> int:
    """The rent of a city with so many levels more, as the table stands otherwise."""
    held = table.holdings[tile]
    raised = replace(held, level=min(held.level + levels, rules.top_level), mortgaged=False)
    after = replace(table, holdings=(*table.holdings[:tile], raised, *table.holdings[tile + 1 :]))
    lander = next((s for s in table.seats if s != held.owner), held.owner)
    outcome = rules.rent(rules, after, tile, lander)
    return 0 if isinstance(outcome, Excuse) else outcome.total


def _go_on(names: Naming, table: Table) -> str:
    """By the stage of an auction, or the kind of question that it closes."""
    auction = table.auction if isinstance(table.top, Bidding) else None
    own = f"go_on_{auction.stage if auction is not None else snake(type(table.top).__name__)}"
    return own if names.words.has(f"commands.{own}") else "go_on"
