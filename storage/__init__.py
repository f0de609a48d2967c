"""The record: events as canonical bytes, what they add up to, and the papers they issue, in one database per town."""
