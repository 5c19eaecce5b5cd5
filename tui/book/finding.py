"""Looking things up by whole words, by what people say for them, and by numbers of rulings."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from ketuk.tui.book.entries import Entry
from ketuk.tui.words import Language, Words

STEMMERS: Mapping[Language, str] = {
    "id": "indonesian", "en": "english", "ms": "indonesian", "pt": "portuguese",
}  # fmt: skip
"""Snowball's name of the language, or of the nearest that it has."""
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+(\.\d+)+|[A-Z]+-\d+")
SHORTEST = 2
"""Letters of a word that is still being typed from which on it is looked for."""


def keys(word: str, language: Language) -> frozenset[str]:
    """All under which a word is filed: itself without accents, and its stems.

    The stem of a stem too: a bare Indonesian word may be cut as if it had an affix.
    """
    return _keys(folded(word), language)


@cache
def _keys(word: str, language: Language) -> frozenset[str]:
    stem_of = _stemmer(language)
    stem = stem_of(word)
    return frozenset((word, stem, stem_of(stem)))


@cache
def _stemmer(language: Language) -> Callable[[str], str]:
    import snowballstemmer  # read when something is first looked for

    stem_of: Callable[[str], str] = snowballstemmer.stemmer(STEMMERS[language]).stemWord
    return stem_of


def folded(word: str) -> str:
    """In small letters, without accents."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))


class Index:
    """The entries of one book in one language, by their words."""

    def __init__(self, entries: Iterable[Entry], words: Words) -> None:
        self.entries = tuple(entries)
        self._language = words.language
        self._small = frozenset(map(folded, words.text("lookup.small").split()))
        """Words of a question that say nothing of what it is about."""
        self._same: dict[str, set[str]] = {}
        """What else people call it, by each of its names."""
        for line in words.text("lookup.same").splitlines():
            names = line.split()
            every = set[str]().union(*(keys(name, self._language) for name in names))
            for name in names:
                for key in keys(name, self._language):
                    self._same.setdefault(key, set()).update(every)
        self._titles = [self._filed(e.title) for e in self.entries]
        self._texts = [self._filed(e.text) for e in self.entries]

    def find(self, wanted: str) -> tuple[Entry, ...]:
        """What has all words that count, the best first; if nothing has all, what has most.

        A number gives the rulings that begin with it; nothing gives everything, in order.
        """
        number = wanted.strip().rstrip(".").upper()
        numbered = [e for e in self.entries if number and _begins(e.number, number)]
        if numbered or _NUMBER.fullmatch(number):
            return tuple(numbered)
        asked = _WORD.findall(wanted)
        counting = [w for w in asked if folded(w) not in self._small] or asked
        if not counting:
            return self.entries
        typing = counting[-1] if wanted[-1:].isalnum() else ""
        ranks = [(self._rank(at, counting, typing), at) for at in range(len(self.entries))]
        most = max(rank[0] for rank, _ in ranks)
        best = sorted((tuple(-part for part in rank), at) for rank, at in ranks if rank[0] == most)
        return tuple(self.entries[at] for _, at in best) if most else ()

    def _rank(self, at: int, counting: Sequence[str], typing: str) -> tuple[int, int, int, int]:
        """How many of the words it has, in its title, as they were said, and how often at all."""
        title, text = self._titles[at], self._texts[at]
        has, headed, said, often = 0, 0, 0, 0
        for word in counting:
            own = keys(word, self._language)
            alike = own.union(*(self._same.get(key, ()) for key in own))
            in_title, in_text = (sum(part[k] for k in alike) for part in (title, text))
            if word == typing and len(word) >= SHORTEST and not in_title + in_text:
                begun = folded(word)
                in_title, in_text = (
                    sum(n for k, n in part.items() if k.startswith(begun)) for part in (title, text)
                )
            has += bool(in_title or in_text)
            headed += bool(in_title)
            said += any(title[k] or text[k] for k in own)
            often += in_title + in_text
        return has, headed, said, often

    def _filed(self, text: str) -> Counter[str]:
        """How often each key stands in a text."""
        counted = Counter[str]()
        for word in _WORD.findall(text):
            counted.update(keys(word, self._language))
        return counted


def _begins(number: str, with_: str) -> bool:
    """Whether a ruling is the one that is asked for, or one below it."""
    return bool(number) and (number == with_ or number.startswith(f"{with_}."))
