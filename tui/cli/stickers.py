"""``ketuk stickers``: sheets to print, a table for variable-data printing, the key of bid cards."""

from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ketuk.tui.cli import options
from ketuk.tui.cli.desk import Desk
from ketuk.tui.cli.outfile import STDOUT, OutFile, all_asked
from ketuk.tui.cli.shell import a_file, argument, command, flag, option
from ketuk.tui.cli.values import OneOf
from ketuk.tui.words import Words

if TYPE_CHECKING:
    from ketuk.codes.boxes import Boxes
    from ketuk.codes.registry import Registry
    from ketuk.codes.sheet import Sheets
    from ketuk.codes.sticker import Sticker
    from ketuk.tui.boxes.card_names import CardNames
    from ketuk.tui.boxes.printing import Job, Layout


ALL = "all"
"""In place of a box: every box of the data folder, one PDF each."""


class Only(StrEnum):
    """Some of a box's stickers."""

    REPLACEMENTS = "replacements"
    SPARES = "spares"


@command("stickers", help="cli_codes.stickers")
@argument("box", "BOX", help="cli_codes.arg_box_or_all")
@options.some_items
@options.label_paper
@options.pdf_out("cli_codes.opt_out_folder")
@option("--shift", metavar="MM,MM", help="cli_codes.opt_shift", default="0,0")
@flag("--outline", help="cli_codes.opt_outline")
@flag("--crop-marks", "crop", help="cli_codes.opt_crop")
@options.font
@options.csv_out
@option("--key", metavar="FILE", type=a_file, help="cli_codes.opt_key")
@option("--only", type=OneOf(Only), help="cli_codes.opt_only")
@flag("--again", help="cli_codes.opt_again")
@options.force
@click.pass_obj
def stickers(
    at: Desk,
    box: str,
    items: str | None,
    label: str | None,
    start: int,
    out: Path | None,
    shift: str,
    outline: bool,
    crop: bool,
    font: Path | None,
    table: Path | None,
    key: Path | None,
    only: Only | None,
    again: bool,
    force: bool,
) -> None:
    """Sheets of a box or of all, a table for a printer, the key of the bid cards."""
    if out is None and table is None and key is None:
        raise click.BadParameter(at.words("cli_codes.nothing_to_print"), param_hint="--out")
    moved = _moved(at.words, shift)

    from ketuk.tui.boxes.printing import Layout, job_of

    layout = Layout(label or "", start, moved, outline, font, crop)
    if box == ALL:
        if out is None or str(out) == STDOUT or table or key or items or only:
            raise click.BadParameter(at.words("cli_codes.all_wants_out"), param_hint="BOX")
        _print_all(at, out, layout, force=force)
        return
    from ketuk.tui.cli.cards import box_open, cards_of

    at, (pdf, csv, keys) = all_asked(at, force, out, table, key)
    with box_open(at, box) as registry:
        cards = cards_of(at, registry.box.ruleset)
        chosen = _chosen(at, registry, cards, items, only, again=again)
        if only is not None and not chosen:
            at.refuse(f"cli_codes.no_{only}", box=registry.box_id)
        job = job_of(at.words, registry, cards, chosen)
        if pdf is not None:
            sheets = layout.sheets()
            job.put_on(sheets)
            pdf.write(sheets.content())
            job.noted(registry)
            _tell_sheets(at, registry.box.id, sheets, pdf.path)
        _more_files(at, registry, cards, job, csv, keys)


def _print_all(at: Desk, folder: Path, layout: "Layout", *, force: bool) -> None:
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
        layout.sheets()  # what is wrong with the paper is told before anything is done
        make_folder(folder)
        done = skipped = 0
        ids = boxes.ids()
        label = at.words("cli_codes.printing")
        with stopping() as stopped, progress(label, len(ids), hidden=at.as_json) as step:
            for box in ids:
                match _one_box(at, boxes, box, folder, layout, force=force):
                    case True:
                        done += 1
                    case None:
                        skipped += 1
                    case False:  # told why
                        pass
                step()
                if stopped() and box != ids[-1]:
                    at.refuse("cli_codes.printing_stopped", count=done)
    if not at.as_json:
        at.say("cli_codes.printed_all", path=folder, count=done, skipped=skipped)
    if done + skipped < len(ids):
        at.end()


def _one_box(
    at: Desk,
    boxes: "Boxes",
    box: str,
    folder: Path,
    layout: "Layout",
    *,
    force: bool,
) -> bool | None:
    """One box of many: whether it was printed; None: there is nothing left to print of it.

    Why its registry cannot be read is told.
    """
    from ketuk.codes.fault import CodesFault, Fault
    from ketuk.tui.boxes.printing import job_of
    from ketuk.tui.cli.cards import cards_of, remark_rescue
    from ketuk.tui.telling.troubles import trouble

    out = folder / f"{box}.pdf"
    whole = force or not out.exists()
    try:
        with boxes.open(box) as registry:
            remark_rescue(at, registry)
            cards = cards_of(at, registry.box.ruleset)
            chosen = _chosen(at, registry, cards, None, None if whole else Only.REPLACEMENTS)
            if not chosen:
                return None
            job, sheets = job_of(at.words, registry, cards, chosen), layout.sheets()
            out = out if whole else _next_free(out)
            job.put_on(sheets)
            OutFile(out, force).write(sheets.content())
            job.noted(registry)
    except CodesFault as error:
        if error.fault in (Fault.FULL, Fault.FORBIDDEN) and error.facts.get("path") == out:
            raise
        at.remark(trouble(at.words, error))
        return False
    if at.as_json:
        _tell_sheets(at, box, sheets, out)
    return True


def _next_free(out: Path) -> Path:
    """``N5NG-2.pdf`` and so on."""
    names = (out.with_name(f"{out.stem}-{n}{out.suffix}") for n in count(2))
    return next(path for path in names if not path.exists())


def _moved(words: Words, shift: str) -> tuple[float, float]:
    from ketuk.tui.boxes.printing import shift_meant

    moved = shift_meant(shift)
    if moved is None:
        raise click.BadParameter(words("cli_codes.bad_shift"), param_hint="--shift")
    return moved


def _chosen(
    at: Desk,
    registry: "Registry",
    cards: "CardNames",
    items: str | None,
    only: Only | None = None,
    *,
    again: bool = False,
) -> "tuple[Sticker, ...]":
    """The stickers to print; ``again``: those that were printed before too."""
    from ketuk.codes.verdict import StickerState
    from ketuk.tui.boxes.rows import is_fresh, is_replacement
    from ketuk.tui.cli.cards import stickers_meant

    if only is Only.SPARES:
        spares = registry.stickers(StickerState.SPARE)
        return tuple(s for s in spares if again or s.printed is None)
    meant = stickers_meant(at, registry, cards, items)
    if only is Only.REPLACEMENTS:
        meant = tuple(s for s in meant if is_replacement(s) and (again or is_fresh(s)))
    return meant


def _tell_sheets(at: Desk, box: str, sheets: "Sheets", out: Path) -> None:
    from ketuk.codes.symbol import GOOD_MODULE_MM, view_mm

    plan = sheets.plan
    module, view = round(plan.module, 3), round(view_mm(plan.module))
    if at.as_json:
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
    cards: "CardNames",
    job: "Job",
    table: OutFile | None,
    key: OutFile | None,
) -> None:
    from ketuk.tui.boxes.card_names import sticker_title
    from ketuk.tui.cli.run_csv import HEAD, lines

    box = registry.box.id
    if table is not None:
        rows = [(s.item, s.code) for s in job.stickers]
        items = {item.number: item for item in registry.items()}
        text = lines(box, rows, lambda number: sticker_title(at.words, cards, items[number]))
        table.write((HEAD + text).encode())
        if not at.as_json:
            at.say("cli_codes.csv_written", path=table.path, count=len(rows))
    if job.bids and not at.as_json:
        at.say("cli_codes.bids_inside")
    if key is not None:
        key.write(job.key)
        if not at.as_json:
            at.say("cli_codes.key_written", path=key.path)
    elif job.bids and not at.as_json:
        at.say("cli_codes.key_wanted")
