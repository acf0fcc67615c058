"""A table as the terminal knows it, wherever it is."""
