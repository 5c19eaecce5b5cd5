"""The hand of a seat on its own page: what each card says, what it can do, or why nothing."""

from collections.abc import Iterator

from ketuk import engine
from ketuk.engine.commands import AnyCommand, Buy, Discard, Pay, Play
from ketuk.engine.offers import DiceForm
from ketuk.engine.taps import Denied
from ketuk.rooms.sheet import HandCard, Line
from ketuk.tui.pages.dice import dice
from ketuk.tui.pages.place import SeatPlace, wired


def in_hand(at: SeatPlace) -> Iterator[AnyCommand]:
    """What stands with the cards of a hand that is held in secret, and so not among the lines."""
    if at.rules.seating.hand_deck:
        yield from (c for c in at.offers.commands if card_of(c))


def card_of(command: AnyCommand) -> int:
    """The card of a hand that a command uses; 0 for none."""
    return command.card if isinstance(command, Play | Buy | Pay | Discard) else 0


def hand(at: SeatPlace) -> tuple[HandCard, ...] | None:
    """The own cards; None if nobody has any, and for whoever looks on."""
    if not at.seat:
        return None
    held = at.table.player(at.seat).hand
    if not held and not at.rules.seating.hand_deck:
        return None
    return tuple(_card(at, card) for card in held)


def _card(at: SeatPlace, card: int) -> HandCard:
    names, mine = at.names, [c for c in in_hand(at) if card_of(c) == card]
    lines = tuple(
        Line(
            label=names.label(c),
            cmds=(wired(c),),
            sure=names.words("rooms.sure", what=names.label(c)) if isinstance(c, Discard) else "",
        )
        for c in mine
    )
    forms = [f for f in at.offers.forms if isinstance(f, DiceForm) and f.card == card]
    fields = tuple(dice(at, form) for form in forms)
    text = names.words.said(at.rules.texts[at.rules.cards[card].kind])
    idle = "" if lines or fields or not at.rules.seating.hand_deck else _why_not(at, card)
    return HandCard(label=names.card(card), text=text, lines=lines, fields=fields, idle=idle)


def _why_not(at: SeatPlace, card: int) -> str:
    """Why it can do nothing now, with the ruling; only its holder reads it."""
    meaning = engine.meaning(at.whole, at.rules, card, at.seat)
    if isinstance(meaning, Denied):
        return at.names.refusal(meaning.refused)
    return at.names.words("screens.hand_not_now", card=at.names.card(card))
