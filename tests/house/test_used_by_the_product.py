"""What stands in the five packages is used there: none of it is dead, or there for tests alone."""

from pathlib import Path

from vulture import Vulture

import ketuk
from ketuk.tui.home import SCREENS

ROOT = Path(ketuk.__file__).resolve().parent.parent
PACKAGES = ("engine", "codes", "scanning", "rooms", "tui")
CALLED_BY = {
    "textual": (
        "action_*", "on_*", "watch_*", "validate_*", "compose", "render", "render_line", "apply",
        "get_content_height", "get_suggestion", "get_system_commands", "filter_paths",
        "_fatal_error", "_start_no_matches_countdown", "_list_visible", "_no_matches_timer",
        "AUTO_FOCUS", "BINDINGS", "CSS_PATH", "DEFAULT_CSS", "ENABLE_COMMAND_PALETTE",
        "ICON_FILE", "ICON_NODE*", "border_title", "offset", "parameters", "container", "viewport",
        "max_length", "password", "placeholder", "restrict", "background",
    ),
    "click": (
        "format_arguments", "format_epilog", "format_usage", "allow_extra_args", "exit_code",
        "no_args_is_help",
    ),
    "pydantic": ("model_config",),
    "SQLAlchemy": ("result_processor", "dialect", "coltype"),
    "sqlite3": ("row_factory", "text_factory"),
    "fpdf and reportlab": ("trim_box", "viewer_preferences"),
    "nfcpy": ("_ndef", "sel_req", "timeout"),
    "Python": ("trace",),
}  # fmt: skip
"""Names that a library asks for."""
READ_BY_NAME = {
    "a set's data": (
        "en", "ms", "chest", "own_auction", "salary_ends", "tax_from", "third_die", "ONCE",
    ),
    "a phone's page": ("fills", "into"),
    "a program that reads JSON": ("experience",),
    "a box file: the third of three choices": ("REFUSE",),
    "the command line's list": ("completion", "doctor", "export_", "import_", "simulate"),
    "the loop, which forgets a task that nobody holds": ("_closing", "_task"),
}  # fmt: skip
"""Names that are told by their text, and held for it."""


def test_all_that_stands_in_the_product_is_used_there() -> None:
    known = [name for names in (*CALLED_BY.values(), *READ_BY_NAME.values()) for name in names]
    finder = Vulture(ignore_names=[*known, *SCREENS.values()])
    finder.scavenge([str(ROOT / package) for package in PACKAGES])
    unused = [
        f"{Path(item.filename).relative_to(ROOT)}:{item.first_lineno} {item.name}"
        for item in finder.get_unused_code()
    ]
    assert unused == []
