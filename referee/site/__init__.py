"""The club's site: static pages made from what is public, and from nothing else.

    public record (lines)  --reading.py-->  Story, Round, Trick ... (values.py)  \\
                                                                                  pages -> Page(path, text) -> folder.py
    PublicView, GameLine ... (public.py), filled from the database by desk/site/ /

Never sees the database, a mail, a hand that the record has not shown, or a person's address: tests/test_house.py holds
that this room imports none of what could hold one.

To make a page:

- Templates are in `templates/site/`; `layout.html` is around each of them. `environment.py` says which words and
  filters they know (`card`, `moment`, `span` ...), and escapes everything that is not marked safe. A page says
  `{{ top }}` for the way to the site's own top folder (`../../`), so that all links are relative.
- What a template gets: `story` (a Story), `view` (a PublicView); a page of a round also `round` (a Round).
- A page is a `Page`: its path below the folder (`games/12/index.html`) and its whole text. `game_pages.py` lists the
  files of one game.
- Style and scripts are files of their own in `templates/site/assets/`, copied to `assets/` as they are; the pages'
  Content-Security-Policy (in `layout.html`) allows `'self'` alone, so no inline script, style or handler. SVG may stand
  in the page; data for a script stands in `<script type="application/json">`.

Paths: `index.html`, `games/index.html` (and `games/page2.html` ...), `games/12/index.html` (of dominoes with all
rounds), `games/12/r3.html` (a round of spades that is over or runs; trick 5 is `#t5`), `games/12/record.jsonl`,
`tournaments/3/index.html`, `players/7/index.html`, `sheets/109.html`, `feed.xml`, `index.json`.
"""
