"""The post office: reads mail, proves who sent it, writes and carries letters. Knows no game."""
