"""The browser client's modules, read and joined into a few files."""
