"""The paper: from the frozen facts of an act to text, page and PDF."""
