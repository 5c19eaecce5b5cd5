"""What a page shows beside the question: players, own money and deeds, the lot, what is known."""

from collections.abc import Iterator

from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import POT, Options
from ketuk.rooms.profile import Played, Profile
from ketuk.rooms.sheet import Fact, Facts, PlayerPart
from ketuk.rooms.teller import Around
from ketuk.tui.menu.tiles import owned_line, tile_lines
from ketuk.tui.pages.place import SeatPlace
from ketuk.tui.telling.agreed import agreed
from ketuk.tui.telling.stuck import stuck
from ketuk.tui.telling.worth import is_told, worth_told
from ketuk.tui.words import Words

MOST_PLAYED = 30
"""Games of a profile that a page lists."""


def players(at: SeatPlace, around: Around, computers: frozenset[int]) -> tuple[PlayerPart, ...]:
    """A row a player, in order of seats."""
    names, table, rules = at.names, at.table, at.rules
    words, waited, parts = names.words, names.telling.waiting(table), list[PlayerPart]()
    rents = not rules.rent_lapses(table.options)
    for seat, player in enumerate(table.players, 1):
        figures = [Fact(label=words("screens.col_cash"), text=words.figure(player.cash))]
        if not player.left:
            why = f"worth:{seat}" if is_told(names, seat) else ""
            figures += [
                Fact(label=words("screens.col_worth"), text=worth_told(names, seat), why=why),
                Fact(label=words("screens.col_owned"), text=str(len(table.owned(seat)))),
                Fact(label=words("screens.col_hand"), text=str(len(player.hand))),
                *(Fact(label=state) for state in stuck(names, seat, rents=rents)),
            ]
        parts.append(
            PlayerPart(
                seat=seat,
                name=player.name,
                figures=tuple(figures),
                waited=seat in waited,
                mine=seat == at.seat,
                here="computer" if seat in computers else around.here.get(seat, ""),
                out=player.left,
            )
        )
    return tuple(parts)


def purse(at: SeatPlace) -> tuple[Fact, ...]:
    """Own money, what is owed to whom, and contracts."""
    if not at.seat:
        return ()
    names, table, seat = at.names, at.table, at.seat
    words = names.words
    purse_facts = [
        Fact(label=words("screens.col_cash"), text=words.figure(table.player(seat).cash))
    ]
    for debt in table.debts:
        if seat in (debt.debtor, debt.creditor):
            sign = -1 if debt.debtor == seat else 1
            other = debt.creditor if debt.debtor == seat else debt.debtor
            purse_facts.append(Fact(label=names.seat(other), text=words.figure(sign * debt.amount)))
    for contract in table.contracts:
        if seat in (contract.giver, contract.taker):
            key = f"screens.pact_{contract.kind}"
            terms = words("rooms.until", round=contract.until)
            if contract.repayment:
                terms = f"{words.figure(contract.repayment)}, {terms}"
            purse_facts.append(Fact(label=words(key, name=names.seat(contract.giver)), text=terms))
    return tuple(purse_facts)


def deeds(at: SeatPlace) -> tuple[Fact, ...]:
    """Own properties, with what each earns."""
    if not at.seat:
        return ()
    lines = (owned_line(at.names, tile) for tile in at.table.owned(at.seat))
    parts = (line.partition(" · ") for line in lines)
    return tuple(Fact(label=name, text=rest) for name, _, rest in parts)


def lot(at: SeatPlace) -> tuple[Fact, ...]:
    """What is under the hammer, and how the auction stands."""
    auction, names = at.table.auction, at.names
    if auction is None:
        return ()
    words = names.words
    rows = [Fact(label=names.lot(auction))]
    if auction.high:
        rows.append(Fact(label=names.seat(auction.high_seat), text=words.figure(auction.high)))
    if auction.stage == "bids":
        laid = tuple(sorted(b.seat for b in auction.sealed.bids))
        rows.append(Fact(label=words("rooms.laid"), text=names.seats(laid)))
    return tuple(rows)


def facts(at: SeatPlace, tiles: tuple[int, ...]) -> tuple[Facts, ...]:
    """The round and what is in force; goals of the own seat; the tiles that it is about."""
    names, table, rules, words = at.names, at.table, at.rules, at.names.words
    card_facts = [
        Fact(label=words("rooms.round"), text=words.figure(table.round)),
        Fact(label=names.seat(POT), text=words.figure(table.pot)),
    ]
    if table.event:
        card = rules.cards[table.event]
        card_facts.append(Fact(label=card.name, text=words.said(rules.texts[card.kind])))
    groups = [Facts(facts=tuple(card_facts))]
    if terms := agreed_on(words, rules, table.options):
        groups.append(Facts(label=words("rooms.agreed"), facts=terms))
    if rules.goals and at.seat:
        groups.append(Facts(label=words("screens.goals_head"), facts=tuple(_goals(at))))
    for tile in tiles[:2]:
        lines = tile_lines(names, tile)
        groups.append(Facts(label=names.tile(tile), facts=tuple(Fact(label=t) for t in lines)))
    return tuple(groups)


def agreed_on(words: Words, rules: RuleSet, options: Options) -> tuple[Fact, ...]:
    """What the players have agreed on before the game."""
    return tuple(Fact(label=what, text=how) for what, how in agreed(words, rules, options))


def played(words: Words, profile: Profile) -> tuple[Fact, ...]:
    """How many games somebody has played and won, then each of them."""
    games = profile.played
    if not games:
        return ()
    won = sum(one.place == 1 for one in games)
    first = Fact(label=words("rooms.played", count=len(games)), text=words("rooms.won", count=won))
    return (first, *(Fact(label=one.game, text=_place(words, one)) for one in games[:MOST_PLAYED]))


def _place(words: Words, one: Played) -> str:
    key = "rooms.first" if one.place == 1 else "rooms.place"
    return words(key, place=one.place, of=one.of, worth=one.worth)


def _goals(at: SeatPlace) -> Iterator[Fact]:
    names = at.names
    for goal in at.rules.goals:
        done, wanted = goal.progress(at.rules, at.table, at.seat)
        if goal.reached(at.table, at.seat, goal.id):
            done = wanted
        label = names.telling.names.term(f"goal_{goal.id}")
        text = f"{names.words.figure(done)}/{names.words.figure(wanted)}"
        yield Fact(label=label, text=text)
