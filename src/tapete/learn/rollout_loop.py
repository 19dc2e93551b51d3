"""The native side of learning: whole games of native policies, played one after the other, with what some of them saw and did.

Features are kept as places and numbers that are not zero, because a game's vector is mostly zeros. Whether the vector tells of
the position before a decision (what a policy learns from) or of the one after it (what a value of after-states learns from) is
the caller's choice. A game that does not fit into what room is left, or that does not end in time, is not recorded at all.
"""

from __future__ import annotations

from tapete.core.loops import AGENT_STREAM, VIEW_STREAM
from tapete.kernel import Array, GameState, Record, boolean, f4, f8, i1, i4, i8, kernel, mix, shape, u8
from tapete.kernel.contract import (
    MEMORY,
    NUMBERS,
    TABLE_LENGTH,
    array_at,
    below_in,
    call_apply,
    call_deal,
    call_determinize,
    call_legal,
    call_observe,
    call_points,
    call_returns,
    clear_state,
    copy_state,
    decide,
    draw_in,
    rows_in,
    stack_at,
)
from tapete.nets.forward import UNIT, Net, list_nonzeros, logit, observe_and_think, share, soften, think, value
from tapete.play.vector_loops import Opponent
from tapete.search.workspace import Search

LEARNER = 0  # the row of `players` whose decisions are recorded
MOST_DROPPED = 200  # games that do not end in time, for each one that does: then recording stops
EXPLORE_STREAM, OPENING_STREAM = 5 << 32, 3 << 32  # the second as the opening rule of an agent has it
MOST_PLAYERS = 16


class Recording(Record):
    """A loop that plays games and records decisions."""

    rules: Array[i8] = shape(TABLE_LENGTH)
    net: i8  # address of the network that rates after-states; 0: none
    seed: u8
    game: i8  # number of the next game
    last: i8  # games end here
    wanted: i8  # decisions
    longest: i8  # decisions of a game that is worth recording
    seats: i8
    inputs: i8
    state_bytes: i8
    most_legal: i8
    beyond: i8
    after: i8  # features of the position after a decision instead of before
    forced: i8  # whether decisions with one answer are recorded
    everybody: i8  # whether all players are recorded, not only the learner
    visits: i8  # bit by player: it searches, and its visits are kept
    trust: f8  # above 0: not its visits, but the network's policy, carried so far by what it found
    epsilon: f8  # share of decisions made at random
    lambda_: f8
    by_points: f8  # share of points in what a game is worth
    low: f8  # span of the points
    high: f8
    option_rows: i8
    options: i8
    seatings: i8
    memory: i8  # words of all players at one seat
    # The rule for first decisions; address 0: none
    opening: i8
    opening_params: i8
    opening_params_at: i8
    opening_memory: i8
    opening_memory_at: i8
    # Addresses
    rows_at: i8
    options_at: i8
    seatings_at: i8
    players_at: i8
    sides_at: i8
    memory_at: i8
    actions_at: i8
    room_at: i8
    # What is recorded: rooms, then how much there is
    most_decisions: i8
    most_features: i8
    most_actions: i8
    most_games: i8
    decisions: i8
    features: i8
    legal: i8
    games: i8
    dropped: i8
    faults: i8
    # by decision
    in_game_at: i8
    seat_at: i8
    turn_at: i8
    chosen_at: i8  # place among the legal actions
    player_at: i8
    value_at: i8
    target_at: i8
    standing_at: i8  # own points less the best other side's, as a share of the span
    feature_ends_at: i8
    legal_ends_at: i8
    # by entry
    feature_at: i8
    number_at: i8
    legal_at: i8
    visits_at: i8
    # by game
    returns_at: i8
    points_at: i8
    deal_at: i8
    row_at: i8  # of the options
    standings_at: i8  # (games, seats), at the end


@kernel
def margin(recording: Recording, points: NUMBERS, seat: i8) -> f8:
    """How far a seat's side is ahead of the best other one, as a share of the span of points."""
    sides = array_at(recording.sides_at, recording.seats, i8)
    best = -1e300
    for other in range(recording.seats):
        if sides[other] != sides[seat] and points[other] > best:
            best = points[other]
    return (points[seat] - best) / (recording.high - recording.low)


@kernel
def value_of(recording: Recording, returns: NUMBERS, points: NUMBERS, seat: i8) -> f8:
    """Return the value of a finished game for a seat, in [0, 1]: its return, its margin, or a mixture."""
    ahead = 0.5 + 0.5 * margin(recording, points, seat)
    ahead = min(1.0, max(0.0, ahead))
    return (1.0 - recording.by_points) * returns[seat] + recording.by_points * ahead


@kernel
def begin_game(recording: Recording, state: GameState) -> None:
    """Deal the next game and seed whatever its players draw from."""
    row = recording.game % recording.option_rows
    options = array_at(recording.options_at + 8 * row * recording.options, recording.options, i8)
    deal = mix(recording.seed, u8(recording.game)) >> u8(1)
    clear_state(recording.rules, state)
    call_deal(recording.rules, state, deal, options)
    players = array_at(recording.players_at, MOST_PLAYERS, Opponent)
    memory = array_at(recording.memory_at, recording.memory * recording.seats, i8)
    for seat in range(recording.seats):
        player = players[player_at(recording, seat)]
        start = seat * recording.memory + player.memory_at
        for k in range(player.cleared):
            memory[start + k] = 0
        drawn = mix(mix(recording.seed, u8(recording.game)), u8(seat + 1))
        memory[start] = i8(mix(drawn, u8(AGENT_STREAM)))
        initial = array_at(player.initial_at, player.initial, i8)
        for k in range(player.initial):
            memory[start + 1 + k] = initial[k]
    if recording.opening:
        array_at(recording.opening_memory_at, 1, u8)[0] = mix(deal, u8(OPENING_STREAM))


@kernel
def player_at(recording: Recording, seat: i8) -> i8:
    """The row of the player that sits at a seat in this game."""
    row = recording.game % recording.seatings
    return array_at(recording.seatings_at + 8 * row * recording.seats, recording.seats, i8)[seat]


@kernel
def choose(recording: Recording, state: GameState, view: GameState, seat: i8, n: i8, decision: i8) -> i8:
    """Return the index that the player at a seat chooses."""
    player = array_at(recording.players_at, MOST_PLAYERS, Opponent)[player_at(recording, seat)]
    actions = array_at(recording.actions_at, recording.most_legal, i4)
    start = recording.memory_at + 8 * (seat * recording.memory + player.memory_at)
    own = array_at(start, player.memory, i8)
    params = array_at(player.params_at, player.params, f8)
    if n == 1 and not player.forced:
        return 0
    if player.views:
        copy_state(recording.rules, view, state)
        drawn = mix(mix(recording.seed, u8(recording.game)), u8(seat + 1))
        view.rng = mix(mix(drawn, u8(VIEW_STREAM)), u8(decision))
        if not player.clairvoyant:
            call_determinize(recording.rules, view, seat)
        return decide(player.policy, view, actions, n, params, own)
    return decide(player.policy, state, actions, n, params, own)


@kernel
def opening_action(recording: Recording, state: GameState, n: i8) -> i8:
    """Return the index of the opening rule's action; -1: it has none."""
    if not recording.opening:
        return -1
    actions = array_at(recording.actions_at, recording.most_legal, i4)
    params = array_at(recording.opening_params_at, recording.opening_params, f8)
    own = array_at(recording.opening_memory_at, recording.opening_memory, i8)
    return decide(recording.opening, state, actions, n, params, own)


@kernel
def note_features(recording: Recording, state: GameState, seat: i8) -> None:
    """Keep the features of a position as a seat sees it; rate it too, where a network is there for that."""
    at = recording.decisions
    call_observe(recording.rules, state, seat, array_at(recording.room_at, recording.inputs, f4))
    padded = (recording.inputs + 15) // 16 * 16
    numbers = array_at(recording.room_at, padded, f4)
    for k in range(recording.inputs, padded):
        numbers[k] = f4(0.0)
    where = recording.feature_at + 4 * recording.features
    count = list_nonzeros(recording.room_at, recording.inputs, where)
    places, what = array_at(where, count, i4), array_at(recording.number_at + 4 * recording.features, count, f4)
    for k in range(count):
        what[k] = numbers[places[k]]
    recording.features += count
    array_at(recording.feature_ends_at, recording.most_decisions, i8)[at] = recording.features
    if recording.net:
        net = array_at(recording.net, 1, Net)[0]
        hidden = think(net, recording.room_at, recording.room_at)
        array_at(recording.value_at, recording.most_decisions, f4)[at] = f4(share(net, value(net, hidden, 0)))


@kernel
def note_legal(recording: Recording, n: i8) -> None:
    """Keep what was legal."""
    actions = array_at(recording.actions_at, recording.most_legal, i4)
    kept = array_at(recording.legal_at, recording.most_actions, i4)
    for k in range(n):
        kept[recording.legal + k] = actions[k]
    recording.legal += n
    array_at(recording.legal_ends_at, recording.most_decisions, i8)[recording.decisions] = recording.legal


@kernel
def note_visits(recording: Recording, n: i8, seat: i8, chosen: i8) -> None:
    """How often a search visited each action; of a player that did not search, all there is: what it chose."""
    visits = array_at(recording.visits_at + 4 * (recording.legal - n), n, f4)
    for k in range(n):
        visits[k] = f4(0.0)
    row = player_at(recording, seat)
    total = 0.0
    if (recording.visits >> row) & 1:
        player = array_at(recording.players_at, MOST_PLAYERS, Opponent)[row]
        own = array_at(recording.memory_at + 8 * (seat * recording.memory + player.memory_at), player.memory, i8)
        search = rows_in(own, 0, Search)[0]
        totals = rows_in(own, search.totals_at, f8)
        if not search.solved:
            for k in range(n):
                visits[k] = f4(totals[k])
                total += totals[k]
    if total == 0.0:
        visits[chosen] = f4(1.0)


@kernel
def note_improved(recording: Recording, state: GameState, n: i8, seat: i8) -> None:
    """In place of visits: the network's policy, each action the likelier the better a search found it.

    An action that was not simulated is taken to be as good as the policy itself.
    """
    row = player_at(recording, seat)
    player = array_at(recording.players_at, MOST_PLAYERS, Opponent)[row]
    own = array_at(recording.memory_at + 8 * (seat * recording.memory + player.memory_at), player.memory, i8)
    search = rows_in(own, 0, Search)[0]
    if search.solved or not (recording.visits >> row) & 1:
        return
    totals = rows_in(own, search.totals_at, f8)
    actions = array_at(recording.actions_at, recording.most_legal, i4)
    net = array_at(recording.net, 1, Net)[0]
    hidden = observe_and_think(net, state, seat, recording.room_at)
    scores, chances = array_at(stack_at(8 * n), n, f8), array_at(stack_at(8 * n), n, f8)
    for k in range(n):
        scores[k] = f8(logit(net, hidden, i8(actions[k])))
        chances[k] = scores[k]
    soften(chances, n, 1.0)
    mean, weight = 0.0, 0.0
    for k in range(n):
        if totals[k] > 0.0:
            mean += chances[k] * totals[n + k] / totals[k]
            weight += chances[k]
    for k in range(n):
        if totals[k] > 0.0 and weight > 0.0:
            scores[k] += recording.trust * (totals[n + k] / totals[k] - mean / weight)
    soften(scores, n, 1.0)
    kept = array_at(recording.visits_at + 4 * (recording.legal - n), n, f4)
    for k in range(n):
        kept[k] = f4(scores[k])


@kernel
def note_decision(recording: Recording, state: GameState, seat: i8, chosen: i8) -> None:
    """Keep who decided, what, and how things stood."""
    at = recording.decisions
    array_at(recording.in_game_at, recording.most_decisions, i4)[at] = i4(recording.games)
    array_at(recording.seat_at, recording.most_decisions, i1)[at] = i1(seat)
    array_at(recording.turn_at, recording.most_decisions, i4)[at] = i4(state.turn)
    array_at(recording.chosen_at, recording.most_decisions, i4)[at] = i4(chosen)
    array_at(recording.player_at, recording.most_decisions, i1)[at] = i1(player_at(recording, seat))
    points = array_at(recording.points_at + 8 * recording.games * recording.seats, recording.seats, f8)
    call_points(recording.rules, state, points)
    array_at(recording.standing_at, recording.most_decisions, f4)[at] = f4(margin(recording, points, seat))


@kernel
def end_game(recording: Recording, state: GameState, begun: i8) -> None:
    """Keep how a game ended, and give the values of its after-states their targets (lambda-returns, from the last one back)."""
    returns = array_at(recording.returns_at + 8 * recording.games * recording.seats, recording.seats, f8)
    points = array_at(recording.points_at + 8 * recording.games * recording.seats, recording.seats, f8)
    stood = array_at(recording.standings_at + 4 * recording.games * recording.seats, recording.seats, f4)
    call_returns(recording.rules, state, returns)
    call_points(recording.rules, state, points)
    array_at(recording.deal_at, recording.most_games, u8)[recording.games] = mix(
        recording.seed, u8(recording.game)
    ) >> u8(1)
    array_at(recording.row_at, recording.most_games, i4)[recording.games] = i4(recording.game % recording.option_rows)
    seats = array_at(recording.seat_at, recording.most_decisions, i1)
    values = array_at(recording.value_at, recording.most_decisions, f4)
    targets = array_at(recording.target_at, recording.most_decisions, f4)
    for seat in range(recording.seats):
        stood[seat] = f4(margin(recording, points, seat))
        running = value_of(recording, returns, points, seat)
        for back in range(recording.decisions - begun):
            k = recording.decisions - 1 - back
            if seats[k] == seat:
                targets[k] = f4(running)
                running = recording.lambda_ * running + (1.0 - recording.lambda_) * f8(values[k])
    recording.games += 1


@kernel
def has_room(recording: Recording) -> boolean:
    """Whether one more decision can be kept."""
    return (
        recording.decisions < recording.most_decisions
        and recording.features + recording.inputs <= recording.most_features
        and recording.legal + recording.most_legal <= recording.most_actions
    )


@kernel
def play_game(recording: Recording, state: GameState, view: GameState, explore: MEMORY) -> boolean:
    """Play the next game to its end; False where it was given up."""
    begin_game(recording, state)
    explore[0] = i8(mix(mix(recording.seed, u8(recording.game)), u8(EXPLORE_STREAM)))
    actions = array_at(recording.actions_at, recording.most_legal, i4)
    decisions = 0
    while not state.over:
        if decisions >= recording.longest:
            return False
        seat = i8(state.seat)
        recorded = recording.everybody or player_at(recording, seat) == LEARNER
        n = call_legal(recording.rules, state, actions)
        chosen = opening_action(recording, state, n) if recorded else i8(-1)
        if chosen >= 0 or not recorded or (n == 1 and not recording.forced):
            if chosen < 0:
                chosen = choose(recording, state, view, seat, n, decisions)
            recorded = False
        elif not has_room(recording):
            return False
        else:
            if not recording.after:
                note_features(recording, state, seat)
            note_legal(recording, n)
            exploring = recording.epsilon > 0.0 and f8(draw_in(explore, 0) >> u8(11)) * UNIT < recording.epsilon
            if recording.visits_at or not exploring:
                chosen = choose(recording, state, view, seat, n, decisions)
            if recording.visits_at and 0 <= chosen < n:
                note_visits(recording, n, seat, chosen)
                if recording.trust > 0.0:
                    note_improved(recording, state, n, seat)
            if exploring:
                chosen = below_in(explore, 0, n)
            note_decision(recording, state, seat, chosen)
        decisions += 1
        if chosen < 0 or chosen >= n + recording.beyond:
            recording.faults += 1
            return False
        call_apply(recording.rules, state, i8(actions[chosen]) if chosen < n else chosen - n)
        if recorded and recording.after:
            if state.over:  # its value is known: nothing to learn from it
                recording.legal -= n
                continue
            note_features(recording, state, seat)
        if recorded:
            recording.decisions += 1
    return True


@kernel
def play_and_record(words: MEMORY) -> i8:
    """Play games until there are as many decisions as wanted, no room, or no game left; return the number of games kept."""
    recording = rows_in(words, 0, Recording)[0]
    state = array_at(recording.rows_at, 1, GameState)[0]
    view = array_at(recording.rows_at + recording.state_bytes, 1, GameState)[0]
    explore = array_at(stack_at(64), 1, i8)
    while (
        recording.decisions < recording.wanted
        and recording.games < recording.most_games
        and recording.game < recording.last
        and recording.dropped < MOST_DROPPED * (1 + recording.games)
    ):
        begun, features, legal = recording.decisions, recording.features, recording.legal
        if play_game(recording, state, view, explore):
            end_game(recording, state, begun)
        else:
            recording.decisions, recording.features, recording.legal = begun, features, legal
            recording.dropped += 1
        recording.game += 1
        if not has_room(recording):
            break
    return recording.games


@kernel
def advantages(
    games: Array[i4],
    seats: Array[i1],
    values: Array[f4],
    rewards: Array[f4],
    gamma: f8,
    lambda_: f8,
    out: Array[f4],
) -> None:
    """Generalised advantage estimates: decisions of one seat in one game follow each other, and the last one ends its game.

    `rewards` came after each decision, before the same seat's next one. Decisions are in order of play, game by game.
    """
    following = array_at(stack_at(8 * 16 * 2), 32, f8)  # by seat: the value and the advantage of its next decision
    for k in range(32):
        following[k] = 0.0
    for back in range(len(games)):
        k = len(games) - 1 - back
        if k == len(games) - 1 or games[k + 1] != games[k]:
            for seat in range(32):
                following[seat] = 0.0
        seat = i8(seats[k])
        error = f8(rewards[k]) + gamma * following[2 * seat] - f8(values[k])
        out[k] = f4(error + gamma * lambda_ * following[2 * seat + 1])
        following[2 * seat], following[2 * seat + 1] = f8(values[k]), f8(out[k])
