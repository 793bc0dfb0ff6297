"""The games with the names of PettingZoo's AEC API, without its spaces and without NumPy."""
from __future__ import annotations

from typing import Any, Iterator

from .games import Game, State


class AECEnv:
    """One game after another: `reset`, then `last` and `step` until `agents` is empty. Agents are `player_0`, `player_1`, ...

    An observation has the keys `observation` (what the agent sees, plain data) and `action_mask` (a list of 0 and 1).
    A reward is given at the end: 1 for the first place and -1 for others, 0 if all share it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.metadata = {"name": game.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players())]
        self.agents: list[str] = []

    def action_space_size(self) -> int:
        """Actions are integers below it."""
        return self.game.num_distinct_actions()

    def reset(self, seed: Any = None, options: Any = None) -> None:
        self.state: State = self.game.new_initial_state(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state.current_player()]

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.state.observation(seat), "action_mask": self.state.legal_actions_mask(seat)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        ended = (self.terminations[agent], self.truncations[agent])
        return (seen, self._cumulative_rewards[agent], *ended, self.infos[agent])

    def legal_actions(self) -> Any:
        """The actions of the agent whose turn it is, without a mask."""
        return self.state.legal_actions()

    def step(self, action: int | None) -> None:
        """Plays an action; `None` for each agent once the game is over, as in PettingZoo."""
        if self.terminations[self.agent_selection]:
            return self._leave(action)
        self._cumulative_rewards[self.agent_selection] = 0
        self.state.apply_action(action)  # type: ignore[arg-type]
        if self.state.is_terminal():
            self.rewards = dict(zip(self.agents, self.state.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[self.state.current_player()]

    def render(self) -> str:
        return str(self.state)

    def close(self) -> None:
        """Ends the engine of the game."""
        self.game.engine.close()

    def _leave(self, action: int | None) -> None:
        if action is not None:
            raise ValueError("the game is over: the action must be None")
        agent = self.agents.pop(0)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del table[agent]
        if self.agents:
            self.agent_selection = self.agents[0]
