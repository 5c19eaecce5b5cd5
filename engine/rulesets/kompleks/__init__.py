"""Kompleks: 40 tiles, 2 to 6 players; the last one standing wins, or a vote ends the game."""
