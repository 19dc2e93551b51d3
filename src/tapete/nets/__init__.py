"""Networks: their file format and the forward pass that plays. Above games, below searches, which ask them for advice."""

from tapete.nets import forward
from tapete.nets.bound import Bound
from tapete.nets.files import load, own, save, shipped
from tapete.nets.network import Network

__all__ = ["Bound", "Network", "forward", "load", "own", "save", "shipped"]
