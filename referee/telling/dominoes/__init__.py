"""The words of dominoes: its sentences, and the parts of letters that only its letters have."""
