"""Parts of screens, each with its styles beside it."""
