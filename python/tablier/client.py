"""The HTTP API of a server (docs/api.md): requests that wait and try again, commands that take effect once, and streams that go on."""
from __future__ import annotations

import http.client
import json
import logging
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Iterator

BUSY = (429, 502, 503, 504)
# The server writes at least a comment every 15 s.
SILENCE = 60


class Refused(Exception):
    """What the server does not do. `name` is one of docs/api.md, such as `bad-token`."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        self.status = status
        self.name = str(error.get("name", status))
        self.detail = str(error.get("detail", ""))
        super().__init__(f"{self.name} ({self.detail})" if self.detail else self.name)


class Client:
    """Each call is answered, or raises `Refused`. While the server is busy or away, calls wait; the log of `tablier` says so."""

    def __init__(self, server: str, token: str | None = None) -> None:
        if urllib.parse.urlsplit(server).scheme not in ("http", "https"):
            raise ValueError(f"bad-server ({server})")
        if token is not None and not (token.isascii() and token.isprintable()):
            raise ValueError("bad-token (no header can have it)")
        self._is_away = False
        self._base = server.rstrip("/") + "/api/v1"
        self._headers = {"content-type": "application/json"}
        if token is not None:
            self._headers["authorization"] = "Bearer " + token

    def get(self, path: str) -> Any:
        return self._answered(lambda: self._read(path, None))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """A command needs an `id` of its own in the body: sent again with the same, it is done once."""
        return self._answered(lambda: self._read(path, body))

    def command(self, path: str, **fields: Any) -> Any:
        """A command with a new id."""
        return self.post(path, {"id": uuid.uuid4().hex, **fields})

    def open_table(self, **terms: Any) -> str:
        """The id of a new table; docs/protocol.md has the terms."""
        return self.command("/tables", terms=terms)["table"]

    def table(self, table: str) -> dict[str, Any]:
        return self.get(f"/tables/{table}")

    def record(self, table: str) -> dict[str, Any]:
        """The finished game."""
        return self.get(f"/tables/{table}/record")

    def join(self, table: str, chair: int) -> None:
        self.post(f"/tables/{table}/join", {"id": f"join-{table}", "chair": chair})

    def act(self, table: dict[str, Any], kind: str, **fields: Any) -> None:
        """An action at a table as its view showed it: `act(table, "resign")`."""
        self.post(f"/tables/{table['id']}/actions", {"id": f"{kind}-{table['version']}", "action": {"kind": kind, **fields}})

    def move(self, table: dict[str, Any], move: str) -> None:
        self.act(table, "move", move=move, plies=table["match"]["plies"])

    def stream(self, path: str = "/events") -> Iterator[dict[str, Any]]:
        """The messages of a stream without end: it is opened again where it ended. A message counts as read when the next is asked for."""
        last = ""
        while True:
            try:
                for last, message in self._messages(path, last):
                    if message["kind"] == "error":
                        raise Refused(403, message["error"])
                    yield message
            except (OSError, http.client.HTTPException, ValueError):
                pass  # The next attempt tells whether the server is there.
            time.sleep(1)

    def _messages(self, path: str, last: str) -> Iterator[tuple[str, dict[str, Any]]]:
        newest = last
        with self._answered(lambda: self._open(path, None, {"last-event-id": last})) as lines:
            for line in lines:
                name, _, value = line.decode().rstrip("\r\n").partition(": ")
                if name == "id":
                    newest = value
                if name == "data":
                    yield newest, json.loads(value)

    def _read(self, path: str, body: dict[str, Any] | None) -> Any:
        with self._open(path, body, {}) as answer:
            return json.loads(answer.read() or b"null")

    def _open(self, path: str, body: dict[str, Any] | None, more: dict[str, str]) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {**self._headers, **more})
        return urllib.request.urlopen(request, timeout=SILENCE)

    def _answered(self, work: Callable[[], Any]) -> Any:
        while True:
            try:
                answer = work()
                self._is_away = False
                return answer
            except urllib.error.HTTPError as error:
                with error:
                    # The page of a proxy says nothing about what was asked.
                    if error.code not in BUSY and "json" in error.headers.get("content-type", "json"):
                        raise refusal(error) from None
                    asked = error.headers.get("retry-after", "")
                    wait = float(asked) if asked.isdigit() else 1  # A proxy may name a date.
            except (OSError, http.client.HTTPException, ValueError) as error:
                wait = 1  # The server restarts.
                if not self._is_away:
                    logging.getLogger("tablier").warning("cannot reach %s (%r), trying again", self._base, str(error))
                self._is_away = True
            time.sleep(wait)


def refusal(error: urllib.error.HTTPError) -> Refused:
    try:
        return Refused(error.code, json.loads(error.read())["error"])
    except (ValueError, KeyError, TypeError):
        return Refused(error.code, {})
