"""The store: tables, and plain functions over one transaction. Sees games and mail as data, decides nothing."""
