"""The path of a mail once it is understood: one module for each kind of wish."""
