"""Recorded games as moves of a room, for what tells of a whole game."""

import json
from pathlib import Path

import msgspec

from ketuk import engine
from ketuk.engine import codec
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Options
from ketuk.rooms.past import Move
from ketuk.rooms.records import Row

GAMES = sorted((Path(__file__).parent.parent / "games").glob("*/*.jsonl"))


def moves_of(path: Path) -> tuple[RuleSet, list[Move]]:
    """The rule set, and the moves with the opening first."""
    header, *lines, _ = [json.loads(line) for line in path.read_text().splitlines()]
    known = engine.ruleset(header["ruleset"])
    options = msgspec.convert(header["options"], Options)
    rules = engine.under(known, options)
    luck = engine.ScriptedLuck(header.get("dice", []), header["cards"])
    events = engine.new_game(rules, header["players"], luck, options)
    moves = [Move(Row(0, "start", "", events), None)]
    for seq, line in enumerate(lines, 1):
        luck = engine.ScriptedLuck(line["dice"], line["cards"])
        command = codec.command_of(line["do"])
        outcome = engine.decide(moves[-1].table, command, rules, luck)
        assert not isinstance(outcome, Refused)
        moves.append(Move(Row(seq, "move", "", outcome, command), moves[-1]))
    return rules, moves
