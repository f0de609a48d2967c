"""The kinds of column that the two databases call by different names."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, Text

TEXT = Text().with_variant(Text(collation="C"), "postgresql")
"""Text, compared byte for byte wherever it is kept: the order of numbers and days is nobody's alphabet."""

WHOLE = BigInteger().with_variant(Integer(), "sqlite")
"""A whole number of eight bytes; STRICT tables of SQLite call it INTEGER."""
