"""A table with its seats, votes and games: who may do what, and who may see what."""
