"""What a card of the box is called when it is tapped, without giving away what is secret."""

from ketuk.engine.items import bid_of, seat_of
from ketuk.tui.telling.names import Names
from ketuk.tui.words import Words


def title(names: Names, item: int, *, hidden: bool = True) -> str:
    """A card's name; of a ``hidden`` secret one only its kind, and whose bid card it is."""
    card = names.rules.item(item)
    if card is None:
        return str(item)
    words = names.words
    match card.kind:
        case "player":
            seat = seat_of(item)
            return player_card(words, seat, _seat(names, seat))
        case "bid":
            seat, _ = bid_of(item)
            return words("screens.card_bid", seat=seat, name=_seat(names, seat))
        case "box":
            return words("screens.card_box")
        case kind if hidden and kind == names.rules.seating.hand_deck:
            return words("screens.card_secret")
        case "property":
            return card.name
        case _:
            return f"{card.code} {card.name}".strip()


def player_card(words: Words, seat: int, name: str = "") -> str:
    """The card of a player, with the name of who sits there if anybody does."""
    return words("screens.card_player", seat=seat, name=name).rstrip(": ")


def _seat(names: Names, seat: int) -> str:
    return names.seat(seat) if seat <= len(names.table.players) else ""
