"""Tables in memory: those who follow them, the bots that play, the clocks that run."""
