"""What proves a sender: judges evidence that was gathered on receipt. Only dkim_lookup.py asks the network."""
