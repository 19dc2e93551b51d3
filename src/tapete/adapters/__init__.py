"""Adapters to other libraries: PettingZoo, Gymnasium, OpenSpiel, RLCard, Scripts of Tribute.

One module per library; none is imported unless it is used.
"""
