"""What a terminal sends, made fit for Textual: bytes that are no UTF-8, old mouse reports, replies.

Textual's reader knows well-formed UTF-8 and the sequences of modern terminals. Any other byte ends
it, and the program with it; other sequences come out as keys, so that a reply of the terminal would
play the game; and after a report of the window's size in pixels it takes columns for pixels.
Pure: bytes in, bytes out.
"""

import codecs
import re

PASTE_BEGINS, PASTE_ENDS = b"\x1b[200~", b"\x1b[201~"
ESCAPE = b"\x1b[27u"
"""The key Esc as keyboards of the kitty protocol send it: nothing can be taken for its rest."""
LONGEST = 4_096
"""Bytes of a reply that is waited for; what is longer was none."""
_LAST = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)
_SEQUENCE = re.compile(rb"\x1b\[([0-?]*)([ -/]*)([@-Z\\-~])")
_CONSOLE_KEY = re.compile(rb"\x1b\[\[[A-E]|\x1bO[@-~]")
_OLD_MOUSE = re.compile(rb"\x1b\[M([\x20-\xff])([\x21-\xff])([\x21-\xff])")
_OLD_MOUSE_BEGINS = re.compile(rb"\x1b\[M[\x20-\xff]{0,2}\Z")
_REPLY = re.compile(rb"\x1b[P\]_^X][^\x1b\x07]*(?:\x07|\x1b\\)")
_REPLY_BEGINS = re.compile(rb"\x1b[P\]_^X](?:[0-9>+!=?$G][^\x1b\x07]*\x1b?)?\Z")
_BEGINS = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|\[\[|O)?\Z")
_BROKEN = re.compile(rb"\x1b\[[0-?]*[ -/]*")
_CUT_LETTER = re.compile(rb"(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})\Z")
_SGR_MOUSE = re.compile(rb"<\d{1,5};-?\d{1,5};-?\d{1,5}")
_URXVT_MOUSE = re.compile(rb"(\d{1,5});(\d{1,5});(\d{1,5})")
_KEY = re.compile(rb"\d{0,7}(?:;\d{0,7}(?:;(?:\d{0,7}:)*\d{0,7})?)?")
_KEY_ENDS = b"ABCDEFGHPQRSZabcd~^@u"
_FOCUS = (b"\x1b[I", b"\x1b[O")
_DRAWS_AT_ONCE = re.compile(rb"\?2026;\d")
_CONTROLS = dict.fromkeys(range(0x80, 0xA0))


def _as_latin(error: UnicodeError) -> tuple[str, int]:
    """A byte that is no UTF-8 is the letter that it is in Latin-1, as on old terminals."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("ketuk-latin", _as_latin)


def as_utf8(text: bytes) -> bytes:
    """Letters as UTF-8, without the control characters that only old terminals know."""
    return text.decode("utf-8", "ketuk-latin").translate(_CONTROLS).encode()


class Sieve:
    """``feed`` it what was read, and call ``idle`` when nothing has come for a moment."""

    def __init__(self) -> None:
        self._rest = b""
        """The beginning of a sequence or letter whose end has not come yet."""
        self.pasting = False
        """Whether a paste has begun and not ended."""
        self._button = 0

    @property
    def waits(self) -> bool:
        """Whether ``idle`` would do something."""
        return bool(self._rest) or self.pasting

    def feed(self, data: bytes) -> bytes:
        """What of it Textual may read now."""
        data, self._rest, out = self._rest + data, b"", b""
        while data:
            part, used = self._pasted(data) if self.pasting else self._next(data)
            out += part
            if not used:
                self._rest = data
                break
            data = data[used:]
        return out

    def idle(self) -> bytes:
        """What had begun does not go on: Esc was a key, a lone byte a letter, the rest nothing."""
        rest, self._rest = self._rest, b""
        if self.pasting:
            self.pasting = False
            return as_utf8(rest.replace(b"\x1b", b"")) + PASTE_ENDS
        if rest[:1] != b"\x1b":
            return as_utf8(rest)
        return ESCAPE if rest == b"\x1b" else b""

    def _next(self, data: bytes) -> tuple[bytes, int]:
        """The first thing in ``data`` as Textual may read it, and its length; 0: it is cut off."""
        if data[0] != 0x1B:
            return _letters(data.partition(b"\x1b")[0], whole=b"\x1b" in data)
        if mouse := _OLD_MOUSE.match(data):
            button, x, y = (sign[0] - 32 for sign in mouse.groups())
            return self._mouse(button, x, y), mouse.end()
        if _OLD_MOUSE_BEGINS.match(data):
            return b"", 0
        if key := _CONSOLE_KEY.match(data):
            return key[0], key.end()
        if sequence := _SEQUENCE.match(data):
            return self._sequence(sequence), sequence.end()
        if reply := _REPLY.match(data):
            return b"", reply.end()
        if len(data) < LONGEST and (_BEGINS.match(data) or _REPLY_BEGINS.match(data)):
            return b"", 0
        return _with_escape(data)

    def _sequence(self, sequence: re.Match[bytes]) -> bytes:
        """A sequence that Textual understands as it is meant; of others, nothing."""
        values, between, end = sequence.groups()
        if sequence[0] == PASTE_BEGINS:
            self.pasting = True
            return PASTE_BEGINS
        if between:
            known = between + end == b"$y" and _DRAWS_AT_ONCE.fullmatch(values)
        elif end in b"Mm":
            if urxvt := _URXVT_MOUSE.fullmatch(values):
                button, x, y = map(int, urxvt.groups())
                return self._mouse(button - 32, x, y)
            known = _SGR_MOUSE.fullmatch(values)
        else:
            known = sequence[0] in _FOCUS or (end in _KEY_ENDS and _is_key(values))
        return sequence[0] if known else b""

    def _mouse(self, button: int, x: int, y: int) -> bytes:
        """An old report, as terminals of today write it; it does not say which button goes up."""
        if button < 0 or x < 1 or y < 1:
            return b""
        up = button & 3 == 3 and not button & 0b1100000
        if up:
            button = self._button | button & ~3
        elif not button & 0b1100000:
            self._button = button & 3
        return f"\x1b[<{button};{x};{y}{'m' if up else 'M'}".encode()

    def _pasted(self, data: bytes) -> tuple[bytes, int]:
        """Text until the end of the paste; no sequence in it means anything."""
        text, end, _ = data.partition(PASTE_ENDS)
        if end:
            self.pasting = False
            return as_utf8(text.replace(b"\x1b", b"")) + end, len(text) + len(end)
        at = data.rfind(b"\x1b")
        if at >= 0 and PASTE_ENDS.startswith(data[at:]):
            text = data[:at]
        letters, used = _letters(text, whole=False)
        return letters.replace(b"\x1b", b""), used


def _letters(text: bytes, *, whole: bool) -> tuple[bytes, int]:
    """Text without sequences, up to a letter that is cut off."""
    cut = None if whole else _CUT_LETTER.search(text)
    text = text[: cut.start()] if cut else text
    return as_utf8(text), len(text)


def _with_escape(data: bytes) -> tuple[bytes, int]:
    """Esc before what is no sequence: the key itself, or Alt with another one."""
    if broken := _BROKEN.match(data):
        return b"", broken.end()
    if data[1] == 0x1B:
        return ESCAPE, 1
    if 0x20 <= data[1] < 0x7F:
        return b"\x1b[%d;3u" % data[1], 2
    return b"", 1


def _is_key(values: bytes) -> bool:
    if not _KEY.fullmatch(values):
        return False
    numbers = [int(n) for n in re.split(rb"[;:]", values) if n]
    return all(n <= _LAST and n not in _SURROGATES for n in numbers)
