"""How fast Devido is: each figure of the product beside the limit of what it stands on, in one run."""
