"""A conversation through a Python client of OpenAPI Generator. Prints what was read as JSON."""

import json
import sys
import tempfile
from pathlib import Path

import palaver

url, folder = sys.argv[1], Path(tempfile.mkdtemp())
configuration = palaver.Configuration(host=url)
client = palaver.ApiClient(configuration)
auth, servers = palaver.AuthApi(client), palaver.ServersApi(client)
channels, messages = palaver.ChannelsApi(client), palaver.MessagesApi(client)

account = palaver.AuthRegisterRequest(username="pythonista", password="correct horse battery staple")
configuration.access_token = auth.auth_register(auth_register_request=account).data.token

server = servers.servers_create(servers_create_request=palaver.ServersCreateRequest(name="Rosebud")).data
channel = channels.channels_list(server.id).data[0]

plan = folder / "plan.txt"
plan.write_text("the plan")
files = messages.attachments_upload(channel.id, [str(plan)]).data
for content in ["one", "two", "three", "four", "five"]:
    ids = [file.id for file in files] if content == "five" else []
    request = palaver.MessagesSendRequest(content=content, attachment_ids=ids)
    for _ in range(2):  # The second time is a retry.
        messages.messages_send(channel.id, messages_send_request=request, idempotency_key=f"key-{content}")

read, page = [], {}
while True:
    items = messages.messages_list(channel.id, limit=2, **page).data
    read += items
    if len(items) < 2:
        break
    page = {"before": items[-1].id}

try:
    messages.messages_get("none")
    refused = None
except palaver.ApiException as error:
    refused = json.loads(error.body)["code"]

print(json.dumps({
    "texts": [message.content for message in read],
    "files": [file.filename for message in read for file in message.attachments],
    "refused": refused,
}))
