import { stat } from 'node:fs/promises';
import { createDatabase, tables } from '@palaver/db';
import { createTestDatabase } from '@palaver/db/testing';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { soleNode } from '../kernel/services/nodes.js';
import { createLocalBus } from '../log/bus.js';
import { serverStream, userStream } from '../log/streams.js';
import { NO_REQUEST } from '../log/transact.js';
import { beginImport } from '../moving/import/actions.js';
import { archiveOf, operatorContext } from '../moving/moving.fixture.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, createWorldOn, PASSWORD, type TestUser, type World } from '../testing/world.js';
import { AVATARS } from '../users/avatar-file.js';
import { remainsOfAccounts } from './remains.js';

let world: World;
let bob: TestUser;
let carol: TestUser;
let endedSessions: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  [bob, carol] = [await world.person('bob'), await world.person('carol')];
  await world.operator.call.admin.updateUser({ userId: bob.id, admin: true });
  world.services.bus.onSessionEnd(({ sessionId }) => endedSessions.push(sessionId));
});
afterAll(() => world.close());
beforeEach(() => {
  endedSessions = [];
});

function picture(): Blob {
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0" fill="#fe0"/></svg>';
  // The native API passes a stream to the procedure; its type is that of what a client gives.
  return new Blob([image]).stream() as unknown as Blob;
}

let n = 0;
/** Texts that are nowhere else; each is of one account. */
const canariesOf = (of: number) => ({
  username: `canary-${of}`,
  displayName: `Kanarienvogel ${of}`,
  status: `Zwitschernd ${of}`,
  statusEmoji: `:piep${of}:`,
  email: `piep${of}@canary.example`,
  timezone: 'Pacific/Kiritimati',
});
type Canaries = ReturnType<typeof canariesOf>;

async function newPerson(): Promise<{ person: TestUser; canaries: Canaries }> {
  const canaries = canariesOf(++n);
  const person = await world.person(canaries.username);
  const metadata = { bird: canaries.displayName };
  await person.call.users.updateMe({ ...canaries, metadata, currentPassword: PASSWORD });
  return { person, canaries };
}

/** A caller that is looked up again, as every request does. */
const anew = ({ id, token }: TestUser) => world.userWithToken(id, token);

const EMPTY = {
  username: 'deleted-user',
  displayName: 'Deleted user',
  status: '',
  statusEmoji: null,
  statusExpiresAt: null,
  dndUntil: null,
  avatarPath: null,
  metadata: null,
  deleted: true,
};

/** Has an archive checked, as an admin of the service. */
async function checkArchive({ id: userId }: TestUser, name: string): Promise<void> {
  const path = await archiveOf(world, []);
  const { size } = await stat(path);
  const ctx = { ...operatorContext(world), admin: { userId, name } };
  await beginImport(ctx, { path, sizeBytes: size, checkOnly: true, deleteMissing: false });
  await world.services.imports.idle();
}

/** Does what is left to do, the parts that wait for older transactions included. */
async function finish(): Promise<void> {
  await world.services.background.idle();
  await world.services.db.update(tables.accountDeletions).set({ deletedAt: sql`now() - interval '1 hour'` });
  await world.services.background.idle();
  expect(await world.services.db.select().from(tables.accountDeletions)).toEqual([]);
}

/** The tables that have one of the texts anywhere. What is in audit logs is never changed. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { db } = world.services;
  const names = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition and relname not in ('admin_acts', 'server_acts')`);
  const found: string[] = [];
  for (const { name } of names) {
    const isIn = sql.join(
      texts.map((text) => sql`position(lower(${text}) in lower(t::text)) > 0`),
      sql` or `,
    );
    const [row] = await db.execute<{ count: string }>(
      sql`select count(*) as count from ${sql.identifier(name)} t where ${isIn}`,
    );
    if (Number(row?.count) > 0) found.push(name);
  }
  return found;
}

describe('users.deleteMe', () => {
  test('takes the person out of every table, every read, the log and every kept answer', async () => {
    const { person, canaries } = await newPerson();
    const { username: _own, timezone: _zone, ...unique } = canaries;
    const texts = [canaries.username, ...Object.values(unique)];
    const server = await createServerWith(bob, carol);
    const serverId = server.id;
    const { code } = await bob.call.servers.createInvite({ serverId });
    await person.call.servers.acceptInvite({ code });
    const key = (name: string) => `${name}-${n}`;
    const { id: channelId } = await bob.call.channels.create({
      serverId,
      name: `birds-${n}`,
      isPrivate: true,
    });
    await bob.withKey(key('member')).call.channels.addMember({ serverId, channelId, userId: person.id });
    const dm = await bob.withKey(key('dm')).call.dms.create({ userIds: [person.id] });
    const group = await carol.call.dms.create({ userIds: [person.id, bob.id] });
    const first = await person.withKey(key('own')).call.messages.send({ channelId, content: 'First' });
    await person.call.messages.edit({ messageId: first.id, content: 'First, edited' });
    await bob.call.messages.send({ channelId, content: 'Reply', threadId: first.id });
    await person.call.messages.send({ channelId: dm.id, content: 'Only for you' });
    await bob.call.messages.react({ messageId: first.id, emoji: '🐦' });
    const { id: groupId } = await bob.call.userGroups.create({
      serverId,
      handle: `singers-${n}`,
      name: 'Singers',
    });
    await bob.call.userGroups.addMember({ serverId, userGroupId: groupId, userId: person.id });
    await person.call.drafts.put({ channelId, content: canaries.status });
    await person.call.scheduledMessages.create({
      channelId,
      content: canaries.status,
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await person.call.messages.send({ channelId, content: '@bob hello' });
    await person.call.users.block({ userId: carol.id });
    await world.operator.call.admin.updateUser({ userId: person.id, admin: true });
    await checkArchive(person, canaries.username);
    await world.operator.call.admin.updateUser({ userId: person.id, admin: false });
    const { avatarPath } = await person.call.users.setAvatar(picture());
    if (avatarPath === null) throw new Error('an avatar has a path');
    expect(await world.services.files.size(AVATARS.key(avatarPath))).toBeGreaterThan(0);
    texts.push(avatarPath);
    await world.services.background.idle();
    const since = (await world.log(serverStream(serverId))).length;
    expect(await tablesWith(texts)).toEqual(
      expect.arrayContaining(['users', 'events', 'idempotency_keys', 'imports']),
    );

    expect(await person.call.users.deleteMe()).toEqual({ ok: true });
    // From the first commit on.
    expect(await bob.call.users.get({ userId: person.id })).toMatchObject(EMPTY);
    await refusedWith('UNAUTHENTICATED', anew(person).call.users.me());
    await refusedWith(
      'WRONG_CREDENTIALS',
      world.anonymous.call.auth.login({ username: canaries.username, password: PASSWORD }),
    );
    await finish();

    expect(await tablesWith(texts)).toEqual([]);
    expect(await world.services.files.size(AVATARS.key(avatarPath))).toBeNull();
    const reads = await Promise.all([
      bob.call.users.get({ userId: person.id }),
      bob.call.messages.list({ channelId }),
      bob.call.messages.thread({ messageId: first.id }),
      bob.call.messages.list({ channelId: dm.id }),
      bob.call.messages.edits({ messageId: first.id }),
      bob.call.messages.reactors({ messageId: first.id, emoji: '🐦' }),
      bob.call.dms.list(),
      carol.call.dms.list(),
      bob.call.servers.members({ serverId }),
      bob.call.channels.members({ serverId, channelId }),
      bob.call.servers.auditLog({ serverId }),
      bob.call.admin.auditLog({}),
      bob.call.admin.users({}),
      bob.call.users.search({ q: 'Kanarienvogel' }),
      bob.call.notifications.list({}),
      bob.call.search.everywhere({ q: 'from:bob' }),
      bob.withKey(key('dm')).call.dms.create({ userIds: [person.id] }),
      bob.withKey(key('member')).call.channels.addMember({ serverId, channelId, userId: person.id }),
      world.log(serverStream(serverId)),
      world.log(userStream(bob.id)),
      world.log({ id: channelId }),
    ]);
    for (const text of texts) expect(JSON.stringify(reads).toLowerCase()).not.toContain(text.toLowerCase());
    expect(
      JSON.stringify(world.published.slice(-200).filter(({ streamId }) => streamId === serverId)),
    ).toContain('Deleted user');
    // What they wrote stays.
    const { content, user } = await bob.call.messages.get({ messageId: first.id });
    expect({ content, user }).toMatchObject({ content: 'First, edited', user: { id: person.id, ...EMPTY } });
    const [inDm] = await bob.call.messages.list({ channelId: dm.id });
    expect(inDm).toMatchObject({ content: 'Only for you', user: EMPTY });
    expect(await bob.call.dms.get({ channelId: dm.id })).toMatchObject({ displayName: 'Deleted user' });
    const dms = await bob.call.dms.list();
    expect(dms.find(({ id }) => id === dm.id)).toMatchObject({ displayName: 'Deleted user' });
    expect(dms.find(({ id }) => id === group.id)?.displayName).toMatch(
      /^(carol, Deleted user|Deleted user, carol)$/,
    );
    // The members hear of the empty profile, and then that they are gone.
    const told = (await world.log(serverStream(serverId))).slice(since);
    const about = told.filter(
      ({ type, data }) =>
        (type === 'user.updated' && data.id === person.id) ||
        (type === 'member.left' && data.userId === person.id && data.channelId === null),
    );
    expect(about).toMatchObject([
      { type: 'user.updated', data: EMPTY },
      { type: 'member.left', data: { serverId, memberCount: 2 } },
    ]);
    expect((await bob.call.servers.members({ serverId })).map((member) => member.user.id)).not.toContain(
      person.id,
    );
    expect(await bob.call.userGroups.members({ serverId, userGroupId: groupId })).toEqual([]);
    const inDmLog = (await world.log(userStream(bob.id))).filter(({ type }) => type === 'user.updated');
    expect(inDmLog.at(-1)).toMatchObject({ data: { id: person.id, ...EMPTY } });
    // One more message in the direct message harms nobody.
    await bob.call.messages.send({ channelId: dm.id, content: 'Are you there?' });
    await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
    expect(await world.log(userStream(person.id))).toEqual([]);
  });

  test('ends sessions, bots and their tokens, and closes their sockets', async () => {
    const { person } = await newPerson();
    const server = await createServerWith(bob, person);
    const { bot, token } = await person.call.bots.create({ username: `canary-bot-${n}` });
    await person.call.servers.addMember({ serverId: server.id, userId: bot.id });
    await person.call.interactions.setEndpoint({ botId: bot.id, url: 'https://bot.example.com/' });
    const sessions = await world.services.db
      .select({ id: tables.sessions.id })
      .from(tables.sessions)
      .where(sql`${tables.sessions.userId} in (${person.id}, ${bot.id})`);
    expect(sessions).toHaveLength(2);
    await person.call.users.deleteMe();
    expect(endedSessions.toSorted()).toEqual(sessions.map(({ id }) => id).toSorted());
    await refusedWith('UNAUTHENTICATED', world.userWithToken(bot.id, token).call.users.me());
    await finish();
    expect(await bob.call.servers.get({ serverId: server.id })).toMatchObject({ memberCount: 1 });
    await refusedWith('USER_NOT_FOUND', bob.call.users.get({ userId: bot.id }));
    expect(await world.services.db.select().from(tables.botEndpoints)).toEqual([]);
  });

  test('hands servers over to the highest role, then to who is there for longest, and deletes one that is left alone', async () => {
    const { person } = await newPerson();
    const [dora, erin] = [await world.person(`dora-${n}`), await world.person(`erin-${n}`)];
    const byTime = await createServerWith(person, dora, erin);
    const byRole = await createServerWith(person, dora, erin);
    await person.call.servers.updateMember({ serverId: byRole.id, userId: erin.id, role: 'admin' });
    const alone = await person.call.servers.create({ name: 'Alone' });
    await person.call.users.deleteMe();
    await finish();
    expect(await dora.call.servers.get({ serverId: byTime.id })).toMatchObject({
      ownerId: dora.id,
      memberCount: 2,
    });
    expect(await erin.call.servers.get({ serverId: byRole.id })).toMatchObject({
      ownerId: erin.id,
      memberCount: 2,
    });
    expect((await world.log(serverStream(alone.id))).at(-1)).toMatchObject({ type: 'server.deleted' });
  });

  test('reserves the name for 30 days, by any way to take one', async () => {
    const { person, canaries } = await newPerson();
    await person.call.users.deleteMe();
    const username = canaries.username.toUpperCase();
    const { anonymous, operator } = world;
    await refusedWith('USERNAME_TAKEN', anonymous.call.auth.register({ username, password: PASSWORD }));
    await refusedWith('USERNAME_TAKEN', operator.call.admin.createUser({ username, admin: false }));
    await refusedWith('USERNAME_TAKEN', bob.call.bots.create({ username }));
    await refusedWith('USERNAME_TAKEN', carol.call.users.updateMe({ username, currentPassword: PASSWORD }));
    // The address is free at once.
    const fresh = await world.person(`fresh-${n}`);
    await fresh.call.users.updateMe({ email: canaries.email, currentPassword: PASSWORD });
    await finish();
    const { reservedUsernames } = tables;
    const later = (days: number) =>
      world.services.db
        .update(reservedUsernames)
        .set({ freeAt: sql`${reservedUsernames.freeAt} - make_interval(days => ${days})` });
    await later(29);
    await refusedWith('USERNAME_TAKEN', anonymous.call.auth.register({ username, password: PASSWORD }));
    await later(1);
    const { user } = await anonymous.call.auth.register({ username, password: PASSWORD });
    expect(user.id).not.toBe(person.id);
  });

  test('of two who want the name while it is given up, nobody gets it', async () => {
    const { person, canaries } = await newPerson();
    const taking = () =>
      world.anonymous.call.auth.register({ username: canaries.username, password: PASSWORD }).then(
        () => 'taken',
        () => 'refused',
      );
    const [, ...outcomes] = await Promise.all([person.call.users.deleteMe(), taking(), taking(), taking()]);
    expect(outcomes).toEqual(['refused', 'refused', 'refused']);
    await finish();
  });

  test('goes on where a process was killed, and repeats nothing where the answer to a COMMIT was lost', async () => {
    const testDatabase = await createTestDatabase();
    const start = () => createWorldOn(testDatabase, { bus: createLocalBus(), nodes: soleNode() });
    const killed = await start();
    const [owner, person] = [await killed.person('owner'), await killed.person('canary-of-a-kill')];
    await person.call.users.updateMe({ displayName: 'Kanarienvogel des Todes' });
    const servers = [];
    for (let m = 0; m < 6; m++) servers.push(await createServerWith(owner, person));
    for (const { id: serverId } of servers) {
      const [channel] = await person.call.channels.list({ serverId });
      if (!channel) throw new Error('a server has a channel');
      for (let m = 0; m < 3; m++) await person.call.messages.send({ channelId: channel.id, content: `${m}` });
    }
    await killed.services.background.idle();
    await person.call.users.deleteMe();
    await killed.close();
    const database = createDatabase(testDatabase.connection, { max: 2 });
    const { db } = database;
    const settle = () =>
      db.update(tables.accountDeletions).set({ deletedAt: sql`now() - interval '1 hour'` });
    await settle();
    const next = await start();
    try {
      let pieces = 0;
      const faults = new Proxy(db, {
        get: (target, name) =>
          name === 'transaction'
            ? async (work: Parameters<typeof db.transaction>[0]) => {
                pieces++;
                const fault = pieces % 3;
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
      const services = { ...next.services, db: faults, background: { wake: () => {} } };
      const source = remainsOfAccounts({ services, ...NO_REQUEST });
      let isMore = true;
      while (isMore) {
        isMore = await source().catch(() => true);
        await settle();
      }
      await next.services.background.idle();
      expect(await db.select().from(tables.accountDeletions)).toEqual([]);
      for (const { id: serverId } of servers) {
        const told = (await next.log(serverStream(serverId))).map(({ type }) => type);
        expect(told.filter((type) => type === 'user.updated')).toHaveLength(1);
        const left = (await next.log(serverStream(serverId))).filter(
          ({ type, data }) => type === 'member.left' && data.channelId === null,
        );
        expect(left).toHaveLength(1);
      }
      const [row] = await db.execute<{ count: string }>(
        sql`select count(*) as count from events where position('Kanarienvogel' in frame) > 0`,
      );
      expect(row).toEqual({ count: '0' });
    } finally {
      await next.close();
      await database.close();
      await testDatabase.drop();
    }
  });

  test('takes a proof that the person is there, and refuses bots, keys and who is not signed in', async () => {
    const { person } = await newPerson();
    const { bot, token } = await person.call.bots.create({ username: `step-up-${n}` });
    await refusedWith('PEOPLE_ONLY', world.userWithToken(bot.id, token).call.users.deleteMe());
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.deleteMe());
    await world.services.db
      .update(tables.sessions)
      .set({ verifiedAt: null })
      .where(eq(tables.sessions.userId, person.id));
    await refusedWith('STEP_UP_REQUIRED', person.call.users.deleteMe());
    expect(await person.call.users.me()).toMatchObject({ deleted: false });
    await person.call.auth.verify({ password: PASSWORD });
    await person.call.users.deleteMe();
    await refusedWith('UNAUTHENTICATED', anew(person).call.users.deleteMe());
  });

  test('is refused to the only admin', async () => {
    await refusedWith('LAST_ADMIN', bob.call.users.deleteMe());
    expect(await bob.call.users.me()).toMatchObject({ username: 'bob' });
  });
});

describe('admin.deleteUser', () => {
  test('deletes a person, with a line in the audit log that has no name', async () => {
    const { person, canaries } = await newPerson();
    await refusedWith('INSTANCE_ADMIN_REQUIRED', carol.call.admin.deleteUser({ userId: person.id }));
    expect(await bob.withKey(`delete-${n}`).call.admin.deleteUser({ userId: person.id })).toEqual({
      ok: true,
    });
    expect(await bob.withKey(`delete-${n}`).call.admin.deleteUser({ userId: person.id })).toEqual({
      ok: true,
    });
    await refusedWith('USER_NOT_FOUND', bob.call.admin.deleteUser({ userId: person.id }));
    await refusedWith('UNAUTHENTICATED', anew(person).call.users.me());
    const [act] = await bob.call.admin.auditLog({ targetId: person.id });
    expect(act).toMatchObject({ act: 'user.deleted', actorName: 'bob', targetName: 'deleted-user' });
    const stored = await world.services.db
      .select()
      .from(tables.adminActs)
      .where(and(eq(tables.adminActs.targetId, person.id), eq(tables.adminActs.act, 'user.deleted')));
    expect(JSON.stringify(stored)).not.toContain(canaries.username);
  });

  test('leaves bots to their owners, and the last admin in place', async () => {
    const { bot } = await carol.call.bots.create({ username: `carols-bot-${n}` });
    await refusedWith('INVALID_INPUT', bob.call.admin.deleteUser({ userId: bot.id }));
    await refusedWith('LAST_ADMIN', world.operator.call.admin.deleteUser({ userId: bob.id }));
    await refusedWith('USER_NOT_FOUND', bob.call.admin.deleteUser({ userId: 'nonsense' }));
  });
});
