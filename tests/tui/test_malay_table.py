"""A table that speaks Malay plays rel from the first page to the ranking, wholly in Malay.

Everything that stands on a screen on the way is read word by word: none is one that only the
Indonesian sentences have, or only the English ones.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from evening import Evening
from railfolk import Railfolk
from screens_at_hand import LARGE, AtTable, lobby
from sentences import every

from ketuk import engine
from ketuk.engine.table import Options
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.words import Language

EDITION = "rel-borneo"
WORD = re.compile(r"[^\W\d_]{4,}")
"""Shorter ones may be what is left of a longer one at the end of a line."""


def words_in(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)}


def said_in(language: Language) -> set[str]:
    """Every word of the sentences, cards, missions and readings in a language."""
    rules = engine.ruleset(EDITION)
    texts: list[dict[str, str]] = [dict(entry) for entry in every().values()]  # type: ignore[arg-type]
    texts += [dict(t) for t in (*rules.texts.values(), *rules.terms.values())]
    texts += [dict(reading[part]) for reading in rules.rulings.values() for part in _parts(reading)]
    return {word for entry in texts for word in words_in(entry.get(language, ""))}


def _parts(reading: object) -> Iterator[str]:
    yield from ("title", "text")


def names_of_the_set() -> set[str]:
    rules = engine.ruleset(EDITION)
    known = [t.name for t in rules.board.tiles] + [c.name for c in rules.cards.values()]
    return words_in(" ".join([*known, *engine.NAMES, *(i.name for i in rules.items)]))


def foreign() -> set[str]:
    """Words that tell another language: in its sentences and in none of the Malay ones."""
    malay = said_in("ms") | names_of_the_set() | words_in("Aina Bahasa Indonesia")
    return (said_in("id") | said_in("en")) - malay


class Reader:
    """Reads every screen that it is shown."""

    def __init__(self, at: AtTable) -> None:
        self.at, self.foreign = at, foreign()
        self.read: set[str] = set()

    def look(self) -> None:
        text = self.at.text()
        self.read |= words_in(text)
        wrong = words_in(text) & self.foreign
        assert not wrong, f"{sorted(wrong)}\n{text}"


async def sit_down(at: AtTable, reader: Reader) -> None:
    """The first page, by keys: edition, who plays each seat, fast mode, laps, the end, no box."""
    await at.press("n")
    await at.settle(lambda: at.on == "NewGame")
    reader.look()
    await at.press("up", *["right"] * engine.NAMES.index(EDITION), "down")
    await at.press(*"Aina", "down", "f4", "down", "f4", "f4")
    reader.look()
    assert "Bot mudah" in at.text()
    assert "Bot sederhana" in at.text()
    await at.press(*["down"] * 6, "right")
    await at.press("down", "1", "down", "3", "down", "right", "down", "right")
    reader.look()
    await at.press("f5")
    await at.settle(lambda: at.on == "TableScreen")


async def looks_around(at: AtTable, reader: Reader) -> None:
    """What can be opened beside the board."""
    for key, screen in (("g", "GoalsScreen"), ("a", "RulingsScreen"), ("f1", "HelpScreen")):
        await at.press(key)
        await at.settle(lambda s=screen: at.on != "TableScreen")
        reader.look()
        await at.press("escape")
        await at.settle(lambda: at.on == "TableScreen")


async def test_from_the_first_page_to_the_ranking(tmp_path: Path) -> None:
    async with lobby(tmp_path, size=LARGE, language="ms", seed=6) as at:
        reader, folk = Reader(at), Railfolk(tired=4)
        reader.look()
        await sit_down(at, reader)
        header = at.session.room.header
        wanted = Options(house=("fast",), settings=(("qualifying", 1), ("laps", 3), ("rounds", 30)))
        assert header.options == wanted
        assert (header.bots, header.players) == ((2, 3), ("mudah", "sederhana"))
        assert at.table.rounds == 18, "the fast mode ends it first"
        people = Evening(at, folk)
        await at.press("b", "b")
        await looks_around(at, reader)
        for _ in range(200):
            if at.on == "EndScreen":
                break
            await one_move(at, people, folk)
            reader.look()
        await at.settle(lambda: at.on == "EndScreen")
        reader.look()
        for place in at.table.ranking:
            assert at.table.player(place.seat).name in at.text()
        assert at.table.ranking[0].place == 1
    assert {"ronde", "misi", "tunai", "kekayaan"} <= reader.read


async def one_move(at: AtTable, people: Evening, folk: Railfolk) -> None:
    """What a computer does comes with Enter; Aina finds hers among the lines."""
    before = at.session.room.seq
    (screen,) = [s for s in at.app.screen_stack if isinstance(s, TableScreen)]
    if screen.robots.next() is not None:
        await at.press("enter")
    else:
        command = folk.says(at.session.rules, at.table, 1)
        assert command is not None, at.table.top
        await people.carry_out(command)
        await at.settle()
        if at.on == "Ask":
            await at.press("1")
    await at.settle(lambda: at.session.room.seq > before)
