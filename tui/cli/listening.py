"""Reading cards without a game: each verdict on a line, from readers, pictures and typed lines."""

import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.stopping import on_stop

if TYPE_CHECKING:
    from ketuk.scanning.reader import Reader
    from ketuk.scanning.scan import Flaw
    from ketuk.scanning.settle import Settled
    from ketuk.tui.cli.scan_verdicts import ScanJudge

OF_ONE_PICTURE = ("not_a_picture", "no_access", "absent")
"""Reasons that may concern one picture of a folder, while the others are read."""


def readers(nfc: Sequence[str], cameras: Sequence[str]) -> "list[Reader]":
    """The readers named, or else every NFC reader that there is."""
    from ketuk.scanning.camera import CameraReader
    from ketuk.scanning.nfc import NfcReader
    from ketuk.scanning.nfc_everywhere import EveryNfcReader

    if not nfc and not cameras:
        return [EveryNfcReader()]
    return [*map(NfcReader, nfc), *map(CameraReader, cameras)]


class ScanClerk:
    """Prints what the readers say; remembers whether anything was refused."""

    def __init__(self, at: Desk, judge: "ScanJudge") -> None:
        self._desk, self._judge = at, judge
        self.refused = False
        self._at_work: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._judge.close()

    # -- pictures: every code in each file ----------------------------------------------------

    def _pictures(self, files: Sequence[Path]) -> Iterator[Path]:
        """Each picture, and those of each folder."""
        from ketuk.scanning.sources import SourceFault, pictures_of

        for file in files:
            try:
                yield from pictures_of(file)
            except SourceFault as fault:
                self._trouble(f"scanning.camera_{fault.reason}", source=str(file))

    def read_pictures(self, files: Sequence[Path]) -> None:
        """Judge all codes of each picture."""
        from ketuk.scanning.decode import Chain, NoDecoder
        from ketuk.scanning.sources import SourceFault, grey_picture

        for file in self._pictures(files):
            try:
                texts = Chain().read_all(grey_picture(file))
            except SourceFault as fault:
                self._trouble(f"scanning.camera_{fault.reason}", source=str(file))
                continue
            except NoDecoder:
                self._trouble("scanning.camera_no_library", source=str(file))
                return
            if not texts:
                self._trouble("cli_scan.nothing_in", file=str(file))
            for text in texts:
                self._verdict(text, source=str(file))

    # -- lines --------------------------------------------------------------------------------

    def read_lines(self, lines: Iterable[str], *, enough: Callable[[], bool]) -> None:
        """Judge each line as a code that was typed, until there are ``enough``."""
        for line in lines:
            if enough():
                return
            if line.strip():
                self._verdict(line, source="typed")

    # -- readers ------------------------------------------------------------------------------

    def listen(
        self,
        readers: "list[Reader]",
        *,
        wait: bool,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Judge each tap until there are ``enough``, all has ended, or somebody stops it."""
        from ketuk.scanning.stream import Stream

        settled_scans: queue.SimpleQueue[Settled | None] = queue.SimpleQueue()
        waiting = {reader.name for reader in readers}
        with on_stop(lambda: settled_scans.put(None)), Stream(readers, settled_scans.put):
            while waiting and not enough() and (settled := settled_scans.get()) is not None:
                self._heard(settled, waiting, wait=wait)

    def _heard(self, settled: "Settled", waiting: set[str], *, wait: bool) -> None:
        from ketuk.scanning.scan import ReaderError, ReaderReason, ReaderState, Readiness
        from ketuk.scanning.settle import Gone, New, NoTap, Returned, Several

        match settled:
            case New(scan) | Returned(scan):
                self._verdict(scan.text, source=scan.source, uid=scan.uid, flaw=scan.flaw)
            case NoTap(scan, _, why):
                self._desk.note(f"scanning.{why}", source=scan.source)
            case Several(codes, source):
                key = "scanning.several_codes" if codes else "scanning.several_cards"
                self._trouble(key, source=source)
            case ReaderError(source=source, reason=reason):
                if self._desk.words.has(f"scanning.{reason}"):
                    self._trouble(f"scanning.{reason}", source=source)
                elif source in self._at_work and reason in OF_ONE_PICTURE:
                    file = Path(settled.detail).name
                    where = source if source.endswith(":" + file) else f"{source}/{file}"
                    self._trouble(f"scanning.camera_{reason}", source=where)
            case ReaderState(source=source, state=Readiness.READY):
                self._at_work.add(source)
                self._desk.note("scanning.ready", source=source)
            case ReaderState(state=Readiness.CLEAR):
                pass
            case ReaderState(source=source, state=Readiness.ENDED):
                waiting.discard(source)
            case ReaderState(source=source, state=state, remedy=remedy):
                kind = source.partition(":")[0]
                self._trouble(f"scanning.{kind}_{remedy}", source=source)
                self._at_work.discard(source)
                if (state is Readiness.ABSENT and not wait) or remedy is ReaderReason.NO_LIBRARY:
                    waiting.discard(source)
            case Gone():
                pass

    # -- what is printed ----------------------------------------------------------------------

    def _verdict(
        self, text: str, *, source: str, uid: str | None = None, flaw: "Flaw | None" = None
    ) -> None:
        verdict = self._judge.verdict(text, source=source, uid=uid)
        self.refused = self.refused or verdict.refused
        if self._desk.as_json:
            self._desk.tell({**verdict.record, "flaw": flaw})
        elif flaw is not None:  # says more than that it is not ours: blank, damaged
            self._desk.verdict(
                self._desk.words(f"scanning.{flaw}"), refused=True, before=f"{source}: "
            )
        else:
            self._desk.verdict(verdict.sentence, refused=verdict.refused, before=f"{source}: ")

    def _trouble(self, key: str, **facts: object) -> None:
        self.refused = True
        self._desk.note(key, **facts)
