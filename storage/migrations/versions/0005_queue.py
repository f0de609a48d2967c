"""The queue by which several machines share the work, where they share a server; a file has one machine."""

from alembic import op

from storage.queue_schema import make

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        make(op.get_bind())
