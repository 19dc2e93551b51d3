"""Learning: data sets, imitation, values by self-play, policies by self-play, expert iteration.

PyTorch is needed to train (extra `[learn]`) and imported by nothing but the methods themselves; what they leave plays without it.
"""
