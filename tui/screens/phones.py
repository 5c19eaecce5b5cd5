"""The room for phones: its QR to be read across a table, its address in letters, who is here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll

from ketuk.codes.fault import CodesFault
from ketuk.codes.verdict import Accepted, Answer
from ketuk.engine.items import seat_of
from ketuk.rooms.answers import Stale
from ketuk.rooms.reigning import fenced_by
from ketuk.rooms.reigns import Outreigned
from ketuk.rooms.trouble import JournalFault
from ketuk.tui.home import load_screens
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.screens.verdict import judged
from ketuk.tui.session import Session
from ketuk.tui.telling.troubles import trouble
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.qr import qr_of_address

if TYPE_CHECKING:
    from ketuk.rooms.door import DoorPass
    from ketuk.rooms.followers import Tail, Wanted
    from ketuk.rooms.host import Host
    from ketuk.rooms.pages import Faulty
    from ketuk.rooms.reign import Reign
    from ketuk.scanning.scan import Scan
    from ketuk.tui.home import Home
    from ketuk.tui.screens.asking import Ask

PATIENCE_S = 60.0
"""After so long without any phone the screen says what it may be."""
LOOK_S = 1.0
BESIDE = 44
"""Columns that are kept beside the symbol."""
CAUSES = ("data", "guest", "firewall", "hotspot")


class Phones(GameScreen[None]):
    """Opens the room when it is first looked at; the room stays open when the screen goes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(n), f"free({n})", show=False) for n in range(1, 10)],
        Binding("p", "tails", show=False),
        Binding("n", "next", "rooms.key_next_address"),
        Binding("l", "put_out", "rooms.key_put_out"),
        Binding("x", "shut", "rooms.key_shut"),
    ]
    DEFAULT_CSS = """
    Phones #phones-qr { width: auto; height: auto; margin: 0 2 0 0; }
    Phones #phones-told { width: 1fr; height: 1fr; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._addresses: tuple[str, ...] = ()
        self._trouble = ""
        self._opening = False
        self._since = monotonic()

    def compose(self) -> ComposeResult:
        yield Static(id="phones-head", classes="screen-head")
        with Horizontal():
            yield Static(id="phones-qr")
            with VerticalScroll(id="phones-told"):
                yield Static(id="phones-lines")
        yield KeyBar()

    def on_mount(self) -> None:
        """Open the room, and look who is here from now on."""
        super().on_mount()
        self.set_interval(LOOK_S, self._look)
        if self.session.host is None:
            self._open(None)
        else:
            self.run_worker(self._find_addresses(), group="room")
            self.action_tails()

    def _look(self) -> None:
        if self.is_current:
            self.show_game()

    # ---- opening

    def _open(self, address: str | None) -> None:
        """Open the room there, or at the first address; the server is loaded in a thread."""
        self._opening, self._trouble = True, ""
        self.run_worker(self._opened(address), exclusive=True, group="room")

    async def _find_addresses(self) -> None:
        adapters = await asyncio.to_thread(import_module, "ketuk.rooms.adapters")
        self._addresses = await asyncio.to_thread(adapters.private_addresses)
        self._look()

    async def _opened(self, address: str | None) -> None:
        await self._find_addresses()
        await asyncio.to_thread(import_module, "ketuk.tui.pages.opening")
        async with self.session.opening:
            if address is not None or self.session.host is None:  # else it was opened meanwhile
                await self._open_anew(address)
        self._opening, self._since = False, monotonic()
        self._look()
        await asyncio.to_thread(load_screens)  # phones would wait while one is loaded

    async def _open_anew(self, address: str | None) -> None:
        from ketuk.tui.pages import opening

        old, self.session.host = self.session.host, None
        if old is not None:
            await old.close()
        try:
            if not self._addresses:
                self._trouble = self.session.words("rooms.no_network")
            else:
                wanted = address if address in self._addresses else self._addresses[0]
                seen = Seen(self.app, self.session)
                named = self.app.settings.laptop
                host = await opening.open_room(self.session, wanted, laptop=named, seen=seen)
                host.pages.failed = seen.failed
        except Outreigned as higher:
            self.app.open("elsewhere", self.session, fenced_by(higher.by))
        except OSError as error:
            detail = error.strerror or str(error)
            self._trouble = self.session.words("rooms.not_opened", detail=detail)
        except (JournalFault, CodesFault) as fault:
            self._trouble = trouble(self.session.words, fault)

    # ---- drawing

    def show_game(self) -> None:
        words, host = self.session.words, self.session.host
        self.query_one("#phones-head", Static).update(words("rooms.phones_head"))
        width, height = self.size.width - BESIDE, self.size.height - 2
        picture = qr_of_address(host.url, width=width, height=height) if host is not None else None
        self.query_one("#phones-qr", Static).update(picture or "")
        self.query_one("#phones-qr").display = picture is not None
        self.query_one("#phones-lines", Static).update(self._lines(host))
        self.query_one(KeyBar).refresh()

    def _lines(self, host: Host | None) -> Text:
        words, text = self.session.words, Text()
        if host is None:
            text.append(self._trouble or words("rooms.opening"))
            if self._trouble:
                self._causes(text)
            return text
        facts = {"address": f"{host.address}:{host.port}", "code": host.desk.door.code}
        text.append(f"{words('rooms.typed', **facts)}\n", "bold")
        if len(self._addresses) > 1:
            text.append(f"{words('rooms.other_network')}\n", "dim")
        text.append("\n")
        here = host.desk.here
        for seat, player in enumerate(self.session.table.players, 1):
            computer = seat in self.session.bots
            state = "gone" if player.left else "computer" if computer else here.get(seat, "none")
            text.append(f"{seat} {self.session.names.seat(seat)}: ", "bold")
            text.append(f"{words(f'rooms.state_{state}')}{self._copy(host, seat)}\n")
        if host.copies:
            key = "copies_enough" if host.revivable else "copies_few"
            text.append(f"{words(f'rooms.{key}')}\n", "dim")
        if host.desk.watchers:
            text.append(f"{words('rooms.watchers', count=host.desk.watchers)}\n")
        self._tell_mejas(text, host)
        text.append(f"\n{words('rooms.how')}\n")
        text.append(f"{words('rooms.open_air')}\n", "dim")
        if not host.desk.connections and monotonic() - self._since >= PATIENCE_S:
            self._causes(text)
        return text

    def _copy(self, host: Host, seat: int) -> str:
        """How far the copy is that a seat's phone keeps; empty without a phone."""
        copy, words = host.copies.get(seat), self.session.words
        if copy is None:
            return ""
        state = "none" if copy.kept is None else "behind" if copy.behind else "whole"
        return f" · {words(f'rooms.copy_{state}', count=copy.behind)}"

    def _tell_mejas(self, text: Text, host: Host) -> None:
        """The laptops that keep a copy, and how far it is."""
        words = self.session.words
        if not host.mejas:
            return
        text.append(f"\n{words('rooms.mejas')}\n", "bold")
        for meja in host.mejas:
            key = "behind" if meja.behind and meja.state != "silent" else meja.state
            state = words(f"rooms.meja_{key}", count=meja.behind)
            facts = {"name": meja.name, "address": meja.address, "state": state}
            text.append(f"{words('rooms.meja_line', **facts)}\n")

    def _causes(self, text: Text) -> None:
        """What it may be that no phone gets through, and the way out."""
        words = self.session.words
        text.append(f"\n{words('rooms.causes')}\n", "bold")
        for cause in CAUSES:
            text.append(f"- {words(f'rooms.cause_{cause}')}\n")

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is another network, and a room to be closed."""
        if action == "next":
            return len(self._addresses) > 1 or bool(self._trouble)
        host = self.session.host
        if action == "put_out":
            return host is not None and bool(host.desk.devices)
        return host is not None if action in ("shut", "free") else True

    def action_next(self) -> None:
        """The next address of this machine, for phones of another network; look again for one."""
        if self._opening:
            return
        host = self.session.host
        at = self._addresses.index(host.address) if host is not None else -1
        self._open(self._addresses[(at + 1) % len(self._addresses)] if self._addresses else None)

    def action_tails(self) -> None:
        """Ask once more which of two goes on, where it could not be kept what was chosen."""
        for tail in self.session.host.tails if self.session.host is not None else ():
            self.app.call_later(self.app.open, "tails", self.session, tail)

    def action_free(self, seat: int) -> None:
        """A seat's phone is let go of: the seat may be taken by another one."""
        host = self.session.host
        if host is not None and seat in host.desk.here:
            host.desk.move_out(seat)
            name = self.session.names.seat(seat)
            self.session.say("rooms.freed", "note", name=name)
            self.show_game()

    def action_put_out(self) -> None:
        """Which phone, onlooker or laptop is not wanted any more, and whether that is sure."""
        from ketuk.tui.screens.asking import when_sure
        from ketuk.tui.screens.choosing import ChooseScreen

        session, host = self.session, self.session.host
        if host is None:
            return
        devices = host.desk.devices

        def chosen(at: int | None) -> None:
            if at is not None:
                one = devices[at]
                key = "rooms.put_out_laptop_sure" if one.meja else "rooms.put_out_sure"
                when_sure(self.app, lambda: put_out(one), key, what=self._device(one))

        def put_out(one: DoorPass) -> None:
            if session.host is not None and one.hash in {p.hash for p in session.host.desk.devices}:
                session.host.desk.put_out(one)
                session.say("rooms.was_put_out", "note", what=self._device(one))
                self.show_game()

        head = partial(session.words, "rooms.put_out_head")
        lines = [self._device(one) for one in devices]
        self.app.push_screen(ChooseScreen(head, lambda: lines), chosen)

    def _device(self, one: DoorPass) -> str:
        """What a device is called."""
        words = self.session.words
        if one.seat:
            return words("rooms.device_phone", name=self.session.names.seat(one.seat))
        return words("rooms.device_laptop" if one.meja else "rooms.device_watcher", name=one.name)

    def tapped(self, scan: Scan) -> None:
        """A player card lets go of its seat's phone; any other card means what it means."""
        registry, seq = self.session.registry, self.session.room.seq
        if registry is None:
            self.session.say_no_box()
            return

        def then(answer: Answer) -> None:
            self._judged(answer, seq)

        self.app.ring("accepted")
        judged(self.app, scan, by=registry, card=self.session.taps.shut_title, then=then)

    def _judged(self, answer: Answer, seq: int) -> None:
        session = self.session
        if not isinstance(answer, Accepted):
            session.taps.tell(answer)
            return
        seat = seat_of(answer.item)
        if session.host is not None and seat in session.host.desk.here:
            self.action_free(seat)
        elif session.room.seq != seq:
            session.tell(Stale(session.room.seq))
        elif (result := session.taps.judged(answer)) is not None:
            self.after_tap(result)

    def action_shut(self) -> None:
        """Close the room, once it is sure; the game goes on at this screen."""
        from ketuk.tui.screens.asking import when_sure

        def shut() -> None:
            self.session.close_room()
            self.dismiss()

        when_sure(self.app, shut, "rooms.shut_sure")


class Seen:
    """Told by the room that something may have changed: what is put to all opens at the table, so
    does the question whether another laptop may have a copy, and that the game goes on elsewhere.
    """

    def __init__(self, app: Home, session: Session) -> None:
        self._app, self._session = app, session
        self._shown: set[str] = set()
        self._asking: tuple[str, Ask] | None = None
        """Which laptop the table is asked about, and the question."""

    def __call__(self) -> None:
        """Open what has just been asked."""
        host = self._session.host
        if host is None:
            return
        if (poll := host.desk.poll) is not None and self._is_new(f"poll {poll.ident}"):
            self._later(lambda: self._app.open("put_to_all", self._session))
        if (wanted := host.wanted) is not None and self._is_new(f"meja {wanted.ident}"):
            self._later(lambda: self._ask(wanted))
        if self._asking is not None and (wanted is None or wanted.ident != self._asking[0]):
            self._later(partial(self._forget, self._asking[1]))
        rumour = host.desk.rumour
        if rumour is not None and self._is_new(f"rumour {rumour.number} {rumour.device}"):
            self._later(partial(self._rumoured, rumour))
        if (fenced := host.fenced) is not None and self._is_new("fenced"):
            self._session.host = None  # it has closed by itself
            self._later(lambda: self._app.open("elsewhere", self._session, fenced))
        tails = {f"tail {one.device} {one.fork} {len(one.rows)}": one for one in host.tails}
        self._shown = {one for one in self._shown if one in tails or not one.startswith("tail ")}
        for key, tail in tails.items():
            if self._is_new(key):
                self._later(partial(self._choose, tail))

    def failed(self, what: Faulty, seat: int, error: Exception) -> None:
        """Something could not be made; where it is a page, its player goes on here meanwhile."""
        from ketuk.tui import mishap

        session = self._session
        who = session.names.seat(seat) if seat else session.words("rooms.who_watches")
        notice = mishap.report(error, self._app.data, self._app.words)
        session.say(f"rooms.{what}_failed", name=who, detail=notice)

    def _forget(self, question: Ask) -> None:
        """That laptop does not ask any more."""
        if question.is_current:
            question.dismiss(False)

    def _rumoured(self, reign: Reign) -> None:
        """Whether it is true what a phone says and nobody can prove here."""
        from ketuk.tui.screens.asking import Ask

        question = Ask("rooms.rumour", name=reign.name or "?", address=reign.address or "?")
        question.by_itself = True

        def answered(yes: bool | None) -> None:
            host = self._session.host
            if yes and host is not None and host.fenced is None:
                host.desk.believe(reign)

        self._app.push_screen(question, answered)

    def _choose(self, tail: Tail) -> None:
        self._app.open("tails", self._session, tail)

    def _later(self, act: Callable[[], object]) -> None:
        """In the screen's own turn: a room tells of things in the middle of a message."""
        self._app.call_later(act)

    def _is_new(self, what: str) -> bool:
        new = what not in self._shown
        self._shown.add(what)
        return new

    def _ask(self, wanted: Wanted) -> None:
        """Whether that laptop may follow; nobody who is silent says yes."""
        from ketuk.tui.screens.asking import Ask

        question = Ask("rooms.wanted", name=wanted.name, address=wanted.address)
        question.by_itself = True
        self._asking = wanted.ident, question

        def answered(yes: bool | None) -> None:
            self._asking = None
            host = self._session.host
            if host is not None:
                host.admit(wanted.ident, yes=bool(yes))

        self._app.push_screen(question, answered)
