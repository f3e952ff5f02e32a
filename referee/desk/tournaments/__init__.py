"""The effects of requests, clocks and results in tournaments."""
