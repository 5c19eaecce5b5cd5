"""``python -m ketuk``: the same as the command ``ketuk``."""

from ketuk.tui.cli import main

if __name__ == "__main__":
    main()
