"""Which Ketuk this is."""

import tomllib
from importlib import metadata
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def ketuk_version() -> str:
    """As installed; of a checkout that nobody has installed, what it says of itself."""
    try:
        return metadata.version("ketuk")
    except metadata.PackageNotFoundError:
        return str(tomllib.loads(CHECKOUT.read_text("utf-8"))["project"]["version"])
