"""What a mail asks: which game it means, what is checked, carried out, answered."""
