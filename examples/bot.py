"""Plays random legal moves at open tables and by invitation: python3 examples/bot.py http://127.0.0.1:3000 TOKEN"""
import http.client, json, random, sys, threading, time, urllib.error, urllib.request

server, token = sys.argv[1:3]
last = ""  # The id of the newest event: the stream is resumed there.

def request(path, body=None, more={}):
    headers = {"authorization": "Bearer " + token, "content-type": "application/json", **more}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(server + "/api/v1" + path, data, headers), timeout=60)

def until_answered(work):  # What it returns, or the refusal. A command with the same id is done once, so sending it again is safe.
    while True:
        try: return work()
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504): return error
            time.sleep(float(error.headers.get("retry-after", 1)))
        except (OSError, ValueError, http.client.HTTPException): time.sleep(1)  # The server restarts.

def send(path, body): until_answered(lambda: request(path, body).close())
def join(table, chair): send(f"/tables/{table}/join", {"id": "join-" + table, "chair": chair})

def take(message):
    if message["kind"] == "error": sys.exit("The server has ended the stream: " + message["error"]["name"])
    for own in message.get("changed", []):
        if own["invited"] is not None: join(own["id"], own["invited"])
    if message["kind"] != "table" or not message["table"].get("legal"): return
    table = message["table"]
    action = {"kind": "move", "move": random.choice(table["legal"]), "plies": table["match"]["plies"]}
    send(f"/tables/{table['id']}/actions", {"id": f"move-{table['version']}", "action": action})

def listen():
    global last
    newest = last
    for line in request("/events", more={"last-event-id": last}):
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "id": newest = value
        if name == "data":
            take(json.loads(value))
            last = newest

def look():
    while True:
        time.sleep(2)
        tables = until_answered(lambda: json.load(request("/tables?phase=waiting"))["tables"])
        for table in tables if isinstance(tables, list) else []:
            chairs = [chair["kind"] for chair in table["chairs"]]
            if "open" in chairs: join(table["id"], chairs.index("open"))

threading.Thread(target=look, daemon=True).start()
while True:
    refusal = until_answered(listen)
    if refusal is not None: sys.exit("The server refuses the stream: " + refusal.read().decode())
    time.sleep(1)
