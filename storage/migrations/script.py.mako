"""${message}"""

import sqlalchemy as sa
from alembic import op

from storage.triggers import remake

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}
    remake(op.get_bind())
