"""The secrets that a log-in needs besides a name: those that programs print, and tokens of OAuth 2. Logs none of
them."""
