"""The table in the browser: a server that holds tables, and the page that shows them (`page/`).

The server knows no game: it sends each seat what `describe`, `move` and `happened` say, in the person's language. Starlette and
uvicorn come with the extra `web`.
"""
