"""Nonsense for everything that reads what others wrote; coverage says which nonsense is new."""
