"""Tables in memory: their subscribers, bots and clocks."""
