"""What of a row is shown for a moment: a table of kinds, from events to scenes.

Pure: facts in, scenes out. Whatever an event is not in ``KINDS`` for is told by the log alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ketuk import engine
from ketuk.engine import events as ev
from ketuk.engine.events import AnyEvent
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.states import Effects
from ketuk.engine.table import Table
from ketuk.tui.scenes.scene import Bids, DiceThrown, Felt, Gain, OpenBid, PawnWalk, ReadAloud, Scene
from ketuk.tui.telling import why_amounts
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.telling import Telling

HOPS = frozenset({"put", "flight", "jump"})
"""Ways of a pawn that touch no tile between."""
FEW_BACK = 6
"""Cards send nobody further back than that on foot; what lies further is reached forwards."""
NOTES = (ev.Targeted, ev.Nothing, ev.BidVoid)
"""What came of a card or of bids, read with them."""


@dataclass(frozen=True, slots=True)
class LiveRow:
    """The events of a row, and the table before and after each."""

    telling: Telling
    events: tuple[AnyEvent, ...]
    tables: tuple[Table, ...]
    """One more than there are events."""

    @property
    def rules(self) -> RuleSet:
        """Of the game."""
        return self.telling.rules

    def said(self, at: int) -> str:
        """The sentence on one of its events; empty if there is none."""
        return self.telling.event(self.events[at], self.tables[at + 1]) or ""

    def notes(self, at: int) -> tuple[str, ...]:
        """What came of a card at once, up to the next one."""
        sentences = []
        for later in range(at + 1, len(self.events)):
            if isinstance(self.events[later], ev.CardShown | ev.EventRevealed | ev.CardKept):
                break
            if isinstance(self.events[later], NOTES) and (sentence := self.said(later)):
                sentences.append(sentence)
        return tuple(sentences)

    def has(self, kind: type[AnyEvent], *, before: int) -> bool:
        """Whether such an event stands in it earlier."""
        return any(isinstance(e, kind) for e in self.events[:before])


Kind: TypeAlias = Callable[[LiveRow, int, Any], Iterator[Scene]]
"""(row, place of the event in it, the event)."""


def staged(telling: Telling, before: Table, events: Sequence[AnyEvent]) -> tuple[Scene, ...]:
    """What is shown of the events of one live row, in order.

    What players set by hand is no happening: nobody threw, walked or paid.
    """
    if any(isinstance(e, ev.Corrected) for e in events):
        return ()
    tables = [before]
    for event in events:
        tables.append(engine.evolve(tables[-1], event))
    row = LiveRow(telling, tuple(events), tuple(tables))
    scenes: list[Scene] = []
    for at, event in enumerate(events):
        if (kind := KINDS.get(type(event))) is not None:
            scenes += kind(row, at, event)
    return (*_joined(scenes), *_gain(before, tables[-1]))


def _joined(scenes: list[Scene]) -> Iterator[Scene]:
    """What is felt at once stands out at once."""
    tiles: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()
    for scene in scenes:
        if isinstance(scene, Felt):
            tiles, seats = tiles | scene.tiles, seats | scene.seats
            continue
        if isinstance(scene, DiceThrown | PawnWalk) and (tiles or seats):
            yield Felt(tiles, seats)
            tiles = seats = frozenset()
        yield scene
    if tiles or seats:
        yield Felt(tiles, seats)


def _gain(before: Table, after: Table) -> Iterator[Scene]:
    sums = tuple(
        (seat, new.cash - old.cash)
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True), 1)
        if new.cash != old.cash and not new.left
    )
    if sums:
        yield Gain(sums)


# ---- dice and pawns


def _rolled(row: LiveRow, at: int, event: ev.Rolled) -> Iterator[Scene]:
    yield DiceThrown(event.seat, event.dice)


def _thrown(row: LiveRow, at: int, event: ev.Thrown) -> Iterator[Scene]:
    """All dice of one throw lie together, so it is shown with the first of them."""
    if any(_one_throw(event, reversed(row.events[:at]))):
        return
    dice = (event.die, *(e.die for e in _one_throw(event, row.events[at + 1 :])))
    who = row.telling.names.player(event.seat, row.tables[at]) if event.seat else ""
    yield DiceThrown(event.seat, dice, who)


def _one_throw(die: ev.Thrown, around: Iterable[AnyEvent]) -> Iterator[ev.Thrown]:
    """The dice that lie beside it: those of its seat for the same, with nothing between."""
    for event in around:
        if isinstance(event, ev.Thrown) and (event.seat, event.why) == (die.seat, die.why):
            yield event
        elif not isinstance(event, ev.Done | ev.Planned):
            return


def _moved(row: LiveRow, at: int, event: ev.Moved) -> Iterator[Scene]:
    path = way(row, at, event)
    if len(path) > 1:
        yield PawnWalk(event.seat, path)
    yield Felt(frozenset({event.to}))


def way(row: LiveRow, at: int, event: ev.Moved) -> tuple[int, ...]:
    """The tiles that a pawn touches, its first and last among them; only the last of a hop."""
    later = row.events[at + 1 :]
    taken = any(isinstance(e, ev.Jailed) and e.seat == event.seat for e in later)
    if event.how in HOPS or (taken and event.how != "dice"):
        return (event.to,)
    size = row.rules.board.size
    ahead, back = (event.to - event.start) % size, (event.start - event.to) % size
    if _goes_back(row, at, event, ahead, back):
        return tuple((event.start - step) % size for step in range(back + 1))
    return tuple((event.start + step) % size for step in range(ahead + 1))


def _goes_back(row: LiveRow, at: int, event: ev.Moved, ahead: int, back: int) -> bool:
    if event.how != "card":
        return row.tables[at].state(Effects).backward
    paid = any(isinstance(e, ev.SalaryDue) and e.seat == event.seat for e in row.events[at + 1 :])
    return back < ahead and back <= FEW_BACK and not paid


def _jailed(row: LiveRow, at: int, event: ev.Jailed) -> Iterator[Scene]:
    yield Felt(frozenset({row.tables[at + 1].player(event.seat).at}), frozenset({event.seat}))


# ---- what is read


def _card(
    row: LiveRow, at: int, event: ev.CardShown | ev.CardKept | ev.EventRevealed
) -> Iterator[Scene]:
    rules, names = row.rules, row.telling.names
    card = rules.cards[event.card]
    text = names.words.said(rules.texts[card.kind]) if card.kind in rules.texts else ""
    yield ReadAloud(card.name or names.deck(event.deck), text or row.said(at), row.notes(at))


def _targeted(row: LiveRow, at: int, event: ev.Targeted) -> Iterator[Scene]:
    """Where dice or a player had to choose, the target comes in a row of its own."""
    if not row.has(ev.EventRevealed, before=at):
        yield ReadAloud(row.rules.cards[event.card].name, row.said(at))


def _announced(title: Callable[[LiveRow, Any], str]) -> Kind:
    def kind(row: LiveRow, at: int, event: AnyEvent) -> Iterator[Scene]:
        yield ReadAloud(title(row, event), row.said(at))

    return kind


def _lapsed(row: LiveRow, at: int, event: ev.RentClosed) -> Iterator[Scene]:
    """Told loudly, since somebody has missed it."""
    if event.how == "lapsed":
        yield ReadAloud(row.telling.names.tile(event.tile), row.said(at))


def _revealed(row: LiveRow, at: int, event: ev.BidsRevealed) -> Iterator[Scene]:
    table, names = row.tables[at], row.telling.names
    bids = tuple(
        OpenBid(b.seat, names.player(b.seat, table), names.bid(b.card, table)) for b in event.bids
    )
    title = names.lot(table.auction) if table.auction is not None else ""
    yield Bids(title, bids, row.notes(at))


def _won(row: LiveRow, at: int, event: ev.AuctionWon) -> Iterator[Scene]:
    """The hammer; between equal bids also what decided."""
    before = row.tables[at]
    tied = event.tied or event.ruling
    auction = before.auction
    if tied and auction is not None and not auction.high:
        moment = why_amounts.Moment(before, row.events)
        notes = why_amounts.lines(Names(row.telling, before), event, moment)
        yield ReadAloud(row.telling.names.lot(auction), row.said(at), tuple(notes))


# ---- what is felt

FELT_PAYMENTS = frozenset({"salary", "rent", "tax", "wealth_tax"})


def _paid(row: LiveRow, at: int, event: ev.Paid) -> Iterator[Scene]:
    if event.why in FELT_PAYMENTS:
        tiles = {event.tile} if event.tile >= 0 else {0} if event.why == "salary" else set[int]()
        yield Felt(frozenset(tiles), frozenset({event.payer, event.payee}))


def _lies(row: LiveRow, at: int, event: ev.EffectsChanged) -> Iterator[Scene]:
    """Tiles on which something lies that did not before."""
    before, after = row.tables[at].state(Effects), event.effects
    board = row.rules.board
    tiles = {f.tile for f in after.floods if not before.flooded(f.tile)}
    for old, new in ((before.festival, after.festival), (before.barricade, after.barricade)):
        if new is not None and new != old:
            tiles.add(new.at)
    if after.boom and after.boom != before.boom:
        tiles |= set(board.zones[after.boom])
    if after.invested and after.invested != before.invested:
        tiles |= set(board.groups[after.invested])
    if tiles:
        yield Felt(frozenset(tiles))


def _on_tile(row: LiveRow, at: int, event: ev.Acquired | ev.LevelChanged) -> Iterator[Scene]:
    yield Felt(frozenset({event.tile}))


KINDS: dict[type[AnyEvent], Kind] = {
    ev.Rolled: _rolled,
    ev.Thrown: _thrown,
    ev.Moved: _moved,
    ev.Jailed: _jailed,
    ev.EventRevealed: _card,
    ev.CardShown: _card,
    ev.CardKept: _card,
    ev.Targeted: _targeted,
    ev.BidsRevealed: _revealed,
    ev.AuctionWon: _won,
    ev.RentClosed: _lapsed,
    ev.Bankrupted: _announced(lambda row, e: row.telling.names.player(e.seat, row.tables[0])),
    ev.GoalReached: _announced(lambda row, e: row.telling.names.term(f"goal_{e.goal}")),
    ev.Paid: _paid,
    ev.EffectsChanged: _lies,
    ev.Acquired: _on_tile,
    ev.LevelChanged: _on_tile,
}
"""Events that are shown, and how."""
