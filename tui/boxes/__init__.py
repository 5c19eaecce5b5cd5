"""Boxes in the data folder: their cards, checks and printed sheets."""
