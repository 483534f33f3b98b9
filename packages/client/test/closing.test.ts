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

/** What keeps this process from ending, by kind. */
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

/** Lets the event loop go round, with no timer of its own, until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate();
}

const never = { baseMs: 3_600_000, capMs: 3_600_000, random: () => 0.9 };

test('a live stream leaves no timer and no connection behind', async () => {
  const before = { timers: timers(), sockets: sockets() };
  const client = room.bob.client();
  const events = await begin(client.events.subscribe({ channels: [room.channelId] }));
  client.close();
  expect(await events.next()).toEqual({ done: true, value: undefined });
  // `ws` waits for the service to say goodbye as well.
  await until(() => timers() === before.timers && sockets() <= before.sockets);
});

test('nor does one that waits to come back', async () => {
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

test('nor does one that is just connecting, nor one opened too late', async () => {
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
