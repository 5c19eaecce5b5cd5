"""The lines of the lobby's list: games, what else one can do, the shelf; the boxes below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ketuk.tui.saved.shelf import given_name
from ketuk.tui.signs import PLAIN, signs

if TYPE_CHECKING:
    from ketuk.codes.sticker import Box
    from ketuk.rooms.records import Saved
    from ketuk.tui.saved.contents import Contents
    from ketuk.tui.words import Words

GAME, SHELVED, BROKEN, ASIDE = "game ", "shelved ", "broken ", "aside "
"""Beginnings of the ids of lines for a game or a file set aside; its name follows."""
BOXES = 4
"""Boxes that are named; of the rest only the number."""
LEAST = 8
"""Columns that players' names get however narrow it is."""
LONGEST = 16
"""Columns that the name of a game gets, if people have given it one."""


def lines(
    contents: Contents | None, words: Words, *, width: int, shelf: bool
) -> Iterator[tuple[str, Text]]:
    """Id and text of each line; ``shelf`` says whether the shelf is open."""
    games = sorted(contents.games, key=lambda game: game.over) if contents else []
    playing = bool(games) and not games[0].over
    # Rules are told only where there are games by several.
    mixed = len({game.ruleset for game in games}) > 1
    rules = {game.name: f" · {game.ruleset}" if mixed else "" for game in games}
    if playing:
        first, key = games[0], "screens.continue_line"
        yield f"{GAME}{first.name}", _game(first, words, width, key, rules[first.name])
    yield "new", Text(words("screens.new_game"), "" if playing else "bold")
    if contents is None:
        return
    yield "cards", Text(words("screens.look_at_cards"))
    yield "joining", Text(words("lobby.join_line"))
    yield "reviving", Text(words("lobby.revive_line"))
    for game in games[playing:]:
        key = "screens.game_over_line" if game.over else "screens.game_line"
        yield f"{GAME}{game.name}", _game(game, words, width, key, rules[game.name])
    for name in contents.broken:
        yield f"{BROKEN}{name}", Text(words("lobby.broken_line", game=name), "bold")
    for file in contents.aside:
        yield f"{ASIDE}{file.name}", Text(words("lobby.aside_line", file=file.name), "bold")
    yield from _shelf(contents.shelved, words, width, is_open=shelf)


def _shelf(
    games: tuple[Saved, ...], words: Words, width: int, *, is_open: bool
) -> Iterator[tuple[str, Text]]:
    if not games:
        return
    key = "lobby.shelf_open_line" if is_open else "lobby.shelf_line"
    yield "shelf", Text(words(key, count=len(games)), "dim")
    for game in games if is_open else ():
        yield f"{SHELVED}{game.name}", _game(game, words, width, "lobby.shelved_line")


def _game(game: Saved, words: Words, width: int, key: str, rules: str = "") -> Text:
    """Names are cut so that round, time, rules and what the game is called stay in sight."""
    called = given_name(game.name)
    more = f" · {fitted(called, LONGEST)}" if called else ""
    if game.decided_at and not game.over:
        more += " · " + words("lobby.copy", name=fitted(game.decided_at, LONGEST))
    facts = {"round": game.round, "when": moment(game.played) + rules + more}
    room = width - cell_len(words(key, names="", **facts))
    label = words(key, names=fitted(", ".join(game.names), max(room, LEAST)), **facts)
    bold, dim = key == "screens.continue_line", game.over or key == "lobby.shelved_line"
    return Text(label, "bold" if bold else "dim" if dim else "")


def fitted(text: str, width: int) -> str:
    """``text``, with a mark at its end where it was cut to so many columns."""
    if cell_len(text) <= width:
        return text
    mark = "..." if signs() is PLAIN else "…"
    return set_cell_size(text, width - cell_len(mark)).rstrip() + mark


def box_lines(contents: Contents | None, chosen: str | None, words: Words, width: int) -> Text:
    """The boxes, the chosen one marked and always among those named."""
    if contents is None:
        return Text(words("screens.looking"), "dim")
    boxes = _some(contents.boxes, chosen)
    text = Text("\n").join(_box(box, chosen, words, width) for box in boxes)
    if len(contents.boxes) > len(boxes):
        more = words("lobby.more_boxes", count=len(contents.boxes) - len(boxes))
        text.append(f"\n  {more}", "dim")
    if contents.made is not None:
        text.append(f"\n{words('screens.demo_made', name=contents.made.name)}", "italic")
    return text


def _some(boxes: tuple[Box, ...], chosen: str | None) -> tuple[Box, ...]:
    first = boxes[:BOXES]
    if chosen is None or any(box.id == chosen for box in first):
        return first
    return (*boxes[: BOXES - 1], *(box for box in boxes if box.id == chosen))


def _box(box: Box, chosen: str | None, words: Words, width: int) -> Text:
    marks = ("[x] ", "[ ] ") if signs() is PLAIN else ("▣ ", "▢ ")
    mark = marks[box.id != chosen]
    room = width - cell_len(mark + words("screens.box_line", name="", box=box.id))
    name = fitted(box.name, max(room, LEAST))
    return Text(mark + words("screens.box_line", name=name, box=box.id))


def moment(text: str) -> str:
    """A time of the journal in the table's own zone, to the minute."""
    from ketuk.codes.moment import moment as time_of
    from ketuk.tui.telling.verdicts import when

    return when(time_of(text))
