"""The game in plain lines."""
