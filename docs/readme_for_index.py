"""The README as a package index shows it: there the files that it links to are not beside it."""

import re

PICTURE = re.compile(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n+", re.MULTILINE)
LINK = re.compile(r"\[([^]]*)\]\((?!https?:|#)([^)]*)\)")


def for_an_index(text: str) -> str:
    """Without pictures of this repository, and its files named instead of linked to."""

    def named(link: re.Match[str]) -> str:
        told, path = link[1], link[2]
        return f"`{path}`" if told == path else f"{told} (`{path}`)"

    return LINK.sub(named, PICTURE.sub("", text))
