"""How migrations run: on the connection given, inside the transaction that is already open on it."""

from alembic import context

from storage.tables import metadata

engine = context.config.attributes["engine"]
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    context.run_migrations()
    connection.commit()
