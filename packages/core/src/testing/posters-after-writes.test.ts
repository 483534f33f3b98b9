import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideAll } from '../messages/posting/decide.js';
import { PosterCache } from '../messages/posting/poster-cache.js';
import { readFacts } from '../messages/posting/read.js';
import type { PostDraft } from '../procedures/post-queue.js';
import { createKeyedWrites, KEYED_WRITES, type KeyedWrites, UNLIMITED } from './keyed-writes.js';
import { PLAIN_DRAFT } from './plain-draft.js';
import type { RestClient } from './samples/rest-client.js';
import { createWorld, type TestUser, type World } from './world.js';

let world: World;
let writes: KeyedWrites;
/** Somebody who is in the channels of the fixture, as the bot is. */
let alice: TestUser;
/** Everybody of the fixture. All members of its server are in its public channel. */
let people: readonly RestClient[];
/** The writes after which a node no longer trusted what it knew of somebody. */
const changing: string[] = [];

beforeAll(async () => {
  world = await createWorld({ quotas: UNLIMITED });
  writes = await createKeyedWrites(world);
  const { clients, otherMember, serverId, channels } = writes.fixture;
  people = [...Object.values(clients), otherMember];
  for (const { post } of people) await post(`/api/servers/${serverId}/channels/${channels.public}/join`);
  const { id, token } = clients['channel member'];
  alice = world.userWithToken(id, token);
});
afterAll(() => world.close());

// The last one is about all before it.
describe('every keyed write', { shuffle: false }, () => {
  test.each(KEYED_WRITES)('after %s, what a node still trusts about who may post is true', async (name) => {
    const { services } = world;
    const before = await transactionId();
    const { who, request } = await writes.prepare(name);
    await createDms(before);
    const posts = await postsSince(before, who.id);
    const cache = new PosterCache();
    const decisions = await decideAll(services.db, posts, { cache });
    const leave = services.bus.onHint((hint) => cache.onHint(hint));
    await request(who.call);
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
  });

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

/** A post of everybody who is new, of alice, of the caller and of the bot, to every channel that is new and to those that are always there. */
async function postsSince(id: string, callerId: string): Promise<PostDraft[]> {
  const [channelIds, userIds] = [await writtenSince('channels', id), await writtenSince('users', id)];
  return [...new Set([...Object.values(writes.fixture.channels), ...channelIds])].flatMap((channelId) =>
    [...new Set([callerId, ...people.map(({ id }) => id), ...userIds])]
      .filter((id) => id !== '')
      .map((userId) => ({
        ...PLAIN_DRAFT,
        channelId,
        userId,
      })),
  );
}
