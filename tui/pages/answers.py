"""The question that is open as fields of one page: its own lines only, and what is filled in."""

from collections.abc import Iterable, Iterator, Sequence

from ketuk.engine.acts.ending import may_conclude
from ketuk.engine.commands import (
    AnyCommand,
    BidCard,
    ClaimRent,
    ComeBack,
    Conclude,
    Draw,
    Pass,
    Pick,
    RevealCard,
    Stake,
    Vote,
)
from ketuk.engine.offers import BidForm, DiceForm
from ketuk.engine.states import Ballot
from ketuk.engine.table import Bidding, DrawCard, Paused, Reveal, Voting
from ketuk.rooms.sheet import (
    Amount,
    Answers,
    AnyField,
    CardField,
    CardsField,
    DiceField,
    Face,
    Given,
    Line,
    Lines,
    SomeOf,
    TileGroup,
    TilePart,
    Tiles,
)
from ketuk.tui.dealing import cash_step
from ketuk.tui.menu import AskTable, ChoiceLine, More, Open, Question
from ketuk.tui.menu import TypeDice as DiceChoice
from ketuk.tui.menu.costly import is_costly
from ketuk.tui.pages.deals import goods, trade_form
from ketuk.tui.pages.dice import dice
from ketuk.tui.pages.hand import in_hand
from ketuk.tui.pages.place import SeatPlace, begun, wired

MANY = 7
"""Lines that are still found at a glance; more tiles than that go by group, with a search."""


def fields(at: SeatPlace, asked: Question | None) -> tuple[AnyField, ...]:
    """All that a seat may answer now, in the order of the table's own question."""
    if not at.seat or asked is None:
        return ()
    lines = _lines(at, asked.choices)
    held = commands_of(lines)
    filled = list(_filled(at))
    skipped = set(in_hand(at))
    rest = [c for c in at.offers.commands if c not in skipped and not _is_filled(at, c)]
    lines += [line(at, c) for c in rest if key_of(c) not in held]
    fields_made: list[AnyField] = []
    if answered := _to_all(at, lines):
        fields_made.append(answered)
        lines = [one for one in lines if not _is_vote(one)]
    if tiles := _all_tiles(lines):
        fields_made.append(Tiles(label=asked.headline, groups=tiles))
    elif lines:
        fields_made.append(Lines(lines=tuple(_shorter(one) for one in lines)))
    return (*[f for f in filled if isinstance(f, DiceField | CardField)], *fields_made,
            *[f for f in filled if not isinstance(f, DiceField | CardField)])  # fmt: skip


def line(at: SeatPlace, command: AnyCommand) -> Line:
    """A command as a button, asked once more where it gives something up."""
    label = begun(at.names.label(command))
    return Line(label=label, cmds=(wired(command),), sure=sure(at, (command,), label))


def sure(at: SeatPlace, commands: Sequence[AnyCommand], label: str) -> str:
    """The question that comes before these are done; empty for none."""
    costly = any(isinstance(c, Pass) or is_costly(at.rules, at.whole, c) for c in commands)
    return at.names.words("rooms.sure", what=label) if costly else ""


# ---- lines


def _lines(at: SeatPlace, choices: Iterable[ChoiceLine]) -> list[Line]:
    """Choices of the table's question that are this seat's, nested as they are there."""
    skipped, lines = set(in_hand(at)), list[Line]()
    for choice in choices:
        match choice.action:
            case AskTable(commands):
                mine = [c for c in commands if c.seat == at.seat and c not in skipped]
                mine = [c for c in mine if not _is_filled(at, c)]
                if len(mine) == 1:
                    lines.append(line(at, mine[0]))
                elif mine:
                    sent = tuple(wired(c) for c in mine)
                    said = sure(at, mine, choice.label)
                    lines.append(Line(label=choice.label, cmds=sent, sure=said))
            case More(title, inner):
                nested = _lines(at, inner)
                if len(nested) == 1:
                    lines += nested
                elif nested:
                    lines.append(Line(label=title, lines=tuple(nested)))
            case Open("trade", _) if (form := trade_form(at)) is not None:
                field = goods(at, form, choice.label)
                lines.append(Line(label=choice.label, fields=(field,)))
            case Open() | DiceChoice():
                pass  # what they lead to stands on the page itself
    return lines


def commands_of(lines: Iterable[Line]) -> set[str]:
    """Keys of all commands that lines hold."""
    return {repr(sorted(c.items())) for one in lines for c in _sent(one)}


def key_of(command: AnyCommand) -> str:
    """What :func:`commands_of` calls a command."""
    return repr(sorted(wired(command).items()))


def _sent(one: Line) -> Iterator[dict[str, object]]:
    yield from one.cmds
    for inner in one.lines:
        yield from _sent(inner)


# ---- tiles


def _shorter(one: Line) -> Line:
    """Many tiles below a line are looked for by group and name."""
    leaves = list(_leaves(one.lines))
    if len(leaves) <= MANY or not all(_is_tile(leaf) for leaf in leaves):
        return one
    groups = _groups(one.lines) or (TileGroup(label="", tiles=_as_tiles(leaves)),)
    return Line(label=one.label, fields=(Tiles(label=one.label, groups=groups),))


def _all_tiles(lines: Sequence[Line]) -> tuple[TileGroup, ...]:
    """The groups, if the whole question is which of many tiles."""
    leaves = list(_leaves(lines))
    named = all(_is_tile(leaf) and leaf.cmds[0]["type"] == _PICK for leaf in leaves)
    return _groups(lines) if named and len(leaves) > MANY else ()


_PICK = wired(Pick(1, 0))["type"]


def _groups(lines: Sequence[Line]) -> tuple[TileGroup, ...]:
    if not all(one.lines for one in lines):
        return (TileGroup(label="", tiles=_as_tiles(_leaves(lines))),)
    return tuple(TileGroup(label=one.label, tiles=_as_tiles(_leaves(one.lines))) for one in lines)


def _as_tiles(leaves: Iterable[Line]) -> tuple[TilePart, ...]:
    return tuple(TilePart(label=leaf.label, hint=leaf.hint, cmds=leaf.cmds) for leaf in leaves)


def _leaves(lines: Iterable[Line]) -> Iterator[Line]:
    for one in lines:
        if one.lines:
            yield from _leaves(one.lines)
        else:
            yield one


def _is_tile(leaf: Line) -> bool:
    return len(leaf.cmds) == 1 and "tile" in leaf.cmds[0] and not leaf.sure


# ---- what is filled in


def _is_filled(at: SeatPlace, command: AnyCommand) -> bool:
    """Whether a field of its own stands for a command, and no line."""
    match command:
        case BidCard():
            return _lays_bids(at)
        case Stake():
            return True
        case Draw(card=card) | RevealCard(card=card):
            return bool(card)
        case ClaimRent():
            return at.rules.rent_lapses(at.table.options)
        case _:
            return False


def _lays_bids(at: SeatPlace) -> bool:
    auction = at.table.auction
    return auction is not None and auction.stage == "bids" and isinstance(at.table.top, Bidding)


def _filled(at: SeatPlace) -> Iterator[AnyField]:
    names, words = at.names, at.names.words
    for form in at.offers.forms:
        match form:
            case DiceForm(card=0):
                yield dice(at, form)
            case BidForm():
                yield _call(at, form)
            case _:
                pass
    mine = at.offers.commands
    if bids := [c for c in mine if isinstance(c, BidCard) and _lays_bids(at)]:
        assert at.table.auction is not None
        laid = (b.card for b in at.table.auction.sealed.bids if b.seat == at.seat)
        faces = tuple(Face(value=c.card, label=names.bid(c.card)) for c in bids)
        yield CardsField(label=words("rooms.bid"), cards=faces, laid=next(laid, None),
                    cmd=wired(bids[0]), fills="card")  # fmt: skip
    if stakes := [c for c in mine if isinstance(c, Stake)]:
        counts = [len(c.numbers) for c in stakes]
        values = sorted({n for c in stakes for n in c.numbers})
        faces = tuple(Face(value=n, label=str(n)) for n in values)
        yield SomeOf(label=words("rooms.numbers"), choices=faces, least=min(counts),
                     most=max(counts), cmd={**wired(stakes[0]), "numbers": []}, fills="numbers",
                     send=words("rooms.stake"))  # fmt: skip
    top = at.table.top
    if isinstance(top, DrawCard | Reveal) and top.seat == at.seat and top.by_hand(at.table.options):
        deck = top.deck if isinstance(top, DrawCard) else at.rules.event_deck
        label = words("rooms.card", deck=names.telling.names.deck(deck))
        yield CardField(label=label, secret=deck == at.rules.seating.hand_deck)


def _call(at: SeatPlace, form: BidForm) -> Amount:
    step = at.rules.meta.step
    step = step if form.least % step == 0 else 1
    by = max(cash_step(at.rules), step)
    auction = at.table.auction
    price = at.rules.board.deed(auction.tile).price if auction is not None else 0
    marks = (form.least, form.least + by, form.least + 2 * by, price, form.most)
    near = tuple(sorted({m for m in marks if form.least <= m <= form.most}))
    words = at.names.words
    return Amount(label=words("rooms.call"), least=form.least, most=form.most, step=step,
                  marks=near, cmd={"type": "bid", "amount": form.least}, fills="amount",
                  send=words("rooms.send_call"))  # fmt: skip


# ---- questions to all


def _is_vote(one: Line) -> bool:
    return bool(one.cmds) and one.cmds[0]["type"] in _VOTES


_VOTES = {wired(Vote(1, True))["type"], wired(ComeBack(1))["type"]}


def _to_all(at: SeatPlace, lines: Iterable[Line]) -> Answers | None:
    """A vote or a pause: who has said what, and the own answer."""
    table, names, top = at.table, at.names, at.table.top
    if not isinstance(top, Voting | Paused):
        return None
    said = dict[int, str]()
    if isinstance(top, Voting):
        ballot = table.state(Ballot)
        said = {s: names.words("rooms.said_yes") for s in ballot.yes}
        said |= {s: names.words("rooms.said_no") for s in ballot.no}
    else:
        said = {s: names.words("rooms.is_back") for s in top.back}
    given = tuple(Given(name=names.seat(s), said=said.get(s, "")) for s in table.seats)
    own = tuple(one for one in lines if _is_vote(one))
    return Answers(label="", given=given, lines=own)


# ---- at any time


def always(at: SeatPlace) -> tuple[Line, ...]:
    """What can be asked whenever somebody wants to: a late rent, votes, leaving.

    Where a rent lapses unless it is asked for, no page says that one is open: the line always
    stands there, and is refused if there is none.
    """
    if not at.seat or at.table.top is None or at.seat not in at.table.seats:
        return ()
    words, names, lines = at.names.words, at.names, list[Line]()
    if at.rules.rent_lapses(at.table.options):
        others = [s for s in at.table.clockwise(at.seat) if s != at.seat]
        asks = tuple(
            Line(label=names.seat(s), cmds=(wired(ClaimRent(at.seat, s)),)) for s in others
        )
        lines.append(Line(label=words("rooms.claim_rent"), lines=asks))
    if may_conclude(at.rules, at.whole):
        ends = Line(
            label=words("screens.conclude"),
            cmds=(wired(Conclude(at.seat)),),
            sure=words("screens.conclude_sure"),
        )
        lines.append(ends)
    for command in at.offers.standing:
        label = names.label(command)
        lines.append(
            Line(label=label, cmds=(wired(command),), sure=words("rooms.sure", what=label))
        )
    return tuple(lines)
