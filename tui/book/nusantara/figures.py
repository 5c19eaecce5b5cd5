"""The single figures of the rule book by name, each written as its language writes numbers."""

from ketuk import engine
from ketuk.engine.items import BID_CARDS
from ketuk.engine.rules.auction import bid_value
from ketuk.engine.rules.movement import edges
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rules.victory import TRACK_BOXES, TRACK_STEP
from ketuk.tui.words import Words

QUARTERS = {0: "0", 1: "¼", 2: "½", 3: "¾", 4: "1"}


def number(words: Words, amount: int) -> str:
    """``15.000`` in Indonesian, ``15,000`` in English, as the rulings have it."""
    return words.figure(amount)


def bid_label(card: int) -> str:
    """The share of the price that a bid card names."""
    return QUARTERS.get(card, f"{card}/4")


def joined(words: Words, names: list[str]) -> str:
    """A list in a sentence."""
    return words("book.joined", most=", ".join(names[:-1]), last=names[-1])


def level_names(rules: RuleSet, words: Words) -> list[str]:
    """The levels of a city, the bare one first."""
    ruko = [words("book.level_ruko", count=n) for n in range(1, rules.top_level)]
    return [words("book.level_none"), *ruko, words("book.level_menara")]


def facts(rules: engine.RuleSet, words: Words) -> dict[str, str]:
    """Everything that prose may name in braces, tables and links aside."""
    numbers = dict(rules.figures) | _counts(rules) | _amounts(rules)
    written = {name: number(words, amount) for name, amount in numbers.items()}
    return written | _phrases(rules, words)


def _counts(rules: RuleSet) -> dict[str, int]:
    kinds = [tile.kind for tile in rules.board.tiles]
    decks = [card.deck for card in rules.cards.values()]
    siasat = {card.kind for card in rules.cards.values() if card.deck == "siasat"}
    return {
        "tiles": len(kinds),
        "cities": kinds.count("city"),
        "projects": kinds.count("project"),
        "deeds": len(rules.board.deeds),
        "edges": len(edges(rules)),
        "siasat_cards": decks.count("siasat"),
        "siasat_kinds": len(siasat),
        "kejadian_cards": decks.count("kejadian"),
        "bid_cards": BID_CARDS,
        "items": len(rules.items),
        "ojek_dice": rules.card_rules["ojek"].dice,
        "top_level": rules.top_level,
        "menara_ruko": rules.top_level - 1,
        "hand": rules.seating.hand,
        "hand_limit": rules.hand_limit,
    }


def _amounts(rules: RuleSet) -> dict[str, int]:
    board = rules.board
    return {
        "step": rules.meta.step,
        "pot": rules.seating.pot,
        "tax": board.tiles[board.find("tax")].amount,
        "harbour": board.tiles[board.find("harbour")].amount,
        "capital_bid": _least_capital_bid(rules)[1],
        "track_boxes": TRACK_BOXES,
        "track_step": TRACK_STEP,
        "track_lap": TRACK_BOXES * TRACK_STEP,
    }


def _phrases(rules: RuleSet, words: Words) -> dict[str, str]:
    return {
        "bid_labels": joined(words, [bid_label(card) for card in range(BID_CARDS)]),
        "capital_bid_card": bid_label(_least_capital_bid(rules)[0]),
        "level_names": ", ".join(level_names(rules, words)[1:]),
        "opener_text": words(f"book.opener_{rules.seating.opener}"),
        "toll": next(t.name for t in rules.board.tiles if t.trait == "toll"),
    }


def _least_capital_bid(rules: RuleSet) -> tuple[int, int]:
    """The lowest bid card for Nusantara that counts, and its value."""
    tile = rules.board.find("harbour")
    least = rules.board.deed(tile).least_bid
    valued = [(card, bid_value(rules, tile, card)) for card in range(BID_CARDS)]
    return next(row for row in valued if row[1] >= least)
