"""How migrations run: all that are lacking in one transaction, which waits its turn; any failure leaves nothing."""

from alembic import context

from storage.tables import metadata
from storage.upgrade import APPLICATION_ID

engine = context.config.attributes["engine"]
with engine.connect() as connection, connection.begin():
    on_a_file = connection.dialect.name == "sqlite"
    if on_a_file:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver starts none by itself, and a plain BEGIN is no lock
    else:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({APPLICATION_ID})")
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    context.run_migrations()
    if on_a_file:
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    elif context.config.attributes["role"]:
        from storage.postgres_schema import grant

        grant(connection, context.config.attributes["role"])
