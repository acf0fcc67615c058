"""A seed that nobody can choose: made of the server's secret and a share from every player.

Before a game everyone commits to a random text by showing its hash: the server to its secret,
every player's client to its share. Only when all hashes lie on the table are the shares opened,
and the seed is the hash of them all. Whoever wants a certain deal would have had to know the
others' texts before committing to their own. The secret stays with the server until the game is
over; then anyone can compute everything again, with nothing but SHA-256.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from ..core.options import MAX_PLAYERS

__all__ = [
    "DIGITS",
    "Begins",
    "FairDeal",
    "commitment",
    "deal_of",
    "fair_seed",
    "fits",
    "new_text",
    "tags_of",
]

DIGITS = 64
"""How long a secret or a share is, in hexadecimal digits."""
TEXT = re.compile(r"[0-9a-f]{64}")
TAGS = ("Secret", "Pledge", "Share")
HEADING = "openregicide fair deal\n"

Begins = Literal["chance", "host", "champion"]
"""Who or what decided which seat begins (R4)."""


class FairDeal(Struct, frozen=True, omit_defaults=True):
    """What a seed is made of. Seats are text, as JSON wants the keys of an object."""

    secret: str
    """The server's, 64 hexadecimal digits."""
    pledges: dict[str, str] = {}
    """The hashes of the shares, by seat."""
    shares: dict[str, str] = {}
    """Those that were opened in time, 64 hexadecimal digits each, by seat."""
    begins: Begins = "chance"

    @property
    def seed(self) -> bytes:
        return fair_seed(self.secret, self.shares)


def new_text() -> str:
    """Return a new secret or share."""
    return secrets.token_hex(DIGITS // 2)


def commitment(text: str) -> str:
    """Return the hash that commits to a secret, a share or a seed: SHA-256 of its digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def fits(share: str, pledge: str) -> bool:
    """Return whether a share is the one that its hash was shown of."""
    return bool(TEXT.fullmatch(share)) and commitment(share) == pledge


def fair_seed(secret: str, shares: Mapping[str, str]) -> bytes:
    """Return the seed: SHA-256 over the secret and the shares in the order of their seats."""
    lines = [secret, *(f"{seat} {shares[seat]}" for seat in sorted(shares))]
    return hashlib.sha256((HEADING + "\n".join(lines) + "\n").encode()).digest()


# In a record


def tags_of(deal: FairDeal) -> dict[str, str]:
    """Return the tags that tell a deal; players are counted from 1 there."""
    tags = {"Secret": deal.secret, "SecretHash": commitment(deal.secret), "Begins": deal.begins}
    tags |= {f"Pledge{int(seat) + 1}": pledge for seat, pledge in deal.pledges.items()}
    return tags | {f"Share{int(seat) + 1}": share for seat, share in deal.shares.items()}


def deal_of(tags: Mapping[str, str]) -> FairDeal | None:
    """Return the deal that a record tells; `None` if it tells of none.

    What is missing is empty, and fits no hash.
    """
    if not any(name.startswith(TAGS) for name in tags):
        return None

    def by_seat(name: str) -> dict[str, str]:
        found = {str(seat): tags.get(f"{name}{seat + 1}") for seat in range(MAX_PLAYERS)}
        return {seat: text for seat, text in found.items() if text is not None}

    begins: Begins = "chance" if tags.get("Begins") == "chance" else "host"
    return FairDeal(tags.get("Secret", ""), by_seat("Pledge"), by_seat("Share"), begins)
