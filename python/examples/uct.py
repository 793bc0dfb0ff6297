"""UCT for all games, over samples of what is hidden, against random moves: python3 uct.py GAME [ITERATIONS]"""
import math
import random
import sys

from tablier import Engine, Game


class Node:
    def __init__(self):
        self.visits = 0
        self.total = 0.0  # The returns of the player who chose the action that leads here.
        self.children = {}

    def select(self, actions):
        """An action that was never tried, else the one with the best bound. Only what is legal in this sample counts."""
        untried = [action for action in actions if action not in self.children]
        if untried:
            return random.choice(untried)
        tried = [self.children[action] for action in actions]
        log = math.log(sum(child.visits for child in tried))
        return max(actions, key=lambda action: self.children[action].bound(log))

    def bound(self, log):
        return self.total / self.visits + math.sqrt(log / self.visits)


def iterate(root, state):
    """One sample, one new node, one random game to the end."""
    path, node, is_new = [], root, False
    while not (state.is_terminal() or is_new):
        player, action = state.current_player(), node.select(state.legal_actions())
        is_new = action not in node.children
        node = node.children.setdefault(action, Node())
        path.append((player, node))
        state.apply_action(action)
    returns = state.returns() if state.is_terminal() else state.playout()
    for player, node in path:
        node.visits += 1
        node.total += returns[player]


def search(state, iterations):
    root, player = Node(), state.current_player()
    for _ in range(iterations):
        iterate(root, state.resample_from_infostate(player))
    return max(root.children, key=lambda action: root.children[action].visits)


if __name__ == "__main__":
    name, iterations = sys.argv[1], int((sys.argv[2:] or [200])[0])
    with Engine() as engine:
        state = Game(engine, name).new_initial_state()
        while not state.is_terminal():
            is_ours = state.current_player() == 0
            action = search(state, iterations) if is_ours else random.choice(state.legal_actions())
            print(state.current_player(), state.action_to_string(action))
            state.apply_action(action)
        print("returns", *state.returns())
