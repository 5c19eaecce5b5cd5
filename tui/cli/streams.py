"""Standard output and standard error in any encoding; Windows redirects in cp1252 or cp437.

A sign that the encoding lacks becomes the nearest one in ASCII, as on a terminal with ASCII only.
"""

import codecs
import io
import sys

NEAREST = "ketuk-nearest"
"""What encoders call for a sign that they lack."""
ASCII = "ketuk-ascii"
"""ASCII by another name: Typer takes a stream of that encoding for a mistake, and writes UTF-8."""


def settle() -> None:
    """See to it that everything that is said can be written."""
    codecs.register_error(NEAREST, _nearest)
    codecs.register(_own_codec)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            known = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=ASCII if known else None, errors=NEAREST)


def carries_unicode(stream: object) -> bool:
    """Whether any sign goes through a stream as it is."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    return codecs.lookup(encoding).name.startswith("utf")


def is_text(value: str) -> bool:
    """Whether it can be written at all: bytes that are no UTF-8 come as lone surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _nearest(error: UnicodeError) -> tuple[str, int]:
    from ketuk.tui.plain import plain

    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


def _own_codec(name: str) -> codecs.CodecInfo | None:
    if name != ASCII.replace("-", "_"):
        return None
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(
        known.encode,
        known.decode,
        streamreader=known.streamreader,
        streamwriter=known.streamwriter,
        incrementalencoder=known.incrementalencoder,
        incrementaldecoder=known.incrementaldecoder,
        name=ASCII,
    )
