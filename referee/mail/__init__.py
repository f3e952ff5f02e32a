"""The post: what comes in, whose it is, what goes out. Knows the game only by its commands and its views."""
