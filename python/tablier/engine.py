"""The pipe to `tablier engine`: lines of many operations each, answered in one line (docs/ugi.md)."""
from __future__ import annotations

import contextlib
import json
import os
import shlex
import subprocess
from typing import Any, Sequence

# A line of the pipe has at most 2^20 characters.
MOST_OPERATIONS = 2000
MOST_UNUSED = 20_000


class EngineError(Exception):
    """What the engine says of an operation that it refuses, such as `illegal-move (3)`."""


class Engine:
    """A process of `tablier engine`. Its command is an argument, or in the variable TABLIER_ENGINE.

    An engine is for one thread. Start one for each process of a program that uses several cores.
    """

    def __init__(self, command: str | None = None) -> None:
        command = command or os.environ.get("TABLIER_ENGINE") or "tablier engine"
        try:
            self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise EngineError(f"{command}: {error.strerror}; TABLIER_ENGINE names the command of the engine") from error
        self._next = 0
        self._unused: list[int] = []

    def batch(self, operations: Sequence[Sequence[Any]]) -> list[Any]:
        """The answers to operations, which are lists: `["step", 1, 42]`. Raises at the first that was refused; the others are done."""
        answers = self.answers([json.dumps(operation) for operation in operations])
        for answer in answers:
            if type(answer) is dict and "error" in answer:
                raise EngineError(answer["error"])
        return answers

    def answers(self, operations: Sequence[str]) -> list[Any]:
        """The same for operations that are JSON already. One that is refused is answered `{"error": ...}`."""
        found: list[Any] = []
        for begin in range(0, len(operations), MOST_OPERATIONS):
            unused, self._unused = self._unused[:MOST_UNUSED], self._unused[MOST_UNUSED:]
            closing = json.dumps(["close", *unused])
            line = ",".join([*operations[begin:begin + MOST_OPERATIONS], closing])
            found += json.loads(self._ask("batch [" + line + "]"))[:-1]
        return found

    def one(self, *operation: Any) -> Any:
        return self.batch([operation])[0]

    def new_key(self) -> int:
        """The name of a position in the engine, which `forget` frees."""
        self._next += 1
        return self._next

    def forget(self, key: int) -> None:
        # Said with the next line: a position is forgotten whenever Python frees a state, even in the middle of a batch.
        self._unused.append(key)

    def _ask(self, line: str) -> str:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(line.encode() + b"\n")
            stdin.flush()
            answer = stdout.readline()
        except (OSError, ValueError) as error:
            raise EngineError("the engine has ended") from error
        if answer.startswith(b"batch "):
            return answer[6:].decode()
        said = answer.decode().strip()
        raise EngineError(said.replace("info string error: ", "") or f"the engine has ended ({self._process.poll()})")

    def close(self) -> None:
        """Ends the process."""
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(BrokenPipeError):  # It has ended before it read all.
                if pipe is not None:
                    pipe.close()
        self._process.wait()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
