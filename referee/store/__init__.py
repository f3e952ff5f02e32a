"""What is kept: tables and plain functions over one transaction. Knows games and mail as data, decides nothing."""
