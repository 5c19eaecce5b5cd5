"""Keys on their way to the screen: a scanner that types is told from fingers."""

from collections.abc import Awaitable, Callable
from time import monotonic

from textual import events

from ketuk.scanning.typed import ENDS, QUICK, Burst, Entered, GivenBack, Waiting

Release = Callable[[events.Key], Awaitable[None]]


class Keyboard:
    """Keeps keys for a twentieth of a second, until it is clear whose they are.

    ``release`` handles a person's key as usual, ``entered`` takes what a scanner typed, and
    ``later`` calls back after so many seconds.
    """

    def __init__(
        self,
        *,
        release: Release,
        entered: Callable[[str], None],
        later: Callable[[float, Callable[[], Awaitable[None]]], object],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._release, self._entered, self._later = release, entered, later
        self._clock = clock
        self._burst = Burst()
        self._kept: list[events.Key] = []

    async def take(self, event: events.Key) -> None:
        """One key as it comes from the terminal."""
        sign = event.character if event.is_printable and event.character else event.key
        if event.is_printable or sign in ENDS:
            await self._signed(event, sign)
        else:
            await self._settle(self._burst.pause(self._clock() + 1))
            await self._release(event)

    async def _signed(self, event: events.Key, sign: str) -> None:
        outcome = self._burst.press(sign, self._clock())
        if isinstance(outcome, Waiting) and sign in ENDS:
            return  # the line feed after a scanner's carriage return
        self._kept.append(event)
        await self._settle(outcome)
        if self._kept:
            self._later(QUICK * 1.1, self._pause)

    async def _pause(self) -> None:
        await self._settle(self._burst.pause(self._clock()))
        if self._kept:
            self._later(QUICK, self._pause)

    async def _settle(self, outcome: Waiting | GivenBack | Entered | None) -> None:
        match outcome:
            case GivenBack(keys):
                await self._give_back(len(keys))
            case Entered(text, back):
                await self._give_back(len(back))
                self._kept.clear()
                self._entered(text)
            case _:
                pass

    async def _give_back(self, count: int) -> None:
        given, self._kept = self._kept[:count], self._kept[count:]
        for event in given:
            await self._release(event)
