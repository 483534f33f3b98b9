"""Answers each message of a channel exactly once, also those that were posted while it was away. See README.md."""

import asyncio, json, os, random, sys, time  # noqa: E401
import websockets
from contextlib import suppress
from pathlib import Path
from urllib.request import Request, urlopen

URL, TOKEN, CHANNEL = (os.environ[f"PALAVER_{name}"] for name in ("URL", "TOKEN", "CHANNEL"))
CURSOR = Path(os.environ.get("CURSOR_FILE", "cursor.txt"))
failures = 0


def save(seq):
    """Writes another file first, so that a crash leaves the old cursor or the new one."""
    global failures
    CURSOR.with_suffix(".new").write_text(str(seq))
    CURSOR.with_suffix(".new").replace(CURSOR)
    failures = 0


def reply(message_id):
    """The key is the same in each attempt, so the answer is posted once, also if we crash before the cursor is saved."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Idempotency-Key": f"reply-{message_id}"}
    urlopen(Request(f"{URL}/api/messages/{message_id}/thread", b'{"content": "Received."}', headers), timeout=15).close()


async def receive(socket, type, data):
    if type == "ready":
        since = {CHANNEL: int(CURSOR.read_text())} if CURSOR.exists() else {}
        await socket.send(json.dumps({"type": "subscribe", "data": {"channelIds": [CHANNEL], "since": since}}))
    elif type == "subscribed" and not CURSOR.exists():
        save(data["channels"][0]["seq"])  # Fails where the channel is denied.
    elif type == "message.created" and not data.get("superseded") and not data["user"]["bot"]:
        await asyncio.to_thread(reply, data["id"])
    elif type in ("error", "access.revoked"):
        await socket.close()
    if "seq" in data:  # Of each event, and of `resync`: the log begins later than our cursor.
        save(data["seq"])


async def converse():
    """Holds one connection, and returns its close code. The library pings the service, and closes a silent connection."""
    async with websockets.connect(URL.replace("http", "ws", 1) + "/api/ws") as socket:
        await socket.send(json.dumps({"type": "authenticate", "data": {"token": TOKEN}}))
        with suppress(websockets.ConnectionClosed):
            async for frame in socket:
                await receive(socket, **json.loads(frame))
        return socket.close_code


code = 0
while code != 4401:
    try:
        code = asyncio.run(converse())
    except OSError as error:  # No connection, or the reply was not taken.
        code = print(error, file=sys.stderr)
    time.sleep(random.random() * max(2 if code == 1012 else 0, min(30, 0.25 * 2 ** min(failures, 7))))  # 1012: it restarts.
    failures += 1
sys.exit("The token is not valid (4401).")
