"""Tools that make the bots' parameter files. See README.md beside this file."""
