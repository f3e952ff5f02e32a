"""The commands in the words of a mail. Never asks whether its sender may use them."""
