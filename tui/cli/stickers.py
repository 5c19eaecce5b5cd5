"""``ketuk stickers``: sheets to print, a table for variable-data printing, the key of bid cards."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import count
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


ALL = "all"
"""In place of a box: every box of the data folder, one PDF each."""


class Only(StrEnum):
    """Some of a box's stickers."""

    REPLACEMENTS = "replacements"
    SPARES = "spares"


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
        only: Annotated[
            Only | None, typer.Option("--only", help=words("cli_codes.opt_only"))
        ] = None,
        again: Annotated[bool, typer.Option("--again", help=words("cli_codes.opt_again"))] = False,
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
            if out is None or str(out) == STDOUT or table or key or items or only:
                raise typer.BadParameter(words("cli_codes.all_wants_out"), param_hint="BOX")
            _print_all(at, out, fresh, force=force, as_json=as_json)
            return
        from ketuk.tui.boxes.printing import note_printed
        from ketuk.tui.cli.cards import box_open, cards_of

        at, (pdf, csv, keys) = all_asked(at, force, out, table, key)
        with box_open(at, box) as registry:
            cards = cards_of(at, registry.box.ruleset)
            chosen = _chosen(at, registry, cards, items, only, again=again)
            if only is not None and not chosen:
                at.refuse(f"cli_codes.no_{only}", box=registry.box_id)
            if pdf is not None:
                sheets = fresh()
                _fill(at, registry, cards, chosen, sheets)
                pdf.write(sheets.content())
                note_printed(registry, chosen)
                _tell_sheets(at, registry.box.id, sheets, pdf.path, as_json=as_json)
            _more_files(at, registry, cards, chosen, csv, keys, as_json=as_json)


def _print_all(
    at: Desk, folder: Path, fresh: "Callable[[], Sheets]", *, force: bool, as_json: bool
) -> None:
    """A PDF for every box that has none in ``folder`` yet; stopped, the same command goes on.

    A box that has one gets another for stickers that have replaced others since and were never
    printed. With ``force`` all are printed anew.
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
        done = skipped = 0
        ids = boxes.ids()
        label = at.words("cli_codes.printing")
        with stopping() as stopped, progress(label, len(ids), hidden=as_json) as step:
            for box in ids:
                match _one_box(at, boxes, box, folder, fresh, force=force, as_json=as_json):
                    case True:
                        done += 1
                    case None:
                        skipped += 1
                    case False:  # told why
                        pass
                step()
                if stopped() and box != ids[-1]:
                    typer.echo(at.words("cli_codes.printing_stopped", count=done), err=True)
                    raise typer.Exit(REFUSED)
    if not as_json:
        at.say("cli_codes.printed_all", path=folder, count=done, skipped=skipped)
    if done + skipped < len(ids):
        raise typer.Exit(REFUSED)


def _one_box(
    at: Desk,
    boxes: "Boxes",
    box: str,
    folder: Path,
    fresh: "Callable[[], Sheets]",
    *,
    force: bool,
    as_json: bool,
) -> bool | None:
    """One box of many: whether it was printed; None: there is nothing left to print of it.

    Why its registry cannot be read is told.
    """
    from ketuk.codes.fault import CodesFault, Fault
    from ketuk.tui.boxes.printing import note_printed
    from ketuk.tui.cli.cards import cards_of
    from ketuk.tui.telling.verdicts import trouble

    out = folder / f"{box}.pdf"
    whole = force or not out.exists()
    try:
        with boxes.open(box) as registry:
            cards = cards_of(at, registry.box.ruleset)
            chosen = _chosen(at, registry, cards, None, None if whole else Only.REPLACEMENTS)
            if not chosen:
                return None
            sheets, out = fresh(), out if whole else _next_free(out)
            _fill(at, registry, cards, chosen, sheets)
            OutFile(out, force).write(sheets.content())
            note_printed(registry, chosen)
    except CodesFault as error:
        if error.fault in (Fault.FULL, Fault.FORBIDDEN) and error.facts.get("path") == out:
            raise
        typer.echo(trouble(at.words, error), err=True)
        return False
    if as_json:
        _tell_sheets(at, box, sheets, out, as_json=True)
    return True


def _next_free(out: Path) -> Path:
    """``N5NG-2.pdf`` and so on."""
    names = (out.with_name(f"{out.stem}-{n}{out.suffix}") for n in count(2))
    return next(path for path in names if not path.exists())


def _moved(words: Words, shift: str) -> tuple[float, float]:
    from ketuk.tui.boxes.printing import shift_meant

    moved = shift_meant(shift)
    if moved is None:
        raise typer.BadParameter(words("cli_codes.bad_shift"), param_hint="--shift")
    return moved


def _chosen(
    at: Desk,
    registry: "Registry",
    cards: "Cards",
    items: str | None,
    only: Only | None = None,
    *,
    again: bool = False,
) -> "tuple[Sticker, ...]":
    """The stickers to print, in printing order; ``again``: those that were printed before too."""
    from ketuk.codes.verdict import State
    from ketuk.tui.boxes.printing import in_order
    from ketuk.tui.boxes.rows import is_fresh, is_replacement
    from ketuk.tui.cli.cards import stickers_meant

    if only is Only.SPARES:
        spares = registry.stickers(State.SPARE)
        return in_order(registry, (s for s in spares if again or s.printed is None))
    meant = stickers_meant(at, registry, cards, items)
    if only is Only.REPLACEMENTS:
        meant = tuple(s for s in meant if is_replacement(s) and (again or is_fresh(s)))
    return in_order(registry, meant)


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
        rows = [(s.item, s.code) for s in chosen]
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
