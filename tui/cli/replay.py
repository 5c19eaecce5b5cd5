"""``ketuk replay``: a saved game move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import command, option
from ketuk.tui.cli.values import Whole

if TYPE_CHECKING:
    from ketuk.engine import RuleSet, Table
    from ketuk.engine.commands import AnyCommand
    from ketuk.engine.events import AnyEvent
    from ketuk.rooms.journal import Journal
    from ketuk.rooms.looking import UnplayedGame
    from ketuk.rooms.past import Move
    from ketuk.rooms.records import Row
    from ketuk.rooms.room import Room
    from ketuk.tui.telling.telling import Telling

    PastGame = Room | UnplayedGame


@command("replay", help="cli_play.replay")
@options.a_game
@option("--at", "upto", type=Whole(0), help="cli_play.at")
@click.pass_obj
def replay(at: Desk, game: str, upto: int | None) -> None:
    """Tell a game move by move."""
    from ketuk.tui.cli.saved import journal_open, tell_damage

    with journal_open(at) as journal:
        room = _to_tell(at, journal, game)
        tell_damage(at, room)
        if upto is not None and upto > room.seq:
            at.refuse("cli_play.at_beyond", game=game, last=room.seq)
        moves = _standing(room.rows, room.seq if upto is None else upto)
        tell = _replay_json if at.as_json else _replay_text
        tell(at, room, moves)


def _to_tell(at: Desk, journal: Journal, game: str) -> PastGame:
    """A saved game; where its rules are not here that is said, and what it kept is told."""
    from ketuk.rooms.looking import UnplayedGame
    from ketuk.rooms.room import Room
    from ketuk.rooms.trouble import JournalFault, Trouble

    try:
        return Room.resume(journal, game)
    except JournalFault as fault:
        if fault.trouble is not Trouble.RULES:
            raise
        past_game = UnplayedGame.at(journal, game)
        at.note("saved.only_looked", game=game)
        return past_game


def _standing(rows: Sequence[Row], upto: int) -> list[Move]:
    """The start and the moves that stood after entry ``upto``."""
    from ketuk.rooms.past import Past

    past = Past(rows[0])
    for row in rows[1 : upto + 1]:
        past.take(row)
    return [past.start, *past.moves]


def _replay_json(at: Desk, room: PastGame, moves: list[Move]) -> None:
    """Secrets of a game that goes on are cut, also from what lies far back in it."""
    from ketuk.engine.codec import to_plain
    from ketuk.rooms.views import public, public_command, view

    over = room.table.phase == "over"
    for move in moves:
        command = move.command
        if command is not None and not over:
            command = public_command(command, None)
        at.tell(
            {
                "seq": move.seq,
                "at": move.at,
                "command": to_plain(command),
                "events": to_plain(move.events if over else public(move.events, None)),
            }
        )
    table = moves[-1].table
    at.tell(
        {"seq": moves[-1].seq, "table": to_plain(table if over else view(table, None, room.rules))}
    )


def _replay_text(at: Desk, room: PastGame, moves: list[Move]) -> None:
    from ketuk.engine.commands import PassTime
    from ketuk.rooms.views import public_command
    from ketuk.tui.telling.telling import Telling

    telling = Telling(at.words, room.rules)
    open_cards = room.table.phase == "over"
    table = moves[0].table
    for line in _happened(at, telling, moves[0], None, everything=open_cards):
        at.line(line)
    for move in moves[1:]:
        command = move.command
        assert command is not None
        shown = command if open_cards else public_command(command, None)
        label = _label(at, telling, shown, table)
        nobodys = isinstance(command, (*room.rules.joint, PassTime))  # what all do, or time
        player = "" if nobodys else table.player(command.seat).name
        named = nobodys or label.startswith(player)
        key = "cli_play.move_named" if named else "cli_play.move"
        at.line(at.words(key, seq=move.seq, player=player, command=label))
        for line in _happened(at, telling, move, table, everything=open_cards):
            at.line(f"    {line}")
        table = move.table
    at.line()
    _tell_state(at, telling, room.rules, table, hands=open_cards)


def _label(at: Desk, telling: Telling, command: AnyCommand, table: Table) -> str:
    try:
        return telling.command(command, table)
    except LookupError:
        if telling.rules.tasks:
            raise
        return _bare(at, command)  # the sentences of a set go with its code


def _happened(
    at: Desk, telling: Telling, move: Move, table: Table | None, *, everything: bool
) -> list[str]:
    """What a move has led to; where the sentences of its set are gone, the fact itself."""
    if telling.rules.tasks:
        return telling.events(move.events, table, everything=everything)
    from ketuk.engine import evolve
    from ketuk.engine.events import GameStarted
    from ketuk.engine.evolve import begin
    from ketuk.rooms.views import public

    sentences: list[str] = []
    for event in move.events:
        try:
            sentences += telling.events((event,), table, everything=everything)
        except LookupError:
            (shown,) = (event,) if everything else public((event,), None)
            sentences.append(_bare(at, shown))
        if isinstance(event, GameStarted):
            table = begin(event)
        elif table is not None:
            table = evolve(table, event)
    return sentences


def _bare(at: Desk, what: AnyCommand | AnyEvent) -> str:
    from ketuk.engine.codec import to_plain

    facts = ", ".join(f"{k} {v}" for k, v in to_plain(what).items() if v not in ("", None, ()))
    return at.words("cli_play.untold", facts=facts)


def _tell_state(at: Desk, telling: Telling, rules: RuleSet, table: Table, *, hands: bool) -> None:
    from ketuk.engine.rules.victory import shown_worth

    if table.corrected:
        at.say("corrections.account", amount=table.corrected)
    if table.ranking:
        for place in table.ranking:
            at.say(
                "cli_play.place",
                place=place.place,
                player=table.player(place.seat).name,
                worth=place.worth,
                cash=place.cash,
                properties=place.properties,
            )
        return
    open_now = telling.question(table) if rules.tasks else ""
    at.line(telling.words("cli_play.state_round", round=table.round, question=open_now))
    for seat in table.seats:
        player = table.player(seat)
        cards = ", ".join(telling.names.card(c, table) for c in player.hand) if hands else ""
        at.say(
            "cli_play.state_player",
            player=player.name,
            cash=player.cash,
            worth=shown_worth(rules, table, seat),
            tile=telling.names.place(player.at, table),
            cards=cards or len(player.hand),
            tiles=telling.names.tiles(table.owned(seat)),
        )
