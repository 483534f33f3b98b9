import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverStream } from '../../log/streams.js';
import { createServerWith } from '../../testing/create-server.js';
import { refusedWith } from '../../testing/expect.js';
import { createWorld, type TestUser, type World } from '../../testing/world.js';

const REPORTS_MAX = 3;

let world: World;
let alice: TestUser;
let mona: TestUser;
let bob: TestUser;
let carol: TestUser;
let outsider: TestUser;
let serverId: string;
let channelId: string;
let messageId: string;

beforeAll(async () => {
  world = await createWorld({ quotas: { reports: REPORTS_MAX } });
  const person = (name: string) => world.person(name);
  alice = await person('alice');
  mona = await person('mona');
  bob = await person('bob');
  carol = await person('carol');
  outsider = await person('oscar');
});
afterAll(() => world.close());

/** A message of bob's in a server of alice's, in which mona is a moderator and carol a member. */
beforeEach(async () => {
  serverId = (await createServerWith(alice, mona, bob, carol)).id;
  await alice.call.servers.updateMember({ serverId, userId: mona.id, role: 'moderator' });
  const [general] = await bob.call.channels.list({ serverId });
  channelId = general?.id ?? '';
  messageId = (await bob.call.messages.send({ channelId, content: 'buy now' })).id;
});

const report = (who = carol, id = messageId) => who.call.reports.create({ messageId: id, reason: 'spam' });
const close = (who: TestUser, reportId: string, state: 'settled' | 'dismissed' = 'settled') =>
  who.call.reports.close({ serverId, reportId, state });

describe('a report', () => {
  test('comes into the queue without the content, and leaves it when a moderator settles it', async () => {
    const before = await world.log(serverStream(serverId));
    const made = await report();
    expect(made).toEqual({
      id: expect.any(String),
      serverId,
      channelId,
      messageId,
      authorId: bob.id,
      reporterId: carol.id,
      reason: 'spam',
      state: 'open',
      createdAt: world.clock.now().toISOString(),
      closedBy: null,
      closedAt: null,
    });
    // Nobody else is told of it.
    expect(await world.log(serverStream(serverId))).toEqual(before);
    expect(await mona.call.reports.list({ serverId })).toEqual([made]);
    const settled = await close(mona, made.id);
    expect(settled).toMatchObject({ state: 'settled', closedBy: mona.id });
    expect(await mona.call.reports.list({ serverId })).toEqual([]);
    expect(await mona.call.reports.list({ serverId, state: 'settled' })).toEqual([settled]);
    expect(await close(mona, made.id)).toEqual(settled);
    const acts = await alice.call.servers.auditLog({ serverId, actorId: mona.id });
    expect(acts).toMatchObject([{ act: 'report.settled', details: { messageId, authorId: bob.id } }]);
  });

  test('is one for each person and message while it is open', async () => {
    const { id } = await report();
    await refusedWith('ALREADY_REPORTED', report());
    await report(alice);
    await close(mona, id, 'dismissed');
    await report();
    const outcomes = await Promise.allSettled([report(mona), report(mona), report(mona)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('stays when the message is deleted', async () => {
    const made = await report();
    await mona.call.messages.delete({ messageId });
    expect(await mona.call.reports.list({ serverId })).toEqual([made]);
    await refusedWith('MESSAGE_NOT_FOUND', report(alice));
  });

  test('has pages', async () => {
    const [first, second] = [await report(), await report(alice)];
    expect(await mona.call.reports.list({ serverId, limit: 1 })).toEqual([second]);
    expect(await mona.call.reports.list({ serverId, before: second.id })).toEqual([first]);
    expect(await mona.call.reports.list({ serverId, after: first.id })).toEqual([second]);
  });

  test('is refused beyond the quota of a day, also when they are closed', async () => {
    for (let n = 0; n < REPORTS_MAX; n++) {
      const { id } = await bob.call.messages.send({ channelId, content: `spam ${n}` });
      await close(mona, (await report(carol, id)).id);
    }
    await refusedWith('TOO_MANY_REPORTS', report());
    await expect(report()).rejects.toThrow(`at most ${REPORTS_MAX} reports`);
    await report(alice);
    world.clock.advance(24 * 3600 * 1000);
    await report();
  });
});

describe('nobody', () => {
  test('reports what they may not see, or a direct message', async () => {
    await refusedWith('MESSAGE_NOT_FOUND', report(outsider));
    await refusedWith('UNAUTHENTICATED', report(world.anonymous));
    const dm = await bob.call.dms.create({ userIds: [carol.id] });
    const { id } = await bob.call.messages.send({ channelId: dm.id, content: 'psst' });
    await refusedWith('NOT_IN_A_DM', report(carol, id));
  });

  test('reads or closes reports without the role, or in another server', async () => {
    const { id } = await report();
    await refusedWith('MODERATOR_REQUIRED', carol.call.reports.list({ serverId }));
    await refusedWith('MODERATOR_REQUIRED', close(carol, id));
    await refusedWith('SERVER_NOT_FOUND', close(outsider, id));
    await refusedWith('REPORT_NOT_FOUND', close(mona, 'nonsense'));
    const { id: otherServer } = await createServerWith(mona);
    const elsewhere = mona.call.reports.close({ serverId: otherServer, reportId: id, state: 'dismissed' });
    await refusedWith('REPORT_NOT_FOUND', elsewhere);
  });

  test('closes a report about themselves or a role as high as theirs, but the owner', async () => {
    const own = await mona.call.messages.send({ channelId, content: 'mine' });
    const { id } = await report(carol, own.id);
    await refusedWith('ADMIN_REQUIRED', close(mona, id, 'dismissed'));
    const ofOwner = await alice.call.messages.send({ channelId, content: 'hers' });
    const { id: second } = await report(carol, ofOwner.id);
    await refusedWith('OWNER_REQUIRED', close(mona, second, 'dismissed'));
    await close(alice, second);
    await close(alice, id);
  });
});
