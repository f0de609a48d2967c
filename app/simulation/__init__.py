"""A synthetic docket under one law: invented cases run forward through the real engine and its clock, in memory."""
