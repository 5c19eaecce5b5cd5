"""The rule book of every set, made of its words and its data: for the docs and for the screen."""
