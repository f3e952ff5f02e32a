"""What happens at a table: acts, clocks, rulings, talk. Rule, keep, announce."""
