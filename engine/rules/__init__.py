"""Where rule sets differ: one noun a file, plain functions on a table."""
