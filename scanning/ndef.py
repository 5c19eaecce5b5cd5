"""The texts in an NDEF message (NFC Forum NDEF 1.0, Text RTD 1.0, URI RTD 1.0, Smart Poster RTD).

Bytes from a stranger's tag go in, so nothing here raises: what can be read is read, and ``broken``
says that the rest could not.
"""

from collections.abc import Iterator
from dataclasses import dataclass

_MESSAGE_END, _CHUNK, _SHORT, _HAS_ID = 0x40, 0x20, 0x10, 0x08
_UNCHANGED = 6
_URI_PREFIXES = (
    "",
    "http://www.",
    "https://www.",
    "http://",
    "https://",
    "tel:",
    "mailto:",
    "ftp://anonymous:anonymous@",
    "ftp://ftp.",
    "ftps://",
    "sftp://",
    "smb://",
    "nfs://",
    "ftp://",
    "dav://",
    "news:",
    "telnet://",
    "imap:",
    "rtsp://",
    "urn:",
    "pop:",
    "sip:",
    "sips:",
    "tftp:",
    "btspp://",
    "btl2cap://",
    "btgoep://",
    "tcpobex://",
    "irdaobex://",
    "file://",
    "urn:epc:id:",
    "urn:epc:tag:",
    "urn:epc:pat:",
    "urn:epc:raw:",
    "urn:epc:",
    "urn:nfc:",
)


@dataclass(frozen=True, slots=True)
class NdefMessage:
    """The texts and addresses of a message, in their order."""

    texts: tuple[str, ...]
    broken: bool = False


@dataclass(frozen=True, slots=True)
class _Record:
    kind: int
    name: bytes
    payload: bytes


class _Cut(Exception):
    """The bytes end, or contradict themselves, in the middle of a record."""


def read(octets: bytes) -> NdefMessage:
    """What an NDEF message says; never raises, whatever the bytes are."""
    texts: list[str] = []
    try:
        for record in _records(octets):
            texts += _texts(record)
    except _Cut:
        return NdefMessage(tuple(texts), broken=True)
    return NdefMessage(tuple(texts))


def text_message(text: str, *, language: str = "id") -> bytes:
    """An NDEF message of one short Text record in UTF-8.

    Raises:
        ValueError: the text is longer than a short record holds (about 250 bytes).
    """
    payload = bytes([len(language)]) + language.encode("ascii") + text.encode("utf-8")
    if len(payload) > 255:
        raise ValueError("a short record holds 255 bytes")
    return bytes([0xD1, 1, len(payload)]) + b"T" + payload


def _records(octets: bytes) -> Iterator[_Record]:
    at, begun = 0, None
    while at < len(octets):
        head = octets[at]
        record, at = _one(octets, at)
        if record.kind == _UNCHANGED:
            if begun is None:
                raise _Cut
            record = _Record(begun.kind, begun.name, begun.payload + record.payload)
        elif begun is not None:
            raise _Cut
        begun = record if head & _CHUNK else None
        if begun is None:
            yield record
            if head & _MESSAGE_END:
                return
    if begun is not None:
        raise _Cut


def _one(octets: bytes, at: int) -> tuple[_Record, int]:
    head, at = octets[at], at + 1
    name_size, at = _number(octets, at, 1)
    size, at = _number(octets, at, 1 if head & _SHORT else 4)
    id_size, at = _number(octets, at, 1) if head & _HAS_ID else (0, at)
    name_end, end = at + name_size, at + name_size + id_size + size
    if end > len(octets):
        raise _Cut
    return _Record(head & 7, octets[at:name_end], octets[name_end + id_size : end]), end


def _number(octets: bytes, at: int, size: int) -> tuple[int, int]:
    if at + size > len(octets):
        raise _Cut
    return int.from_bytes(octets[at : at + size], "big"), at + size


def _texts(record: _Record) -> list[str]:
    match record.kind, record.name:
        case 1, b"T":
            return [_text(record.payload)]
        case 1, b"U":
            return [_uri(record.payload)]
        case 1, b"Sp":
            return list(_inner(record.payload))
        case 3, _:
            return [record.name.decode("utf-8", "replace")]
        case _:
            return []


def _inner(payload: bytes) -> Iterator[str]:
    """A smart poster's own texts; posters inside posters are not opened."""
    for record in _records(payload):
        if record.name != b"Sp":
            yield from _texts(record)


def _text(payload: bytes) -> str:
    if not payload:
        raise _Cut
    language_size, utf16 = payload[0] & 0x3F, payload[0] & 0x80
    if 1 + language_size > len(payload):
        raise _Cut
    body = payload[1 + language_size :]
    if not utf16:
        return body.decode("utf-8", "replace")
    marked = body[:2] in (b"\xfe\xff", b"\xff\xfe")
    return body.decode("utf-16" if marked else "utf-16-be", "replace")


def _uri(payload: bytes) -> str:
    if not payload:
        raise _Cut
    prefix = _URI_PREFIXES[payload[0]] if payload[0] < len(_URI_PREFIXES) else ""
    return prefix + payload[1:].decode("utf-8", "replace")
