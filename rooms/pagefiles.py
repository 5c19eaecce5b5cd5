"""The files of the page of a phone, and what a browser may do with them."""

from hashlib import sha256
from importlib.resources import files

from ketuk.rooms import wire

TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob: data:; connect-src 'self' ws:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def pages() -> dict[str, bytes]:
    """The files of the page, by name."""
    folder = files("ketuk.rooms").joinpath("web")
    if not folder.is_dir():
        return {}
    contents = {item.name: item.read_bytes() for item in folder.iterdir() if item.is_file()}
    return {name: data for name, data in sorted(contents.items()) if name.split(".")[-1] in TYPES}


def build_of(contents: dict[str, bytes]) -> str:
    """The build of these files: another one has another path."""
    digest = sha256(wire.BUILD.encode())
    for name, data in contents.items():
        digest.update(name.encode() + b"\0" + data)
    return digest.hexdigest()[:8]
