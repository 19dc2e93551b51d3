"""Weights of the evaluation: our own, and those of F scaled to our terms (docs/rules/catan_bots.md, section 1.1)."""

from tapete.games.catan.features import TERMS

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

DEFAULT_WEIGHTS = dict.fromkeys(TERMS, 0.0) | {
    "public_points": 10.0,
    "hidden_points": 5.0,
    "production_wood": 1.5,
    "production_brick": 1.5,
    "production_sheep": 1.2,
    "production_wheat": 1.8,
    "production_ore": 1.8,
    "variety": 0.5,
    "leader_production": -0.8,
    "rivals_production": -0.8,
    "reachable_production": 0.1,
    "best_spot": 0.4,
    "near_spot": 0.3,
    "far_spot": 0.15,
    "build_speed": 1.5,
    "near_city": 0.8,
    "near_settlement": 0.7,
    "near_card": 0.25,
    "near_road": 0.1,
    "harbours": 0.3,
    "leader_points": -1.0,
    "road_lead": 0.3,
    "army_lead": 0.5,
    "knights_unplayed": 0.25,
    "progress_unplayed": 0.5,
    "cards_unplayed": 0.1,
    "knights_played": 0.3,
    "hand_cards": 0.1,
    "over_seven": -0.15,
}

# The settler: weights of the opening, weights of the game, least gain of an offer, share of the partner's gain, danger
SETTLER = [*DEFAULT_WEIGHTS.values(), *DEFAULT_WEIGHTS.values(), 0.02, 1.0, 8.0]
