"""Klasik: 40 tiles, 2 to 8 players, the last one standing wins."""
