"""Table in the browser: a server that holds tables, and the page that shows them (`page/`).

The server is independent of games: it sends each seat the data of `describe`, `move` and `happened`, in the person's language.
Starlette and uvicorn come with the extra `web`.
"""
