"""What a game may be called, and whose name is whose."""

from unicodedata import category, normalize

LONGEST = 60
"""Signs in the name of a game, or of a player in one that is taken in."""


def can_be_shown(name: str) -> bool:
    """Whether a player of a game that is taken in may be called so: it commands no terminal."""
    return len(name) <= LONGEST and not any(category(sign) in ("Cc", "Cs") for sign in name)


def is_fit(name: str) -> bool:
    """Whether it is a name that can be shown, told from others, and typed again."""
    return (
        name == name.strip()
        and len(name) <= LONGEST
        and name.isprintable()
        and any(sign.isalnum() for sign in name)
    )


def person(name: str) -> str:
    """What is the same for all spellings of a name: capitals, spaces and composed signs apart."""
    return " ".join(normalize("NFKC", name).casefold().split())
