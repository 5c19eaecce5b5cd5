"""Questions which of the tiles it shall be."""

from ketuk.engine.commands import Pick
from ketuk.engine.offers import Offers
from ketuk.engine.rules.ruleset import Excuse
from ketuk.engine.table import BANK, Jump, PickCity
from ketuk.tui.menu.choice import AskTable, ChoiceLine, More, Question
from ketuk.tui.menu.sorting import each
from ketuk.tui.telling.names import Names


def pick(names: Names, top: PickCity, offers: Offers) -> Question:
    """Which of these tiles."""
    key = f"table.ask_pick_{top.why}"
    key = key if names.words.has(key) else "table.ask_pick"
    text = names.words(key, name=names.seat(top.seat))
    choices = each(names, offers.commands)
    head = f"table.head_pick_{top.why}"
    head = names.words(head if names.words.has(head) else "table.head_pick")
    return Question(top.seat, head, text, choices, top.tiles, way=names.words("table.way_pick"))


def jump(names: Names, top: Jump, offers: Offers) -> Question:
    """Every other tile, in a menu each for own land, land of nobody, of others, and the rest."""
    words, table, kinds = names.words, names.table, dict[str, list[ChoiceLine]]()
    for to in [c for c in offers.commands if isinstance(c, Pick)]:
        kind, label = _to(names, top.seat, to.tile)
        kinds.setdefault(kind, []).append(ChoiceLine(label, AskTable((to,))))
    choices = []
    for kind in ("own", "unowned", "others", "tiles"):
        if ways := kinds.get(kind):
            title = words(f"table.jump_{kind}")
            choices.append(ChoiceLine(title, More(title, tuple(ways))))
    at = names.tile(table.player(top.seat).at)
    text = words("table.ask_jump", name=names.seat(top.seat), at=at)
    head, way = words("table.head_jump"), words("table.way_jump")
    return Question(top.seat, head, text, tuple(choices), way=way)


def _to(names: Names, seat: int, tile: int) -> tuple[str, str]:
    """What kind of tile it is for a pawn that is put there, and what it costs."""
    words, rules, table = names.words, names.rules, names.table
    deed, owner, named = rules.board.tiles[tile].deed, table.holdings[tile].owner, names.tile(tile)
    if deed is None:
        return "tiles", named
    if owner == seat:
        return "own", named
    if owner == BANK:
        return "unowned", words("table.jump_price", tile=named, amount=deed.price)
    rent = rules.rent(rules, table, tile, seat)
    amount = 0 if isinstance(rent, Excuse) else rent.total
    return "others", words("table.jump_rent", tile=named, amount=amount, owner=names.seat(owner))
