import { newId, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { attachmentKey } from '../attachments/record.js';
import { LOWEST_ID } from '../kernel/schema/ids.js';
import { lockStream } from '../log/append.js';
import { channelStream, serverStream } from '../log/streams.js';
import { NO_REQUEST } from '../log/transact.js';
import {
  contentsOf,
  createPrivateChannel,
  type Fixture,
  storeBytes,
  typesOf,
  uploaded,
  useFixture,
} from '../messages/channel.fixture.js';
import { refusedWith } from '../testing/expect.js';
import { PASSWORD, type TestUser } from '../testing/world.js';
import { erasureWork } from './work.js';

let n = 0;
let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

const post = async (content: string, who: TestUser = fixture.bob, channelId = fixture.channelId) =>
  (await who.call.messages.send({ channelId, content })).id;
const reply = async (messageId: string, content: string, who: TestUser = fixture.bob) =>
  (await who.call.messages.reply({ messageId, content })).id;
const idle = () => fixture.world.services.background.idle();
const history = async (channelId = fixture.channelId, who = fixture.alice) =>
  contentsOf(await who.call.messages.list({ channelId, limit: 100 }));
const eraseChannel = (who: TestUser, before?: string) =>
  who.call.erasures.eraseChannel({ serverId: fixture.serverId, channelId: fixture.channelId, before });
const eraseMember = (who: TestUser, userId = fixture.bob.id, before?: string) =>
  who.call.erasures.eraseMember({ serverId: fixture.serverId, userId, before });
const acts = async (act: string) =>
  (await fixture.alice.call.servers.auditLog({ serverId: fixture.serverId, limit: 100 })).filter(
    (line) => line.act === act,
  );

/** The tables that have a text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = fixture.world.services;
  const names = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition`);
  const found: string[] = [];
  for (const { name } of names) {
    const [row] = await db.execute<{ count: string }>(
      sql`select count(*) as count from ${sql.identifier(name)} t where position(lower(${text}) in lower(t::text)) > 0`,
    );
    if (Number(row?.count) > 0) found.push(name);
  }
  return found;
}

describe('erasures.eraseChannel', () => {
  test('deletes all that there is, threads of deleted messages as well, and says how far it is', async () => {
    const { alice, bob, world, serverId, channelId } = fixture;
    const root = await post('canary root');
    const gone = await post('canary gone');
    for (const id of [root, gone]) await reply(id, 'canary reply', alice);
    await bob.call.messages.delete({ messageId: gone });
    const edited = await bob.withKey('canary').call.messages.send({ channelId, content: 'canary before' });
    await bob.call.messages.edit({ messageId: edited.id, content: 'canary after' });
    await alice.call.messages.react({ messageId: edited.id, emoji: '👍' });
    const file = await uploaded(fixture, bob);
    await storeBytes(fixture.world.services, file);
    await bob.call.messages.send({ channelId, content: 'canary file', attachmentIds: [file] });
    const { id: other } = await alice.call.channels.create({ serverId, name: 'other' });
    await post('stays', bob, other);
    await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
    expect(await tablesWith('canary')).toEqual(
      expect.arrayContaining(['messages', 'events', 'message_edits']),
    );
    const begun = await eraseChannel(alice);
    expect(begun).toMatchObject({ kind: 'channel', serverId, channelId, userId: null, askedBy: alice.id });
    world.clock.advance(1000);
    await post('later');
    await idle();
    await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
    expect(await history()).toEqual(['later']);
    expect(await history(other)).toEqual(['stays']);
    for (const messageId of [root, gone])
      await refusedWith('MESSAGE_NOT_FOUND', alice.call.messages.get({ messageId }));
    // The id of an idempotency key is the caller's own.
    expect(await tablesWith('canary')).toEqual(['idempotency_keys']);
    expect(await world.services.files.size(attachmentKey(file))).toBeNull();
    expect(await alice.call.erasures.list({ serverId })).toMatchObject([
      { id: begun.id, removed: 5, endedAt: expect.any(String) },
    ]);
    expect(await acts('erasure.begun')).toMatchObject([
      { actorId: alice.id, targetId: channelId, targetName: 'open', details: { before: begun.before } },
    ]);
    expect(await acts('erasure.ended')).toMatchObject([
      { actorId: alice.id, targetId: channelId, details: { count: 5 } },
    ]);
  });

  test('of messages from before an instant leaves the younger ones', async () => {
    const { alice, world } = fixture;
    await post('old');
    world.clock.advance(60_000);
    const before = world.clock.now().toISOString();
    await post('young');
    await eraseChannel(alice, before);
    await idle();
    expect(await history()).toEqual(['young']);
  });

  test('is for the owner, who proves to be there', async () => {
    const { alice, bob, carol, admin, outsider, exMember, bot, world, serverId } = fixture;
    await post('text');
    for (const someone of [outsider, exMember]) await refusedWith('SERVER_NOT_FOUND', eraseChannel(someone));
    for (const someone of [bob, carol, admin, bot])
      await refusedWith('OWNER_REQUIRED', eraseChannel(someone));
    await refusedWith('UNAUTHENTICATED', eraseChannel(world.anonymous));
    const tomorrow = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
    for (const before of [tomorrow, 'soon', '1969-12-31T00:00:00Z'])
      await refusedWith('INVALID_INPUT', eraseChannel(alice, before));
    const secret = await createPrivateChannel({ ...fixture, alice: bob, bob: carol });
    await refusedWith('CHANNEL_NOT_FOUND', alice.call.erasures.eraseChannel({ serverId, channelId: secret }));
    const dm = await bob.call.dms.create({ userIds: [alice.id] });
    await refusedWith('CHANNEL_NOT_FOUND', alice.call.erasures.eraseChannel({ serverId, channelId: dm.id }));
    for (const someone of [bob, admin])
      await refusedWith('OWNER_REQUIRED', someone.call.erasures.list({ serverId }));
    await refusedWith('SERVER_NOT_FOUND', outsider.call.erasures.list({ serverId }));
    world.clock.advance(11 * 60_000);
    await refusedWith('STEP_UP_REQUIRED', eraseChannel(alice));
    await alice.call.auth.verify({ password: PASSWORD });
    await idle();
    expect(await history()).toEqual(['text']);
  });
});

describe('erasures.eraseMember', () => {
  test('deletes what somebody wrote, in private channels and threads of others as well, whenever it was', async () => {
    const { alice, bob, carol, world, serverId } = fixture;
    const secret = await createPrivateChannel({ ...fixture, alice: bob, bob: carol });
    await post('bob in secret', bob, secret);
    const root = await post('carol', carol);
    await reply(root, 'bob replies');
    await reply(root, 'carol replies', carol);
    const own = await post('bob root');
    await reply(own, 'carol answers', carol);
    const dm = await bob.call.dms.create({ userIds: [alice.id] });
    await post('bob in private', bob, dm.id);
    world.clock.advance(20 * 24 * 3600 * 1000);
    await alice.call.auth.verify({ password: PASSWORD });
    await bob.call.servers.leave({ serverId });
    expect(await eraseMember(alice)).toMatchObject({ kind: 'member', userId: bob.id, channelId: null });
    await idle();
    expect(await history(fixture.channelId, alice)).toEqual(['carol']);
    expect(await history(secret, carol)).toEqual([]);
    expect(await history(dm.id, alice)).toContain('bob in private');
    expect(contentsOf(await alice.call.messages.thread({ messageId: root }))).toEqual(['carol replies']);
    expect(contentsOf(await alice.call.messages.thread({ messageId: own }))).toEqual(['carol answers']);
  });

  test('takes reactions back from before the instant, in this server alone', async () => {
    const { alice, bob, world } = fixture;
    const [first, second] = [await post('one', alice), await post('two', alice)];
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    const elsewhere = await post('private', alice, dm.id);
    for (const messageId of [first, elsewhere]) await bob.call.messages.react({ messageId, emoji: '👍' });
    world.clock.advance(60_000);
    const before = world.clock.now().toISOString();
    await bob.call.messages.react({ messageId: second, emoji: '👍' });
    await eraseMember(alice, bob.id, before);
    await idle();
    const kinds = async (messageId: string) =>
      (await alice.call.messages.get({ messageId })).reactions.map(({ users }) => users);
    expect(await kinds(first)).toEqual([]);
    for (const messageId of [second, elsewhere]) expect(await kinds(messageId)).toEqual([[bob.id]]);
    expect(await history()).toEqual(['two', 'one']);
  });

  test('one that is under way is widened', async () => {
    const { alice, bob, world, serverId, channelId } = fixture;
    const { id: other } = await alice.call.channels.create({ serverId, name: 'other' });
    await post('first');
    const asked = await world.services.db.transaction(async (tx) => {
      // The work waits for the channel, and whoever asks for the server alone.
      await lockStream(tx, channelStream(channelId));
      const first = await eraseMember(alice);
      world.clock.advance(1000);
      await post('second', bob, other);
      return [first, await eraseMember(alice)];
    });
    expect(asked[1]?.id).toBe(asked[0]?.id);
    await idle();
    await idle();
    expect([await history(), await history(other)]).toEqual([[], []]);
    expect(await alice.call.erasures.list({ serverId })).toMatchObject([{ removed: 2 }]);
  });

  test('is for the owner, of any account', async () => {
    const { alice, bob, carol, admin, outsider, bot, world } = fixture;
    await refusedWith('SERVER_NOT_FOUND', eraseMember(outsider));
    for (const someone of [bob, carol, admin, bot]) await refusedWith('OWNER_REQUIRED', eraseMember(someone));
    await refusedWith('UNAUTHENTICATED', eraseMember(world.anonymous));
    await refusedWith('USER_NOT_FOUND', eraseMember(alice, 'nonsense'));
    expect(await eraseMember(alice, outsider.id)).toMatchObject({ userId: outsider.id });
    await idle();
    expect(typesOf(await world.log(serverStream(fixture.serverId)))).not.toContain('message.deleted');
  });
});

describe('admin.eraseUser', () => {
  const asAdmin = async () => {
    const { world, admin } = fixture;
    await world.operator.call.admin.updateUser({ userId: admin.id, admin: true });
    await admin.call.auth.verify({ password: PASSWORD });
    return admin;
  };
  const person = async () => {
    const dora = await fixture.world.person(`dora-${++n}`);
    const { code } = await fixture.alice.call.servers.createInvite({ serverId: fixture.serverId });
    await dora.call.servers.acceptInvite({ code });
    return dora;
  };

  test('ends the account, and deletes all that the person wrote, in direct messages as well', async () => {
    const { alice, bob, world } = fixture;
    const [admin, dora] = [await asAdmin(), await person()];
    const key = `erase-${n}`;
    const root = await post('canarybird root', dora);
    await reply(root, 'bob replies');
    const of = await post('bob root');
    await reply(of, 'canarybird replies', dora);
    const dm = await dora.call.dms.create({ userIds: [alice.id] });
    await post('canarybird in private', dora, dm.id);
    const erasure = await admin.withKey(key).call.admin.eraseUser({ userId: dora.id });
    expect(erasure).toMatchObject({ kind: 'user', userId: dora.id, before: null, endedAt: null });
    const again = await admin.withKey(key).call.admin.eraseUser({ userId: dora.id });
    expect(again.id).toBe(erasure.id);
    await idle();
    await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
    expect(await tablesWith('canarybird')).toEqual([]);
    expect(contentsOf(await alice.call.messages.list({ channelId: dm.id }))).toEqual([]);
    expect(contentsOf(await bob.call.messages.thread({ messageId: root }))).toEqual(['bob replies']);
    expect(await bob.call.users.get({ userId: dora.id })).toMatchObject({ deleted: true });
    expect(await admin.call.admin.erasures({ limit: 2 })).toMatchObject([
      { id: erasure.id, removed: 3, endedAt: expect.any(String) },
      { kind: 'account', userId: dora.id, removed: 0 },
    ]);
    const lines = await admin.call.admin.auditLog({ targetId: dora.id });
    expect(lines.map(({ act }) => act)).toEqual(['user.erasureEnded', 'user.erased', 'user.deleted']);
    expect(lines[0]?.details).toEqual({ count: 3 });
  });

  test('takes reactions back with their events, and what bots of the person wrote, and no others', async () => {
    const { alice, bob, bot, world, serverId } = fixture;
    const [admin, dora] = [await asAdmin(), await person()];
    const { bot: robot, token } = await dora.call.bots.create({ username: `robot-${n}` });
    await dora.call.servers.addMember({ serverId, userId: robot.id });
    const robotCalls = world.userWithToken(robot.id, token);
    await post('canarybird of a robot', robotCalls);
    await post('of the bot of somebody else', bot);
    const root = await post('bob root');
    const answer = await reply(root, 'bob replies');
    const deleted = await post('bob is gone');
    const left = await reply(deleted, 'bob replies to nothing');
    await bob.call.messages.delete({ messageId: deleted });
    const dm = await dora.call.dms.create({ userIds: [alice.id] });
    const inDm = await post('alice in private', alice, dm.id);
    for (const messageId of [root, answer, left, inDm])
      await dora.call.messages.react({ messageId, emoji: '🐦' });
    await robotCalls.call.messages.react({ messageId: root, emoji: '👍' });
    await alice.call.messages.react({ messageId: root, emoji: '🐦' });
    await dora.call.reports.create({ messageId: root, reason: 'canarybird says so' });
    await admin.call.admin.eraseUser({ userId: dora.id });
    await idle();
    await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
    expect(await tablesWith('canarybird')).toEqual([]);
    const reactionsOf = async (messageId: string, who = bob) =>
      (await who.call.messages.get({ messageId })).reactions;
    expect(await reactionsOf(root)).toEqual([{ emoji: '🐦', count: 1, users: [alice.id] }]);
    for (const messageId of [answer, left]) expect(await reactionsOf(messageId)).toEqual([]);
    expect(await reactionsOf(inDm, alice)).toEqual([]);
    const told = (await fixture.log()).flatMap(({ type, data }) =>
      type === 'reaction.removed' ? [[data.messageId, data.userId, data.emoji]] : [],
    );
    expect(told.toSorted()).toEqual(
      [
        [root, robot.id, '👍'],
        ...[root, answer, left].map((messageId) => [messageId, dora.id, '🐦']),
      ].toSorted(),
    );
    expect(await history()).toEqual(['bob root', 'of the bot of somebody else']);
    expect(await alice.call.reports.list({ serverId })).toEqual([]);
  });

  test('of an account that is deleted already takes the messages alone', async () => {
    const [admin, dora] = [await asAdmin(), await person()];
    await post('left behind', dora);
    await dora.call.users.deleteMe();
    await idle();
    expect(await history()).toEqual(['left behind']);
    await admin.call.admin.eraseUser({ userId: dora.id });
    await idle();
    expect(await history()).toEqual([]);
  });

  test('is for admins, who prove to be there, and not of bots', async () => {
    const { alice, bob, bot, world } = fixture;
    const [admin, dora] = [await asAdmin(), await person()];
    for (const who of [alice, bob])
      await refusedWith('INSTANCE_ADMIN_REQUIRED', who.call.admin.eraseUser({ userId: dora.id }));
    await refusedWith('INSTANCE_ADMIN_REQUIRED', alice.call.admin.erasures({}));
    await refusedWith('PEOPLE_ONLY', bot.call.admin.eraseUser({ userId: dora.id }));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.admin.eraseUser({ userId: dora.id }));
    await refusedWith('USER_NOT_FOUND', admin.call.admin.eraseUser({ userId: 'nobody' }));
    await refusedWith('INVALID_INPUT', admin.call.admin.eraseUser({ userId: bot.id }));
    await world.services.db
      .update(tables.sessions)
      .set({ verifiedAt: null })
      .where(eq(tables.sessions.userId, admin.id));
    await refusedWith('STEP_UP_REQUIRED', admin.call.admin.eraseUser({ userId: dora.id }));
    expect(await dora.call.users.me()).toMatchObject({ deleted: false });
  });
});

test('goes on where a process was killed, and counts once what a lost answer to a COMMIT had done', async () => {
  const { alice, bob, world, serverId } = fixture;
  for (let m = 0; m < 35; m++) {
    const id = await post(`text ${m}`);
    if (m % 5 === 0) await reply(id, `reply ${m}`, alice);
  }
  const { db } = world.services;
  let pieces = 0;
  const faults = new Proxy(db, {
    get: (target, name) =>
      name === 'transaction'
        ? async (work: Parameters<typeof db.transaction>[0]) => {
            const fault = ++pieces % 3;
            const result = await target.transaction(async (tx) => {
              const made = await work(tx);
              if (fault === 0) throw new Error('killed before the COMMIT');
              return made;
            });
            if (fault === 1) throw new Error('the answer to the COMMIT was lost');
            return result;
          }
        : Reflect.get(target, name),
  });
  const services = { ...world.services, db: faults, background: { wake: () => {} } };
  const source = erasureWork({ services, ...NO_REQUEST });
  await db.insert(tables.erasures).values({
    id: newId(),
    kind: 'member',
    serverId,
    userId: bob.id,
    before: new Date(world.clock.now().getTime() + 1),
    askedBy: alice.id,
    createdAt: world.clock.now(),
    atChannel: LOWEST_ID,
  });
  let isMore = true;
  while (isMore) isMore = await source().catch(() => true);
  expect(await history()).toEqual([]);
  const log = await fixture.log();
  expect(typesOf(log).filter((type) => type === 'message.deleted')).toHaveLength(35);
  expect(await alice.call.erasures.list({ serverId })).toMatchObject([
    { removed: 35, endedAt: expect.any(String) },
  ]);
  expect(await acts('erasure.ended')).toHaveLength(1);
});
