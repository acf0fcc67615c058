"""HTTP routes, sockets and pages, and the limits for their clients."""
