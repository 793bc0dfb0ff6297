"""Steps a second of random games, with their legal actions, through one pipe: python3 -m tablier.benchmark [STATES [SECONDS]]"""
import random
import sys
import time

from . import Engine, Game, step_all


def measure(engine: Engine, name: str, count: int, seconds: float) -> float:
    game = Game(engine, name)
    states = game.new_initial_states(range(count))
    draw = random.Random(1).random
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        actions = [state.legal_actions() for state in states]
        step_all(states, [each[int(draw() * len(each))] for each in actions])
        steps += len(states)
        over = [at for at, state in enumerate(states) if state.is_terminal()]
        for at, fresh in zip(over, game.new_initial_states([None] * len(over))):
            states[at] = fresh
    return steps / (time.perf_counter() - began)


def main() -> None:
    count, seconds = int((sys.argv[1:] or [512])[0]), float((sys.argv[2:] or [3])[0])
    with Engine() as engine:
        for name in ("isaac", "nasca", "masker", "arcanor"):
            print(f"{name}: {measure(engine, name, count, seconds):,.0f} steps a second, {count} states")


if __name__ == "__main__":
    main()
