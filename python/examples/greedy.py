"""Tries each legal action with a few random games, all in one line of the pipe, against random moves: python3 greedy.py GAME [GAMES]"""
import random
import sys

from tablier import Engine, Game, playouts, step_all


def choose(state, games):
    """The action after which random games end best, over samples of what is hidden."""
    player, actions = state.current_player(), list(state.legal_actions())
    worlds = state.resample_all(player, len(actions))
    step_all(worlds, actions)
    returns = playouts([world for world in worlds for _ in range(games)])
    worth = [sum(each[player] for each in returns[at * games:(at + 1) * games]) for at in range(len(actions))]
    return actions[worth.index(max(worth))]


if __name__ == "__main__":
    name, games = sys.argv[1], int((sys.argv[2:] or [4])[0])
    with Engine() as engine:
        state = Game(engine, name).new_initial_state()
        while not state.is_terminal():
            is_ours = state.current_player() == 0
            action = choose(state, games) if is_ours else random.choice(state.legal_actions())
            print(state.current_player(), state.action_to_string(action))
            state.apply_action(action)
        print("returns", *state.returns())
