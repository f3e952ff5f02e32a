"""Programs that print ratios measured in one run; machines differ, ratios travel."""
