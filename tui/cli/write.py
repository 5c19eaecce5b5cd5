"""``ketuk write``: write the NFC stickers of a box, one after another."""

import queue
from typing import TYPE_CHECKING, NoReturn, assert_never

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import command, flag, option

if TYPE_CHECKING:
    from ketuk.codes.sticker import Sticker
    from ketuk.rooms.tagging import Step, Tagging
    from ketuk.scanning.nfc import NfcReader
    from ketuk.scanning.scan import ReaderState
    from ketuk.scanning.settle import Settled
    from ketuk.tui.boxes.card_names import CardNames


@command("write", help="cli_write.help")
@options.a_box
@options.some_items
@option("--nfc", metavar="PATH", help="cli_write.nfc", default="usb")
@flag("--lock", help="cli_write.lock")
@flag("--yes", help="cli_write.yes")
@flag("--overwrite", help="cli_write.overwrite")
@flag("--again", help="cli_write.again")
@click.pass_obj
def write(
    at: Desk,
    box: str,
    items: str | None,
    nfc: str,
    lock: bool,
    yes: bool,
    overwrite: bool,
    again: bool,
) -> None:
    """Each sticker that is laid on the reader gets the next code."""
    from ketuk.rooms.tagging import Tagging
    from ketuk.scanning.nfc import NfcReader
    from ketuk.tui.cli.cards import box_open, cards_of, stickers_meant

    with box_open(at, box) as registry:
        cards = cards_of(at, registry.box.ruleset)
        work = Tagging(
            registry,
            chosen=stickers_meant(at, registry, cards, items),
            lock=lock,
            overwrite=overwrite,
            again=again,
        )
        if work.next is not None and lock and not yes and not at.agreed("cli_write.sure"):
            at.refuse("cli_write.not_locked_then")  # locking is for ever
        _Scribe(at, work, NfcReader(nfc), cards).run()


class _Scribe:
    """Says which sticker is next, writes what is laid down, and says how it went."""

    def __init__(self, at: Desk, work: "Tagging", reader: "NfcReader", cards: "CardNames") -> None:
        self._desk, self._work, self._reader, self._cards = at, work, reader, cards

    def run(self) -> None:
        """Until every sticker is written, or somebody stops it."""
        from ketuk.scanning.stream import Stream
        from ketuk.tui.cli.stopping import on_stop

        settled_scans: queue.SimpleQueue[Settled | None] = queue.SimpleQueue()
        with on_stop(lambda: settled_scans.put(None)), Stream([self._reader], settled_scans.put):
            self._ask()
            while self._work.next is not None:
                settled = settled_scans.get()
                if settled is None:
                    self._stop()
                self._heard(settled)
        self._desk.note("cli_write.nothing_left", count=self._work.count)

    def _heard(self, settled: "Settled") -> None:
        from ketuk.scanning.scan import ReaderError, ReaderState
        from ketuk.scanning.settle import Gone, New, NoTap, Returned, Several

        match settled:
            case New(scan) | Returned(scan):
                self._tell(self._work.laid(scan, self._reader))
            case NoTap(why=why):
                self._desk.note(f"scanning.{why}")
            case Several():
                self._desk.note("cli_write.several")
            case ReaderState():
                self._state(settled)
            case ReaderError() | Gone():
                pass
            case _:
                assert_never(settled)

    def _state(self, change: "ReaderState") -> None:
        from ketuk.scanning.scan import Readiness

        if change.state is Readiness.READY:
            self._desk.note("scanning.ready", source=change.source)
            return
        if change.state is Readiness.CLEAR:
            return
        self._desk.note(f"scanning.nfc_{change.remedy}", source=change.source)
        if change.state is Readiness.ABSENT:
            self._desk.refuse("cli_write.no_reader")

    def _tell(self, step: "Step") -> None:
        from ketuk.rooms.tagging import TagWritten
        from ketuk.tui.boxes.tags import became

        (key, facts), sticker, desk = became(step, self._cards), step.sticker, self._desk
        outcome = "written" if isinstance(step, TagWritten) else key
        record = {"outcome": outcome, "item": sticker.item, "code": sticker.code, **facts}
        desk.report(record, f"cli_write.{key}", name=self._name(sticker), **facts)
        if isinstance(step, TagWritten):
            self._ask()

    def _ask(self) -> None:
        sticker = self._work.next
        if sticker is not None:
            name, done = self._name(sticker), self._work.written + 1
            self._desk.note("cli_write.next", done=done, count=self._work.count, name=name)

    def _name(self, sticker: "Sticker") -> str:
        from ketuk.tui.boxes.tags import called

        return called(self._desk.words, self._cards, sticker)

    def _stop(self) -> NoReturn:
        done, count = self._work.written, self._work.count
        self._desk.refuse("cli_write.stopped", done=done, count=count)
