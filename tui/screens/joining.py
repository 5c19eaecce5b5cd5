"""Joining another laptop's table as a second one: where it is, its code, and who asks."""

from __future__ import annotations

import asyncio
import socket
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from ketuk.codes.fault import CodesFault
from ketuk.rooms.device import device_of
from ketuk.rooms.door import CODE_SIGNS
from ketuk.rooms.meja_keys import GameKeys
from ketuk.rooms.place import place_of
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ketuk.rooms.heard import CopyHeard
    from ketuk.rooms.records import Row
    from ketuk.tui.following import Following
    from ketuk.tui.home import Home

FIELDS = "address", "code", "name"
LONGEST_NAME = 24
UNHEARD_S = 6.0
"""After so long without a word the form says that nobody is there."""


class Joining(ModalScreen[None]):
    """A form of three lines; it stays until the table is open, or somebody goes back."""

    app: Home
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "screens.key_choose"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("escape", "away", "screens.key_back"),
    ]
    DEFAULT_CSS = """
    Joining { align: center middle; }
    Joining .join-row { height: 1; }
    Joining .join-label { width: 18; }
    Joining .join-row Input { width: 1fr; background: $boost; }
    Joining #join-told { margin: 1 0 0 0; height: auto; text-style: bold; }
    """

    def __init__(
        self, address: str = "", keys: GameKeys | None = None, rows: Sequence[Row] = ()
    ) -> None:
        """``address`` stands in its line at first; with ``keys`` nobody has to be asked; ``rows``
        are those of the game that this laptop has decided so far.
        """
        super().__init__()
        self._rows = rows
        self._keys = keys or GameKeys()
        self._address = address
        self._following: Following | None = None
        """The line, from the moment it is dialled until the game is open."""
        self._told: tuple[str, dict[str, object]] | None = None

    def compose(self) -> ComposeResult:
        settings = self.app.settings
        offered = {"address": self._address, "name": settings.laptop or socket.gethostname()}
        with Vertical(classes="sheet"):
            yield Static(id="join-head", classes="sheet-head")
            for field in FIELDS:
                with Horizontal(classes="join-row"):
                    yield Static(id=f"join-label-{field}", classes="join-label")
                    text = offered.get(field, "")
                    yield Input(text, id=f"join-{field}", compact=True, max_length=200)
            yield Static(id="join-told")
            yield Static(id="join-how", classes="sheet-text")
        yield KeyBar()

    def on_mount(self) -> None:
        self.reword()
        self.set_interval(1.0, self._look)
        self.query_one("#join-code" if self._address else "#join-address").focus()
        if self._keys.token:
            self.action_next()

    def on_unmount(self) -> None:
        """Nobody waits for an answer any more."""
        self._let_go()

    def reword(self) -> None:
        words = self.app.words
        self.query_one("#join-head", Static).update(Text(words("rooms.join_head")))
        self.query_one("#join-how", Static).update(Text(words("rooms.join_how"), style="dim"))
        for field in FIELDS:
            label = Text(words(f"rooms.join_{field}"))
            self.query_one(f"#join-label-{field}", Static).update(label)
        self._show()

    def _show(self) -> None:
        notice = self.app.words(self._told[0], **self._told[1]) if self._told else ""
        self.query_one("#join-told", Static).update(Text(notice))

    def _tell(self, key: str, **facts: object) -> None:
        self._told = key, facts
        self._show()

    # ---- the form

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_next()

    def action_next(self) -> None:
        """The next line that is empty, or ask to be let in."""
        if self._following is not None:
            return
        given = self._given()
        if given is not None:
            self.run_worker(self._dial(*given), exclusive=True)

    def _value(self, field: str) -> str:
        return " ".join(self.query_one(f"#join-{field}", Input).value.split())

    def _given(self) -> tuple[str, str, str] | None:
        """Address, code and name; None if one of them is not right, which is told."""
        try:
            address, code = place_of(self._value("address"))
        except ValueError:
            self._wrong("address", "rooms.join_bad_address")
            return None
        if code:  # both were pasted as one
            self.query_one("#join-address", Input).value = address
            self.query_one("#join-code", Input).value = code
        code = self._value("code").replace(" ", "").replace("-", "")
        name = self._value("name")[:LONGEST_NAME]
        if not (code or self._keys.token):
            self._wrong("code", None)
        elif code and len(code) != CODE_SIGNS:
            self._wrong("code", "rooms.join_bad_code", count=CODE_SIGNS)
        elif not name:
            self._wrong("name", "rooms.join_no_name")
        else:
            return address, code, name
        return None

    def _wrong(self, field: str, key: str | None, **facts: object) -> None:
        line = self.query_one(f"#join-{field}", Input)
        if key is not None and (line.has_focus or line.value):
            self.app.ring()
            self._tell(key, **facts)
        line.focus()

    # ---- being let in

    async def _dial(self, address: str, code: str, name: str) -> None:
        """Ask to be let in; what loads and waits is done beside the loop."""
        self._tell("rooms.join_dialling", address=address)
        app = self.app
        app.keep(app.settings.with_laptop(name))
        adapters = await asyncio.to_thread(import_module, "ketuk.rooms.adapters")
        following = await asyncio.to_thread(import_module, "ketuk.tui.following")
        own = await asyncio.to_thread(adapters.address_towards, address)
        self._following = following.Following(app.data, self._look)
        try:
            self._following.dial(
                address,
                code,
                name=name,
                device=device_of(app.data),
                listen=own,
                language=app.words.language,
                keys=self._keys,
                rows=self._rows,
            )
        except OSError as error:
            self._ended("rooms.not_opened", detail=error.strerror or str(error))
        except CodesFault as fault:
            self._ended("rooms.join_lost", sentence=trouble(app.words, fault))

    def _look(self) -> None:
        """The line has got further, or has heard something."""
        following = self._following
        if following is None or not self.is_attached:
            return
        if (copy := following.copied()) is not None:
            self._open(copy)
            return
        guest = following.guest
        state = guest.state if guest is not None else "closed"
        if state == "dialling" and guest is not None and guest.silent_s >= UNHEARD_S:
            self._ended("rooms.join_unheard", address=self._value("address"))
        elif state == "asked":
            self._tell("rooms.join_asked")
        elif state == "copying":
            self._tell("rooms.join_copying")
        elif state == "refused":
            self._keys = GameKeys()  # then the table is asked
            assert guest is not None
            other = self.app.words("rooms.join_build") if guest.why == "build" else ""
            self._ended("rooms.join_lost", sentence=following.sentence or other)

    def _ended(self, key: str, **facts: object) -> None:
        """It has come to nothing; the form is as it was."""
        self._let_go()
        self.app.ring()
        self._tell(key, **facts)

    def _let_go(self) -> None:
        following, self._following = self._following, None
        if following is not None:
            following.close()

    def _open(self, copy: CopyHeard) -> None:
        """The table, with the copy; the line is the game's from now on."""
        from ketuk.tui.screens.opening import follow

        following, self._following = self._following, None
        assert following is not None
        self.dismiss()
        if not follow(self.app, following, copy):
            following.close()

    def action_away(self) -> None:
        """Back, whatever is under way."""
        self._let_go()
        self.dismiss()
