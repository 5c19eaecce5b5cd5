"""``ketuk stickers``: sheets to print, a table for variable-data printing, the key of bid cards."""

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ketuk.tui.cli.desk import REFUSED, Desk, desk
from ketuk.tui.cli.outfile import STDOUT, OutFile, all_asked, force_option
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.codes.boxes import Boxes
    from ketuk.codes.registry import Registry
    from ketuk.codes.sheet import Sheets
    from ketuk.codes.sticker import Sticker
    from ketuk.tui.boxes.card_names import Cards


FARTHEST_MM = 100.0
"""A shift corrects a printer; a larger one is a slip."""
ALL = "all"
"""In place of a box: every box of the data folder, one PDF each."""


def register(app: typer.Typer, words: Words) -> None:
    """Add the command."""

    @app.command(help=words("cli_codes.stickers"))
    def stickers(
        ctx: typer.Context,
        box: Annotated[str, typer.Argument(metavar="BOX", help=words("cli_codes.arg_box_or_all"))],
        items: Annotated[
            str | None, typer.Option("--items", metavar="35,S01", help=words("cli_codes.opt_items"))
        ] = None,
        label: Annotated[
            str | None,
            typer.Option("--label", metavar="PAPER", help=words("cli_codes.opt_label")),
        ] = None,
        start: Annotated[
            int, typer.Option("--start", metavar="N", help=words("cli_codes.opt_start"))
        ] = 1,
        out: Annotated[
            Path | None,
            typer.Option("--out", metavar="PDF", help=words("cli_codes.opt_out_folder")),
        ] = None,
        shift: Annotated[
            str, typer.Option("--shift", metavar="MM,MM", help=words("cli_codes.opt_shift"))
        ] = "0,0",
        outline: Annotated[
            bool, typer.Option("--outline", help=words("cli_codes.opt_outline"))
        ] = False,
        crop: Annotated[
            bool, typer.Option("--crop-marks", help=words("cli_codes.opt_crop"))
        ] = False,
        font: Annotated[
            Path | None, typer.Option("--font", metavar="TTF", help=words("cli_codes.opt_font"))
        ] = None,
        table: Annotated[
            Path | None, typer.Option("--csv", metavar="CSV", help=words("cli_codes.opt_csv"))
        ] = None,
        key: Annotated[
            Path | None, typer.Option("--key", metavar="FILE", help=words("cli_codes.opt_key"))
        ] = None,
        force: Annotated[bool, force_option(words)] = False,
        as_json: Annotated[bool, typer.Option("--json", help=words("cli.as_json"))] = False,
    ) -> None:
        if out is None and table is None and key is None:
            raise typer.BadParameter(words("cli_codes.nothing_to_print"), param_hint="--out")
        at, moved = desk(ctx), _moved(words, shift)

        def fresh() -> "Sheets":
            from ketuk.codes.papers import DEFAULT, paper
            from ketuk.codes.sheet import Sheets

            which = paper(label or DEFAULT)
            return Sheets(which, start=start, shift=moved, outline=outline, font=font, crop=crop)

        if box == ALL:
            if out is None or str(out) == STDOUT or table or key or items:
                raise typer.BadParameter(words("cli_codes.all_wants_out"), param_hint="BOX")
            _print_all(at, out, fresh, force=force, as_json=as_json)
            return
        from ketuk.tui.cli.cards import box_open, cards_of

        at, (pdf, csv, keys) = all_asked(at, force, out, table, key)
        with box_open(at, box) as registry:
            cards = cards_of(at, registry.box.ruleset)
            chosen = _chosen(at, registry, cards, items)
            if pdf is not None:
                sheets = fresh()
                _fill(at, registry, cards, chosen, sheets)
                pdf.write(sheets.content())
                _tell_sheets(at, registry.box.id, sheets, pdf.path, as_json=as_json)
            _more_files(at, registry, cards, chosen, csv, keys, as_json=as_json)


def _print_all(
    at: Desk, folder: Path, fresh: "Callable[[], Sheets]", *, force: bool, as_json: bool
) -> None:
    """A PDF for every box that has none in ``folder`` yet; stopped, the same command goes on.

    With ``force`` those that are there are printed anew.
    """
    from ketuk.codes.boxes import Boxes
    from ketuk.codes.disk import make_folder
    from ketuk.tui.cli.cards import faults_told
    from ketuk.tui.cli.progress import progress
    from ketuk.tui.cli.stopping import stopping

    boxes = Boxes(at.boxes)
    with faults_told(at):
        fresh()
        make_folder(folder)
        wanted = [box for box in boxes.ids() if force or not (folder / f"{box}.pdf").exists()]
        done = 0
        label, count = at.words("cli_codes.printing"), len(wanted)
        with stopping() as stopped, progress(label, count, hidden=as_json) as step:
            for box in wanted:
                sheets, out = _whole_box(at, boxes, box, fresh), folder / f"{box}.pdf"
                if sheets is not None:
                    OutFile(out, force).write(sheets.content())
                    done += 1
                    if as_json:
                        _tell_sheets(at, box, sheets, out, as_json=True)
                step()
                if stopped() and box != wanted[-1]:
                    typer.echo(at.words("cli_codes.printing_stopped", count=done), err=True)
                    raise typer.Exit(REFUSED)
    if not as_json:
        skipped = len(boxes.ids()) - len(wanted)
        at.say("cli_codes.printed_all", path=folder, count=done, skipped=skipped)
    if done < len(wanted):
        raise typer.Exit(REFUSED)


def _whole_box(
    at: Desk, boxes: "Boxes", box: str, fresh: "Callable[[], Sheets]"
) -> "Sheets | None":
    """The sheets of one box of many; None, and why, if its registry cannot be read."""
    from ketuk.codes.fault import CodesFault
    from ketuk.tui.cli.cards import cards_of
    from ketuk.tui.telling.verdicts import trouble

    sheets = fresh()
    try:
        with boxes.open(box) as registry:
            cards = cards_of(at, registry.box.ruleset)
            _fill(at, registry, cards, _chosen(at, registry, cards, None), sheets)
    except CodesFault as error:
        typer.echo(trouble(at.words, error), err=True)
        return None
    return sheets


def _moved(words: Words, shift: str) -> tuple[float, float]:
    try:
        right, down = map(float, shift.split(","))
    except ValueError:
        right = down = math.nan
    if not (abs(right) <= FARTHEST_MM and abs(down) <= FARTHEST_MM):
        raise typer.BadParameter(words("cli_codes.bad_shift"), param_hint="--shift")
    return right, down


def _chosen(
    at: Desk, registry: "Registry", cards: "Cards", items: str | None
) -> "tuple[Sticker, ...]":
    """Active stickers in printing order."""
    from ketuk.tui.boxes.printing import in_order
    from ketuk.tui.cli.cards import stickers_meant

    return in_order(registry, stickers_meant(at, registry, cards, items))


def _fill(
    at: Desk,
    registry: "Registry",
    cards: "Cards",
    chosen: "Iterable[Sticker]",
    sheets: "Sheets",
) -> None:
    from ketuk.tui.boxes.printing import fill, labels

    told = labels(at.words, registry, cards, chosen)
    fill(sheets, told, peel=at.words("cli_codes.peel"))


def _tell_sheets(at: Desk, box: str, sheets: "Sheets", out: Path, *, as_json: bool) -> None:
    from ketuk.codes.symbol import GOOD_MODULE_MM, view_mm

    plan = sheets.plan
    module, view = round(plan.module, 3), round(view_mm(plan.module))
    if as_json:
        at.tell(
            {
                "box": box,
                "path": str(out),
                "stickers": sheets.count,
                "pages": sheets.pages,
                "label": sheets.paper.name,
                "symbol": plan.form,
                "module_mm": module,
                "view_mm": view,
            }
        )
        return
    at.say(
        "cli_codes.printed",
        path=out,
        count=sheets.count,
        pages=sheets.pages,
        label=sheets.paper.name,
        form=plan.form,
        module=f"{plan.module:.2f}",
        view=view,
    )
    at.say("cli_codes.print_hint")
    if plan.module < GOOD_MODULE_MM:
        at.say("cli_codes.small")


def _more_files(
    at: Desk,
    registry: "Registry",
    cards: "Cards",
    chosen: "tuple[Sticker, ...]",
    table: OutFile | None,
    key: OutFile | None,
    *,
    as_json: bool,
) -> None:
    from ketuk.tui.boxes.card_names import sticker_title
    from ketuk.tui.boxes.printing import bids_among, key_of_bids
    from ketuk.tui.cli.run_csv import HEAD, lines

    box = registry.box.id
    if table is not None:
        rows = [(s.item or 0, s.code) for s in chosen]
        items = {item.number: item for item in registry.items()}
        text = lines(box, rows, lambda number: sticker_title(at.words, cards, items[number]))
        table.write((HEAD + text).encode())
        if not as_json:
            at.say("cli_codes.csv_written", path=table.path, count=len(rows))
    secret = bids_among(registry, chosen)
    if secret and not as_json:
        at.say("cli_codes.bids_inside")
    if key is not None:
        key.write(key_of_bids(at.words, box, cards, secret))
        if not as_json:
            at.say("cli_codes.key_written", path=key.path)
    elif secret and not as_json:
        at.say("cli_codes.key_wanted")
