"""Table 3 of the thesis: three players at one table (docs/rules/briscas_agents.md, section 6)."""

from tapete.studies.thesis_briscas import three_players

PRINTED = ((0.536, 0.326, 0.138), (48.54, 39.98, 28.44), (21.63, 18.79, 16.67))
REPEATED = ((0.566, 0.282, 0.152), (49.75, 38.55, 28.67), (21.12, 19.05, 18.14))

STUDY = three_players(3, "normal", PRINTED, REPEATED)
