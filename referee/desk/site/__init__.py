"""What the club's site is made from, read from the database. Gives public values alone (referee/site/public.py)."""
