"""Saved games and files of games: found, listed, shelved, taken in."""
