import { setImmediate } from 'node:timers/promises';
import type { EventStream } from '@palaver/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { begin } from './support/reading.js';
import { openRoom, type Room } from './support/room.js';

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(() => room.close());

/** What keeps this process alive, by kind. */
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

/** Waits for a condition by turns of the event loop: a timer would be counted. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}

const never = { baseMs: 3_600_000, capMs: 3_600_000, random: () => 0.9 };

test('closing a live stream leaves no timer and no connection', async () => {
  const before = { timers: timers(), sockets: sockets() };
  const client = room.bob.client();
  const events = await begin(client.events.subscribe({ channels: [room.channelId] }));
  client.close();
  expect(await events.next()).toEqual({ done: true, value: undefined });
  // `ws` waits for the closing frame of the service.
  await until(() => timers() <= before.timers && sockets() <= before.sockets);
});

test('closing a stream that waits to reconnect leaves no timer', async () => {
  const before = timers();
  const client = room.bob.client({ url: 'http://127.0.0.1:9', backoff: never });
  const stream = await new Promise<EventStream>((resolve) => {
    const opened = client.events.subscribe({
      channels: [],
      onState: ({ status }) => status === 'waiting' && resolve(opened),
    });
  });
  expect(timers()).toBe(before + 1);
  stream.close();
  expect(timers()).toBe(before);
});

test('closing a stream that is connecting leaves no timer, and a closed client opens no stream', async () => {
  const before = timers();
  const client = room.bob.client();
  const stream = client.events.subscribe({ channels: [room.channelId] });
  client.close();
  const late = client.events.subscribe({ channels: [room.channelId] });
  for (const { state } of [stream, late]) expect(state).toEqual({ status: 'closed', error: null });
  for (const closed of [stream, late]) {
    expect(await closed[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  }
  await until(() => timers() === before);
});
