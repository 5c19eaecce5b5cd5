"""The lobby: go on with a saved game, begin a new one, look at a box."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets.option_list import Option

from ketuk.engine.items import BOX, seat_of
from ketuk.tui.saved.contents import Contents, look_again, look_into
from ketuk.tui.saved.lobby_lines import ASIDE, BROKEN, GAME, SHELVED, box_lines, lines
from ketuk.tui.saved.marked_game import MarkedGame
from ketuk.tui.scans import Said
from ketuk.tui.signs import FINE, signs
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.lettering import large
from ketuk.tui.widgets.plain import OptionList, Static
from ketuk.tui.widgets.scanbar import ScanBar

if TYPE_CHECKING:
    from ketuk.codes.sticker import Box
    from ketuk.codes.verdict import Accepted
    from ketuk.scanning.scan import Scan
    from ketuk.tui.home import Home
    from ketuk.tui.saved.again import FormPlan


LOOK_AGAIN_S = 3.0
"""Seconds until a data folder with trouble is looked at again."""


class Lobby(MarkedGame):
    """Where an evening begins."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "screens.key_new"),
        Binding("k", "cards", "screens.key_cards"),
        Binding("d", "doctor", "screens.key_doctor"),
        Binding("i", "import", "lobby.key_import"),
        Binding("e", "export", "screens.key_export"),
        Binding("x,delete", "shelve", "lobby.key_shelve"),
        Binding("x,delete", "delete", "lobby.key_delete"),
        Binding("r", "rename", "lobby.key_rename"),
        Binding("m", "play_again", "screens.key_play_again"),
        Binding("b", "next_box", "lobby.key_box"),
        Binding("a", "rule_book", "screens.key_rules"),
        Binding("h", "results", "lobby.key_results"),
        Binding("j", "elsewhere('joining')", "lobby.key_join"),
        Binding("l", "app.languages", "lobby.key_languages"),
        Binding("p", "elsewhere('reviving')", "lobby.key_revive"),
        Binding("slash,space", "entry", "screens.key_entry"),
        Binding("question_mark", "app.help", "screens.key_help"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._shelf_open = False
        self._trouble = ""
        self._wanted: Callable[[], None] | None = None
        """What was asked for before the folder was read: Enter means the line that will be first,
        K the cards of the box that will be shown.
        """

    def compose(self) -> ComposeResult:
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
        if self.contents is not None and self.is_current:
            self.look()

    def reword(self) -> None:
        self._trouble = ""  # to be told again in that language
        name = self.app.words("screens.title")
        name = "\n".join(large(name)) if signs() is FINE else name
        self.query_one("#lobby-name", Static).update(Text(name, style="bold"))
        self.query_one("#lobby-lead", Static).update(self.app.words("screens.lead"))
        self._list()
        self._tell_box()

    # ---- what there is

    @work(thread=True, exclusive=True)
    def look(self) -> None:
        """Read saved games and boxes; a first start makes the demo box."""
        contents = look_into(self.app.data, self.app.words, self._going)
        self.app.call_from_thread(self.show, contents)

    def _going(self, done: int, count: int) -> None:
        """In the thread that looks: how far it is."""
        notice = self.app.words("screens.looking_boxes", done=done, count=count)
        shown = self.query_one("#lobby-box", Static)
        self.app.call_from_thread(shown.update, notice)

    @work(thread=True, exclusive=True)
    def look_again(self, file: str) -> None:
        """Look once more into a damaged file that was set aside."""
        notice, good = look_again(self.app.data, self.app.data / file, self.app.words)
        self.app.call_from_thread(self.app.scans.say, Said(notice, "good" if good else "bad"))
        self.app.call_from_thread(self.look)

    def show(self, contents: Contents) -> None:
        """Draw what was found."""
        self.contents = contents
        ids = [box.id for box in contents.boxes]
        if self.box not in ids:
            played = next((g.box for g in contents.games if g.box in ids), None)
            self.box = played or (ids[0] if ids else None)
        self._tell_trouble(contents.trouble)
        self._shelf_open = self._shelf_open and bool(contents.shelved)
        self._list(self.arrived)
        self.arrived = ""
        self._tell_box()
        self.found_boxes(contents.boxes)
        wanted, self._wanted = self._wanted, None
        if wanted and self.is_current:
            wanted()

    def _tell_trouble(self, trouble: str) -> None:
        """Say it once, and look again in a while: a full disk may have room by then."""
        if trouble:
            self.set_timer(LOOK_AGAIN_S, self.on_screen_resume)
        if not self.is_current:
            return
        if trouble and not self._trouble:
            self.app.scans.say(Said(trouble, "bad"))
        elif self._trouble and not trouble:
            self.app.scans.clear()
        self._trouble = trouble

    def found_boxes(self, boxes: tuple[Box, ...]) -> None:
        """Tell the form of a new game, if somebody was quicker than the disk."""
        for screen in self.app.screen_stack:
            offer = getattr(screen, "offer_boxes", None)
            if offer is not None:
                offer(boxes, self.box)

    def on_resize(self) -> None:
        self._list()
        self._tell_box()

    def _list(self, mark: str = "") -> None:
        """Draw the list; what is marked stays so, or ``mark`` is."""
        options = self.query_one(OptionList)
        marked = mark or self._marked()
        width = options.size.width - 4
        rows = dict(lines(self.contents, self.app.words, width=width, shelf=self._shelf_open))
        options.clear_options()
        options.add_options([Option(text, id=line) for line, text in rows.items()])
        options.highlighted = list(rows).index(marked) if marked in rows else 0
        self.query_one(KeyBar).refresh()

    def _marked(self) -> str:
        """Id of the line that is marked, if somebody has moved there."""
        options = self.query_one(OptionList)
        if not options.highlighted or options.highlighted_option is None:
            return ""
        return options.highlighted_option.id or ""

    def _tell_box(self) -> None:
        shown = self.query_one("#lobby-box", Static)
        shown.update(box_lines(self.contents, self.box, self.app.words, self.size.width - 6))

    # ---- what one does

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line was chosen; before games are known, Enter waits for the one to go on with."""
        chosen = event.option.id or ""
        if self.contents is None:
            self._wanted = self.query_one(OptionList).action_select
        elif chosen.startswith(GAME):
            self.resume_game(chosen.removeprefix(GAME))
        elif chosen.startswith(SHELVED):
            self.unshelve(chosen.removeprefix(SHELVED))
        elif chosen.startswith(BROKEN):
            self.app.say("lobby.broken", game=chosen.removeprefix(BROKEN))
        elif chosen.startswith(ASIDE):
            self.look_again(chosen.removeprefix(ASIDE))
        elif chosen == "shelf":
            self._open_shelf()
        elif chosen == "new":
            self.action_new()
        elif chosen in ("joining", "reviving"):
            self.action_elsewhere(chosen)
        else:
            self.action_cards()

    def on_option_list_option_highlighted(self) -> None:
        """Other lines, other keys."""
        self.query_one(KeyBar).refresh()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that mean nothing just now are not offered."""
        match action:
            case "export" | "rename" | "play_again":
                return self.game_marked() is not None
            case "delete":
                return self.line_marked().startswith((SHELVED, BROKEN))
            case "shelve":
                return self.line_marked().startswith(GAME)
            case "next_box":
                return self.contents is not None and len(self.contents.boxes) > 1
            case _:
                return True

    # ---- files, the shelf and boxes

    def _open_shelf(self) -> None:
        """Show what is on it, or no more."""
        self._shelf_open = not self._shelf_open
        games = self.contents.shelved if self.contents else ()
        self._list(f"{SHELVED}{games[0].name}" if self._shelf_open and games else "shelf")

    def action_next_box(self) -> None:
        """Another box: its cards under K, and first in the form of a new game."""
        ids = [box.id for box in self.contents.boxes] if self.contents else []
        if ids:
            at = ids.index(self.box) if self.box in ids else -1
            self.box = ids[(at + 1) % len(ids)]
            self._tell_box()

    def resume_game(self, name: str) -> None:
        """Go on at the very move."""
        from ketuk.tui.screens.opening import resume

        resume(self.app, name)

    def action_new(self, seat: int = 0, plan: FormPlan | None = None) -> None:
        """Begin a new game; ``seat`` was tapped already, ``plan`` is a game to play once more."""
        boxes, looked = self.contents.boxes if self.contents else (), self.contents is not None
        self.app.open("new_game", boxes=boxes, box=self.box, seat=seat, looked=looked, plan=plan)

    def action_cards(self) -> None:
        """The cards of the box; before boxes are known, of the one that will be shown."""
        if self.contents is None and self.box is None:
            self._wanted = self.action_cards
        elif self.box is None:
            self.app.say("lobby.no_box")
        else:
            from ketuk.tui.screens.cards import open_cards

            open_cards(self.app, self.box)

    def action_results(self) -> None:
        """Who has won what, over all evenings."""
        self.app.open("results")

    def action_elsewhere(self, way: str) -> None:
        """A game of another laptop: follow it, or go on with it by what phones have of it."""
        if way == "joining":
            self.app.open("joining")
        else:
            self.app.open("reviving")

    def action_doctor(self) -> None:
        """Readers, cameras and what they need."""
        self.app.open("doctor")

    def action_rule_book(self) -> None:
        from ketuk import engine

        boxes = self.contents.boxes if self.contents else ()
        chosen = next((b.ruleset for b in boxes if b.id == self.box), engine.FIRST)
        known = chosen if chosen in engine.NAMES else engine.FIRST
        self.app.open("rule_book", engine.ruleset(known))

    def action_entry(self) -> None:
        self.set_focus(self.query_one("#entry"))

    def tapped(self, scan: Scan) -> None:
        """A box card chooses its box; a player card takes a seat."""
        from ketuk.tui.screens.verdict import judged_at_home

        judged_at_home(self.app, scan, accepted=self._accepted)

    def _accepted(self, card: Accepted) -> None:
        words, self.box = self.app.words, card.box
        self._tell_box()
        if seat := seat_of(card.item):
            self.app.scans.say(Said(words("screens.seat_taken", seat=seat), "good"))
            self.action_new(seat)
        elif card.item == BOX:
            self.app.scans.say(Said(words("screens.box_chosen", box=card.box), "good"))
        else:
            self.app.scans.say(Said(words("screens.card_in_lobby", box=card.box), "note"))
