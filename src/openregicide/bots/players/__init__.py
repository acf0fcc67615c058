"""Our own bots, one a module."""
