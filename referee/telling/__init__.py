"""The way from views and news to letters, through templates/. Shows only what the reader may see."""
