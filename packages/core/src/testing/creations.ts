import { tables } from '@palaver/db';
import type { PgTable } from 'drizzle-orm/pg-core';
import { createServerWith } from './create-server.js';
import type { Caller, TestUser, World } from './world.js';

/** What the creating operations are called with. */
export interface CreationTargets {
  readonly serverId: string;
  readonly channelId: string;
  readonly messageId: string;
  /** Bots that are not in the server yet: the second belongs to bob, the others to alice. */
  readonly bots: readonly string[];
  /** Members of the server who are not in the channel. */
  readonly members: readonly string[];
}

/** How one creating operation that takes an idempotency key is called. */
export interface Creation {
  /** Each `n` from 0 to 2 is a different request. */
  readonly call: (call: Caller, n: number, targets: CreationTargets) => Promise<unknown>;
  /** The table in which a call creates one row. */
  readonly table: PgTable;
  /** How many events a call publishes. */
  readonly events: number;
}

/** Two people who may call every operation of `CREATIONS`, and what they call it with. */
export async function prepareCreations(
  world: World,
): Promise<{ alice: TestUser; bob: TestUser; targets: CreationTargets }> {
  const [alice, bob] = [await world.person('alice'), await world.person('bob')];
  const others = [await world.person('carol'), await world.person('dora'), await world.person('emil')];
  const { id: serverId } = await createServerWith(alice, bob, ...others);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'keys', isPrivate: true });
  await alice.call.channels.addMember({ serverId, channelId, userId: bob.id });
  const { id: messageId } = await alice.call.messages.send({ channelId, content: 'root' });
  await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' });
  const owners = [alice, bob, alice];
  const created = await Promise.all(
    owners.map((owner, n) => owner.call.bots.create({ username: `helper-${n}` })),
  );
  const bots = created.map(({ bot }) => bot.id);
  const members = others.map(({ id }) => id);
  return { alice, bob, targets: { serverId, channelId, messageId, bots, members } };
}

/** Every procedure that takes an idempotency key, by its name. */
export const CREATIONS: Readonly<Record<string, Creation>> = {
  'servers.create': {
    call: (call, n) => call.servers.create({ name: `server ${n}` }),
    table: tables.servers,
    events: 4,
  },
  'servers.createInvite': {
    call: (call, n, { serverId }) => call.servers.createInvite({ serverId, maxUses: n + 1 }),
    table: tables.invites,
    events: 0,
  },
  'servers.addMember': {
    call: (call, n, { serverId, bots }) => call.servers.addMember({ serverId, userId: bots[n] ?? '' }),
    table: tables.serverMembers,
    events: 2,
  },
  'channels.create': {
    call: (call, n, { serverId }) => call.channels.create({ serverId, name: `channel-${n}` }),
    table: tables.channels,
    events: 2,
  },
  'channels.addMember': {
    call: (call, n, { serverId, channelId, members }) =>
      call.channels.addMember({ serverId, channelId, userId: members[n] ?? '' }),
    table: tables.channelMembers,
    events: 2,
  },
  'dms.create': {
    call: (call, n, { members }) => call.dms.create({ userIds: [members[n] ?? ''] }),
    table: tables.channels,
    events: 4,
  },
  'groups.create': {
    call: (call, n, { serverId }) => call.groups.create({ serverId, name: `group ${n}` }),
    table: tables.channelGroups,
    events: 1,
  },
  'messages.send': {
    call: (call, n, { channelId }) => call.messages.send({ channelId, content: `message ${n}` }),
    table: tables.messages,
    events: 1,
  },
  'messages.reply': {
    call: (call, n, { messageId }) => call.messages.reply({ messageId, content: `reply ${n}` }),
    table: tables.messages,
    events: 1,
  },
  'bots.create': {
    call: (call, n) => call.bots.create({ username: `robot-${n}` }),
    table: tables.users,
    events: 0,
  },
};
