"""Table 4 of the thesis: three players at one table (docs/rules/briscas_agents.md, section 6)."""

from tapete.studies.thesis_briscas import three_players

PRINTED = ((0.616, 0.230, 0.154), (55.72, 32.80, 28.51), (22.73, 20.55, 18.16))
REPEATED = ((0.628, 0.212, 0.160), (54.86, 32.22, 29.88), (22.07, 20.27, 17.10))

STUDY = three_players(4, "aggressive", PRINTED, REPEATED)
