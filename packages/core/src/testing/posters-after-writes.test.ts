import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideAll } from '../messages/posting/decide.js';
import { PosterCache } from '../messages/posting/poster-cache.js';
import { readFacts } from '../messages/posting/read.js';
import type { PostDraft } from '../procedures/post-queue.js';
import { KEYED_WRITES, WRITES_OF_BOTS } from './keyed-writes.js';
import { PLAIN_DRAFT } from './plain-draft.js';
import { createWorld, type TestUser, type World } from './world.js';

let world: World;
let alice: TestUser;
let robot: TestUser;
/** The channels that alice is always in: with the robot, and a direct message. */
let homes: readonly string[];
/** The writes after which a node no longer trusted what it knew of somebody. */
const changing: string[] = [];

beforeAll(async () => {
  world = await createWorld({ quotas: { serversOwned: 10_000, serversJoined: 10_000 } });
  alice = await world.person('alice');
  const { bot, token } = await alice.call.bots.create({ username: 'robot' });
  robot = world.userWithToken(bot.id, token);
  const { id: serverId } = await alice.call.servers.create({ name: 'Home' });
  await alice.call.servers.addMember({ serverId, userId: bot.id });
  const channel = await alice.call.channels.create({ serverId, name: 'home' });
  await alice.call.channels.addMember({ serverId, channelId: channel.id, userId: bot.id });
  const bob = await world.person('bob');
  homes = [channel.id, (await alice.call.dms.create({ userIds: [bob.id] })).id];
});
afterAll(() => world.close());

// The last one is about all before it.
describe('every keyed write', { shuffle: false }, () => {
  test.each(Object.keys(KEYED_WRITES).map((name, n) => ({ name, n })))(
    'after $name, what a node still trusts of who may post is true',
    async ({ name, n }) => {
      const { services } = world;
      const who = WRITES_OF_BOTS.has(name) ? robot : alice;
      const before = await transactionId();
      const request = await KEYED_WRITES[name]?.({ world, who, n });
      await createDms(before);
      const posts = await postsSince(before);
      const cache = new PosterCache();
      const decisions = await decideAll(services.db, posts, { cache });
      const leave = services.bus.onHint((hint) => cache.onHint(hint));
      await request?.(who.call);
      await services.background.idle();
      leave();
      const facts = await readFacts(services.db, posts);
      const versions = { channel: null, others: null };
      for (const [index, { channelId, userId }] of posts.entries()) {
        if (decisions[index]?.kind !== 'accepted') continue;
        const known = cache.find(channelId, userId);
        if (known === null) changing.push(name);
        else expect({ ...known, ...versions }).toEqual({ ...facts[index]?.poster, ...versions });
      }
    },
  );

  test('they are of all kinds', () => {
    expect(changing).toEqual(
      expect.arrayContaining([
        'channels.leave',
        'channels.update',
        'messages.delete',
        'servers.ban',
        'servers.delete',
        'servers.timeOut',
        'servers.updateMember',
        'users.block',
        'users.updateMe',
      ]),
    );
  });
});

async function transactionId(): Promise<string> {
  const [row] = await world.services.db.execute(sql`select pg_current_xact_id()::text as id`);
  return String(row?.id);
}

/** The ids of rows that were written since a transaction. */
async function writtenSince(table: 'channels' | 'users', id: string): Promise<string[]> {
  const rows = await world.services.db.execute(
    sql`select id from ${sql.identifier(table)} where xmin::text::bigint >= ${id}::bigint`,
  );
  return rows.map((row) => String(row.id));
}

/** Lets alice and the people who are new have a direct message, except with whom she has blocked. */
async function createDms(since: string): Promise<void> {
  const others = (await writtenSince('users', since)).filter((id) => id !== alice.id);
  await Promise.allSettled(others.map((id) => alice.call.dms.create({ userIds: [id] })));
}

/** A post of everybody who is new, of alice and of the robot, to every channel that is new and to those that are always there. */
async function postsSince(id: string): Promise<PostDraft[]> {
  const [channelIds, userIds] = [await writtenSince('channels', id), await writtenSince('users', id)];
  return [...new Set([...homes, ...channelIds])].flatMap((channelId) =>
    [...new Set([alice.id, robot.id, ...userIds])].map((userId) => ({
      ...PLAIN_DRAFT,
      channelId,
      userId,
    })),
  );
}
