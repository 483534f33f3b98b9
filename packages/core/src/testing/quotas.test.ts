import { tables } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_QUOTAS } from '../kernel/services/quotas.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import { endSurplus } from '../threads/quota.js';
import { createEmoji } from './create-emoji.js';
import { createServerWith } from './create-server.js';
import { refusedWith } from './expect.js';
import { createWorld, type TestUser, type World } from './world.js';

const LIMIT = 3;
const JOINED_LIMIT = 12;

/** How something that a quota counts is made and given up again. */
interface Counted {
  readonly code: ErrorCode;
  /** The limit, which the error names. */
  readonly limit: number;
  /** As many can be made in a new place. */
  readonly free: number;
  /** Returns the id of what was made. */
  readonly make: (place: Place) => Promise<string>;
  readonly giveUp: (place: Place, id: string) => Promise<unknown>;
}

/** A person, a server of theirs, and what else the quotas need, all new. */
interface Place {
  readonly owner: TestUser;
  readonly serverId: string;
  readonly other: TestUser;
}

let world: World;
let number = 0;
const name = () => `n-${++number}`;

const COUNTED: Readonly<Record<string, Counted>> = {
  'servers that a person owns': {
    code: 'TOO_MANY_SERVERS',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ other }) => (await other.call.servers.create({ name: name() })).id,
    giveUp: ({ other }, serverId) => other.call.servers.delete({ serverId }),
  },
  'servers that are handed to a person': {
    code: 'TOO_MANY_SERVERS',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ other }) => {
      const giver = await world.person(name());
      const { id: serverId } = await createServerWith(giver, other);
      await giver.call.servers.updateMember({ serverId, userId: other.id, role: 'owner' });
      return serverId;
    },
    giveUp: ({ other }, serverId) => other.call.servers.delete({ serverId }),
  },
  'servers that a person is in': {
    code: 'TOO_MANY_SERVERS_JOINED',
    limit: JOINED_LIMIT,
    free: JOINED_LIMIT,
    make: async ({ other }) => {
      const host = await world.person(name());
      const { id: serverId } = await createServerWith(host);
      const { code } = await host.call.servers.createInvite({ serverId });
      await other.call.servers.acceptInvite({ code });
      return serverId;
    },
    giveUp: ({ other }, serverId) => other.call.servers.leave({ serverId }),
  },
  channels: {
    code: 'TOO_MANY_CHANNELS',
    limit: LIMIT + 1,
    // A server begins with one.
    free: LIMIT,
    make: async ({ owner, serverId }) =>
      (await owner.call.channels.create({ serverId, name: name(), isPrivate: number % 2 === 0 })).id,
    giveUp: ({ owner, serverId }, channelId) => owner.call.channels.delete({ serverId, channelId }),
  },
  groups: {
    code: 'TOO_MANY_GROUPS',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ owner, serverId }) => (await owner.call.groups.create({ serverId, name: name() })).id,
    giveUp: ({ owner, serverId }, groupId) => owner.call.groups.delete({ serverId, groupId }),
  },
  'emoji of a server': {
    code: 'TOO_MANY_EMOJI',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ owner, serverId }) =>
      (await createEmoji(world, owner, { serverId, name: `emoji_${++number}` })).id,
    giveUp: ({ owner, serverId }, emojiId) => owner.call.emoji.delete({ serverId, emojiId }),
  },
  'user groups': {
    code: 'TOO_MANY_USER_GROUPS',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ owner, serverId }) =>
      (await owner.call.userGroups.create({ serverId, handle: name() })).id,
    giveUp: ({ owner, serverId }, userGroupId) => owner.call.userGroups.delete({ serverId, userGroupId }),
  },
  'outgoing webhooks': {
    code: 'TOO_MANY_OUTGOING_WEBHOOKS',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ owner, serverId }) => {
      const fields = { url: 'https://receiver.invalid/', eventTypes: ['message.created' as const] };
      return (await owner.call.outgoingWebhooks.create({ serverId, ...fields })).webhook.id;
    },
    giveUp: ({ owner, serverId }, outgoingWebhookId) =>
      owner.call.outgoingWebhooks.delete({ serverId, outgoingWebhookId }),
  },
  invites: {
    code: 'TOO_MANY_INVITES',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ owner, serverId }) => (await owner.call.servers.createInvite({ serverId })).code,
    giveUp: ({ owner, serverId }, code) => owner.call.servers.deleteInvite({ serverId, code }),
  },
  bots: {
    code: 'TOO_MANY_BOTS',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ owner }) => (await owner.call.bots.create({ username: name() })).bot.id,
    giveUp: ({ owner }, botId) => owner.call.bots.delete({ botId }),
  },
  'drafts that a person keeps': {
    code: 'TOO_MANY_DRAFTS',
    limit: LIMIT,
    free: LIMIT,
    make: async (place) => {
      const threadId = await newMessage(place);
      const { channelId } = await place.owner.call.messages.get({ messageId: threadId });
      await place.owner.call.drafts.put({ channelId, threadId, content: 'not sent yet' });
      return threadId;
    },
    giveUp: async ({ owner }, threadId) => {
      const { channelId } = await owner.call.messages.get({ messageId: threadId });
      return owner.call.drafts.delete({ channelId, threadId });
    },
  },
  'messages that a user has scheduled': {
    code: 'TOO_MANY_SCHEDULED_MESSAGES',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ owner, serverId }) => {
      const [channel] = await owner.call.channels.list({ serverId });
      const sendAt = new Date(Date.now() + 3600 * 1000).toISOString();
      const message = { channelId: channel?.id ?? '', content: 'later', sendAt };
      return (await owner.call.scheduledMessages.create(message)).id;
    },
    giveUp: ({ owner }, scheduledMessageId) => owner.call.scheduledMessages.delete({ scheduledMessageId }),
  },
  'threads that a person follows': {
    code: 'TOO_MANY_FOLLOWED_THREADS',
    limit: LIMIT,
    free: LIMIT,
    make: async (place) => {
      const messageId = await newMessage(place);
      await place.owner.call.threads.follow({ messageId });
      return messageId;
    },
    giveUp: ({ owner }, messageId) => owner.call.threads.unfollow({ messageId }),
  },
  'messages that a person saves': {
    code: 'TOO_MANY_SAVED_MESSAGES',
    limit: LIMIT,
    free: LIMIT,
    make: async (place) => {
      const messageId = await newMessage(place);
      await place.owner.call.savedMessages.save({ messageId });
      return messageId;
    },
    giveUp: ({ owner }, messageId) => owner.call.savedMessages.unsave({ messageId }),
  },
  'incoming webhooks of a channel': {
    code: 'TOO_MANY_INCOMING_WEBHOOKS',
    limit: LIMIT,
    free: LIMIT,
    make: async ({ owner, serverId }) => {
      const [channel] = await owner.call.channels.list({ serverId });
      const created = { channelId: channel?.id ?? '', name: name() };
      return (await owner.call.incomingWebhooks.create(created)).webhook.id;
    },
    giveUp: ({ owner }, webhookId) => owner.call.incomingWebhooks.delete({ webhookId }),
  },
  'messages that are pinned to a channel': {
    code: 'TOO_MANY_PINS',
    limit: LIMIT,
    free: LIMIT,
    make: async (place) => {
      const messageId = await newMessage(place);
      await place.owner.call.messages.pin({ messageId });
      return messageId;
    },
    giveUp: ({ owner }, messageId) => owner.call.messages.unpin({ messageId }),
  },
};

beforeAll(async () => {
  world = await createWorld({
    quotas: {
      serversOwned: LIMIT,
      serversJoined: JOINED_LIMIT,
      channelsPerServer: LIMIT + 1,
      groupsPerServer: LIMIT,
      emojiPerServer: LIMIT,
      userGroupsPerServer: LIMIT,
      outgoingWebhooksPerServer: LIMIT,
      invitesPerServer: LIMIT,
      bots: LIMIT,
      followedThreads: LIMIT,
      drafts: LIMIT,
      savedMessages: LIMIT,
      pinsPerChannel: LIMIT,
      webhooksPerChannel: LIMIT,
      scheduledMessages: LIMIT,
      dms: LIMIT,
    },
  });
});
afterAll(() => world.close());

async function newPlace(): Promise<Place> {
  const [owner, other] = [await world.person(name()), await world.person(name())];
  const { id: serverId } = await owner.call.servers.create({ name: 'Acme' });
  return { owner, serverId, other };
}

async function newMessage({ owner, serverId }: Place): Promise<string> {
  const [channel] = await owner.call.channels.list({ serverId });
  return (await owner.call.messages.send({ channelId: channel?.id ?? '', content: name() })).id;
}

/** All rows and events of the database: what a refusal must not change. */
async function rows(): Promise<Record<string, number>> {
  const { db } = world.services;
  const { servers, serverMembers, channels, channelGroups, invites, users, events } = tables;
  const counted = { servers, serverMembers, channels, channelGroups, invites, users, events };
  const counts = await Promise.all(Object.values(counted).map((table) => db.$count(table)));
  return Object.fromEntries(Object.keys(counted).map((key, index) => [key, counts[index] ?? 0]));
}

/** Takes all places, and returns what was made. */
async function fill({ free, make }: Counted, place: Place): Promise<string[]> {
  const made: string[] = [];
  while (made.length < free) made.push(await make(place));
  return made;
}

describe.each(Object.entries(COUNTED))('%s', (_what, counted) => {
  const { code, limit, make, giveUp } = counted;

  test('the last place can be taken, the error names the limit, and a place that was given up is free', async () => {
    const place = await newPlace();
    const [first = ''] = await fill(counted, place);
    await refusedWith(code, make(place));
    await expect(make(place)).rejects.toThrow(String(limit));
    await giveUp(place, first);
    await make(place);
    await refusedWith(code, make(place));
  });

  test('of two at once one gets the last place', async () => {
    const place = await newPlace();
    const [first = ''] = await fill(counted, place);
    await giveUp(place, first);
    const tries = await Promise.allSettled([make(place), make(place)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const one of tries) {
      if (one.status === 'rejected') await refusedWith(code, Promise.reject(one.reason));
    }
  });
});

test('a refused creation writes nothing', async () => {
  const { owner, serverId } = await newPlace();
  for (let n = 0; n < LIMIT; n++) {
    await owner.call.groups.create({ serverId, name: name() });
    await owner.call.channels.create({ serverId, name: name() });
    await owner.call.servers.createInvite({ serverId });
    await owner.call.bots.create({ username: name() });
  }
  for (let n = 1; n < LIMIT; n++) await owner.call.servers.create({ name: name() });
  const before = await rows();
  await refusedWith('TOO_MANY_GROUPS', owner.call.groups.create({ serverId, name: name() }));
  await refusedWith('TOO_MANY_CHANNELS', owner.call.channels.create({ serverId, name: name() }));
  await refusedWith('TOO_MANY_INVITES', owner.call.servers.createInvite({ serverId }));
  await refusedWith('TOO_MANY_BOTS', owner.call.bots.create({ username: name() }));
  await refusedWith('TOO_MANY_SERVERS', owner.call.servers.create({ name: name() }));
  expect(await rows()).toEqual(before);
});

test('direct messages count for who has started them, and an open one is found at the limit', async () => {
  const { owner, other } = await newPlace();
  const known = await owner.call.dms.create({ userIds: [other.id] });
  const open = async () => owner.call.dms.create({ userIds: [(await world.person(name())).id] });
  for (let n = 2; n < LIMIT; n++) await open();
  const tries = await Promise.allSettled([open(), open()]);
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await refusedWith('TOO_MANY_DMS', open());
  expect(await owner.call.dms.create({ userIds: [other.id] })).toEqual(known);
  // Being written to by others is not limited by it.
  const stranger = await world.person(name());
  await stranger.call.dms.create({ userIds: [owner.id] });
  await other.call.dms.create({ userIds: [stranger.id] });
});

describe('the threads that a person follows', () => {
  const followed = async ({ owner, serverId }: Place) => {
    await world.services.background.idle();
    return (await owner.call.threads.getForServer({ serverId })).map(({ threadId }) => threadId);
  };
  const reply = ({ owner }: Place, messageId: string) =>
    owner.call.messages.reply({ messageId, content: 'reply' });

  test('one more by a reply ends the one without a reply for longest, and tells of it', async () => {
    const place = await newPlace();
    const [first = '', second = '', third = '', fourth = ''] = await Promise.all(
      [1, 2, 3, 4].map(() => newMessage(place)),
    );
    for (const messageId of [first, second, third, first]) await reply(place, messageId);
    expect(await followed(place)).toEqual([first, third, second]);
    await reply(place, fourth);
    expect(await followed(place)).toEqual([fourth, first, third]);
    const log = await world.log(place.owner);
    const ended = log.flatMap(({ type, data }) => (type === 'thread.unfollowed' ? [data.threadId] : []));
    expect(ended).toEqual([second]);
    await reply(place, second);
    expect(await followed(place)).toEqual([second, fourth, first]);
  });

  test('those that the person cannot read any more make room first', async () => {
    const place = await newPlace();
    const { owner, other } = place;
    const guest = await createServerWith(other, owner);
    const elsewhere = { ...place, serverId: guest.id };
    for (let n = 0; n < LIMIT; n++)
      await owner.call.threads.follow({ messageId: await newMessage(elsewhere) });
    await refusedWith(
      'TOO_MANY_FOLLOWED_THREADS',
      owner.call.threads.follow({ messageId: await newMessage(place) }),
    );
    await owner.call.servers.leave({ serverId: guest.id });
    const messageId = await newMessage(place);
    await owner.call.threads.follow({ messageId });
    expect(await followed(place)).toEqual([messageId]);
  });

  test('beyond a large limit a fiftieth of it ends with the one too many, the oldest first', async () => {
    const place = await newPlace();
    const { id: userId } = place.owner;
    const [{ id: channelId } = { id: '' }] = await place.owner.call.channels.list({
      serverId: place.serverId,
    });
    const roots: string[] = [];
    for (let n = 0; n < 51; n++) roots.push(await newMessage(place));
    const { db } = world.services;
    await db
      .insert(tables.threadFollows)
      .values(roots.map((rootId) => ({ userId, rootId, channelId, readSeq: 0, announced: true })));
    const end = () => db.transaction((tx) => endSurplus(tx, userId, 50));
    const ended = await end();
    expect(ended.map(({ event }) => ('threadId' in event.data ? event.data.threadId : '')).sort()).toEqual(
      roots.slice(0, 2).sort(),
    );
    expect(await end()).toEqual([]);
  });

  test('to follow one at the limit that one follows already changes nothing', async () => {
    const place = await newPlace();
    const messageId = await newMessage(place);
    await place.owner.call.threads.follow({ messageId });
    for (let n = 1; n < LIMIT; n++)
      await place.owner.call.threads.follow({ messageId: await newMessage(place) });
    await place.owner.call.threads.follow({ messageId });
    expect(await followed(place)).toHaveLength(LIMIT);
  });
});

test('an invite that has expired or been used up does not count', async () => {
  const { owner, serverId, other } = await newPlace();
  const invite = (fields: object) => owner.call.servers.createInvite({ serverId, ...fields });
  const { code } = await invite({ maxUses: 1 });
  await invite({ expiresInSeconds: 60 });
  await invite({});
  await refusedWith('TOO_MANY_INVITES', invite({}));
  await other.call.servers.acceptInvite({ code });
  await invite({});
  await refusedWith('TOO_MANY_INVITES', invite({}));
  world.clock.advance(60_000);
  await invite({});
  await refusedWith('TOO_MANY_INVITES', invite({}));
});

test('the quotas of the product', () => {
  const {
    serversOwned,
    serversJoined,
    dms,
    channelsPerServer,
    groupsPerServer,
    emojiPerServer,
    userGroupsPerServer,
    membersPerUserGroup,
    outgoingWebhooksPerServer,
    invitesPerServer,
    bots,
    followedThreads,
    drafts,
    savedMessages,
    pinsPerChannel,
    scheduledMessages,
    webhooksPerChannel,
  } = DEFAULT_QUOTAS;
  expect([
    serversOwned,
    serversJoined,
    dms,
    channelsPerServer,
    groupsPerServer,
    emojiPerServer,
    userGroupsPerServer,
    membersPerUserGroup,
    outgoingWebhooksPerServer,
    invitesPerServer,
    bots,
    followedThreads,
    drafts,
    savedMessages,
    pinsPerChannel,
    scheduledMessages,
    webhooksPerChannel,
  ]).toEqual([100, 1_000, 1_000, 1_000, 100, 200, 100, 1_000, 20, 500, 100, 1_000, 200, 1_000, 50, 100, 15]);
});
