"""The rules R1 to R31 as scenes at a table: a position, a move, and what came of it."""
