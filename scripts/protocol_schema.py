"""Write docs/protocol.schema.json anew: every message between clients and a table."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from openregicide import protocol
from openregicide.server.web import http

FILE = Path(__file__).parent.parent / "docs" / "protocol.schema.json"

TYPES = {
    "Request": protocol.Request,
    "Message": protocol.Message,
    "Hello": protocol.Hello,
    "NewTable": protocol.NewTable,
    "Join": protocol.Join,
    "Joined": protocol.Joined,
    "Problem": protocol.Problem,
    "Info": http.Info,
    "Lobby": http.Lobby,
    "GameSummary": http.GameSummary,
    "Games": http.Games,
    "Replay": http.Replay,
    "AllStatistics": http.AllStatistics,
}


def schema() -> str:
    """Return the schema as it stands in the file."""
    found, parts = msgspec.json.schema_components(
        list(TYPES.values()), ref_template="#/$defs/{name}"
    )
    for name, part in zip(TYPES, found, strict=True):
        # Unions have no name of their own.
        if part.get("$ref") != f"#/$defs/{name}":
            parts[name] = part
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "OpenRegicide protocol",
        "$defs": dict(sorted(parts.items())),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema())
