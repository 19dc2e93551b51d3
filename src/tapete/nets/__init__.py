"""Neural networks: file format and native forward pass. A layer above games and below searches, which use them."""

from tapete.nets import forward
from tapete.nets.bound import Bound
from tapete.nets.files import load, own, save, shipped
from tapete.nets.network import Network

__all__ = ["Bound", "Network", "forward", "load", "own", "save", "shipped"]
