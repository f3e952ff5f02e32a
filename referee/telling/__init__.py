"""Views and news to letters, through templates/. Shows only what its reader may see."""
