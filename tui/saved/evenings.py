"""Results over many evenings: of each person, and of each game, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ketuk.rooms.names import person
from ketuk.tui.saved.lobby_lines import moment

if TYPE_CHECKING:
    from ketuk.rooms.results import Result
    from ketuk.tui.words import Words


@dataclass(slots=True)
class PlayedAndWon:
    """Games that were played to their end, and those among them that were won."""

    played: int = 0
    won: int = 0

    def add(self, *, won: bool) -> None:
        """One game more."""
        self.played += 1
        self.won += won


@dataclass(slots=True)
class Record:
    """What somebody has played; ``name`` as it was spelled last."""

    name: str
    all: PlayedAndWon = field(default_factory=PlayedAndWon)
    sets: dict[str, PlayedAndWon] = field(default_factory=dict)
    """By rule set."""


def records(results: Iterable[Result]) -> tuple[Record, ...]:
    """Everybody but the program's seats, by games won; a shared first place is a win for each.

    Args:
        results: the one that ended last first.
    """
    by_person: dict[str, Record] = {}
    for result in results:
        seen: set[str] = set()
        for place in sorted(result.ranking, key=lambda place: place.place):
            who = person(result.name(place.seat))
            if place.seat in result.game.bots or who in seen:
                continue
            seen.add(who)
            record = by_person.setdefault(who, Record(result.name(place.seat)))
            for count in (record.all, record.sets.setdefault(result.game.ruleset, PlayedAndWon())):
                count.add(won=place.place == 1)
    return tuple(
        sorted(by_person.values(), key=lambda r: (-r.all.won, r.all.played, person(r.name)))
    )


def played_in(result: Result, who: str) -> bool:
    """Whether somebody sat in a game, not the program in their name."""
    seats = enumerate(result.game.names, 1)
    return any(person(n) == person(who) for seat, n in seats if seat not in result.game.bots)


def record_line(record: Record, words: Words) -> str:
    """A person: played, won, and the same by set."""
    sets = ", ".join(
        words("results.of_set", ruleset=name, won=count.won, played=count.played)
        for name, count in sorted(record.sets.items())
    )
    counts = {"played": record.all.played, "won": record.all.won}
    return words("results.person", name=record.name, sets=sets, **counts)


def result_line(result: Result, words: Words) -> str:
    """A game: when it ended, its set, and all places with their worth."""
    places = ", ".join(_place(result, at, words) for at in range(len(result.ranking)))
    when, ruleset = moment(result.game.played), result.game.ruleset
    return words("results.game", when=when, ruleset=ruleset, places=places)


def _place(result: Result, at: int, words: Words) -> str:
    place = result.ranking[at]
    key = "results.bot" if place.seat in result.game.bots else "results.place"
    facts = {"place": place.place, "worth": place.worth}
    return words(key, name=result.name(place.seat), **facts)
