"""Going on with a game whose laptop is broken: phones bring the copies that they keep sealed.

Nobody is asked before two seats' copies open each other, and nothing is kept before a yes.
"""

from __future__ import annotations

import asyncio
from functools import partial
from importlib import import_module
from socket import gethostname
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen

from ketuk.tui import mishap
from ketuk.tui.saved.lobby_lines import moment
from ketuk.tui.scans import Said
from ketuk.tui.screens.asking import when_sure
from ketuk.tui.screens.opening import revive
from ketuk.tui.screens.reopening import reopened
from ketuk.tui.signs import FINE, signs
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.lettering import large, width_of
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.scanbar import ScanBar
from ketuk.tui.words import LANGUAGES, Words

if TYPE_CHECKING:
    from ketuk.rooms.gathered import GatheredGame
    from ketuk.rooms.gathering import GatheredPhone, Gathering
    from ketuk.tui.home import Home
    from ketuk.tui.session import Session

LOOK_S = 1.0
LARGE_ROWS = 26
"""Rows from which on address and code stand there in large letters."""


class Reviving(Screen[None]):
    """Where to dial, who has come, and whether it is enough."""

    app: Home
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "rooms.key_go_on_here"),
        Binding("n", "next", "rooms.key_next_address"),
        Binding("question_mark", "app.help", "screens.key_help"),
        Binding("escape", "back", "screens.key_back"),
    ]
    DEFAULT_CSS = """
    Reviving #revive-told { height: 1fr; padding: 0 1; }
    """

    def __init__(self, gathering: Gathering | None = None) -> None:
        """``gathering``: one that is open already."""
        super().__init__()
        self._gathering = gathering
        self._before: Gathering | None = None
        """The last one that was open: it keeps what phones have brought until the next one is."""
        self._addresses: tuple[str, ...] = ()
        self._trouble = ""
        self._opening = False

    def compose(self) -> ComposeResult:
        yield Static(id="revive-head", classes="screen-head")
        with VerticalScroll(id="revive-told"):
            yield Static(id="revive-lines")
        yield ScanBar()
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(LOOK_S, self._look)
        self.reword()
        if self._gathering is None:
            self._open(None)
        else:
            self._gathering.changed = self._look

    async def on_unmount(self) -> None:
        """Phones are let go of, unless the game goes on with them."""
        gathering, self._gathering = self._gathering, None
        if gathering is not None:
            await gathering.close()

    def on_resize(self) -> None:
        self._look()

    # ---- opening

    def _open(self, address: str | None) -> None:
        self._opening, self._trouble = True, ""
        self.run_worker(self._opened(address), exclusive=True)

    async def _opened(self, address: str | None) -> None:
        """Be reached there, or at the first address; the server is loaded in a thread."""
        adapters = await asyncio.to_thread(import_module, "ketuk.rooms.adapters")
        self._addresses = await asyncio.to_thread(adapters.private_addresses)
        gathers = await asyncio.to_thread(import_module, "ketuk.rooms.gathering")
        old, self._gathering = self._gathering, None
        if old is not None:
            self._before = old
            await old.close()
        before = self._before
        gathering: Gathering = gathers.Gathering(self._say, self._look, before=before)
        try:
            if not self._addresses:
                self._trouble = self.app.words("rooms.no_network")
            else:
                wanted = address if address in self._addresses else self._addresses[0]
                gathering.failed = self._failed
                await gathering.open(wanted)
                self._gathering, self._before = gathering, None
        except OSError as error:
            detail = error.strerror or str(error)
            self._trouble = self.app.words("rooms.not_opened", detail=detail)
        self._opening = False
        self._look()

    def _say(self, language: str, key: str, **facts: object) -> str:
        """A sentence for a phone, in its language."""
        spoken = next((one for one in LANGUAGES if one == language), self.app.words.language)
        return Words(spoken)(f"rooms.{key}", **facts)

    def _failed(self, error: Exception) -> None:
        """What phones have brought could not be looked at; where it is noted down."""
        told = mishap.report(error, self.app.data, self.app.words)
        self.app.scans.say(Said(told, "bad"))

    # ---- drawing

    def _look(self) -> None:
        if self.is_attached:
            self.query_one("#revive-lines", Static).update(self._lines())
            self.query_one(KeyBar).refresh()

    def reword(self) -> None:
        self.query_one("#revive-head", Static).update(self.app.words("rooms.revive_head"))
        self._look()

    def _lines(self) -> Text:
        words, text, gathering = self.app.words, Text(), self._gathering
        if gathering is None:
            return text.append(self._trouble or words("rooms.opening"))
        place, code = f"{gathering.address}:{gathering.port}", gathering.code
        self._tell_large(text, words("rooms.revive_address"), place)
        self._tell_large(text, words("rooms.revive_code"), code)
        if not gathering.phones:
            head = words("page.move_head")
            text.append(f"\n{words('rooms.revive_how', head=head)}\n")
            if len(self._addresses) > 1:
                text.append(f"{words('rooms.other_network')}\n", "dim")
            return text
        text.append("\n")
        for phone in gathering.phones:
            self._tell_phone(text, phone)
        if gathering.game is not None:
            self._tell_game(text, gathering.game)
        else:
            text.append(f"\n{words(f'rooms.revive_{gathering.why}')}\n", "bold")
            self._tell_view(text, gathering.phones)
        return text

    def _tell_large(self, text: Text, label: str, said: str) -> None:
        """What has to be typed on a phone, to be read from across the table."""
        text.append(f"{label}: ")
        text.append(f"{said}\n", "bold")
        fits = self.size.height >= LARGE_ROWS and width_of(said) < self.size.width - 2
        if fits and signs() is FINE:
            text.append("\n".join(large(said)) + "\n", "bold")

    def _tell_phone(self, text: Text, phone: GatheredPhone) -> None:
        words = self.app.words
        moves = {"got": max(phone.got - 1, 0), "of": max(phone.of - 1, 0)}  # the start is none
        facts = {**moves, "game": phone.title or "?"}
        state = "none" if not phone.of else "whole" if phone.is_whole else "rows"
        text.append(f"{phone.player or '?'}: ", "bold")
        text.append(words(f"rooms.revive_phone_{state}", **facts))
        text.append(f" {words('rooms.revive_phone_away')}\n" if not phone.here else "\n", "dim")

    def _tell_game(self, text: Text, game: GatheredGame) -> None:
        """What the copies have come to."""
        words = self.app.words
        text.append(f"\n{words('rooms.revive_found', **self._facts(game))}\n", "bold")
        if game.missing:
            text.append(f"{words('rooms.revive_missing', count=game.missing)}\n")
        text.append(f"{words('rooms.revive_enter')}\n")

    def _facts(self, game: GatheredGame) -> dict[str, object]:
        last = game.rows[-1]
        return {
            "game": game.header.game,
            "names": ", ".join(game.header.names),
            "seq": last.seq,
            "when": moment(last.at),
        }

    def _tell_view(self, text: Text, phones: tuple[GatheredPhone, ...]) -> None:
        """What one phone may tell everybody of the game, so that it can be laid out anew."""
        words = self.app.words
        phone = max(phones, key=lambda phone: (phone.sheet is not None, phone.copy.last))
        if phone.sheet is None:
            return
        text.append(f"\n{words('rooms.revive_view', name=phone.player or '?')}\n", "bold")
        text.append(f"{phone.sheet.headline}\n")
        if phone.sheet.waits:
            names = ", ".join(phone.sheet.waits)
            text.append(f"{words('rooms.revive_waits', names=names)}\n")
        for player in phone.sheet.players:
            figures = " · ".join(f"{fact.label} {fact.text}".strip() for fact in player.figures)
            text.append(f"{player.name}: {figures}\n")
        for fact in phone.sheet.lot:
            text.append(f"{fact.label} {fact.text}".rstrip() + "\n")
        text.append(f"{words('rooms.revive_anew')}\n", "dim")

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is another network, and a game to go on with."""
        if action == "next":
            return len(self._addresses) > 1 or bool(self._trouble)
        if action == "go_on":
            return self._gathering is not None and self._gathering.game is not None
        return True

    def action_next(self) -> None:
        """The next address of this machine; look again for one."""
        if self._opening:
            return
        at = self._addresses.index(self._gathering.address) if self._gathering is not None else -1
        self._open(self._addresses[(at + 1) % len(self._addresses)] if self._addresses else None)

    def action_back(self) -> None:
        """To the lobby; phones have everything still."""
        self.dismiss()

    def action_go_on(self) -> None:
        """Ask whether the game is to go on here; the old laptop stops then, if it comes back."""
        game = self._gathering.game if self._gathering is not None else None
        if game is not None:
            then = partial(self._go_on, game)
            when_sure(self.app, then, "rooms.revive_sure", **self._facts(game))

    def _go_on(self, asked: GatheredGame) -> None:
        """All on disk, then the table; the room takes the place of the phones' line.

        Where more has come since it was asked, it is asked anew.
        """
        gathering = self._gathering
        if gathering is None or gathering.game is None:
            return
        game = gathering.game
        if (game.header, game.rows[-1]) != (asked.header, asked.rows[-1]):
            self.action_go_on()
            return
        self._gathering, gathering.changed = None, _nothing
        app, place = self.app, f"{gathering.address}:{gathering.port}"
        laptop = app.settings.laptop or gethostname()

        def then(session: Session) -> None:
            app.run_worker(_with_phones(app, session, gathering))

        self.dismiss()
        if not revive(app, game, laptop=laptop, address=place, then=then):
            app.open("reviving", gathering)


def _nothing() -> None:
    """No screen looks at it."""


async def _with_phones(app: Home, session: Session, gathering: Gathering) -> None:
    """The room, at the place at which the phones are; they dial it by themselves."""
    address, port = gathering.address, gathering.port
    close = partial(gathering.close, revived=True)
    await reopened(app, session, address, port=port, first=close)
