"""The demonstration: invented cases of Santos Dumont played through a year of the real engine, record and papers."""
