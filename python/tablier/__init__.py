"""Environments and bots for the four games of Tablier. README.md begins with what to type."""
from .aec import AECEnv
from .bot import play
from .client import Client, Refused
from .engine import Engine, EngineError
from .games import TERMINAL, Game, State, playouts, step_all

__all__ = ["AECEnv", "Client", "Engine", "EngineError", "Game", "Refused", "State", "TERMINAL", "play", "playouts", "step_all"]
