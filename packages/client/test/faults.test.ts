import { setTimeout as delay } from 'node:timers/promises';
import type { Cursors } from '@palaver/client';
import { expect, test } from 'vitest';
import { FaultProxy } from './support/fault-proxy.js';
import { randomFrom } from './support/random.js';
import { openRoom, type Person, type Room } from './support/room.js';

const MESSAGES = 150;
const SEED = 20_261_120;

/** Says things one after the other, each as often as it takes; returns the ids that were acknowledged, in order. */
async function write(room: Room, person: Person, url: string): Promise<string[]> {
  const { api } = person.client({ url, maxRetries: 100 });
  const acknowledged: string[] = [];
  for (let n = 0; n < MESSAGES; n++) {
    const { id } = await api.messages.send.mutate({ channelId: room.channelId, content: `${n}` });
    acknowledged.push(id);
  }
  return acknowledged;
}

interface Heard {
  readonly seq: number;
  readonly id: string;
}

/** An app that dies every 40 events and starts again from what it has stored: its state, and the cursor with it. */
async function listen(room: Room, url: string, total: number): Promise<Heard[]> {
  const heard: Heard[] = [];
  let since: Cursors = { [room.channelId]: 0 };
  while (heard.length < total) {
    const stream = room.bob.client({ url }).events.subscribe({ channels: [room.channelId], since });
    let life = 40;
    for await (const event of stream) {
      if (event.type !== 'message.created') continue;
      heard.push({ seq: event.data.seq, id: event.data.id });
      since = stream.cursors();
      if (--life === 0 || heard.length === total) break;
    }
  }
  return heard;
}

test('connections cut at any moment lose nothing, double nothing and change no order', async () => {
  const room = await openRoom();
  const proxy = await FaultProxy.to(room.url);
  const random = randomFrom(SEED);
  let over = false;
  const faults = (async () => {
    for (let cuts = 0; ; cuts++) {
      if (over) return cuts;
      await delay(5 + random() * 60);
      proxy.cut();
    }
  })();

  const listening = listen(room, proxy.url, 2 * MESSAGES);
  const [alices, bobs] = await Promise.all([
    write(room, room.alice, proxy.url),
    write(room, room.bob, proxy.url),
  ]);
  const heard = await listening;
  over = true;
  const cuts = await faults;
  process.stdout.write(
    `${cuts} cuts of ${proxy.connections} connections while ${2 * MESSAGES} messages went through\n`,
  );

  const seqs = heard.map(({ seq }) => seq);
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  expect(new Set(seqs).size).toBe(seqs.length);
  const places = new Map(heard.map(({ id }, index) => [id, index]));
  expect(places.size).toBe(2 * MESSAGES);
  for (const acknowledged of [alices, bobs]) {
    const order = acknowledged.map((id) => places.get(id));
    expect(order).toEqual([...order].sort((a, b) => Number(a) - Number(b)));
    expect(order).not.toContain(undefined);
  }
  const stored = await room.alice.palaver.api.messages.list.query({ channelId: room.channelId, limit: 100 });
  expect(stored.map(({ id }) => id)).toEqual(
    heard
      .slice(-100)
      .reverse()
      .map(({ id }) => id),
  );
  await proxy.close();
  await room.close();
}, 120_000);
