"""Label papers: where the labels lie on a sheet. One TOML file each, five of them built in.

Own papers are files of the same form (docs/printing.md). All lengths are in millimetres.
"""

import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from ketuk.codes.disk import disk_faults
from ketuk.codes.fault import CodesFault, Fault

DEFAULT = "a4-65"
Length = Annotated[float, Field(gt=0, le=2_000)]
Place = Annotated[float, Field(ge=0, le=2_000)]
Count = Annotated[int, Field(ge=1, le=200)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Page(_Strict):
    """The sheet, or one label of a roll."""

    width: Length
    height: Length


class Shape(_Strict):
    """One label."""

    width: Length
    height: Length
    shape: Literal["square", "round"] = "square"


class Paper(_Strict):
    """A sheet of labels: first label at (``left``, ``top``), the next ``across`` and ``down``.

    ``margin`` is kept free inside a label for the cutter's and the printer's tolerance; ``code_pt``
    is the size of the twelve characters; ``symbol`` fixes the QR version and level (auto: 2-H where
    a module of 0.68 mm fits, else 1-Q).
    """

    name: str = ""
    page: Page
    label: Shape
    columns: Count
    rows: Count
    left: Place
    top: Place
    across: Length
    down: Length
    margin: Place = 1.0
    code_pt: Annotated[float, Field(ge=5, le=40)] = 8.0
    symbol: Literal["auto", "1-Q", "2-H"] = "auto"

    @property
    def places(self) -> int:
        """Labels on a sheet."""
        return self.columns * self.rows

    def corner(self, place: int) -> tuple[float, float]:
        """The upper left corner of a label; places count from 0, row by row."""
        row, column = divmod(place, self.columns)
        return self.left + column * self.across, self.top + row * self.down

    @model_validator(mode="after")
    def _fits(self) -> Self:
        sides = (
            ("across", self.left, self.across, self.columns, self.label.width, self.page.width),
            ("down", self.top, self.down, self.rows, self.label.height, self.page.height),
        )
        for field, first, step, count, size, page in sides:
            if count > 1 and step < size - 1e-6:
                raise _problem("overlap", field, least=size)
            if first + (count - 1) * step + size > page + 0.05:
                raise _problem("beyond_page", field, page=page)
        if self.label.shape == "round" and self.label.width != self.label.height:
            raise _problem("not_round", "label.height", width=self.label.width)
        if 2 * self.margin >= min(self.label.width, self.label.height):
            raise _problem("no_room", "margin", label=min(self.label.width, self.label.height))
        return self


def _problem(kind: str, field: str, **facts: float) -> PydanticCustomError:
    text = f"{kind} " + " ".join(f"{name} {value:g}" for name, value in facts.items())
    return PydanticCustomError(kind, text, {"field": field})


def names() -> tuple[str, ...]:
    """The built-in papers, the default first."""
    shipped = {f.name.removesuffix(".toml") for f in _shelf().iterdir() if f.name.endswith(".toml")}
    return (DEFAULT, *sorted(shipped - {DEFAULT}))


def paper(which: str) -> Paper:
    """The built-in paper of that name, or the one in the TOML file ``which``.

    Raises:
        CodesFault: NO_PAPER; PAPER with ``path``, ``where`` (field), ``line``, ``problem`` (an id),
            ``detail``; NOT_THERE, FORBIDDEN.
    """
    if which in names():
        return read(_shelf().joinpath(f"{which}.toml").read_text("utf-8"), name=which)
    path = Path(which)
    if path.suffix != ".toml":
        raise CodesFault(Fault.NO_PAPER, paper=which, known=names())
    with disk_faults(path):
        content = path.read_bytes()
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise CodesFault(
            Fault.PAPER, path=path, where="", line=None, problem="not_text", detail=str(error)
        ) from None
    return read(text, name=path.stem, path=path)


def read(text: str, *, name: str, path: Path | None = None) -> Paper:
    """A paper from the text of its TOML file."""
    place = path or Path(f"{name}.toml")
    try:
        fields = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise CodesFault(
            Fault.PAPER,
            path=place,
            where="",
            line=_toml_line(error, text),
            problem="not_toml",
            detail=str(error),
        ) from None
    try:
        return Paper.model_validate({"name": name, **fields})
    except ValidationError as error:
        first = error.errors()[0]
        field = first.get("ctx", {}).get("field") or ".".join(map(str, first["loc"]))
        raise CodesFault(
            Fault.PAPER,
            path=place,
            where=field,
            line=_line(text, field),
            problem=first["type"],
            detail=first["msg"],
        ) from None


def _toml_line(error: Exception, text: str) -> int:
    """The line; Python before 3.14 names it in the message alone, and not at the end of a text."""
    named = re.search(r"line (\d+)", str(error))
    known = getattr(error, "lineno", None) or (named and int(named[1]))
    return known or len(text.splitlines()) or 1


def _line(text: str, field: str) -> int | None:
    """The line of a field: where all its parts stand, or the last after the first, or the first."""
    lines = [line.partition("#")[0] for line in text.splitlines()]
    first, *rest = field.split(".")
    heads = [number for number, line in enumerate(lines, start=1) if first in line]
    if not heads or not rest:
        return heads[0] if heads else None
    together = [number for number in heads if all(part in lines[number - 1] for part in rest)]
    below = [n for n, line in enumerate(lines, start=1) if n > heads[0] and rest[-1] in line]
    return (together or (below if "[" in lines[heads[0] - 1] else []) or heads)[0]


def _shelf() -> Traversable:
    return files("ketuk.codes").joinpath("papers")
