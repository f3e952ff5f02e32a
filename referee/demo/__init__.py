"""The demo: mail servers inside the process, and players by mail."""
