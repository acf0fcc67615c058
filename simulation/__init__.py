"""Tables, server, disk, network and players in one process, under a scheduler with a seed."""
