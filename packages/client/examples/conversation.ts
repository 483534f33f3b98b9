// biome-ignore-all lint/suspicious/noConsole: a program that is run by hand
/** Two users exchange a message through the service at PALAVER_URL. */
import { createPalaverClient } from '@palaver/client';
import WebSocket from 'ws';

const url = process.env.PALAVER_URL ?? 'http://127.0.0.1:3000';

async function register(name: string) {
  const username = `${name}-${Date.now().toString(36)}`;
  const { token } = await createPalaverClient({ url }).api.auth.register.mutate({
    username,
    displayName: name,
    password: 'correct horse battery staple',
  });
  return createPalaverClient({ url, token, WebSocket });
}

const alice = await register('Alice');
const bob = await register('Bob');

// Alice creates a server, which has a channel from the start. Bob joins by her invite.
const server = await alice.api.servers.create.mutate({ name: 'Rosebud' });
const { code } = await alice.api.servers.createInvite.mutate({ serverId: server.id });
await bob.api.servers.acceptInvite.mutate({ code });
const [general] = await bob.api.channels.list.query({ serverId: server.id });
if (!general) throw new Error('a new server has a channel named general');

// Bob subscribes. Once he is subscribed, Alice sends a message.
for await (const event of bob.events.subscribe({ channels: [general.id] })) {
  if (event.type === 'subscribed') {
    await alice.api.messages.send.mutate({ channelId: general.id, content: 'Hello, Bob!' });
  }
  if (event.type === 'message.created') {
    console.log(`Bob received from ${event.data.user.displayName}: ${event.data.content}`);
    break;
  }
}

const history = await bob.api.messages.list.query({ channelId: general.id });
console.log(`#${general.name} has ${history.length} message.`);
