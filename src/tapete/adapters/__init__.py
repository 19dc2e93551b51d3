"""The games where people already work: PettingZoo, Gymnasium, OpenSpiel, RLCard, Scripts of Tribute.

One module per library, and none of them is imported unless it is asked for by name.
"""
