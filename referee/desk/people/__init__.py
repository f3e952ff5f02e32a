"""People: sign-up, names, addresses, keys, wishes."""
