"""Turns, rounds and the game: how they begin and end."""

from ketuk.engine.acts.asked import nothing_open, on_turn
from ketuk.engine.acts.owing import lapse
from ketuk.engine.causes import ContractEnd, GameEnd, PaidFor
from ketuk.engine.commands import Conclude, EndTurn
from ketuk.engine.draft import Draft
from ketuk.engine.events import (
    ContractEnded,
    GameEnded,
    RoundBegan,
    RoundEnded,
    TurnBegan,
    TurnEnded,
)
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    NOWHERE,
    Auctioneer,
    Charge,
    ClearRound,
    CloseRound,
    CloseTurn,
    Exchange,
    Finish,
    Free,
    OpenRound,
    OpenTurns,
    Table,
)


def may_end(rules: RuleSet, table: Table, seat: int) -> Refused | None:
    """Whether a turn can be ended: every roll that is due was made."""
    if refused := on_turn(table, seat):
        return refused
    return refuse(Reason.ROLL_FIRST) if table.turn.may_roll else None


def end_turn(draft: Draft, command: EndTurn) -> Refused | None:
    """The turn is over; agreed trades are carried out first."""
    if refused := draft.rules.may_end(draft.rules, draft.table, command.seat):
        return refused
    draft.done()
    close(draft)
    return None


def close(draft: Draft) -> None:
    """Plan the end of a turn."""
    draft.plan(*[Exchange(a.trade, a.mortgaged) for a in draft.table.agreed], CloseTurn())


def close_turn(draft: Draft, task: CloseTurn) -> bool:
    """The next seat of the round follows, or the round is over."""
    draft.done()
    table = draft.table
    seat = table.turn.seat
    draft.add(TurnEnded(seat))
    following = _after(draft.table, seat)
    if following:
        begin_turn(draft, following)
    else:
        draft.plan(CloseRound())
    return True


def _after(table: Table, seat: int) -> int:
    """The next seat of this round; 0 when all have had their turn."""
    n = len(table.players)
    done = (seat - table.opener) % n
    for step in range(1, n - done):
        later = (seat - 1 + step) % n + 1
        if not table.player(later).left:
            return later
    return 0


def begin_turn(draft: Draft, seat: int) -> None:
    """A seat is on turn; rents still open against it are lost."""
    lapse(draft, tuple([r for r in draft.table.rents if r.lander == seat]))
    draft.add(TurnBegan(seat))
    draft.plan(Free(seat))


def open_turns(draft: Draft, task: OpenTurns) -> bool:
    """The turns of a round begin."""
    draft.done()
    begin_turn(draft, draft.table.clockwise(draft.table.opener)[0])
    return True


def open_round(draft: Draft, task: OpenRound) -> bool:
    """A round begins: one property of players who left, what the set adds, the turns."""
    draft.done()
    table = draft.table
    number = table.round + 1
    first = task.opener or _first(draft.rules, table)
    opener = table.clockwise(first)[0]
    ruling = "" if opener == first else draft.rules.cite("opener_left")
    draft.add(RoundBegan(number, opener, ruling))
    queued = [Auctioneer(t, opener, "left") for t in draft.table.queue[:1]]
    draft.plan(*queued, *draft.rules.round_tasks(draft.rules, draft.table), OpenTurns())
    return True


def _first(rules: RuleSet, table: Table) -> int:
    """The seat that opens the next round, were it still there."""
    match rules.seating.opener:
        case "moving":
            return table.round % len(table.players) + 1
        case "thrown" | "drawn":
            return table.opener
        case "first":
            return 1


def close_round(draft: Draft, task: CloseRound) -> bool:
    """Loans that are due, one by one by age; then everything whose time is up."""
    table, rules = draft.table, draft.rules
    for contract in table.contracts:
        if contract.kind == "loan" and contract.until <= table.round:
            ruling = rules.cite("loan_due")
            stuck = table.player(contract.taker).jail != NOWHERE
            ended = rules.cite("loan_due_stuck") if stuck else ruling
            draft.add(ContractEnded(contract, ContractEnd("due"), ended))
            draft.plan(
                Charge(contract.taker, contract.giver, contract.repayment, PaidFor("loan"), ruling)
            )
            return True
    draft.done()
    draft.plan(ClearRound())
    return True


def clear_round(draft: Draft, task: ClearRound) -> bool:
    """Contracts and effects of one round are over; then on, or the end."""
    draft.done()
    end_contracts(draft)
    end_round(draft)
    return True


def end_contracts(draft: Draft) -> None:
    """Contracts whose last round this was."""
    number = draft.table.round
    for contract in draft.table.contracts:
        if contract.until <= number:
            draft.add(
                ContractEnded(contract, ContractEnd("over"), draft.rules.cite("contract_term"))
            )


def end_round(draft: Draft) -> None:
    """The next round follows, or the final count."""
    number = draft.table.round
    draft.add(RoundEnded(number))
    draft.plan(Finish() if number >= draft.table.rounds else OpenRound())


def finish(draft: Draft, task: Finish) -> bool:
    """The final count; open rents lapse."""
    draft.done()
    end_game(draft, GameEnd("rounds"))
    return True


def may_conclude(rules: RuleSet, table: Table) -> bool:
    """Whether all players together may stop here: their set knows it, and it is the moment."""
    moment = rules.moments.conclude or nothing_open
    return Conclude in rules.acts and moment(table, table.active) is None


def conclude(draft: Draft, command: Conclude) -> Refused | None:
    """Stop before the end, at its moment. Whether all players agree is for the room to ask."""
    if refused := (draft.rules.moments.conclude or nothing_open)(draft.table, command.seat):
        return refused
    end_at_once(draft, GameEnd("agreed"))
    return None


def end_at_once(draft: Draft, why: GameEnd) -> None:
    """The game is over as the table stands, whatever was still to come."""
    while draft.table.agenda:
        draft.done()
    end_game(draft, why)


def end_game(draft: Draft, why: GameEnd) -> None:
    """Rank the players and end."""
    lapse(draft, draft.table.rents)
    draft.add(GameEnded(draft.rules.ranking(draft.rules, draft.table), why))
