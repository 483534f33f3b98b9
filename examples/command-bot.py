"""Has the command /deploy, asks where to with a select and a button, and answers what is chosen. See README.md."""

import asyncio, json, os, random, sys, time  # noqa: E401
import websockets
from contextlib import suppress
from urllib.request import Request, urlopen

URL, TOKEN = (os.environ[f"PALAVER_{name}"] for name in ("URL", "TOKEN"))
VERSION = {"name": "version", "description": "Which one", "type": "string", "required": True}
COMMANDS = [{"name": "deploy", "description": "Deploys a version", "options": [VERSION]}]
PLACES = [{"value": place, "label": place} for place in ("staging", "production")]
SELECT = {"type": "select", "id": "place", "placeholder": "Where to?", "choices": PLACES}
BUTTON = {"type": "button", "id": "cancel", "label": "Cancel", "style": "secondary"}
cursor, failures = None, 0


def call(method, path, body=None, **more):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", **more}
    with urlopen(Request(URL + path, body and json.dumps(body).encode(), headers, method=method), timeout=15) as response:
        return json.load(response)["data"]


def answer_to(interaction):
    """A message in the channel, or with `ephemeral` a text for who asked alone."""
    if interaction["kind"] == "command":
        rows = [{"components": [SELECT]}, {"components": [BUTTON]}]
        return {"content": f"Deploy {interaction['options']['version']}?", "components": rows}
    if interaction["componentId"] == "cancel":
        return {"content": "Nothing is deployed.", "ephemeral": True}
    return {"content": f"Deploying to {interaction['values'][0]}."}


def answer(interaction):
    """The key is the same in each attempt, so that the answer is given once."""
    key = {"Idempotency-Key": f"answer-{interaction['id']}"}
    call("POST", f"/api/interactions/{interaction['id']}/response", answer_to(interaction), **key)


async def receive(socket, type, data):
    global cursor, failures
    if type == "ready":  # What a bot is asked comes in the stream with its own id.
        since = {BOT: cursor} if cursor is not None else {}
        await socket.send(json.dumps({"type": "subscribe", "data": {"channelIds": [BOT], "since": since}}))
    elif type == "subscribed" and cursor is None:
        cursor = data["channels"][0]["seq"]  # Who sees the command is heard.
        await asyncio.to_thread(call, "PUT", f"/api/bots/{BOT}/commands", {"commands": COMMANDS})
    elif type == "interaction.created" and not data.get("superseded"):
        await asyncio.to_thread(answer, data)
    if "seq" in data:
        cursor, failures = data["seq"], 0


async def converse():
    """Holds one connection, and returns its close code. The library pings the service, and closes a silent connection."""
    async with websockets.connect(URL.replace("http", "ws", 1) + "/api/ws") as socket:
        await socket.send(json.dumps({"type": "authenticate", "data": {"token": TOKEN}}))
        with suppress(websockets.ConnectionClosed):
            async for frame in socket:
                await receive(socket, **json.loads(frame))
        return socket.close_code


BOT = call("GET", "/api/users/me")["id"]
code = 0
while code != 4401:
    try:
        code = asyncio.run(converse())
    except OSError as error:  # No connection, or the answer was not taken.
        code = print(error, file=sys.stderr)
    time.sleep(random.random() * max(2 if code == 1012 else 0, min(30, 0.25 * 2 ** min(failures, 7))))  # 1012: it restarts.
    failures += 1
sys.exit("The token is not valid (4401).")
