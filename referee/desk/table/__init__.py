"""The happenings at a table: acts, starts, rulings, talk, results. Rule, keep, announce."""
