"""Random legal play to the end of a game, with everything checked that must hold on the way.

Whoever plays hands in ``choose(count) -> index``: one draw of Hypothesis, or a random number.
"""

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from as_json import event_from, to_json
from situations import NAMES, sums

from ketuk import engine
from ketuk.engine import codec
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Bid,
    BidCard,
    Build,
    Buy,
    CallVote,
    Choose,
    ClaimRent,
    ComeBack,
    Concede,
    Confirm,
    Correct,
    Decline,
    Discard,
    Draw,
    EndTurn,
    Fly,
    GoOn,
    LeaveJail,
    Mortgage,
    Pass,
    PassTime,
    Pay,
    PayDetour,
    PayRent,
    Pick,
    Play,
    Propose,
    PutUp,
    Ready,
    Redeem,
    Reject,
    Resume,
    RevealCard,
    Roll,
    SellBuilding,
    SellProperty,
    Skip,
    Stake,
    Stop,
    Throw,
    Vote,
)
from ketuk.engine.corrections import AnyCorrection, BuildingsOn, CardIn, CashOf, DeedOf, PawnOn
from ketuk.engine.events import AnyEvent
from ketuk.engine.offers import BidForm, DiceForm, Offers, TradeForm
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import POT, Free, Goods, Holding, Options, Table, Terms, Trade

OPTIONS_OF_TILES = ("subsidi", "perbaikan", "pasar_malam", "fixed", "part", "x")
MOST_STEPS = 9_000
_FREE = Table("", Options(), (), (), phase="turn", agenda=(Free(1),))
FOUND = Path(__file__).parent.parent / "games" / "found"


class SeededLuck:
    """Dice and draws from one seed, kept so that a game can be written down."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.drawn: list[list[int]] = []
        self.thrown: list[list[int]] = []

    def dice(self, count: int) -> tuple[int, ...]:
        throw = tuple(self._random.randint(1, 6) for _ in range(count))
        self.thrown.append(list(throw))
        return throw

    def draw(self, cards: Sequence[int]) -> int:
        card = self._random.choice(cards)
        self.drawn.append([card])
        return card


class AnyGame:
    """One game from its first event, checked at every step."""

    def __init__(
        self,
        players: int,
        options: Options,
        seed: int,
        *,
        leavers: bool = True,
        ruleset: str | RuleSet = "nusantara",
        corrections: float = 0,
        votes: float = 0.001,
        hurry: float = 0.5,
    ) -> None:
        known = engine.ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self.rules = engine.under(known, options)
        self.anytime = self.rules.moments.build(_FREE, 2) is None
        """Whether anybody may do anything in any free moment: then chance takes most of them."""
        self.options = options
        self.luck = SeededLuck(seed)
        self.random = random.Random(seed ^ 0x5EED)
        self.leavers = leavers
        self.corrections = corrections
        """How often the players try to set something by hand before they go on."""
        self.corrected: list[AnyCorrection] = []
        self.votes = votes if self.rules.votes else 0
        """How often somebody puts a question to all, where the rules know one."""
        self.hurry = hurry
        """How often some time goes by before the next move, where questions have a time."""
        self.names = NAMES[:players]
        self.events: list[AnyEvent] = list(
            engine.new_game(self.rules, self.names, self.luck, options)
        )
        self.table: Table = engine.replay(self.events)
        self.laid = {"dice": [*self.luck.thrown], "cards": [c for (c,) in self.luck.drawn]}
        self.lines: list[dict[str, Any]] = []
        self.steps = 0
        self.sums = sums(self.table, self.rules)
        """Of the table as it stands, so that each table is summed once."""
        self._looked_at: tuple[tuple[Holding, ...], tuple[int, ...]] = ((), ())

    @property
    def over(self) -> bool:
        return self.table.top is None

    def play(self, choose: Callable[[int], int], *, every: int = 25) -> bool:
        """Play until the end or ``MOST_STEPS``; whether the end was reached.

        ``every``: after so many steps all offers are tried, and commands that are not offered.
        """
        try:
            while not self.over and self.steps < MOST_STEPS:
                if self.corrections and self.random.random() < self.corrections:
                    self.try_to_correct()
                if self.rules.timing is not None and self.random.random() < self.hurry:
                    self.pass_time()
                    continue
                offered = engine.offers(self.table, self.rules)
                assert offered.commands or offered.forms, self.table.top
                if self.steps % every == 0:
                    self.check_offers(offered)
                self.step(self.pick(offered, choose))
            if self.over:
                self.check_end()
        except Exception:
            self.write_down(FOUND / f"seed-{self.luck.thrown[:1]}-{self.steps}.jsonl")
            raise
        return self.over

    def pick(self, offered: Offers, choose: Callable[[int], int]) -> AnyCommand:
        """A listed command, now and then a filled form or a player who leaves."""
        if self.leavers and self.random.random() < 0.0008:
            return self.random.choice(offered.standing)
        if self.votes and self.random.random() < self.votes:
            asks = [c for c in offered.standing if isinstance(c, CallVote)]
            if asks:
                return self.random.choice(asks)
        for form in offered.forms:
            wanted = not offered.commands or self.random.random() < 0.3
            if isinstance(form, DiceForm) and wanted:
                return fill_dice(form, self.luck)
            if isinstance(form, BidForm) and self.random.random() < 0.3:
                return Bid(form.seat, self.random.randint(form.least, form.most))
            if isinstance(form, TradeForm) and self.random.random() < 0.1:
                trade = any_trade(self.table, self.rules, form, self.random)
                if not isinstance(self.decided(trade), Refused):
                    return trade
        if not offered.commands:
            return fill_dice(next(f for f in offered.forms if isinstance(f, DiceForm)), self.luck)
        if self.anytime and self.random.random() < 0.8:
            return self.random.choice(offered.commands)
        commands = offered.commands if self.anytime else self.in_hurry(offered.commands)
        return commands[choose(len(commands))] if len(commands) > 1 else commands[0]

    def in_hurry(self, commands: tuple[AnyCommand, ...]) -> tuple[AnyCommand, ...]:
        """Mostly without second thoughts about a bid, and now and then just on with the turn."""
        if self.random.random() < 0.1:
            return commands
        auction = self.table.auction
        laid = (
            {b.seat for b in auction.sealed.bids} if auction and auction.stage == "bids" else set()
        )
        rest = tuple(c for c in commands if not (isinstance(c, BidCard) and c.seat in laid))
        onward = tuple(c for c in rest if isinstance(c, Roll | EndTurn | PayRent | GoOn))
        return onward if onward and self.random.random() < 0.3 else rest or commands

    def decided(self, command: AnyCommand) -> tuple[AnyEvent, ...] | Refused:
        """What would come of a command, with luck that leaves no mark."""
        return engine.decide(self.table, command, self.rules, SeededLuck(self.steps))

    def step(self, command: AnyCommand) -> None:
        """Carry out a command that must be accepted."""
        at = len(self.luck.thrown), len(self.luck.drawn)
        outcome = engine.decide(self.table, command, self.rules, self.luck)
        assert not isinstance(outcome, Refused), (command, outcome, self.table.top)
        for event in outcome:
            self.table = engine.evolve(self.table, event)
        self.events += outcome
        self.steps += 1
        self.lines.append(
            {
                "do": codec.to_plain(command),
                "dice": self.luck.thrown[at[0] :],
                "cards": [c for (c,) in self.luck.drawn[at[1] :]],
            }
        )
        before, self.sums = self.sums, sums(self.table, self.rules)
        assert self.sums == before, command
        self.check_table()

    def pass_time(self) -> None:
        """Some time goes by, mostly not so much that the open question answers itself."""
        now, due = self.table.clock.now, engine.offers(self.table, self.rules).deadline
        if self.rules.timing is not None and self.rules.timing.stands(self.table):
            assert isinstance(self.decided(PassTime(now + 1)), Refused)
            assert due is None
            self.step(self.pick(engine.offers(self.table, self.rules), self.random.randrange))
            return
        wrong = (0, now - 1, now, *((due + 1, due + 600) if due is not None else ()))
        for to in wrong:
            assert isinstance(self.decided(PassTime(to)), Refused), (to, self.table.clock)
        most = now + 40 if due is None else due
        to = most if self.random.random() < 0.05 else self.random.randint(now + 1, most)
        self.step(PassTime(to))
        assert self.table.clock.now == to

    def try_to_correct(self) -> None:
        """Set anything by hand; what is refused leaves no trace."""
        command = any_correction(self.table, self.rules, self.random)
        before = self.table
        if isinstance(self.decided(command), Refused):
            assert self.table is before
        else:
            self.step(command)
            self.corrected.append(command.what)

    def check_table(self) -> None:
        """What must hold after every step."""
        table = self.table
        assert self.rules.below_zero or all(p.cash >= 0 for p in table.players)
        assert table.pot >= 0
        assert table.due is None or table.due > table.clock.now, (
            "nothing stays open beyond its time"
        )
        assert min(table.stock, default=0) >= 0
        for debt in table.debts:
            assert debt.amount > 0
            assert table.player(debt.debtor).cash == 0
        self.check_holdings(table.holdings, table.seats)

    def check_holdings(self, holdings: tuple[Holding, ...], seats: tuple[int, ...]) -> None:
        """What holds of deeds and buildings; looked at where they or the seats have changed."""
        if holdings is self._looked_at[0] and seats == self._looked_at[1]:
            return
        self._looked_at = holdings, seats
        board, figures = self.rules.board, self.rules.figures
        built = self.rules.mortgaging.built
        projects = [h.owner for t, h in enumerate(holdings) if board.tiles[t].kind == "project"]
        for seat in seats if "project_limit" in figures else ():
            assert projects.count(seat) <= figures["project_limit"]
        for tile, held in enumerate(holdings):
            if held.owner or held.level or held.mortgaged or held.insurance:
                assert held.owner in seats, (tile, held)
                assert built or not (held.level and held.mortgaged), (tile, held)
                assert not held.level or board.deed(tile).build_price, (tile, held)

    def check_offers(self, offered: Offers) -> None:
        """Every offer is accepted; what is not offered is refused, and neither leaves a trace."""
        table = self.table
        for command in offered.commands:
            assert not isinstance(self.decided(command), Refused), (command, self.decided(command))
        for _ in range(12):
            command = any_command(table, self.rules, self.random)
            listed = command in (*offered.commands, *offered.standing)
            if listed or _fills(command, offered, table):
                continue
            assert isinstance(self.decided(command), Refused), (command, table.top)
        assert self.table is table

    def check_end(self) -> None:
        """The journal alone gives the same table; every event survives JSON; the ranking stands."""
        lines = [to_json(e) for e in self.events]
        back = [event_from(line) for line in lines]
        assert back == self.events
        assert engine.replay(back) == self.table
        ranked, last = [p.seat for p in self.table.ranking], self.table
        if len({self.rules.side(self.rules, last, s) for s in ranked}) < len(ranked):
            winners = {p.seat for p in last.ranking if p.place == 1}
            assert set(last.seats) <= winners or len(last.seats) > 2
        else:
            still = len(last.seats)
            assert sorted(ranked[:still]) == list(last.seats)
            assert ranked[still:] in ([], list(reversed(last.gone)))
        worths = [p.worth for p in last.ranking if p.seat in last.seats]
        assert worths == sorted(worths, reverse=True)

    def write_down(self, path: Path) -> None:
        """Keep the game as a recorded game: header, one line a command with its chance, result."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in self.record()))

    def record(self) -> list[dict[str, Any]]:
        """The lines of a recorded game."""
        header = {
            "ruleset": self.rules.meta.id,
            "players": list(self.names),
            "options": codec.to_plain(self.options),
            **self.laid,
        }
        result = {
            "ranking": codec.to_plain(self.table.ranking),
            "cash": [p.cash for p in self.table.players],
            "events": len(self.events),
            "round": self.table.round,
        }
        return [header, *self.lines, result]


def fill_dice(form: DiceForm, luck: SeededLuck) -> AnyCommand:
    """A form for dice, filled in (the throw is typed, so it does not count as the app's chance)."""
    dice = luck.dice(form.count)
    luck.thrown.pop()
    match form.command:
        case "roll":
            return Roll(form.seat, dice)
        case "throw":
            return Throw(form.seat, dice[0])
        case _:
            return Play(form.seat, form.card, dice=dice)


def any_trade(table: Table, rules: RuleSet, form: TradeForm, rng: random.Random) -> Propose:
    """Some trade of what both sides have."""
    partner = rng.choice(form.partners)
    terms = None
    if rules.trading.fairness is not None and rng.random() < 0.4:
        giver = rng.choice((form.seat, partner))
        if rng.random() < 0.5:
            terms = Terms("rent_free", giver, rng.randint(1, 3))
        else:
            principal = rng.randrange(10, 3000, 10)
            terms = Terms("loan", giver, rng.randint(1, 3), principal, principal)
    give, take = (_some_goods(table, s, rng) for s in (form.seat, partner))
    return Propose(form.seat, Trade(form.seat, partner, give, take, terms))


def _some_goods(table: Table, seat: int, rng: random.Random) -> Goods:
    owned, hand = table.owned(seat), table.player(seat).hand
    return Goods(
        cash=rng.choice((0, 0, 500, 1000, 2000)) * _thousands(table),
        tiles=tuple(rng.sample(owned, min(len(owned), rng.randint(0, 2)))),
        cards=tuple(rng.sample(hand, min(len(hand), rng.randint(0, 1)))),
    )


def _thousands(table: Table) -> int:
    """By what sums of a set with small money are multiplied in one with millions."""
    return 1000 if max(p.cash for p in table.players) > 1_000_000 else 1


def any_correction(table: Table, rules: RuleSet, rng: random.Random) -> Correct:
    """Something set by hand, most of it possible; cash is mostly near what it is."""
    seat = rng.randint(0, len(table.players) + 1) if rng.random() < 0.1 else rng.choice(table.seats)
    deed = rng.choice(rules.board.deeds) if rng.random() < 0.9 else rng.randint(-1, 41)
    site = rng.choice([t for t, h in enumerate(table.holdings) if h.owner] or [deed])
    card = rng.choice((*rules.cards, 99))
    cash = rng.choice((0, 10, 500, table.players[0].cash + 250, 15, -10)) // rules.meta.step
    whats: list[Callable[[], AnyCorrection]] = [
        lambda: PawnOn(seat, rng.randint(-1, rules.board.size), stuck=False),
        lambda: PawnOn(seat, rules.board.find("jail"), stuck=rng.random() < 0.7),
        lambda: CashOf(rng.choice((seat, seat, POT)), cash * rules.meta.step),
        lambda: DeedOf(deed, rng.choice((0, seat)), mortgaged=rng.random() < 0.3),
        lambda: BuildingsOn(
            site if rng.random() < 0.9 else deed, rng.randint(-1, rules.top_level + 1)
        ),
        lambda: CardIn(card, rng.choice((0, seat))),
    ]
    return Correct(rng.choice(table.seats), rng.choice(whats)(), rng.choice(("", "salah kartu")))


def any_command(table: Table, rules: RuleSet, rng: random.Random) -> AnyCommand:
    """Any command at all, most of them out of place."""
    seat = rng.randint(0, len(table.players) + 1)
    tile = rng.randint(-1, rules.board.size)
    card = rng.choice((0, *rules.cards, 99))
    makers: list[Callable[[], AnyCommand]] = [
        lambda: Roll(seat, rng.choice(((), (3, 4), (7, 1), (2,)))),
        lambda: Throw(seat, rng.randint(0, 7)),
        lambda: EndTurn(seat),
        lambda: RevealCard(seat, rng.choice((0, 80, 91, 50))),
        lambda: Draw(seat, card),
        lambda: Discard(seat, card),
        lambda: Play(seat, card, tile, rng.randint(0, 6), rng.randint(0, 7), tile),
        lambda: Play(seat, card),
        lambda: Buy(seat, rng.choice((0, card))),
        lambda: Decline(seat),
        lambda: Skip(seat),
        lambda: Vote(seat, rng.random() < 0.5),
        lambda: Pay(seat, rng.choice((0, card))),
        lambda: PayRent(seat, tile),
        lambda: ClaimRent(seat, rng.randint(0, 7)),
        lambda: LeaveJail(seat),
        lambda: Fly(seat),
        lambda: PayDetour(seat),
        lambda: Stop(seat),
        lambda: Choose(seat, rng.choice(OPTIONS_OF_TILES), tile),
        lambda: Pick(seat, tile),
        lambda: Build(seat, tile, rng.choice((1, 1, 1, 0, 2, 6))),
        lambda: SellBuilding(seat, tile, rng.choice((1, 1, 0, 3, 5))),
        lambda: SellProperty(seat, tile),
        lambda: Mortgage(seat, tile),
        lambda: Redeem(seat, tile),
        lambda: Ready(seat),
        lambda: BidCard(seat, rng.randint(-1, 6)),
        lambda: Bid(seat, rng.choice((-1, 0, 1, 60, 5000))),
        lambda: Pass(seat),
        lambda: GoOn(seat),
        lambda: Concede(seat),
        lambda: Stake(seat, tuple(rng.choices(range(8), k=rng.randint(0, 4)))),
        lambda: PutUp(seat, tile),
        lambda: ComeBack(seat),
        lambda: Resume(seat),
        lambda: CallVote(seat, rng.choice(("pause", "end"))),
        lambda: Accept(seat),
        lambda: Reject(seat),
        lambda: Confirm(seat, rng.choice((tile, card))),
    ]
    return rng.choice(makers)()


def _fills(command: AnyCommand, offered: Offers, table: Table) -> bool:
    """Whether a command is a form filled in, or an offer that names what does not matter."""
    for form in offered.forms:
        if isinstance(form, DiceForm) and isinstance(command, Roll | Throw | Play):
            return True
        if isinstance(form, BidForm) and isinstance(command, Bid) and form.seat == command.seat:
            return form.least <= command.amount <= form.most
    if isinstance(command, Play):
        bare = {type(c).__name__: c for c in offered.commands}
        return any(
            isinstance(c, Play) and (c.seat, c.card) == (command.seat, command.card)
            for c in offered.commands
        ) and bool(bare)
    return isinstance(command, Choose) and any(
        isinstance(c, Choose) and (c.seat, c.option) == (command.seat, command.option)
        for c in offered.commands
    )
