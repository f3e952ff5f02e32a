"""What a mail asks: which game it means, and how each command is checked, carried out and answered."""
