"""Everything the terminal says, as text."""
