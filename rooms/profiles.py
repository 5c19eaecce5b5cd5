"""Where profiles lie at a host: ``profiles.json`` of the data folder, by the name of the person.

A profile is the host's until a device of its person joins; then it moves there, whole and in one
step: the file names the one owner and is replaced whole (ruling 4.6.8). What stays here is a copy,
for a device that has lost its own. The file can be lost: results are read off the saved games
again, and a device that owns its profile brings it back.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from ketuk.rooms.deleted_games import DeletedGames
from ketuk.rooms.names import person
from ketuk.rooms.profile import LONGEST, MOST_TURNS, Played, Profile, together
from ketuk.rooms.results import Result
from ketuk.rooms.small_file import SmallFile

FILE = "profiles.json"
FORM = 1
MOST = 200
"""Profiles that are kept; those that were used longest ago go first."""


class KeptProfile(BaseModel):
    """A profile and whose it is: the hash of a device's token; empty: the host's."""

    profile: Profile
    owner: str = ""


class Profiles:
    """The profiles of a data folder."""

    def __init__(
        self, folder: Path, results: Iterable[Result] = (), *, undone: frozenset[str] = frozenset()
    ) -> None:
        """
        Args:
            results: of the saved games there, for people who have no profile yet.
            undone: when games were begun whose end was taken back here.
        """
        self._deleted = DeletedGames(folder)
        self._undone = undone
        self._file = SmallFile(
            folder / FILE, "people", KeptProfile.model_validate, form=FORM, plain=_plain
        )
        self._played: dict[str, list[Played]] = {}
        for result in results:
            for seat, name in enumerate(result.game.names, 1):
                if seat not in result.game.bots and (one := _played(result, seat)) is not None:
                    self._played.setdefault(_key(name), []).append(one)

    def of(self, name: str) -> KeptProfile:
        """The profile of somebody of that name."""
        fresh = KeptProfile(profile=Profile(name=name[:LONGEST]))
        kept_profile = self._file.read().get(_key(name), fresh)
        kept = self.that_count(kept_profile.profile.played)
        games = together(self._played.get(_key(name), ()), kept)
        return KeptProfile(
            profile=kept_profile.profile.model_copy(update={"played": games}),
            owner=kept_profile.owner,
        )

    def that_count(self, played: Iterable[Played]) -> tuple[Played, ...]:
        """Those that are not known here to have been deleted, or taken back before their end."""
        gone = self._undone | self._deleted.made
        return tuple(one for one in played if one.made not in gone)

    def keep(self, profile: Profile, owner: str) -> Profile:
        """From now on this one, which is this one's; on disk when this returns, if it can be."""
        kept = profile.model_copy(update={"turn": min(profile.turn + 1, MOST_TURNS)})
        self._put(KeptProfile(profile=kept, owner=owner))
        return kept

    def take(self, person: KeptProfile) -> None:
        """One as another laptop has it, whose it is there; games that are known here stay in it."""
        known = self.of(person.profile.name).profile
        played = together(self.that_count(person.profile.played), known.played)
        profile = person.profile.model_copy(update={"played": played})
        self._put(KeptProfile(profile=profile, owner=person.owner))

    def _put(self, one: KeptProfile) -> None:
        key = _key(one.profile.name)
        others = [(n, other) for n, other in self._file.read().items() if n != key]
        self._file.write({**dict(others[1 - MOST :]), key: one})


def _plain(value: Any) -> Any:
    assert isinstance(value, BaseModel)
    return value.model_dump(mode="json")


def _key(name: str) -> str:
    """Whose profile it is; a name of the command line may be longer than a profile holds."""
    return person(name[:LONGEST])


def _played(result: Result, seat: int) -> Played | None:
    """What a game that is over was to whoever sat there; None for who is not in its ranking."""
    place = next((p for p in result.ranking if p.seat == seat), None)
    if place is None:
        return None
    game, of = result.game, len(result.ranking)
    with suppress(ValidationError):
        return Played(
            game=game.name, made=game.made, ruleset=game.ruleset, ended=game.played,
            place=place.place, of=of, worth=place.worth,
        )  # fmt: skip
    return None
