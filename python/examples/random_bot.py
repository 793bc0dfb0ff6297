"""Plays random legal moves on a server, at open tables and by invitation: python3 random_bot.py http://127.0.0.1:3000 TOKEN"""
import random
import sys

from tablier import Client, Refused, play

server, token = sys.argv[1:3]
try:
    play(Client(server, token), lambda table: random.choice(table["legal"]))
except Refused as refused:
    sys.exit(f"The server refuses the bot: {refused}")
