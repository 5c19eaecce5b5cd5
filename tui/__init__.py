"""The screen and the command line."""
