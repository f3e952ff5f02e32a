"""The secrets that a log-in needs besides a name: secrets that programs print, and tokens of OAuth 2. Logs no
secret."""
