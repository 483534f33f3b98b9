import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let alice: TestUser;
let people: TestUser[];
beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  people = await Promise.all([1, 2, 3].map((n) => world.person(`person-${n}`)));
});
afterAll(() => world.close());

interface Page {
  readonly serverId: string;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

/** A list whose cursors name things that go: how one of it is made, listed and taken away. */
interface Listed {
  /** Returns the cursor. */
  readonly make: (serverId: string, who: TestUser) => Promise<string>;
  /** Returns the cursors. */
  readonly list: (page: Page) => Promise<string[]>;
  readonly remove: (serverId: string, cursor: string) => Promise<unknown>;
}

const LISTS: Readonly<Record<string, Listed>> = {
  bans: {
    make: async (serverId, { id: userId }) => (await alice.call.servers.ban({ serverId, userId })).userId,
    list: async (page) => (await alice.call.servers.bans(page)).map(({ userId }) => userId),
    remove: (serverId, userId) => alice.call.servers.unban({ serverId, userId }),
  },
  'time-outs': {
    make: async (serverId, { id: userId }) => {
      const until = new Date(Date.now() + 3_600_000).toISOString();
      return (await alice.call.servers.timeOut({ serverId, userId, until })).userId;
    },
    list: async (page) => (await alice.call.servers.timeouts(page)).map(({ userId }) => userId),
    remove: (serverId, userId) => alice.call.servers.endTimeout({ serverId, userId }),
  },
  invites: {
    make: async (serverId) => (await alice.call.servers.createInvite({ serverId })).code,
    list: async (page) => (await alice.call.servers.listInvites(page)).map(({ code }) => code),
    remove: (serverId, code) => alice.call.servers.deleteInvite({ serverId, code }),
  },
};

describe.each(Object.entries(LISTS))('a page of %s', (_name, { make, list, remove }) => {
  test('follows the one before, in both directions, and is never empty because its cursor is gone', async () => {
    const { id: serverId } = await createServerWith(alice, ...people);
    for (const one of people) {
      world.clock.advance(1_000);
      await make(serverId, one);
    }
    const all = await list({ serverId, limit: 100 });
    const [newest = '', middle = ''] = all;
    const oldest = all.at(-1) ?? '';
    expect(await list({ serverId, limit: 1 })).toEqual([newest]);
    expect(await list({ serverId, limit: 1, before: newest })).toEqual([middle]);
    expect(await list({ serverId, limit: 1, after: oldest })).toEqual(all.slice(-2, -1));
    expect(await list({ serverId, limit: 100, before: newest, after: oldest })).toEqual(all.slice(1, -1));
    await remove(serverId, middle);
    await refusedWith('INVALID_INPUT', list({ serverId, limit: 1, before: middle }));
    await refusedWith('INVALID_INPUT', list({ serverId, limit: 1, after: middle }));
  });
});
