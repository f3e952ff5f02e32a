"""The proofs of a sender: judges evidence gathered on receipt. Only dkim_lookup.py asks the network."""
