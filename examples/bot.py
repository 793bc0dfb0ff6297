"""Plays random legal moves at open tables and by invitation: python3 examples/bot.py http://127.0.0.1:3000 TOKEN"""
import json, random, sys, threading, time, urllib.error, urllib.request

server, token = sys.argv[1:3]

def request(path, body=None, more={}):
    headers = {"authorization": "Bearer " + token, "content-type": "application/json", **more}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(server + "/api/v1" + path, data, headers), timeout=60)

def send(path, body):  # The same id is done once, so sending a command again is safe.
    while True:
        try:
            return request(path, body).close()
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429: return
            time.sleep(float(error.headers.get("retry-after", 1)))
        except OSError: time.sleep(1)

def join(table, chair): send(f"/tables/{table}/join", {"id": "join-" + table, "chair": chair})

def take(message):
    for own in message.get("changed", []):
        if own["invited"] is not None: join(own["id"], own["invited"])
    table = message.get("table", {})
    if isinstance(table, dict) and table.get("legal"):
        action = {"kind": "move", "move": random.choice(table["legal"])}
        send(f"/tables/{table['id']}/actions", {"id": f"move-{table['version']}", "action": action})

def look():
    while True:
        time.sleep(2)
        for table in json.load(request("/tables?phase=waiting"))["tables"]:
            chairs = [chair["kind"] for chair in table["chairs"]]
            if "open" in chairs: join(table["id"], chairs.index("open"))

threading.Thread(target=look, daemon=True).start()
while True:
    for line in request("/events"):
        if line.startswith(b"data: "): take(json.loads(line[6:]))
