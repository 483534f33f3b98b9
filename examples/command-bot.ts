// Has the command /deploy, asks where to with a select and a button, and answers what is chosen. See README.md.
import { on } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';

const { PALAVER_TOKEN: token } = process.env;
const url = process.env.PALAVER_URL ?? 'http://127.0.0.1:3000';
const COMMANDS = [
  {
    name: 'deploy',
    description: 'Deploys a version',
    options: [{ name: 'version', description: 'Which one', type: 'string', required: true }],
  },
];
const PLACES = ['staging', 'production'].map((value) => ({ value, label: value }));
const COMPONENTS = [
  { components: [{ type: 'select', id: 'place', placeholder: 'Where to?', choices: PLACES }] },
  { components: [{ type: 'button', id: 'cancel', label: 'Cancel', style: 'secondary' }] },
];
let cursor: number | undefined;
let failures = 0;

interface Interaction {
  readonly id: string;
  readonly kind: 'command' | 'component';
  readonly options: Record<string, unknown>;
  readonly componentId: string | null;
  readonly values: string[];
}

async function call(method: string, path: string, body: object | null = null, more: object = {}) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more };
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}.`);
  return (await response.json()).data;
}

/** A message in the channel, or with `ephemeral` a text for who asked alone. */
function answerTo({ kind, options, componentId, values }: Interaction) {
  if (kind === 'command') return { content: `Deploy ${options.version}?`, components: COMPONENTS };
  if (componentId === 'cancel') return { content: 'Nothing is deployed.', ephemeral: true };
  return { content: `Deploying to ${values[0]}.` };
}

/** The key is the same in each attempt, so that the answer is given once. */
async function answer(interaction: Interaction) {
  const key = { 'Idempotency-Key': `answer-${interaction.id}` };
  await call('POST', `/api/interactions/${interaction.id}/response`, answerTo(interaction), key);
}

/** Opens one connection and resolves with its close code. What a bot is asked comes in the stream with its own id. */
async function converse(botId: string): Promise<number> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/ws`);
  const send = (type: string, data: object) => socket.send(JSON.stringify({ type, data }));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const silence = setTimeout(() => socket.terminate(), 70_000); // The service pings every 30 seconds.
  socket.on('ping', () => silence.refresh()).on('open', () => send('authenticate', { token }));
  try {
    for await (const [frame] of on(socket, 'message', { close: ['close'] })) {
      const { type, data } = JSON.parse(frame);
      if (type === 'ready') send('subscribe', { channelIds: [botId], since: cursor && { [botId]: cursor } });
      if (type === 'subscribed' && cursor === undefined) {
        cursor = data.channels[0].seq; // Who sees the command is heard.
        await call('PUT', `/api/bots/${botId}/commands`, { commands: COMMANDS });
      }
      if (type === 'interaction.created' && !data.superseded) await answer(data);
      if (data.seq !== undefined) [cursor, failures] = [data.seq, 0];
    }
  } catch (error) {
    console.error(error);
    socket.terminate();
  }
  return closed.finally(() => clearTimeout(silence));
}

const { id: botId } = await call('GET', '/api/users/me');
for (let code = 0; code !== 4401; failures++) {
  code = await converse(botId);
  const least = code === 1012 ? 2_000 : 0; // The service restarts.
  await sleep(Math.random() * Math.max(least, Math.min(30_000, 250 * 2 ** failures)));
}
throw new Error('The token is not valid (4401).');
