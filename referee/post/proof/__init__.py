"""What proves a sender: judgement of evidence. Only dkim_lookup.py asks the network."""
