"""What fills the whole terminal, one at a time, and the windows above it."""
