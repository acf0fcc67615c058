"""The server's metrics, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Metrics"]

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The metrics of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "regicide_requests",
            "Requests from seats, by kind and result.",
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
            "regicide_games", "Games finished.", ("result",), registry=self.registry
        )
        self.http = Counter(
            "regicide_http_errors", "HTTP requests refused.", ("code",), registry=self.registry
        )
        self.refused = Counter(
            "regicide_refused",
            "What peers were refused, by kind.",
            ("kind",),
            registry=self.registry,
        )
        self.tables = Gauge("regicide_tables", "Tables in memory.", registry=self.registry)
        self.subscribers = Gauge(
            "regicide_subscribers", "Open sockets and streams.", registry=self.registry
        )
        self.dropped = Counter(
            "regicide_subscribers_dropped", "Connections closed by the server.", ("code",),
            registry=self.registry,
        )  # fmt: skip
        self.commit = Histogram(
            "regicide_commit_seconds",
            "Time from deciding a change until it is on disk.",
            buckets=SECONDS,
            registry=self.registry,
        )
        self.bot_moves = Counter(
            "regicide_bot_moves",
            "Moves chosen for bots: by which bot, or by the policy if late or failed.",
            ("chosen",),
            registry=self.registry,
        )
        self.thinking = Histogram(
            "regicide_thinking_seconds",
            "Time a bot took for a move.",
            buckets=SECONDS,
            registry=self.registry,
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
