"""The history checker: what clients saw, held against the journal.

It is written apart from the code that it checks. It reads frames and stored entries as plain
JSON, follows the journal in its own way, and asks only the engine and the notation about rules.
"""

from .check import Finding, check

__all__ = ["Finding", "check"]
