"""One file for each command of the program."""
