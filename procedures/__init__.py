"""The laws as data: their text, what they say of procedure, and the checks that hold the two together."""
