"""``ketuk results``: who has won what, over all evenings."""

from typing import TYPE_CHECKING

import click

from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.shell import command

if TYPE_CHECKING:
    from ketuk.rooms.results import Result
    from ketuk.tui.saved.evenings import Record


@command("results", help="results.command")
@click.pass_obj
def results(at: Desk) -> None:
    """Everybody with what was played and won, then every game that was played to its end."""
    from ketuk.tui.cli.saved import journal_open
    from ketuk.tui.saved.evenings import record_line, records, result_line

    with journal_open(at) as journal:
        games = journal.results()
    if at.as_json:
        for record in records(games):
            at.tell(_of_person(record))
        for result in games:
            at.tell(_of_game(result))
        return
    at.say("results.head" if games else "results.none", count=len(games))
    for record in records(games):
        at.line(record_line(record, at.words))
    for result in games:
        at.line(result_line(result, at.words))


def _of_person(record: "Record") -> dict[str, object]:
    sets = {n: {"played": c.played, "won": c.won} for n, c in sorted(record.sets.items())}
    counts = {"played": record.all.played, "won": record.all.won}
    return {"player": record.name, **counts, "rulesets": sets}


def _of_game(result: "Result") -> dict[str, object]:
    game = result.game
    ranking = [
        {
            "place": place.place,
            "player": result.name(place.seat),
            "worth": place.worth,
            "bot": place.seat in game.bots,
        }
        for place in result.ranking
    ]
    return {"game": game.name, "ruleset": game.ruleset, "made": game.made, "ended": game.played,
            "ranking": ranking}  # fmt: skip
