"""From what the engine offers to what stands on the screen: a question and its choices."""

from ketuk.tui.menu.auctions import first_caller
from ketuk.tui.menu.choice import (
    Action,
    AskTable,
    ChoiceLine,
    More,
    Open,
    Question,
    TypeDice,
    chosen_by,
)
from ketuk.tui.menu.questions import finished, question

__all__ = [
    "Action",
    "AskTable",
    "ChoiceLine",
    "More",
    "Open",
    "Question",
    "TypeDice",
    "chosen_by",
    "finished",
    "first_caller",
    "question",
]
