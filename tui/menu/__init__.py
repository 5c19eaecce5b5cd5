"""From what the engine offers to what stands on the screen: a question and its choices."""

from ketuk.tui.menu.choice import Action, Choice, Dice, Do, More, Open, Question
from ketuk.tui.menu.questions import question

__all__ = ["Action", "Choice", "Dice", "Do", "More", "Open", "Question", "question"]
