import { buffer } from 'node:stream/consumers';
import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photo, saysWhere } from '../attachments/position/photo.fixture.js';
import { attachmentKey } from '../attachments/record.js';
import { storeAttachments } from '../attachments/upload.js';
import { contextOf, receivedFile } from '../files/received-file.fixture.js';
import { extraColumn } from '../messages/extra.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type World } from '../testing/world.js';
import type { GivenArchiveLine } from './archive/lines.js';
import { archiveOf, exportTo, importFrom, linesIn, signInAs } from './moving.fixture.js';
import { comparable, createFullServer, randomAct } from './server.fixture.js';

let world: World;
let other: World;
beforeAll(async () => {
  [world, other] = [await createWorld(), await createWorld()];
});
afterAll(async () => {
  await world.close();
  await other.close();
});

test('a server with everything in it moves to another service as it is', async () => {
  const { server, channelId, bob } = await createFullServer(world);
  const path = await exportTo(world, server.id);
  const before = await linesIn(path);
  const report = await importFrom(other, path);
  expect(report).toMatchObject({
    state: 'done',
    problem: null,
    serverId: server.id,
    source: `palaver:${server.id}`,
  });
  expect(comparable(await linesIn(await exportTo(other, server.id)))).toEqual(comparable(before));
  const types = new Set(before.map(({ type }) => type));
  for (const type of [
    'emoji',
    'userGroup',
    'channelGroup',
    'edit',
    'reaction',
    'pin',
    'ban',
    'timeout',
    'userGroupMember',
  ])
    expect(types).toContain(type);

  const bobThere = await signInAs(other, (await bob.call.users.me()).username);
  const messages = await bob.call.messages.list({ channelId });
  expect(await bobThere.call.messages.list({ channelId })).toEqual(messages);
  const roots = messages.filter(({ replyCount }) => replyCount > 0);
  expect(roots).not.toEqual([]);
  for (const { id } of roots)
    expect(await bobThere.call.messages.thread({ messageId: id })).toEqual(
      await bob.call.messages.thread({ messageId: id }),
    );
  expect(await bobThere.call.messages.pins({ channelId })).toEqual(
    await bob.call.messages.pins({ channelId }),
  );
  expect(await bobThere.call.channels.list({ serverId: server.id })).toEqual(
    await bob.call.channels.list({ serverId: server.id }),
  );
  expect(await bobThere.call.servers.get({ serverId: server.id })).toEqual(
    await bob.call.servers.get({ serverId: server.id }),
  );
  const found = await bobThere.call.search.inServer({ serverId: server.id, q: 'haystack' });
  expect(found.map(({ message }) => message.content)).toEqual(['a needle in a haystack']);
  // A history tells nobody anything.
  const unread = await bobThere.call.readState.getForServer({ serverId: server.id });
  expect(unread.filter(({ unreadCount, mentionCount }) => unreadCount + mentionCount > 0)).toEqual([]);
  expect(await bobThere.call.notifications.list()).toEqual([]);
  // What is written now goes on as ever.
  const sent = await bobThere.call.messages.send({ channelId, content: 'arrived' });
  const [newest] = await bobThere.call.messages.list({ channelId, limit: 1 });
  expect(newest?.id).toBe(sent.id);
});

test('earlier texts that nobody reads are in the operator’s archive alone', async () => {
  const { server, alice } = await createFullServer(world);
  await alice.call.servers.update({ serverId: server.id, editHistory: 'nobody' });
  const editsOf = async (isOfOperator: boolean) =>
    (await linesIn(await exportTo(world, server.id, { isOfOperator }))).filter(({ type }) => type === 'edit');
  expect(await editsOf(false)).toEqual([]);
  expect(await editsOf(true)).not.toEqual([]);
});

test('a photo that an import brings loses where it was taken', async () => {
  const carol = await world.person('photographer');
  const { id: serverId } = await carol.call.servers.create({ name: 'Photos' });
  const { id: channelId } = await carol.call.channels.create({ serverId, name: 'trips' });
  const ctx = await contextOf(world, carol);
  const settings = { ...ctx.services.settings, keepsPhotoPositions: true };
  const file = await receivedFile(world, await photo('jpeg'));
  const [kept] = await storeAttachments({ ...ctx, services: { ...ctx.services, settings } }, channelId, [
    file,
  ]);
  const attachmentIds = [kept?.id ?? ''];
  await carol.call.messages.send({ channelId, content: 'Paris', attachmentIds });
  await importFrom(other, await exportTo(world, serverId));
  const [given, imported] = await Promise.all(
    [world, other].map(({ services }) => buffer(services.files.read(attachmentKey(kept?.id ?? '')))),
  );
  expect([given && saysWhere(given), imported && saysWhere(imported)]).toEqual([true, false]);
});

test('a copy beside the original has ids of its own, and a second run makes no third', async () => {
  const { server } = await createFullServer(world);
  const path = await exportTo(world, server.id);
  const before = await linesIn(path);
  const report = await importFrom(world, await exportTo(world, server.id));
  expect(report).toMatchObject({ state: 'done', users: 0 });
  expect(report.serverId).not.toBe(server.id);
  expect(new Set(report.foundAccounts.map(({ foundBy }) => foundBy))).toEqual(new Set(['id']));
  expect(comparable(await linesIn(await exportTo(world, report.serverId ?? '')))).toEqual(comparable(before));
  const again = await importFrom(world, path);
  expect(again).toMatchObject({ state: 'done', problem: null, serverId: report.serverId, messages: 0 });
  expect(comparable(await linesIn(await exportTo(world, report.serverId ?? '')))).toEqual(comparable(before));
});

test('import(export(x)) = x for random servers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 20, maxLength: 60 }),
      async (acts) => {
        const full = await createFullServer(world);
        for (const act of acts) await randomAct(full, act);
        const path = await exportTo(world, full.server.id);
        const before = await linesIn(path);
        const { state, problem, serverId } = await importFrom(world, path);
        expect([state, problem]).toEqual(['done', null]);
        expect(comparable(await linesIn(await exportTo(world, serverId ?? '')))).toEqual(comparable(before));
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
});

const NOW = '2026-02-01T00:00:00.000Z';
const LATER = '2026-02-01T00:00:01.000Z';
let sources = 0;

/** An archive of a small server, with other lines in the place of some. */
function small(change: (lines: GivenArchiveLine[]) => void = () => undefined): GivenArchiveLine[] {
  const n = ++sources;
  const at = { createdAt: NOW };
  const lines: GivenArchiveLine[] = [
    { type: 'header', data: { version: 1, source: `test:${n}`, writtenBy: 'a test', exportedAt: LATER } },
    { type: 'user', data: { id: 'u1', username: `ann-${n}`, displayName: 'Ann', ...at } },
    { type: 'user', data: { id: 'u2', username: `ben-${n}`, displayName: 'Ben', ...at } },
    { type: 'server', data: { id: 's', name: `Small ${n}`, ownerId: 'u1', ...at } },
    { type: 'channel', data: { id: 'c', name: 'general', displayName: 'general', createdBy: 'u1', ...at } },
    { type: 'directMessage', data: { id: 'd', userIds: ['u1', 'u2'], createdBy: 'u2', ...at } },
    {
      type: 'message',
      data: { id: 'm1', channelId: 'c', userId: 'u1', content: 'one', ...at, updatedAt: NOW },
    },
    {
      type: 'message',
      data: { id: 'm2', channelId: 'c', userId: 'u2', content: 'two', threadId: 'm1', ...at, updatedAt: NOW },
    },
    {
      type: 'message',
      data: { id: 'm3', channelId: 'd', userId: 'u2', content: 'just you', ...at, updatedAt: NOW },
    },
    { type: 'member', data: { userId: 'u1', role: 'owner', joinedAt: NOW } },
    { type: 'member', data: { userId: 'u2', role: 'member', joinedAt: NOW } },
    { type: 'channelMember', data: { channelId: 'c', userId: 'u2', joinedAt: NOW } },
  ];
  change(lines);
  return lines;
}

test('people of another system get accounts, and their direct messages', async () => {
  const report = await importFrom(world, await archiveOf(world, small()));
  expect(report).toMatchObject({ state: 'done', users: 2, messages: 3, foundAccounts: [] });
  const ben = await signInAs(world, `ben-${sources}`);
  const [dm] = await ben.call.dms.list();
  expect((await ben.call.messages.list({ channelId: dm?.id ?? '' })).map(({ content }) => content)).toEqual([
    'just you',
  ]);
  expect((await ben.call.readState.list()).map(({ unreadCount }) => unreadCount)).toEqual([0, 0]);
  const [server] = await ben.call.servers.list();
  expect(server).toMatchObject({ name: `Small ${sources}`, memberCount: 2 });
});

test('an account is found by an address that its owner has verified, and keeps what it shows', async () => {
  const eve = await world.person('eve');
  const mallory = await world.person('mallory');
  const { users } = tables;
  const { db } = world.services;
  await db
    .update(users)
    .set({ email: 'eve@example.org', verifiedEmail: 'eve@example.org' })
    .where(eq(users.id, eve.id));
  await db.update(users).set({ email: 'mal@example.org' }).where(eq(users.id, mallory.id));
  const lines = small(([, first, second]) => {
    if (first?.type === 'user') Object.assign(first.data, { email: 'Eve@example.org', username: 'mallory' });
    if (second?.type === 'user')
      Object.assign(second.data, { email: 'mal@example.org', username: 'mallory' });
  });
  const checked = await importFrom(world, await archiveOf(world, lines), { checkOnly: true });
  const found = [{ sourceId: 'u1', userId: eve.id, username: 'eve', foundBy: 'email' }];
  expect(checked).toMatchObject({ state: 'done', serverId: null, users: 0, foundAccounts: found });
  const report = await importFrom(world, await archiveOf(world, lines));
  expect(report).toMatchObject({ state: 'done', users: 1, foundAccounts: found });
  // The second has nobody's address and nobody's name.
  const [made] = await world.operator.call.admin.users({ username: 'mallory-2' });
  expect(made).toMatchObject({ email: null });
  expect(await eve.call.users.me()).toMatchObject({ username: 'eve', displayName: 'eve' });
  expect((await eve.call.servers.list()).map(({ id }) => id)).toContain(report.serverId);
});

const set = (index: number, data: object) => (lines: GivenArchiveLine[]) => {
  Object.assign(lines[index]?.data ?? {}, data);
};
const drop = (index: number) => (lines: GivenArchiveLine[]) => void lines.splice(index, 1);
const put = (index: number, line: GivenArchiveLine) => (lines: GivenArchiveLine[]) =>
  void lines.splice(index, 0, line);

test('nothing that an archive names has characters that turn what stands around it', async () => {
  const turned = 'a\u202eb\u2066c';
  const shown = { username: turned, emoji: turned, id: newId() };
  const change = set(6, { webhook: shown, interaction: { id: newId(), userId: 'u1', name: turned } });
  const report = await importFrom(world, await archiveOf(world, small(change)));
  expect(report).toMatchObject({ state: 'done' });
  const messages = await world.services.db.select({ extra: extraColumn }).from(tables.messages);
  expect(messages.filter(({ extra }) => extra?.webhook?.id === shown.id)).toMatchObject([
    { extra: { webhook: { username: 'abc', emoji: null }, interaction: { name: 'abc' } } },
  ]);
});

test.each<[string, (lines: GivenArchiveLine[]) => void, string]>([
  ['no server', drop(3), 'line 4: there is no line of type "server" before it'],
  ['an unknown owner', set(3, { ownerId: 'u9' }), 'line 4: "u9" is no user of an earlier line'],
  ['an id that is given twice', set(2, { id: 'u1' }), 'line 3: the id "u1" is given twice'],
  ['a message of no channel', set(6, { channelId: 'x' }), 'line 7: channelId "x" is no channel'],
  ['a reply to nothing', set(7, { threadId: 'm9' }), 'line 8: "m9" is no message of an earlier line'],
  [
    'a reply to a reply',
    set(8, { channelId: 'c', threadId: 'm2' }),
    'line 9: threadId "m2" is a reply itself',
  ],
  [
    'a reply in another channel',
    set(8, { threadId: 'm1' }),
    'line 9: threadId "m1" is a message of another channel',
  ],
  ['a message twice', set(7, { id: 'm1' }), 'line 8: the id "m1" is given twice'],
  [
    'a message from the future',
    set(6, { createdAt: '2026-03-01T00:00:00Z', updatedAt: '2026-03-01T00:00:00Z' }),
    'line 7: 2026-03-01',
  ],
  [
    'a wrong order',
    put(1, { type: 'pin', data: { messageId: 'm1', pinnedBy: 'u1', pinnedAt: NOW } }),
    'line 2: there is no line of type "server"',
  ],
  ['two owners', set(10, { role: 'owner' }), 'line 11: the owner is the one whom the server names'],
  ['an owner who is no member', drop(9), 'line 12: the owner of the server is no member of it'],
  [
    'a stranger in a channel',
    put(11, { type: 'channelMember', data: { channelId: 'd', userId: 'u1', joinedAt: NOW } }),
    'line 12: channelId "d" is no channel of the server',
  ],
  [
    'an export from the future',
    set(0, { exportedAt: '2099-01-01T00:00:00Z' }),
    'line 1: exportedAt lies in the future',
  ],
  [
    'a reaction without its message',
    put(9, { type: 'reaction', data: { messageId: 'm1', userId: 'u1', emoji: '👍', createdAt: NOW } }),
    'line 10: follows another message than its own',
  ],
  ['a bot without an owner', set(2, { bot: true }), 'line 3: a bot names its owner'],
])('%s is refused with its line, and nothing is left', async (_, change, sentence) => {
  const report = await importFrom(world, await archiveOf(world, small(change)));
  expect(report.state).toBe('failed');
  expect(report.problem).toContain(sentence);
  const names = (await world.operator.call.admin.servers({ query: `Small ${sources}` })).map(
    ({ name }) => name,
  );
  expect(names).toEqual([]);
});

test('who may not begin, see or cancel an import', async () => {
  const carol = await world.person('carol');
  await refusedWith('INSTANCE_ADMIN_REQUIRED', carol.call.admin.imports());
  await refusedWith('INSTANCE_ADMIN_REQUIRED', carol.call.admin.cancelImport({ importId: carol.id }));
  await refusedWith('UNAUTHENTICATED', world.anonymous.call.admin.imports());
  await refusedWith('IMPORT_NOT_FOUND', world.operator.call.admin.import({ importId: carol.id }));
  await importFrom(world, await archiveOf(world, small()));
  await importFrom(world, await archiveOf(world, small(set(2, { bot: true }))));
  const imports = await world.operator.call.admin.imports();
  const idOf = (wanted: string) => imports.find(({ state }) => state === wanted)?.id ?? '';
  await refusedWith('IMPORT_OVER', world.operator.call.admin.cancelImport({ importId: idOf('done') }));
  const failed = await world.operator.call.admin.cancelImport({ importId: idOf('failed') });
  expect(failed.state).toBe('failed');
});
