"""What one seat, or nobody in particular, may see: the one place where secrets are cut.

Secret are the cards of a hand and how the deck lies, and bids until they are revealed. A game that
is over has no secrets.
"""

from collections.abc import Iterable

from ketuk.engine.commands import AnyCommand, BidCard, Buy, Correct, Discard, Draw, Pay, Play
from ketuk.engine.corrections import AnyCorrection, CardIn
from ketuk.engine.events import AnyEvent, AuctionOpened, BidLaid, CardDrawn, Corrected
from ketuk.engine.offers import DiceForm, Offers
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Auction, Table, replace

HIDDEN = -1
"""Stands for a card that is not shown."""


def view(table: Table, seat: int | None, rules: RuleSet) -> Table:
    """The table as ``seat`` sees it (None: as it lies open to everybody).

    Hidden cards of hands are ``HIDDEN``, one for each, and count as not seen in their deck: what is
    left in a deck would otherwise tell what is in the hands. Cards of decks that are drawn in the
    open stay open in a hand.
    """
    if table.phase == "over":
        return table
    secret = rules.seating.hand_deck
    players, hidden = [], list[int]()
    for number, player in enumerate(table.players, 1):
        if number != seat:
            covered = [c for c in player.hand if rules.cards[c].deck == secret]
            hidden += covered
            hand = tuple(HIDDEN if c in covered else c for c in player.hand)
            player = replace(player, hand=hand)
        players.append(player)
    decks = tuple(
        replace(d, unseen=tuple(sorted((*d.unseen, *hidden)))) if d.name == secret else d
        for d in table.decks
    )
    auction = _covered(table.auction, seat) if table.auction is not None else None
    return replace(table, players=tuple(players), decks=decks, auction=auction)


def _covered(auction: Auction, seat: int | None) -> Auction:
    if auction.stage not in ("window", "bids"):
        return auction
    bids = tuple(b if b.seat == seat else replace(b, card=HIDDEN) for b in auction.sealed.bids)
    return replace(auction, sealed=replace(auction.sealed, bids=bids))


def public(events: Iterable[AnyEvent], seat: int | None) -> tuple[AnyEvent, ...]:
    """Events as ``seat`` may hear of them (None: as everybody may)."""
    return tuple(_event(event, seat) for event in events)


def _event(event: AnyEvent, seat: int | None) -> AnyEvent:
    match event:
        case CardDrawn() | BidLaid() if event.seat != seat:
            return replace(event, card=HIDDEN)
        case AuctionOpened():
            return replace(event, auction=_covered(event.auction, seat))
        case Corrected(secret=True) if seat not in _holders(event):
            return replace(event, was=_face_down(event.was), what=_face_down(event.what))
        case _:
            return event


def _holders(event: Corrected) -> set[int]:
    """Out of whose hand a card came, and into whose it went."""
    return {c.hand for c in (event.was, event.what) if isinstance(c, CardIn)}


def _face_down(what: AnyCorrection) -> AnyCorrection:
    return replace(what, card=HIDDEN) if isinstance(what, CardIn) else what


def public_command(command: AnyCommand, seat: int | None) -> AnyCommand:
    """A command as ``seat`` may hear of it."""
    match command:
        case BidCard() | Draw() if command.seat != seat:
            return replace(command, card=HIDDEN)
        case Correct(what=CardIn(hand=hand)) if seat is None or hand != seat:
            return replace(command, what=_face_down(command.what))
        case _:
            return command


def open_offers(offers: Offers, seat: int | None) -> Offers:
    """Offers without those that would tell a card of somebody else's hand or of a deck.

    Cards that could be drawn from a real deck are nobody's to see: those missing are in hands.
    """

    def shown(command: AnyCommand) -> bool:
        if isinstance(command, Draw):
            return False
        if command.seat == seat:
            return True
        match command:
            case Play() | Discard():
                return False
            case Buy() | Pay():
                return not command.card
            case _:
                return True

    forms = tuple(
        form
        for form in offers.forms
        if form.seat == seat or not isinstance(form, DiceForm) or not form.card
    )
    return Offers(tuple(c for c in offers.commands if shown(c)), forms, offers.standing)
