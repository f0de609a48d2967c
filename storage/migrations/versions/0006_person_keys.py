"""Personal data under a key of each case: what stood in the clear is sealed, row by row; no recorded byte changes."""

from collections.abc import Iterator
from secrets import token_hex
from typing import Any

import sqlalchemy as sa
from alembic import op

from storage.codec import read_record
from storage.kinds import TEXT, WHOLE
from storage.migrations.indexes import index_where
from storage.parts import attached
from storage.person_keys import PersonKey, PersonKeys, place
from storage.triggers import drop_all, remake

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    connection = op.get_bind()
    drop_all(connection)
    _tables()
    keys: PersonKeys = op.get_context().config.attributes["keys"]  # type: ignore[union-attr]  # there is one
    for case_id, key in _cases(connection, keys):
        _seal_values(connection, case_id, key)
        _seal_papers(connection, case_id, key)
        _seal_commands(connection, case_id, key)
        _list_exhibits(connection, case_id)
    op.drop_table("private_value")
    op.rename_table("private_value_sealed", "private_value")
    op.drop_column("document", "salt")
    remake(connection)


def _tables() -> None:
    op.create_table(
        "person_key",
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("wrapped", sa.LargeBinary, nullable=True),
        sa.Column("made_at", TEXT, nullable=False),
        sa.Column("destroyed_at", TEXT, nullable=True),
        sa.CheckConstraint("(wrapped IS NULL) = (destroyed_at IS NOT NULL)", name="destroyed_whole"),
        sa.ForeignKeyConstraint(["case_id"], ["case_file.case_id"]),
        sa.PrimaryKeyConstraint("case_id", "version"),
        sa.UniqueConstraint("id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    live = sa.text("wrapped IS NOT NULL")
    op.create_index("person_key_live", "person_key", ["case_id"], unique=True, sqlite_where=live, postgresql_where=live)
    gone = sa.text("wrapped IS NULL")
    op.create_index("person_key_destroyed", "person_key", ["case_id"], sqlite_where=gone, postgresql_where=gone)
    op.create_table(
        "exhibit",
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("sha256", TEXT, nullable=False),
        sa.ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"]),
        sa.ForeignKeyConstraint(["sha256"], ["file.sha256"]),
        sa.PrimaryKeyConstraint("case_id", "version", "sha256"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("exhibit_of_file", "exhibit", ["sha256"])
    index_where("document_of_file", "document", ["file"], "file IS NOT NULL")
    op.create_table(
        "private_value_sealed",
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("field", TEXT, nullable=False),
        sa.Column("commitment", sa.LargeBinary, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=True),
        sa.CheckConstraint("length(commitment) = 32", name="commitment_size"),
        sa.ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"]),
        sa.PrimaryKeyConstraint("case_id", "version", "field"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _cases(connection: sa.Connection, keys: PersonKeys) -> Iterator[tuple[str, PersonKey]]:
    """Each case of the record with a key of its own, kept."""
    one = None
    for case_id, at in _rows(connection, "SELECT case_id, recorded_at FROM event WHERE version = 1 ORDER BY seq"):
        key = keys.new(case_id, one_there=one)
        one = key.wrapped
        made = {"case": case_id, "id": token_hex(16), "wrapped": one, "at": at}
        _do(connection, "INSERT INTO person_key VALUES (:case, 1, :id, :wrapped, :at, NULL)", **made)
        yield case_id, key


def _seal_values(connection: sa.Connection, case_id: str, key: PersonKey) -> None:
    found = _rows(
        connection, "SELECT version, field, commitment, salt, value FROM private_value WHERE case_id = :of", of=case_id
    )
    for version, field, commitment, salt, value in found:
        sealed = None if salt is None else key.seal(bytes(salt) + bytes(value), place(case_id, version, field))
        row = {"of": case_id, "version": version, "field": field, "commitment": commitment, "sealed": sealed}
        _do(
            connection,
            "INSERT INTO private_value_sealed VALUES (:of, :version, :field, :commitment, :sealed)",
            **row,
        )


def _seal_papers(connection: sa.Connection, case_id: str, key: PersonKey) -> None:
    found = _rows(connection, "SELECT id, version, code, salt, context FROM document WHERE case_id = :of", of=case_id)
    for document, version, code, salt, context in found:
        sealed = key.seal(bytes(salt) + bytes(context), place(case_id, version, code))
        _do(connection, "UPDATE document SET context = :sealed WHERE id = :id", sealed=sealed, id=document)


def _seal_commands(connection: sa.Connection, case_id: str, key: PersonKey) -> None:
    found = _rows(connection, "SELECT key, version, salt FROM idempotency WHERE case_id = :of", of=case_id)
    for cause, version, salt in found:
        sealed = key.seal(bytes(salt), place(case_id, version, cause))
        _do(connection, "UPDATE idempotency SET salt = :sealed WHERE key = :cause", sealed=sealed, cause=cause)


def _list_exhibits(connection: sa.Connection, case_id: str) -> None:
    for version, record in _rows(connection, "SELECT version, record FROM event WHERE case_id = :of", of=case_id):
        for digest in dict.fromkeys(attached(read_record(bytes(record)).public)):
            row = {"of": case_id, "version": version, "digest": digest}
            _do(connection, "INSERT INTO exhibit VALUES (:of, :version, :digest)", **row)


def _rows(connection: sa.Connection, text: str, **values: object) -> list[Any]:
    return list(connection.execute(sa.text(text), values).all())


def _do(connection: sa.Connection, text: str, **values: object) -> None:
    connection.execute(sa.text(text), values)
