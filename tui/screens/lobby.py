"""The lobby: go on with a saved game, begin a new one, look at a box."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.scans import Said
from tui.signs import FINE, signs
from tui.widgets.keybar import KeyBar
from tui.widgets.lettering import large
from tui.widgets.scanbar import ScanBar

if TYPE_CHECKING:
    from codes.sticker import Box
    from codes.verdict import Accepted
    from rooms.records import Saved
    from scanning.scan import Scan
    from tui.app import KetukApp
    from tui.words import Words

FIRST_PLAYER, LAST_PLAYER, BOX_CARD = 40, 47, 140


@dataclass(frozen=True, slots=True)
class Found:
    """What lies in the data folder."""

    games: tuple[Saved, ...]
    boxes: tuple[Box, ...]
    made: Box | None
    """The demo box, if it was made just now."""
    trouble: str = ""


class Lobby(Screen[None]):
    """Where an evening begins."""

    app: KetukApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "screens.key_new"),
        Binding("k", "cards", "screens.key_cards"),
        Binding("a", "rulings", "screens.key_rulings"),
        Binding("d", "doctor", "screens.key_doctor"),
        Binding("slash,space", "entry", "screens.key_entry"),
        Binding("question_mark", "app.help", "screens.key_help"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.found: Found | None = None
        self.box: str | None = None
        """The box that a new game is played with."""

    def compose(self) -> ComposeResult:
        """Name, list, boxes, readers."""
        yield Static(id="lobby-name")
        yield Static(id="lobby-lead")
        yield OptionList(id="lobby-list")
        with Vertical(id="lobby-boxes"):
            yield Static(id="lobby-box")
        yield ScanBar()
        yield KeyBar()

    def on_mount(self) -> None:
        """Paint first; the folder is read when that is done."""
        self.reword()
        self.query_one(OptionList).focus()
        self.call_after_refresh(self.look)

    def on_screen_resume(self) -> None:
        """A game may have gone on meanwhile."""
        if self.found is not None:
            self.look()

    def reword(self) -> None:
        """Draw everything in the language of now."""
        name = self.app.words("screens.title")
        name = "\n".join(large(name)) if signs() is FINE else name
        self.query_one("#lobby-name", Static).update(Text(name, style="bold"))
        self.query_one("#lobby-lead", Static).update(self.app.words("screens.lead"))
        self._list()
        self._tell_box()
        self.query_one(ScanBar).show()
        self.query_one(KeyBar).refresh()

    # ---- what there is

    @work(thread=True, exclusive=True)
    def look(self) -> None:
        """Read saved games and boxes; a first start makes the demo box."""
        found = look_into(self.app.data, self.app.words)
        self.app.call_from_thread(self.show, found)

    def show(self, found: Found) -> None:
        """Draw what was found."""
        self.found = found
        ids = [box.id for box in found.boxes]
        if self.box not in ids:
            played = next((g.box for g in found.games if g.box in ids), None)
            self.box = played or (ids[0] if ids else None)
        if found.trouble:
            self.app.scans.say(Said(found.trouble, "bad"))
        self._list()
        self._tell_box()
        self.found_boxes(found.boxes)

    def found_boxes(self, boxes: tuple[Box, ...]) -> None:
        """Tell the form of a new game, if somebody was quicker than the disk."""
        for screen in self.app.screen_stack:
            offer = getattr(screen, "offer_boxes", None)
            if offer is not None:
                offer(boxes, self.box)

    def _list(self) -> None:
        words, options = self.app.words, self.query_one(OptionList)
        options.clear_options()
        games = self.found.games if self.found else ()
        for at, game in enumerate(sorted(games, key=lambda g: g.over)):
            options.add_option(Option(self._line(game, first=at == 0), id=f"game {game.name}"))
        options.add_option(Option(words("screens.new_game"), id="new"))
        if self.found is not None:
            options.add_option(Option(words("screens.look_at_cards"), id="cards"))
        options.highlighted = 0

    def _line(self, game: Saved, *, first: bool) -> Text:
        words = self.app.words
        facts = {"names": ", ".join(game.names), "round": game.round, "when": moment(game.played)}
        if game.over:
            return Text(words("screens.game_over_line", **facts), style="dim")
        key = "screens.continue_line" if first else "screens.game_line"
        return Text(words(key, **facts), style="bold" if first else "")

    def _tell_box(self) -> None:
        words, found = self.app.words, self.found
        line = Text()
        if found is None:
            line.append(words("screens.looking"), "dim")
        for box in found.boxes if found else ():
            mark = "▣ " if box.id == self.box else "▢ "
            line.append(f"{mark}{words('screens.box_line', name=box.name, box=box.id)}\n")
        if found is not None and found.made is not None:
            line.append(words("screens.demo_made", name=found.made.name), "italic")
        self.query_one("#lobby-box", Static).update(line)

    # ---- what one does

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line was chosen."""
        chosen = event.option.id or ""
        if chosen.startswith("game "):
            self.resume_game(chosen.removeprefix("game "))
        elif chosen == "new":
            self.action_new()
        else:
            self.action_cards()

    def resume_game(self, name: str) -> None:
        """Go on at the very move."""
        from tui.screens.opening import resume

        resume(self.app, name)

    def action_new(self, seat: int = 0) -> None:
        """Begin a new game; ``seat`` was tapped already."""
        from tui.screens.new_game import NewGame

        boxes = self.found.boxes if self.found else ()
        self.app.push_screen(
            NewGame(boxes=boxes, box=self.box, seat=seat, looked=self.found is not None)
        )

    def action_cards(self) -> None:
        """The cards of the box."""
        if self.box is not None:
            from tui.screens.cards import Cards

            self.app.push_screen(Cards(self.app.data, self.box))

    def action_doctor(self) -> None:
        """Readers, cameras and what they need."""
        from tui.screens.doctor import Doctor

        self.app.push_screen(Doctor())

    def action_rulings(self) -> None:
        """Look into the rulings."""
        import engine
        from tui.screens.rulings import Rulings

        self.app.push_screen(Rulings(engine.ruleset("nusantara")))

    def action_entry(self) -> None:
        """Type a code."""
        self.query_one("#entry").focus()

    def tapped(self, scan: Scan) -> None:
        """A box card chooses its box; a player card takes a seat."""
        from tui.screens.verdict import judged_at_home

        judged_at_home(self.app, scan, accepted=self._accepted)

    def _accepted(self, card: Accepted) -> None:
        words, self.box = self.app.words, card.box
        self._tell_box()
        if FIRST_PLAYER <= card.item <= LAST_PLAYER:
            seat = card.item - FIRST_PLAYER + 1
            self.app.scans.say(Said(words("screens.seat_taken", seat=seat), "good"))
            self.action_new(seat)
        elif card.item == BOX_CARD:
            self.app.scans.say(Said(words("screens.box_chosen", box=card.box), "good"))
        else:
            self.app.scans.say(Said(words("screens.card_in_lobby", box=card.box), "note"))


def look_into(data: Path, words: Words) -> Found:
    """Read the data folder; what cannot be read is told, and the rest is shown."""
    from codes.fault import CodesFault
    from tui.box import demo_box
    from tui.verdicts import trouble

    games, told = _saved(data, words)
    said, made = [told] if told else [], None
    try:
        made = demo_box(data)
    except CodesFault as fault:
        said.append(trouble(words, fault))
    return Found(games, _boxes(data, words, said), made, "\n".join(said))


def _boxes(data: Path, words: Words, said: list[str]) -> tuple[Box, ...]:
    """The boxes that can be read; why the others cannot is added to ``said``."""
    from codes.fault import CodesFault
    from tui.box import boxes
    from tui.verdicts import trouble

    there, found = boxes(data), []
    for box in there.ids():
        try:
            with there.open(box) as registry:
                found.append(registry.box)
        except CodesFault as fault:
            said.append(trouble(words, fault))
    return tuple(found)


def _saved(data: Path, words: Words) -> tuple[tuple[Saved, ...], str]:
    """The saved games, and what was wrong with their file or was done about it."""
    from rooms.journal import FILE, Journal
    from rooms.trouble import JournalFault
    from tui.telling import trouble

    if not (data / FILE).exists():
        return (), ""
    try:
        with Journal.open(data / FILE) as journal:
            lost = journal.rescued
            facts = {"games": lost.games, "moves": lost.moves, "kept": lost.kept} if lost else {}
            return journal.games(), words("saved.rescued", **facts) if lost else ""
    except JournalFault as fault:
        return (), trouble(words, fault)


def moment(text: str) -> str:
    """A time of the journal in the table's own zone, to the minute."""
    return f"{datetime.fromisoformat(text).astimezone():%Y-%m-%d %H:%M}"
