"""The life of a bot (docs/api.md): it accepts invitations, sits down at open tables, and moves when it is its turn."""
from __future__ import annotations

import threading
import time
from typing import Any, Callable

from .client import Client, Refused

LOOK_EVERY = 2


def play(
    client: Client,
    choose: Callable[[dict[str, Any]], str],
    open_tables: bool = True,
    on_over: Callable[[dict[str, Any]], None] = lambda table: None,
) -> None:
    """Plays until the server refuses the token or a move. `choose` gets a table as this player sees it, and returns one of `table["legal"]`.

    `on_over` gets each table whose game has ended. With `open_tables=False` the bot plays by invitation only.
    """
    if open_tables:
        threading.Thread(target=_sit_down, args=(client,), daemon=True).start()
    for message in client.stream():
        for own in message.get("changed", []):
            if own["invited"] is not None:
                _try(lambda: client.join(own["id"], own["invited"]))
        if message["kind"] != "table":
            continue
        table = message["table"]
        if table["phase"] == "over":
            on_over(table)
        elif table.get("legal"):
            try:
                client.move(table, choose(table))
            except Refused as refused:
                # Other refusals: the table has changed in the meantime.
                if refused.name in ("illegal-move", "unreadable-move"):
                    raise


def _sit_down(client: Client) -> None:
    while True:
        time.sleep(LOOK_EVERY)
        for table in _try(lambda: client.get("/tables?phase=waiting")["tables"]) or []:
            chairs = [chair["kind"] for chair in table["chairs"]]
            if "open" in chairs:
                _try(lambda: client.join(table["id"], chairs.index("open")))


def _try(work: Callable[[], Any]) -> Any:
    """A refusal is no fault of the bot: the table has changed or is for others. A wrong token ends the stream."""
    try:
        return work()
    except Refused:
        return None
