"""What proves a sender: judges evidence gathered on receipt. Only dkim_lookup.py asks the network."""
