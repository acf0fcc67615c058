"""What a bot is, bots by name, and one game between bots."""
