"""The panels of a table: each draws lines for the space it has."""
