"""Weights of the evaluation: our own, and those of F scaled to our terms (docs/rules/catan_bots.md, section 1.1)."""

from tapete.games.catan.evaluations import TERMS

F_WEIGHTS = dict.fromkeys(TERMS, 0.0) | {
    "public_points": 3e15,
    "production_wood": 5e7,
    "production_brick": 5e7,
    "production_sheep": 5e7,
    "production_wheat": 5e7,
    "production_ore": 5e7,
    "variety": 5e8 * 4 / 36,
    "next_production": -1.5e8,
    "reachable_production": 3e4,
    "spots": 5e3,
    "hand_synergy": 1e2,
    "knights_played": 50.5,
    "cards_unplayed": 50.0,
    "road_without_spot": 100.0,
    "road_with_spot": 1.0,
    "hexes": 10.0,
    "hand_cards": 10.0,
    "over_seven": -5.0,
}

# Tuned by an evolution strategy: one settler against three `value`, with and without domestic trade
DEFAULT_WEIGHTS = {
    "public_points": 13.531,
    "hidden_points": 6.32,
    "production_wood": 0.772,
    "production_brick": 1.633,
    "production_sheep": 1.041,
    "production_wheat": 1.162,
    "production_ore": 1.688,
    "variety": 0.734,
    "next_production": -0.025,
    "leader_production": -0.585,
    "rivals_production": -0.606,
    "reachable_production": 0.112,
    "spots": 0.024,
    "best_spot": 0.648,
    "near_spot": 0.231,
    "far_spot": 0.077,
    "hand_synergy": 0.295,
    "knights_played": 0.429,
    "cards_unplayed": -0.018,
    "road_without_spot": -0.045,
    "road_with_spot": -0.028,
    "hexes": 0.081,
    "hand_cards": -0.083,
    "over_seven": -0.103,
    "build_speed": 1.781,
    "near_city": 0.535,
    "near_settlement": 0.626,
    "near_card": 0.1,
    "near_road": 0.008,
    "harbours": 0.365,
    "leader_points": -1.048,
    "road_lead": 0.413,
    "army_lead": 0.877,
    "knights_unplayed": 0.099,
    "progress_unplayed": 0.312,
    "to_settle": 5.8,  # what two average settlements add to the other terms, so that set-up and game have one scale
}

OPENING_WEIGHTS = {
    "public_points": 12.545,
    "hidden_points": 6.201,
    "production_wood": 1.62,
    "production_brick": 2.077,
    "production_sheep": 1.439,
    "production_wheat": 2.093,
    "production_ore": 2.396,
    "variety": 0.53,
    "next_production": -0.066,
    "leader_production": -0.716,
    "rivals_production": -0.731,
    "reachable_production": 0.11,
    "spots": 0.01,
    "best_spot": 0.491,
    "near_spot": 0.258,
    "far_spot": 0.026,
    "hand_synergy": 0.163,
    "knights_played": 0.405,
    "cards_unplayed": 0.137,
    "road_without_spot": 0.066,
    "road_with_spot": 0.071,
    "hexes": -0.058,
    "hand_cards": -0.007,
    "over_seven": -0.101,
    "build_speed": 2.765,
    "near_city": 1.245,
    "near_settlement": 0.785,
    "near_card": 0.15,
    "near_road": 0.082,
    "harbours": 0.384,
    "leader_points": -0.852,
    "road_lead": 0.158,
    "army_lead": 0.108,
    "knights_unplayed": 0.162,
    "progress_unplayed": 0.457,
    "to_settle": 0.0,
}

# The settler: weights of the opening, weights of the game, least gain of an offer, share of the partner's gain, danger
SETTLER = [*OPENING_WEIGHTS.values(), *DEFAULT_WEIGHTS.values(), 0.022, 0.911, 8.0]
SETTLER_NAMES = (*(f"opening_{name}" for name in TERMS), *TERMS, "least_gain", "partner_share", "danger")
# Bounds for tuning: either sign, twice the value
SETTLER_BOUNDS = {
    name: (-max(0.5, 2 * abs(value)), max(0.5, 2 * abs(value)))
    for name, value in zip(SETTLER_NAMES, SETTLER, strict=True)
}
