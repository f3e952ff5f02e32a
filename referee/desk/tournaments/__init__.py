"""What requests, clocks and results bring about in tournaments."""
