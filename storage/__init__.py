"""The record: append-only events and what hangs on them, one database per municipality."""
