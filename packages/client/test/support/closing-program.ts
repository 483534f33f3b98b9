import { createPalaverClient } from '@palaver/client';
import WebSocket from 'ws';
import { begin } from './reading.js';

/** Programs that close what they opened and then have nothing to do. Each ends by itself only if nothing is left open. */
const [, , name = '', url = '', token = '', channelId = ''] = process.argv;
const never = { baseMs: 3_600_000, capMs: 3_600_000, random: () => 0.9 };
const say = (...values: unknown[]) => process.stdout.write(`${JSON.stringify(values)}\n`);

const PROGRAMS: Record<string, () => Promise<void>> = {
  async live() {
    const client = createPalaverClient({ url, token, WebSocket });
    const stream = client.events.subscribe({ channels: [channelId] });
    const events = await begin(stream);
    client.close();
    say(await events.next(), stream.state);
  },
  async waiting() {
    const client = createPalaverClient({ url: 'http://127.0.0.1:9', token, WebSocket, backoff: never });
    const stream = client.events.subscribe({
      channels: [],
      onState: ({ status }) => status === 'waiting' && client.close(),
    });
    say(await stream[Symbol.asyncIterator]().next(), stream.state);
  },
  async connecting() {
    const client = createPalaverClient({ url, token, WebSocket });
    const stream = client.events.subscribe({ channels: [channelId] });
    client.close();
    const late = client.events.subscribe({ channels: [channelId] });
    for (const closed of [stream, late]) say(await closed[Symbol.asyncIterator]().next(), closed.state);
  },
};

await PROGRAMS[name]?.();
