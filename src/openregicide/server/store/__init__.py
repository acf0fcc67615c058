"""The disk: journals, finished games, leaderboards."""
