"""The contents of the club's site, read from the database. Gives public values alone (referee/site/public.py)."""
