"""The seats that the computer plays at the command line, and when it stops among itself."""

from collections.abc import Mapping

from ketuk.engine.bots import Policy
from ketuk.engine.players import makers
from ketuk.engine.refusal import Refused
from ketuk.engine.table import Table
from ketuk.engine.waiting import in_turn
from ketuk.rooms.answers import Divided, Fenced, Unheard
from ketuk.rooms.chance import SystemLuck, figure
from ketuk.rooms.room import Room


class BotSeats:
    """Plays the seats of ``policies`` (names by seat), up to the end of round ``rounds``."""

    def __init__(self, room: Room, policies: Mapping[int, str], rounds: int) -> None:
        self._room, self._rounds = room, rounds
        self._policies = {seat: self._policy(name, seat) for seat, name in policies.items()}

    @property
    def done(self) -> bool:
        """Whether no person plays on, and the game has passed the bound on rounds."""
        table = self._room.table
        return self._alone(table) and table.round > self._rounds and table.phase != "over"

    def moved(self) -> bool:
        """Let one of them do what it has to do; False if none has anything to do, or all stop."""
        room = self._room
        if self.done:
            return False
        for seat in in_turn(room.table):
            policy = self._policies.get(seat)
            command = policy(room.rules, room.table, seat) if policy is not None else None
            if command is not None:
                seq, done = room.seq, room.do(command, ask=room.question)
                assert not isinstance(done, Refused) or room.seq > seq, (command, done)
                return not isinstance(done, Fenced | Divided | Unheard)
        return False

    def _alone(self, table: Table) -> bool:
        return bool(self._policies) and all(seat in self._policies for seat in table.seats)

    def _policy(self, name: str, seat: int) -> Policy:
        return makers(self._room.rules)[name](lambda limit: self._drawn(seat, limit))

    def _drawn(self, seat: int, limit: int) -> int:
        """A choice of the random bot; with a seed the same at the same move of the same game."""
        seed = self._room.header.seed
        if seed is None:
            return SystemLuck().draw(range(limit))
        return figure(seed, f"bot {self._room.seq} {seat}") % limit
