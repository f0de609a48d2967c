"""How migrations run: all that are lacking in one transaction, which waits its turn; any failure leaves nothing."""

from alembic import context

from storage.tables import metadata
from storage.upgrade import APPLICATION_ID

engine = context.config.attributes["engine"]
with engine.connect() as connection, connection.begin():
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver starts none by itself, and a plain BEGIN is no lock
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    context.run_migrations()
    connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
