import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import { openWebhook } from '../incoming-webhooks/access.js';
import { postByWebhook } from '../incoming-webhooks/post.js';
import type { ScheduledMessage } from '../protocol/records/scheduled-message.js';
import { makeDue } from '../scheduled-messages/world.fixture.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { FATES_OF_SET_UP, LOSSES, type Loss, type SetUp } from './set-up.js';

let world: World;
let n = 0;
/** The addresses of outgoing webhooks that were called. */
const called: string[] = [];
beforeAll(async () => {
  world = await createWorld({
    webhookSender: {
      send: async ({ url }) => {
        called.push(url);
        return { status: 200, failure: null, retryAfterMs: null, durationMs: 1 };
      },
      ask: async () => ({ status: 200, failure: null, retryAfterMs: null, durationMs: 1, text: '' }),
    },
  });
});
afterAll(() => world.close());

interface Made {
  readonly owner: TestUser;
  readonly who: TestUser;
  readonly serverId: string;
  readonly works: Readonly<Record<SetUp, () => Promise<boolean>>>;
}

const succeeds = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );

/** An admin of a server who has set up everything there. */
async function setUp(): Promise<Made> {
  const name = `admin-${++n}`;
  const [owner, who] = [await world.person(`owner-${n}`), await world.person(name)];
  const { id: serverId } = await createServerWith(owner, who);
  await owner.call.servers.updateMember({ serverId, userId: who.id, role: 'admin' });
  await world.services.db.update(tables.users).set({ admin: true }).where(eq(tables.users.id, who.id));
  const { id: channelId } = await owner.call.channels.create({ serverId, name: 'talk' });
  const { bot, token } = await who.call.bots.create({ username: `bot-${n}` });
  await who.call.servers.addMember({ serverId, userId: bot.id });
  const { code } = await who.call.servers.createInvite({ serverId });
  const incoming = await who.call.incomingWebhooks.create({ channelId, name: 'CI' });
  const url = `https://receiver.invalid/${n}`;
  await who.call.outgoingWebhooks.create({ serverId, url, eventTypes: ['message.created'] });
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled: ScheduledMessage[] = [];
  for (const content of ['later', 'later still'])
    scheduled.push(
      await who.call.scheduledMessages.create({ channelId, content: `${content} ${n}`, sendAt }),
    );
  const { key } = await who.call.admin.createKey({ name: 'shop', scopes: ['users:read'] });
  const contents = async () => (await owner.call.messages.list({ channelId })).map(({ content }) => content);
  const works: Made['works'] = {
    bot: () =>
      succeeds(world.userWithToken(bot.id, token).call.messages.send({ channelId, content: 'of a bot' })),
    invite: async () => {
      const guest = await world.person(`guest-${++n}`);
      return succeeds(guest.call.servers.acceptInvite({ code }));
    },
    incomingWebhook: async () => {
      const request = { requestId: 'test', token: null, userAgent: null, idempotencyKey: null };
      const ctx = createContext(world.services, request);
      const secret = incoming.url.split('/').at(-1) ?? '';
      const post = { content: 'built', username: null, emoji: null, mentions: [] };
      const posted = openWebhook(ctx.services.db, incoming.webhook.id, secret).then((opened) =>
        postByWebhook(ctx, opened, { post, key: null, digest: 'x' }),
      );
      return succeeds(posted);
    },
    outgoingWebhook: async () => {
      const before = called.filter((one) => one === url).length;
      await owner.call.messages.send({ channelId, content: 'an event' });
      await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
      await world.services.webhooks.idle();
      return called.filter((one) => one === url).length > before;
    },
    scheduledMessage: async () => {
      const next = scheduled.shift();
      if (next === undefined) throw new Error('there are two');
      await makeDue(world.services.db, next.id);
      await world.services.scheduled.idle();
      return (await contents()).includes(next.content);
    },
    apiKey: async () => (await world.services.db.$count(tables.apiKeys, eq(tables.apiKeys.id, key.id))) > 0,
  };
  return { owner, who, serverId, works };
}

/** How each comes about; `back` gives back what was lost, where that is possible. */
const HAPPENS: Readonly<
  Record<
    Loss,
    { readonly lose: (made: Made) => Promise<unknown>; readonly back?: (made: Made) => Promise<unknown> }
  >
> = {
  ban: {
    lose: ({ owner, who, serverId }) => owner.call.servers.ban({ serverId, userId: who.id }),
    back: ({ owner, who, serverId }) => owner.call.servers.unban({ serverId, userId: who.id }),
  },
  removal: {
    lose: ({ owner, who, serverId }) => owner.call.servers.removeMember({ serverId, userId: who.id }),
  },
  demotion: {
    lose: ({ owner, who, serverId }) =>
      owner.call.servers.updateMember({ serverId, userId: who.id, role: 'member' }),
    back: ({ owner, who, serverId }) =>
      owner.call.servers.updateMember({ serverId, userId: who.id, role: 'admin' }),
  },
  timeOut: {
    lose: ({ owner, who, serverId }) => {
      const until = new Date(Date.now() + 3_600_000).toISOString();
      return owner.call.servers.timeOut({ serverId, userId: who.id, until });
    },
    back: ({ owner, who, serverId }) => owner.call.servers.endTimeout({ serverId, userId: who.id }),
  },
  deactivation: {
    lose: ({ who }) => world.operator.call.admin.updateUser({ userId: who.id, deactivated: true }),
    back: ({ who }) => world.operator.call.admin.updateUser({ userId: who.id, deactivated: false }),
  },
  deletion: {
    lose: async ({ who }) => {
      await world.operator.call.admin.updateUser({ userId: who.id, admin: false });
      await who.call.users.deleteMe();
      await world.services.background.idle();
    },
  },
};

// A server with everything for each loss: about 0.3 s.
describe.each(Object.keys(LOSSES) as Loss[])('%s', (loss) => {
  test('leaves what somebody has set up as the table says', async () => {
    const made = await setUp();
    const things = Object.keys(FATES_OF_SET_UP) as SetUp[];
    const { lose, back } = HAPPENS[loss];
    await lose(made);
    const then = new Map<SetUp, boolean>();
    for (const thing of things) then.set(thing, await made.works[thing]());
    await back?.(made);
    const seen: Array<[SetUp, string]> = [];
    for (const thing of things) {
      if (then.get(thing)) seen.push([thing, 'stays']);
      // A scheduled message is refused once, and kept for its author.
      else if (back && thing !== 'scheduledMessage' && (await made.works[thing]()))
        seen.push([thing, 'paused']);
      else seen.push([thing, 'ends']);
    }
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(things.map((thing) => [thing, FATES_OF_SET_UP[thing][loss]])),
    );
  });
});
