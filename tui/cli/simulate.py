"""``ketuk simulate``: many games of computers, and what they say about a box."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ketuk.rooms.trials.pace import PACE
from ketuk.tui.cli import options
from ketuk.tui.cli.agreed import names_of
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.numbers import numbers_agreed
from ketuk.tui.cli.outfile import STDOUT, OutFile
from ketuk.tui.cli.play import LONGEST
from ketuk.tui.cli.shell import a_file, argument, command, flag, option
from ketuk.tui.cli.values import Whole


@command("simulate", help="simulate.help")
@argument("ruleset", "NAME|FILE", help="cli_play.ruleset")
@option("--players", type=Whole(1), help="simulate.opt_players", default=4)
@option("--games", type=Whole(1), help="simulate.opt_games", default=1000)
@option("--bots", metavar="POLICY,...", help="simulate.opt_bots", default="cautious")
@flag("--tournament", help="simulate.opt_tournament")
@flag("--rating", help="simulate.opt_rating")
@option("--compare", metavar="NAME|FILE", help="simulate.opt_compare")
@option("--seed", type=Whole(), help="simulate.opt_seed", default=1)
@option("--first", type=Whole(0), help="simulate.opt_first", default=0)
@option("--rounds", type=Whole(1), help="simulate.opt_rounds", default=LONGEST)
@option("--pace", type=Whole(0), help="simulate.opt_pace", default=PACE)
@options.edition
@options.house
@options.numbers
@options.table
@option("--out", metavar="FILE", type=a_file, help="simulate.opt_out")
@option("--plot", metavar="SVG", type=a_file, help="simulate.opt_plot")
@option("--jobs", type=Whole(1), help="simulate.opt_jobs")
@option("--cluster", metavar="ADDRESS", help="simulate.opt_cluster")
@options.force
@click.pass_obj
def simulate(
    at: Desk,
    ruleset: str,
    players: int,
    games: int,
    bots: str,
    tournament: bool,
    rating: bool,
    compare: str | None,
    seed: int,
    first: int,
    rounds: int,
    pace: int,
    edition: str | None,
    house: str,
    numbers: str,
    table: str | None,
    out: Path | None,
    plot: Path | None,
    jobs: int | None,
    cluster: str | None,
    force: bool,
) -> None:
    """Games by the thousand, never among the saved ones."""
    from ketuk.tui.cli.simulating import WantedTrial, simulated

    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    wanted = WantedTrial(
        sets=(ruleset, *([compare] if compare is not None else ())),
        players=players, games=range(first, first + games), bots=names, tournament=tournament,
        rating=rating, seed=seed, rounds=rounds, pace=pace, edition=edition, house=names_of(house),
        settings=numbers_agreed(at, ruleset, numbers, table, keep=None), out=out,
        plot=plot, jobs=jobs, cluster=cluster, force=force,
    )  # fmt: skip
    if out is None or str(out) != STDOUT:
        simulated(at, wanted)
        return
    with TemporaryDirectory(prefix="ketuk-") as folder:
        file = Path(folder) / "games.csv"
        try:
            simulated(replace(at, aside=True), replace(wanted, out=file))
        finally:  # what was played before it was stopped is written too
            for rows in sorted(Path(folder).glob("*.csv"), key=lambda one: one.stem != file.stem):
                OutFile(out, force).write(rows.read_bytes())
