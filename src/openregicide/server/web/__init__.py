"""How the world gets in: HTTP, sockets and pages, and who may ask for how much."""
