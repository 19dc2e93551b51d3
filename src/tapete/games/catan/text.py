from tapete.game import Text
TEXT = Text(state=lambda s, seat: "", action=lambda s, a: str(a))
hides = None
from tapete.games.catan.facts import set_up
