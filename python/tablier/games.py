"""Games and states with the names of OpenSpiel. There are no chance nodes: the deal is drawn when a state begins."""
from __future__ import annotations

import base64
import json
import random
import sys
from array import array
from typing import Any, Iterable, Sequence

from .engine import Engine, EngineError

TERMINAL = -4
"""The current player of a state that is over, as in OpenSpiel."""


class Game:
    """One of the games with its number of players and its options, such as `"tower"` or `"counter=upTo"`."""

    def __init__(self, engine: Engine, name: str, players: int | None = None, options: str = "") -> None:
        self.engine = engine
        self.name = name
        self.facts = engine.one("game", name)
        self.options = options
        self._players = players or self.facts["players"][0]

    def num_players(self) -> int:
        return self._players

    def num_distinct_actions(self) -> int:
        return self.facts["moveSpace"]

    def is_open(self) -> bool:
        """Whether every player sees everything."""
        return self.facts["isOpen"]

    def new_initial_state(self, seed: Any = None) -> "State":
        return self.new_initial_states([seed])[0]

    def new_initial_states(self, seeds: Sequence[Any]) -> "list[State]":
        """A state for each seed of a deal, in one line of the pipe. `None` is a new seed each time."""
        wanted = {"game": self.name, "players": self._players, "options": self.options}
        keys = [self.engine.new_key() for _ in seeds]
        drawn = [random.getrandbits(48) if seed is None else seed for seed in seeds]
        answers = self.engine.batch([("reset", key, {**wanted, "seed": str(seed)}) for key, seed in zip(keys, drawn)])
        return [State(self, key, answer) for key, answer in zip(keys, answers)]

    def state_from_position(self, text: str) -> "State":
        """From a position in one line (docs/positions.md). What it hides is drawn at random."""
        return self._reset(position=text)

    def state_from_view(self, view: Any) -> "State":
        """From what a server shows of a table, `table["match"]["view"]`. What it hides is drawn at random."""
        return self._reset(view=view)

    def _reset(self, **wanted: Any) -> "State":
        key = self.engine.new_key()
        return State(self, key, self.engine.one("reset", key, {"game": self.name, **wanted}))


class State:
    """A position in the engine. A program sees of it what one player sees or knows, and which moves are legal."""

    __slots__ = ("game", "key", "_answer")

    def __init__(self, game: Game, key: int, answer: Sequence[Any]) -> None:
        self.game = game
        self.key = key
        self._answer = answer

    def current_player(self) -> int:
        turn = self._answer[0]
        return TERMINAL if turn < 0 else turn

    def is_terminal(self) -> bool:
        return self._answer[0] < 0

    def legal_actions(self, player: int | None = None) -> Sequence[int]:
        """Ascending; none for a player whose turn it is not."""
        turn, moves = self._answer[:2]
        actions = array("H")
        if player is None or player == turn:
            actions.frombytes(base64.b64decode(moves))
            if sys.byteorder == "big":
                actions.byteswap()
        return actions

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * self.game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        self._answer = self._one("step", self.key, int(action))

    def returns(self) -> Sequence[float]:
        """By player, at the end: 1 for the first place and -1 for others, 0 if all share it. 0 before the end."""
        return self._answer[2] if self.is_terminal() else [0] * self.game.num_players()

    def rewards(self) -> Sequence[float]:
        """As `returns`: nothing is won before the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def scores(self) -> Sequence[float]:
        """The points of each player at the end."""
        return self._answer[3] if self.is_terminal() else [0] * self.game.num_players()

    def observation(self, player: int | str | None = None) -> dict[str, Any]:
        """What a player sees now, or a `"spectator"`: the view of docs/api.md."""
        return self._observation(player)["view"]

    def observation_string(self, player: int | str | None = None) -> str:
        """The same as a position in one line (docs/positions.md)."""
        return self._observation(player)["text"]

    def information_state(self, player: int | None = None) -> Any:
        """What a player knows who remembers everything: plain data, equal for positions that this player cannot tell apart."""
        return self._one("knowledge", self.key, self._viewer(player))

    def information_state_string(self, player: int | None = None) -> str:
        return json.dumps(self.information_state(player), sort_keys=True, separators=(",", ":"))

    def clone(self) -> "State":
        """An independent copy. Of a game that hides something it is a copy of the truth: search samples instead."""
        key = self.game.engine.new_key()
        return State(self.game, key, self._one("copy", self.key, key))

    def resample_from_infostate(self, player: int, seed: Any = None) -> "State":
        """A state that this player cannot tell from this one, with what is hidden drawn at random."""
        key = self.game.engine.new_key()
        return State(self.game, key, self._one("sample", self.key, key, player, _drawn(seed)))

    def resample_all(self, player: int, count: int) -> "list[State]":
        """As many such states, in one line of the pipe."""
        keys = [self.game.engine.new_key() for _ in range(count)]
        answers = self.game.engine.batch([("sample", self.key, key, player, _drawn(None)) for key in keys])
        return [State(self.game, key, answer) for key, answer in zip(keys, answers)]

    def playout(self, seed: Any = None) -> Sequence[float]:
        """The returns after random moves to the end. The state does not change."""
        return self._one("playout", self.key, _drawn(seed))

    def action_to_string(self, *words: int) -> str:
        """The notation of an action, the last argument: OpenSpiel also names the player."""
        return self._one("format", self.key, int(words[-1]))[0]

    def string_to_action(self, *words: Any) -> int:
        action = self._one("parse", self.key, words[-1])[0]
        if action is None:
            raise ValueError(f"{words[-1]} is not a move of {self.game.name}")
        return action

    def __str__(self) -> str:
        """As a spectator sees it."""
        return self.observation_string("spectator")

    def __del__(self) -> None:
        self.game.engine.forget(self.key)

    def _one(self, *operation: Any) -> Any:
        return self.game.engine.one(*operation)

    def _observation(self, player: int | str | None) -> dict[str, Any]:
        return self._one("observation", self.key, player if player == "spectator" else self._viewer(player))

    def _viewer(self, player: Any) -> int:
        return max(0, self._answer[0]) if player is None else player


def step_all(states: Sequence[State], actions: Iterable[int]) -> None:
    """Plays an action in each state, all in one line of the pipe. The states have one engine, and each is named once.

    One illegal action raises an error, after the others have been played.
    """
    if not states:
        return
    operations = [f'["step",{state.key},{action}]' for state, action in zip(states, actions)]
    refused = None
    for state, answer in zip(states, states[0].game.engine.answers(operations)):
        if type(answer) is list:
            state._answer = answer
        else:
            refused = answer["error"]
    if refused is not None:
        raise EngineError(refused)


def playouts(states: Sequence[State]) -> list[Sequence[float]]:
    """The returns of a random game from each state, all in one line of the pipe. A state may be named several times."""
    return states[0].game.engine.batch([("playout", state.key, _drawn(None)) for state in states]) if states else []


def _drawn(seed: Any) -> str:
    return str(random.getrandbits(48) if seed is None else seed)
