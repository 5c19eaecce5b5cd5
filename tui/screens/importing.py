"""A file that is taken in: chosen from a list of folders and files, or typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, assert_never

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import DirectoryTree, Input

from ketuk.tui.boxes.card_names import cards_named
from ketuk.tui.saved.taking import (
    SUFFIXES,
    Forked,
    NameTaken,
    NotTaken,
    Outcome,
    TakenIn,
    WouldReplace,
    take,
)
from ketuk.tui.scans import Said
from ketuk.tui.screens.asking import Ask
from ketuk.tui.screens.filing import folder, path_meant, remember
from ketuk.tui.screens.lobby import Lobby
from ketuk.tui.screens.naming import NameFor
from ketuk.tui.signs import PLAIN, signs
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.codes.merging import Preference
    from ketuk.tui.home import Home


class Files(DirectoryTree):
    """Folders, and files that may be ours."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("backspace", "up", "lobby.key_folder_up"),
    ]
    ICON_NODE_EXPANDED, ICON_NODE, ICON_FILE = "▾ ", "▸ ", "  "

    def __init__(self, place: Path) -> None:
        if signs() is PLAIN:
            self.ICON_NODE_EXPANDED, self.ICON_NODE = "- ", "+ "
        super().__init__(place, id="import-files")

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        """Nothing hidden, and of files only those whose names end as ours."""
        return [path for path in paths if shown(path)]

    def action_up(self) -> None:
        self.path = Path(self.path).parent

    def on_key(self, event: events.Key) -> None:
        """Who types means the field."""
        if event.is_printable and event.key != "space":
            event.stop()
            field = self.screen.query_one(PathField)
            self.screen.set_focus(field)
            field.post_message(events.Key(event.key, event.character))


def shown(path: Path) -> bool:
    """Whether it is offered: a folder, or a file that may be ours."""
    if path.name.startswith("."):
        return False
    with suppress(OSError):
        return path.is_dir() or path.suffix.lower() in SUFFIXES
    return False


class Places(Suggester):
    """Completes a path; a mere name is one in the folder that is shown."""

    def __init__(self, place: Callable[[], Path]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._place = place

    async def get_suggestion(self, value: str) -> str | None:
        """The first folder or file that begins so."""
        return completed(value, self._place())


def completed(text: str, here: Path) -> str | None:
    """A path that begins with ``text``, a folder with its slash; None if there is none."""
    if not text.strip() or text.endswith(("/..", "/.")):
        return None
    begun = path_meant(text, here)
    place, name = (begun, "") if text.endswith("/") else (begun.parent, begun.name)
    try:
        fitting = sorted(p for p in place.iterdir() if p.name.startswith(name) and shown(p))
    except OSError:
        return None
    if not fitting:
        return None
    rest = fitting[0].name[len(name) :] + ("/" if fitting[0].is_dir() else "")
    return text + rest if rest else None


class PathField(Input):
    """A path that Tab completes, as in a shell; with nothing to complete Tab goes on.

    ``place`` says which folder a mere name is in.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "complete", show=False)]

    def __init__(self, value: str, *, id: str, place: Callable[[], Path]) -> None:
        super().__init__(value, id=id, compact=True, suggester=Places(place))
        self._place = place

    def action_complete(self) -> None:
        path = completed(self.value, self._place())
        if path is None:
            self.app.action_focus_next()
        else:
            self.value = path
            self.cursor_position = len(path)


class Import(ModalScreen[TakenIn | None]):
    """Goes when something was taken in; says why not otherwise."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "lobby.key_import"),
        Binding("escape", "none", "screens.key_back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._told: Text = Text()

    def compose(self) -> ComposeResult:
        place = folder(self.app.settings)
        with Vertical(classes="sheet", id="import-sheet"):
            yield Static(id="sheet-head", classes="sheet-head")
            yield PathField(f"{place}/", id="import-path", place=self._place)
            yield Files(place)
            yield Static(id="import-told")
        yield KeyBar()

    def on_mount(self) -> None:
        """Draw it; the list first, since hardly anybody likes to type paths."""
        self.reword()
        self.query_one(Files).focus()

    def reword(self) -> None:
        words = self.app.words
        self.query_one("#sheet-head", Static).update(words("lobby.import_head"))
        self._tell(words("lobby.import_hint"), "dim")

    def _tell(self, sentence: str, style: str) -> None:
        self.query_one("#import-told", Static).update(Text(sentence, style))

    # ---- choosing

    def on_tree_node_highlighted(self, event: Files.NodeHighlighted[object]) -> None:
        path = getattr(event.node.data, "path", None)
        if path is not None and self.query_one(Files).has_focus:
            slash = "/" if event.node.allow_expand else ""
            self.query_one(PathField).value = f"{path}{slash}"

    def on_directory_tree_file_selected(self, event: Files.FileSelected) -> None:
        event.stop()
        self.take(event.path)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def _place(self) -> Path:
        """The folder that is shown, or will be."""
        for files in self.query(Files):
            return Path(files.path)
        return folder(self.app.settings)

    def action_take(self) -> None:
        """What is in the field: a folder is shown, a file taken."""
        text = self.query_one(PathField).value
        path = path_meant(text, self._place())
        with suppress(OSError):
            if text.strip() and path.is_dir():
                files = self.query_one(Files)
                files.path = path
                files.focus()
                return
        if text.strip():
            self.take(path)

    # ---- taking

    def take(
        self, path: Path, *, name: str = "", repair: bool = False, choice: Preference | None = None
    ) -> None:
        """Take this file, in a thread: a long game takes a while."""
        self._tell(self.app.words("lobby.importing", path=path), "dim")
        self._take(path, name, repair, choice)

    @work(thread=True, exclusive=True)
    def _take(self, path: Path, name: str, repair: bool, choice: Preference | None) -> None:
        app = self.app  # a screen that is gone by then knows it no more
        outcome = take(app.data, path, app.words, name=name, repair=repair, choice=choice)
        app.call_from_thread(self._came, app, path, outcome)

    def _came(self, app: Home, path: Path, outcome: Outcome) -> None:
        if not self.is_attached:
            self._came_late(app, outcome)
            return
        match outcome:
            case TakenIn():
                remember(self.app, path)
                self.dismiss(outcome)
            case NameTaken():
                ask = NameFor("lobby.name_head", outcome.free, name=outcome.name)
                self.app.push_screen(ask, lambda name: self._named(path, name))
            case WouldReplace(question):
                self.app.push_screen(
                    Ask("lobby.asked", told=question), lambda y: self._sure(path, y)
                )
            case Forked():
                self._ask(path, outcome)
            case NotTaken(reason):
                self.app.ring()
                self._tell(reason, "bold")
            case _:
                assert_never(outcome)

    def _came_late(self, app: Home, outcome: Outcome) -> None:
        """Somebody went back while the file was read: what came of it is told all the same."""
        if isinstance(outcome, TakenIn):
            app.scans.say(Said(outcome.sentence, "good" if outcome.whole else "bad"))
            for screen in app.screen_stack:
                if isinstance(screen, Lobby):
                    screen.look()

    def _named(self, path: Path, name: str | None) -> None:
        if name is None:
            self.reword()
        else:
            self.take(path, name=name)

    def _ask(self, path: Path, fork: Forked) -> None:
        """Two copies went different ways: which sticker counts on which card?"""

        def chosen(choice: Preference | None) -> None:
            if choice is None:
                self._tell(self.app.words("lobby.not_replaced"), "bold")
            else:
                self.take(path, choice=choice)

        cards = cards_named(self.app.data, fork.ruleset, self.app.words)
        self.app.open("forking", fork.box, cards, fork.parted, then=chosen)

    def _sure(self, path: Path, yes: bool | None) -> None:
        if yes:
            self.take(path, repair=True)
        else:
            self._tell(self.app.words("lobby.not_replaced"), "bold")

    def action_none(self) -> None:
        self.dismiss(None)
