"""Pictures of the screens for these pages: a game that cautious players have played, as SVG.

    python docs/make_pictures.py

Times and box names in them are those of the run; fonts are left to whoever looks.
"""

import asyncio
import re
import tempfile
from pathlib import Path

from textual.pilot import Pilot

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.commands import Decline
from ketuk.engine.table import BuyChoice, Options
from ketuk.rooms.chance import SeededLuck
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.tui.app import KetukApp
from ketuk.tui.screens.lobby import Lobby
from ketuk.tui.screens.opening import resume
from ketuk.tui.screens.table import TableScreen
from ketuk.tui.words import Words

PICTURES = Path(__file__).parent / "pictures"
NAMES = ("Ayu", "Budi", "Citra", "Dewi")
MOVES = 55
SIZE = (120, 36)
STILL, LEAST = 3, 5
"""Looks at which a screen has not changed, and pieces of text that are on any."""


def play(data: Path, moves: int) -> str:
    """A game up to a question whether to buy, on disk."""
    rules, policy = engine.ruleset("nusantara"), cautious_policy()
    with Journal.open(data / FILE) as journal:
        room = Room.start(journal, rules=rules, names=NAMES, options=Options(), seed=5)
        while len(room.moves) < moves or not isinstance(room.table.top, BuyChoice):
            found = (policy(rules, room.table, seat) for seat in room.table.seats)
            room.do(next(c for c in found if c is not None))
        return room.name


def keep(app: KetukApp, name: str) -> None:
    """Write what stands on the screen, without the address of a font."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(title="Ketuk"), flags=re.S)
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / f"{name}.svg").write_text(svg, "utf-8")


async def shown(app: KetukApp, pilot: Pilot[object]) -> None:
    """Everything is drawn: something stands there, and the same for a while."""
    told, still = [""], 0
    while still < STILL or len(told) < LEAST:
        await pilot.pause(0.1)
        now = re.findall(r">([^<]+)</text>", app.export_screenshot())
        told, still = now, still + 1 if now == told else 0


async def lobby_read(app: KetukApp, pilot: Pilot[object]) -> None:
    """The lobby stands there, and has read its folder."""
    while not (isinstance(app.screen, Lobby) and app.screen.contents is not None):
        await pilot.pause(0.05)


async def pictures(data: Path, language: str) -> None:
    """Lobby, table, auction, why, history, end, in one language."""
    words = Words("en" if language == "en" else "id")
    game = play(data, MOVES)
    app = KetukApp(data=data, words=words, readers=lambda: [], luck=SeededLuck(5))
    app.can_move = False
    async with app.run_test(size=SIZE) as pilot:
        await lobby_read(app, pilot)
        await shown(app, pilot)
        keep(app, f"lobby-{language}")
        resume(app, game)
        await shown(app, pilot)
        keep(app, f"table-{language}")
        assert isinstance(app.screen, TableScreen)
        seat = app.screen.session.table.top.seat  # type: ignore[union-attr]
        app.screen.do(Decline(seat))
        await shown(app, pilot)
        keep(app, f"auction-{language}")
        for key, name in (("w", "why"), ("r", "history"), ("s", "lay-out")):
            table = app.screen
            while app.screen is table:  # a key that comes before all is painted does nothing
                await pilot.press(key)
                await shown(app, pilot)
            keep(app, f"{name}-{language}")
            while app.screen is not table:
                await pilot.press("escape")
                await shown(app, pilot)


def main() -> None:
    """Make all of them anew."""
    for language in ("id", "en"):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(pictures(Path(folder), language))


if __name__ == "__main__":
    main()
