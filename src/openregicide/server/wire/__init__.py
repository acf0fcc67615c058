"""Connections before there is a request: who may connect, how fast, and for how long."""
