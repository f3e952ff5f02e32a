"""The post office: mail in and out, whose it is, how it travels. Knows no game."""
