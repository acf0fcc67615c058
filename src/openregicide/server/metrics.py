"""What the server counts about itself, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Metrics"]

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """One server's figures, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "regicide_requests",
            "Requests of seats by kind and by what became of them.",
            ("kind", "result"),
            registry=self.registry,
        )
        self.moves = Counter(
            "regicide_moves",
            "Moves made, by who chose them.",
            ("by",),
            registry=self.registry,
        )
        self.games = Counter(
            "regicide_games", "Games that ended.", ("result",), registry=self.registry
        )
        self.http = Counter(
            "regicide_http_errors", "HTTP requests refused.", ("code",), registry=self.registry
        )
        self.tables = Gauge("regicide_tables", "Tables in memory.", registry=self.registry)
        self.subscribers = Gauge(
            "regicide_subscribers", "Sockets and streams connected.", registry=self.registry
        )
        self.dropped = Counter(
            "regicide_subscribers_dropped", "Connections closed by us.", ("code",),
            registry=self.registry,
        )  # fmt: skip
        self.commit = Histogram(
            "regicide_commit_seconds",
            "From deciding a change to having it on disk.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.thinking = Histogram(
            "regicide_thinking_seconds",
            "What bots took for a move.",
            buckets=SECONDS,
            registry=self.registry,
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
