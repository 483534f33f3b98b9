import { setTimeout as delay } from 'node:timers/promises';
import type { Cursors } from '@palaver/client';
import { expect, test } from 'vitest';
import { FaultProxy } from './support/fault-proxy.js';
import { randomFrom } from './support/random.js';
import { openRoom, type Person, type Room } from './support/room.js';

const MESSAGES = 150;
const SEED = 20_261_120;

/** Sends messages one after the other, with as many retries as needed; returns the acknowledged ids in order. */
async function sendAll(room: Room, person: Person, url: string): Promise<string[]> {
  const { api } = person.client({ url, maxRetries: 100 });
  const acknowledged: string[] = [];
  for (let n = 0; n < MESSAGES; n++) {
    const { id } = await api.messages.send.mutate({ channelId: room.channelId, content: `${n}` });
    acknowledged.push(id);
  }
  return acknowledged;
}

interface Received {
  readonly seq: number;
  readonly id: string;
}

/** An app that stops after every 40 messages and resumes from what it has stored: its state and its cursors. */
async function receiveAll(room: Room, url: string, total: number): Promise<Received[]> {
  const received: Received[] = [];
  let since: Cursors = { [room.channelId]: 0 };
  while (received.length < total) {
    const stream = room.bob.client({ url }).events.subscribe({ channels: [room.channelId], since });
    let remaining = 40;
    for await (const event of stream) {
      if (event.type !== 'message.created') continue;
      received.push({ seq: event.data.seq, id: event.data.id });
      since = stream.cursors();
      if (--remaining === 0 || received.length === total) break;
    }
  }
  return received;
}

test('cutting connections at any moment loses, repeats and reorders nothing', async () => {
  const room = await openRoom();
  const proxy = await FaultProxy.to(room.url);
  const random = randomFrom(SEED);
  let done = false;
  const faults = (async () => {
    for (let cuts = 0; ; cuts++) {
      if (done) return cuts;
      await delay(5 + random() * 60);
      proxy.cut();
    }
  })();

  const receiving = receiveAll(room, proxy.url, 2 * MESSAGES);
  const [alices, bobs] = await Promise.all([
    sendAll(room, room.alice, proxy.url),
    sendAll(room, room.bob, proxy.url),
  ]);
  const received = await receiving;
  done = true;
  const cuts = await faults;
  process.stdout.write(
    `${cuts} cuts of ${proxy.connections} connections while ${2 * MESSAGES} messages were sent\n`,
  );

  const seqs = received.map(({ seq }) => seq);
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  expect(new Set(seqs).size).toBe(seqs.length);
  const indexes = new Map(received.map(({ id }, index) => [id, index]));
  expect(indexes.size).toBe(2 * MESSAGES);
  for (const acknowledged of [alices, bobs]) {
    const order = acknowledged.map((id) => indexes.get(id));
    expect(order).toEqual([...order].sort((a, b) => Number(a) - Number(b)));
    expect(order).not.toContain(undefined);
  }
  const stored = await room.alice.palaver.api.messages.list.query({ channelId: room.channelId, limit: 100 });
  expect(stored.map(({ id }) => id)).toEqual(
    received
      .slice(-100)
      .reverse()
      .map(({ id }) => id),
  );
  await proxy.close();
  await room.close();
});
