"""Joins the core, the laws, the paper and the record: casework, the clock, the commands."""
