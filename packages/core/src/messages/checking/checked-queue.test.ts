import { connect } from '@palaver/db';
import { drizzle } from 'drizzle-orm/postgres-js';
import { expect, test } from 'vitest';
import type { PostDraft } from '../../procedures/post-queue.js';
import { createServerWith } from '../../testing/create-server.js';
import { PLAIN_DRAFT } from '../../testing/plain-draft.js';
import { createWorld } from '../../testing/world.js';
import { checkedQueue } from './checked-queue.js';

test('what decides about posts that come at once is read together, before the hook is asked about each', async () => {
  const world = await createWorld();
  const [alice, bob] = [await world.person('alice'), await world.person('bob')];
  const { id: serverId } = await createServerWith(alice, bob);
  const [general] = await alice.call.channels.list({ serverId });
  const draft = (userId: string, content: string): PostDraft => ({
    ...PLAIN_DRAFT,
    channelId: general?.id ?? '',
    userId,
    content,
  });
  const reads: string[] = [];
  const sql = connect(world.connection, {
    fetch_types: false,
    debug: (_connection, query) => query.includes("'standings'") && reads.push(query),
  });
  const asked: string[] = [];
  const { settings, posts } = world.services;
  const queue = checkedQueue(posts, {
    db: drizzle(sql),
    settings,
    beforeSend: {
      ask: async ({ message }) => {
        asked.push(message.content);
        return { action: 'accept' };
      },
      measure: () => expect.unreachable('nothing is measured here'),
    },
  });
  const contents = Array.from({ length: 30 }, (_, n) => `message ${n}`);
  const outcomes = await Promise.all(
    contents.map((content, n) => queue.post(draft(n % 2 === 0 ? alice.id : bob.id, content))),
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(contents.map(() => 'posted'));
  expect(asked.sort()).toEqual([...contents].sort());
  expect(reads).toHaveLength(3);
  await sql.end();
  await world.close();
});
