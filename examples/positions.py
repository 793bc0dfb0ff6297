"""Reads the games of examples/positions and counts legal moves itself: python3 examples/positions.py FILE.jsonl.gz ...

A line of a file is a game: {"game": ..., "places": [...], "positions": [[TEXT, LEGAL MOVES], ...]}. docs/positions.md describes TEXT.
Isaac is counted while pieces are placed, Arcanor always; of the other games only the fields are checked.
"""
import gzip, json, re, sys

FIELDS = {"isaac": 15, "nasca": 8, "arcanor": 11, "masker": 0}

def isaac(fields):
    if fields[6] != "placing": return None
    taken = set()
    for piece in (fields[7] + "," + fields[8]).replace("-,", "").replace(",-", "").split(","):
        if "-" not in piece or piece == "-": continue
        (x, y), (to_x, to_y) = (map(int, cell) for cell in piece.split("-"))
        taken |= {(i, j) for i in range(x, to_x + 1) for j in range(y, to_y + 1)}
    hand = fields[9].split("/")[int(fields[3]) - 1]
    lengths = [length for length, count in zip(range(3, 8), hand) if count != "0"]
    lines = [[(i, j) for j in range(10)] for i in range(10)] + [[(i, j) for i in range(10)] for j in range(10)]
    return sum(not taken & set(line[at:at + length]) for line in lines for length in lengths for at in range(11 - length))

def arcanor(fields):
    rows = [re.findall(r"\d|[A-Da-d](?:\([A-Da-d]+\))?", row) for row in reversed(fields[6].split("/"))]
    cells = [[cell for part in row for cell in ([""] * int(part) if part.isdigit() else [part])] for row in rows]
    light = fields[3] == "1"
    size = lambda stack: "abcd".index(stack[0].lower())
    is_light = lambda stack: stack[0].isupper()
    is_home = lambda stack, row: row == (6 if is_light(stack) else 0)
    count = 0
    for row in range(7):
        for column in range(8):
            stack = cells[row][column]
            if not stack or is_light(stack) != light or is_home(stack, row): continue
            for to_row, to_column in ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j):
                if not (0 <= to_row < 7 and 0 <= to_column < 8): continue
                there = cells[to_row][to_column]
                if not there: count += 2 if len(stack) > 1 else 1
                elif is_light(there) != light and size(there) == size(stack) + 1 and not is_home(there, to_row): count += 1
    return count

COUNTERS = {"isaac": isaac, "arcanor": arcanor}

def check(path):
    games = positions = counted = 0
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            games += 1
            for text, legal in record["positions"]:
                positions += 1
                fields = text.split(" ")
                over = fields[3] == "-"
                if fields[0] != record["game"] or (FIELDS[fields[0]] or len(fields)) != len(fields) or over != (legal == 0):
                    sys.exit(f"{path}: game {games}: {text}")
                found = COUNTERS.get(fields[0], lambda _: None)(fields) if not over else None
                if found is None: continue
                counted += 1
                if found != legal: sys.exit(f"{path}: game {games}: {found} moves, not {legal}: {text}")
    print(f"{path}: {games} games, {positions} positions, {counted} counted")

for path in sys.argv[1:]: check(path)
