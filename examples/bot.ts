// Answers each message of a channel exactly once, also those that were posted while it was away. See README.md.
import { on } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

const { PALAVER_TOKEN: token, PALAVER_CHANNEL: channel = '', CURSOR_FILE: file = 'cursor.txt' } = process.env;
const url = process.env.PALAVER_URL ?? 'http://127.0.0.1:3000';
let cursor: number | null = await readFile(file, 'utf8').then(Number, () => null);
let failures = 0;

/** Writes another file first, so that a crash leaves the old cursor or the new one. */
async function save(seq: number) {
  await writeFile(`${file}.new`, String(seq));
  await rename(`${file}.new`, file);
  cursor = seq;
  failures = 0;
}

/** The key is the same in each attempt, so the answer is posted once, also if we crash before the cursor is saved. */
async function reply(messageId: string) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/api/messages/${messageId}/thread`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': `reply-${messageId}` },
    body: JSON.stringify({ content: 'Received.' }),
  });
  if (!response.ok) throw new Error(`The reply was answered with ${response.status}.`); // Reconnects, and tries again.
}

/** Opens one connection and resolves with its close code. */
async function converse(): Promise<number> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/ws`);
  const send = (type: string, data: object) => socket.send(JSON.stringify({ type, data }));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const silence = setTimeout(() => socket.terminate(), 70_000); // The service pings every 30 seconds.
  socket.on('ping', () => silence.refresh()).on('open', () => send('authenticate', { token }));
  try {
    for await (const [frame] of on(socket, 'message', { close: ['close'] })) {
      const { type, data } = JSON.parse(frame);
      if (type === 'ready')
        send('subscribe', { channelIds: [channel], since: cursor && { [channel]: cursor } });
      if (type === 'subscribed' && cursor === null) await save(data.channels[0].seq); // Denied: throws.
      if (type === 'message.created' && !data.superseded && !data.user.bot) await reply(data.id);
      if (type === 'error' || type === 'access.revoked') socket.close();
      if (data.seq !== undefined) await save(data.seq); // Of each event, and of `resync`: the log begins later.
    }
  } catch (error) {
    console.error(error);
    socket.terminate();
  }
  return closed.finally(() => clearTimeout(silence));
}

for (let code = 0; code !== 4401; failures++) {
  code = await converse();
  const least = code === 1012 ? 2_000 : 0; // The service restarts.
  await sleep(Math.random() * Math.max(least, Math.min(30_000, 250 * 2 ** failures)));
}
throw new Error('The token is not valid (4401).');
