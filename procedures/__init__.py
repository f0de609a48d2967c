"""Laws, layers and towns as data: read from YAML, checked, and handed to the core as plain objects."""
