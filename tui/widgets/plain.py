"""Text as it stands: a player may be called ``[Ayu]``, and Textual would take that for markup."""

from typing import Any

from textual import widgets


class Static(widgets.Static):
    """Shows text, or what has its style already."""

    def __init__(self, *content: Any, **more: Any) -> None:
        super().__init__(*content, markup=False, **more)


class OptionList(widgets.OptionList):
    """A list of lines to choose from."""

    def __init__(self, *content: Any, **more: Any) -> None:
        super().__init__(*content, markup=False, **more)
