"""The requests of a mail: which game it means, and how each command is checked, carried out and answered."""
