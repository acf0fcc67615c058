"""The table server: tables that people and programs reach over a network."""
