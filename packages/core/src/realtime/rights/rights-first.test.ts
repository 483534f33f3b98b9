import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLocalBus, type Hint } from '../../log/bus.js';
import { createServerWith } from '../../testing/create-server.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../../testing/world.js';
import { SessionWatch } from '../connections/session-watch.js';
import { Hub } from '../hub.js';
import { LogPages } from '../streams/log-pages.js';
import { actorOf, openFeed, type TestFeed } from '../test-support.js';

let world: World;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

interface Removal {
  readonly hub: Hub;
  readonly feed: TestFeed;
  readonly serverId: string;
  readonly channelId: string;
  readonly bus: ReturnType<typeof createLocalBus>;
  /** The hint of the last event. */
  readonly last: Hint;
}

const LAST_ALLOWED = 'before';

/** How bob loses the channel, and what is to be done before. */
const LOSSES = {
  'he is put out of the server': {
    prepare: async () => {},
    lose: (serverId: string) => alice.call.servers.removeMember({ serverId, userId: bob.id }),
  },
  'he is a member again, who may not read it': {
    prepare: async (serverId: string, channelId: string) => {
      await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'moderator' });
      const permissionOverrides = [{ role: 'member', allow: false, permission: 'read' } as const];
      await alice.call.channels.update({ serverId, channelId, permissionOverrides });
    },
    lose: (serverId: string) => alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'member' }),
  },
} as const;

const LOSS = fc.constantFrom(...(Object.keys(LOSSES) as Array<keyof typeof LOSSES>));

/** Bob reads a public channel on a node that hears nothing. He loses it, and alice goes on posting. */
async function loseUnheard(replaying: boolean, loss: keyof typeof LOSSES): Promise<Removal> {
  const bus = createLocalBus();
  const hub = new Hub({ ...world.services, bus }, { tickMs: 600_000 });
  const { id: serverId } = await createServerWith(alice, bob);
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'open' });
  await LOSSES[loss].prepare(serverId, channelId);
  const feed = await openFeed(world, hub, bob);
  if (!replaying) await feed.subscribe([channelId]);
  await alice.call.messages.send({ channelId, content: LAST_ALLOWED });
  if (replaying) await feed.subscribe([channelId], { [channelId]: 0 });
  await LOSSES[loss].lose(serverId);
  for (let sent = 0; sent < 3; sent++) {
    await alice.call.messages.send({ channelId, content: `after ${sent}` });
  }
  const last = world.published.findLast(({ streamId }) => streamId === channelId);
  if (!last) throw new Error('nothing was published');
  return { hub, feed, serverId, channelId, bus, last };
}

/** How the node learns of it. The last: only of the last post, so the others are in a gap. */
const WAYS = {
  'a comparison of heads': ({ bus }: Removal) => bus.check(),
  'a hint after a gap': async ({ bus, last }: Removal) => bus.publish(last),
  'a hint without its frame': async ({ bus, last }: Removal) => bus.publish({ ...last, frame: null }),
  'a hint after a gap, and a comparison': async ({ bus, last }: Removal) => {
    bus.publish(last);
    await bus.check();
  },
} as const;

const WAY = fc.constantFrom(...(Object.keys(WAYS) as Array<keyof typeof WAYS>));

/** From now on the pages of the log, and what has become of the sessions, are read in the order of the scheduler. */
function readInOrderOf(order: fc.Scheduler): void {
  vi.restoreAllMocks();
  const { read } = LogPages.prototype;
  const { check } = SessionWatch.prototype;
  vi.spyOn(LogPages.prototype, 'read').mockImplementation(function (this: LogPages, ...given) {
    return order.schedule(Promise.resolve(), 'page').then(() => read.apply(this, given));
  });
  vi.spyOn(SessionWatch.prototype, 'check').mockImplementation(function (this: SessionWatch, ...given) {
    return order.schedule(Promise.resolve(), 'sessions').then(() => check.apply(this, given));
  });
}

const messagesAfter = (feed: TestFeed) => feed.messages().filter((content) => content !== LAST_ALLOWED);

test('whoever has lost a channel receives nothing that was posted afterwards, in whatever order the log is read', async () => {
  const property = fc.asyncProperty(
    fc.scheduler(),
    WAY,
    LOSS,
    fc.boolean(),
    async (order, way, loss, replaying) => {
      readInOrderOf(order);
      const removal = await order.waitFor(loseUnheard(replaying, loss));
      const { hub, feed, serverId, channelId } = removal;
      const told = feed.until({ type: 'access.revoked', data: { serverId, channelId } });
      await order.waitFor(Promise.all([WAYS[way](removal), told]));
      expect(messagesAfter(feed)).toEqual([]);
      hub.close();
    },
  );
  await fc.assert(property, { numRuns: 32 });
});

test('a comparison that finds the end of a session and later events hands out none of them', async () => {
  const property = fc.asyncProperty(fc.scheduler(), async (order) => {
    readInOrderOf(order);
    const bus = createLocalBus();
    const hub = new Hub({ ...world.services, bus }, { tickMs: 600_000 });
    const { id: serverId } = await createServerWith(alice, bob);
    const { id: channelId } = await alice.call.channels.create({ serverId, name: 'open' });
    const { token } = await world.anonymous.call.auth.login({ username: 'bob', password: PASSWORD });
    const device = world.userWithToken(bob.id, token);
    const { sessionId } = await actorOf(world, device);
    const feed = await openFeed(world, hub, device);
    await feed.subscribe([channelId]);
    await bob.call.auth.endSession({ sessionId });
    await alice.call.messages.send({ channelId, content: 'after' });
    await order.waitFor(Promise.all([bus.check(), feed.untilEnded()]));
    expect([feed.ending, messagesAfter(feed)]).toEqual(['session-over', []]);
    hub.close();
  });
  await fc.assert(property, { numRuns: 6 });
});
