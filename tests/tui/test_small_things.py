"""Small things at the table, each as a kind: what is cited, kept in sight, and has a key."""

import asyncio
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from moments import community
from ruins import ruined
from screens_at_hand import LARGE, SMALL, lobby, set_table, table
from sentences import every
from textual.css.query import NoMatches
from textual.widgets._toast import Toast

from ketuk import engine
from ketuk.engine.refusal import Reason, Refused
from ketuk.engine.table import Auction, Bidding, Bill, Free, OpenRent, Options, replace
from ketuk.tui.menu import ChoiceLine, More, question
from ketuk.tui.screens.opening import begin
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.naming import PARTS
from ketuk.tui.telling.telling import Telling
from ketuk.tui.widgets.lettering import large
from ketuk.tui.widgets.scanbar import ScanBar
from ketuk.tui.words import LANGUAGES, Language, Words

RULING = re.compile(r"\b(?:4\.\d+\.\d+|(?:K|KP|R|M)-\d+)\b")
NAMES = ("Ayu", "Budi", "Citra")
COMMANDS = ("cli", "shell", "simulate", "values")
"""Topics of the command line: their examples name the set they are of."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", engine.NAMES)
def test_no_set_cites_the_ruling_of_another(ruleset: str, language: Language) -> None:
    rules = engine.ruleset(ruleset)
    words, code = Words(language).of(rules.meta.rules), rules.meta.rules
    keys = {key for (own, key) in every() if own in ("", code)}
    said = {key: words.text(key) for key in keys if not key.startswith(COMMANDS)}
    said |= {f"card {key}": words.said(texts) for key, texts in rules.texts.items()}
    said |= {f"term {key}": words.said(texts) for key, texts in rules.terms.items()}
    for number, ruling in rules.rulings.items():
        said[f"ruling {number}"] = f"{words.said(ruling['title'])} {words.said(ruling['text'])}"
    said |= {f"topic {topic}": number for topic, number in rules.cites.items()}
    strange = {
        key: number
        for key, text in said.items()
        for number in RULING.findall(text)
        if number not in rules.rulings
    }
    assert strange == {}


async def test_a_refusal_does_not_stay_under_the_next_screen(tmp_path: Path) -> None:
    async with table(tmp_path) as at:
        for key, screen in (("l", "TileScreen"), ("m", "Owned"), ("s", "LayOut")):
            at.session.refuse(Refused(Reason.NO_ROLL_LEFT))
            assert at.said() != ""
            await at.press(key)
            await at.settle(lambda screen=screen: at.on == screen)
            assert at.said() == ""
            await at.press("escape")
            await at.settle(lambda: at.on == "TableScreen")
        at.session.refuse(Refused(Reason.NO_ROLL_LEFT))
        await at.press("w")
        await at.settle(lambda: at.on == "WhyScreen")
        assert at.said()[:23] in at.text()


async def test_whoever_leaves_has_a_key_in_the_footer_and_in_the_help(tmp_path: Path) -> None:
    async with table(tmp_path, size=LARGE) as at:
        leave = at.session.words("screens.key_leave")
        assert f"X {leave}" in at.text().splitlines()[-1]
        await at.press("question_mark")
        await at.settle(lambda: at.on == "Help")
        assert re.search(rf"X +{leave}", at.text())


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_the_bid_pad_reads_as_key_part_and_amount(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table(tmp_path, size=size) as at:
        hammer = Auction(tile=31, seats=(1, 2, 3), leader=1, why="declined", stage="bids")
        set_table(at, phase="turn", auction=hammer, agenda=(Free(1), Bidding()),
                  opened=(at.table.count,) * 2)  # fmt: skip
        await at.press("enter")
        await at.settle(lambda: at.on == "BidScreen")
        names, shown = at.session.names, at.text()
        assert re.search(r"\[1\] +tidak ikut", shown)
        for card, part in enumerate(PARTS[1:], 1):
            amount = names.telling.names.bid(card, at.table)
            assert re.search(rf"\[{card + 1}\] +{part} +{re.escape(amount)}\b", shown), shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_for_all_say_whom_they_are_for(language: Language) -> None:
    """Balai Warga: who the poorest is, and whose city the festival would come to."""
    game = community().has(3, 100).owns(2, 10).pot(5_000)
    names = Names(Telling(Words(language).of("nusantara"), game.rules), game.table)
    asked = question(names)
    assert asked is not None
    labels = [choice.label for choice in asked.choices]
    assert [label for label in labels if label.endswith(" · Citra")] == labels[:1]
    cities = list(_inner(asked.choices))
    owned = [line for line in cities if line.endswith(" · Budi")]
    assert len(owned) == 1
    assert names.tile(10) in owned[0]


def _inner(choices: Iterable[ChoiceLine]) -> Iterator[str]:
    """What the lines of inner menus say that are asked for, however deep they lie."""
    for choice in choices:
        if not isinstance(choice.action, More):
            continue
        for line in choice.action.choices:
            if not isinstance(line.action, More):
                yield line.label
        yield from _inner(choice.action.choices)


@pytest.mark.parametrize("ruleset", ["klasik", "kompleks"])
async def test_the_opening_throw_and_the_dealing_are_in_the_log(
    tmp_path: Path, ruleset: str
) -> None:
    async with lobby(tmp_path, size=(160, 60)) as at:
        rules = engine.ruleset(ruleset)
        options = Options(edition=rules.edition, house=rules.house)
        assert begin(at.app, names=NAMES, options=options, box=None, ruleset=ruleset)
        await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
        told = [line.text for line in at.app.screen.chronicle.lines]  # type: ignore[attr-defined]
        if rules.seating.opener == "thrown":
            thrown = [line for line in told if line.startswith("Siapa mulai")]
            assert len(thrown) >= len(NAMES)
            assert all(re.search(r"\d \+ \d", line) for line in thrown), thrown
            assert thrown[0] in " ".join(at.text().split()) or len(told) > 10
        if "dealt" in rules.house:
            dealt = [line for line in told if " mendapat " in line]
            assert len(dealt) == len(NAMES)
            assert sum(line.count(",") + 1 for line in dealt) == len(rules.board.deeds)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x36"])
async def test_a_trade_has_large_words_where_there_is_room(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table(tmp_path, size=size) as at:
        set_table(at, phase="turn", agenda=(Free(1),), opened=(at.table.count,),
                  turn=replace(at.table.turn, seat=1))  # fmt: skip
        await at.press("t", "1")
        await at.settle(lambda: at.on == "TradeScreen")
        drawn = large(at.session.names.seats((1, 2)))
        assert all(row.rstrip() in at.text() for row in drawn) == (size == LARGE)


@pytest.mark.parametrize("to", [0, 3])
async def test_a_bankruptcy_tells_who_to_whom_and_over_what(tmp_path: Path, to: int) -> None:
    async with lobby(tmp_path) as at:
        await ruined(at, 3, to=to)
        if to:
            bill = Bill(39, 1700, "level", total=1700)
            set_table(at, agenda=(Free(2),), opened=(1,), rents=(OpenRent(2, 3, bill),))
        else:
            players = list(at.table.players)
            players[1] = replace(players[1], cash=0)
            holdings = [replace(h, owner=0) if h.owner == 2 else h for h in at.table.holdings]
            set_table(at, players=tuple(players), holdings=tuple(holdings))
        await at.press(at.first_key)
        await at.settle(lambda: at.on == "Ask")
        await at.press("1")
        await at.settle(lambda: at.table.player(2).left)
        told = [line.text for line in at.app.screen.chronicle.lines]  # type: ignore[attr-defined]
        (line,) = [text for text in told if text.startswith("Budi bangkrut")]
        assert ("kepada Citra" in line) == bool(to)
        assert line.endswith("sewa Persiaran Mahligai." if to else "Pajak.")


async def test_a_scan_bar_on_its_way_out_is_not_drawn_and_one_that_stays_hides_no_fault(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path) as at:
        bar = at.app.screen.query_one(ScanBar)
        going = bar.remove()
        left = set()
        while bar.parent is not None:
            left.add(len(bar.query("*")))
            bar.show()
            await asyncio.sleep(0)
        await going
        assert len(left) > 1, "first goes what it consists of"
        await at.app.screen.mount(bar := ScanBar())
        await bar.query_one("#verdict").remove()
        with pytest.raises(NoMatches):
            bar.show()


async def test_a_notice_goes_by_itself_and_no_screen_draws_it_with_its_time_up(
    tmp_path: Path,
) -> None:
    async with lobby(tmp_path, toasts=True) as at:

        def toasts() -> list[Toast]:
            return [toast for screen in at.app.screen_stack for toast in screen.query(Toast)]

        at.app.notify("satu", timeout=60)
        await at.settle(lambda: len(toasts()) == 1)
        at.app.notify("dua", timeout=0.5)
        await at.settle(lambda: [t._notification.message for t in toasts()] == ["dua"])
        for _ in range(3):
            assert all(toast._timeout > 60 for toast in toasts()), "some of Textual's time is left"
            await at.press("f1")
        assert at.on == "Help"
        await at.settle(lambda: not toasts())
