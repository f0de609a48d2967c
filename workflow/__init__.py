"""The pure core: a law, a case and a command give one event, or a refusal that says why."""
