"""`python -m referee`: the same as the command `referee`."""

from referee.commands.app import main

main()
