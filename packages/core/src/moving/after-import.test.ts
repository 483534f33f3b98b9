import { tables } from '@palaver/db';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeLetter } from '../mail/compose.js';
import { maintain } from '../maintenance/maintain.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { type Act, archiveAt, type Story } from './again.fixture.js';
import { archiveOf, exportTo, importFrom, linesIn, signInAs } from './moving.fixture.js';

const { imported, imports, mailOutbox, mailTokens, users } = tables;
const PASSWORD = 'correct horse battery staple';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let stories = 0;
const storyOf = (acts: readonly Act[], more: Partial<Story> = {}): Story => ({
  source: `after:${++stories}`,
  acts,
  ...more,
});
const importAt = async (story: Story, time: number, options: Parameters<typeof importFrom>[2] = {}) =>
  importFrom(world, await archiveOf(world, archiveAt(story, time)), options);

async function accountOf({ source }: Story, user: string) {
  const [row] = await world.services.db
    .select({ id: users.id, username: users.username })
    .from(imported)
    .innerJoin(imports, eq(imports.id, imported.importId))
    .innerJoin(users, eq(users.id, imported.id))
    .where(and(eq(imports.source, source), eq(imported.kind, 'user'), eq(imported.sourceId, user)));
  return row ?? { id: '', username: '' };
}

const signedIn = async (story: Story, user: string) =>
  signInAs(world, (await accountOf(story, user)).username);

/** Who wrote what in which thread, of all channels. */
async function saidIn(serverId: string | null): Promise<string[]> {
  const lines = await linesIn(await exportTo(world, serverId ?? ''));
  const texts = new Map<string, string>();
  const said: string[] = [];
  for (const line of lines) {
    if (line.type !== 'message' || line.data.deletedAt) continue;
    texts.set(line.data.id, line.data.content);
    said.push(
      `${line.data.threadId ? `${texts.get(line.data.threadId) ?? 'gone'} > ` : ''}${line.data.content}`,
    );
  }
  return said.sort();
}

const POSTS: readonly Act[] = [
  { at: 1, post: { id: 'a', by: 'u1', text: 'stays' } },
  { at: 2, post: { id: 'b', by: 'u2', text: 'goes' } },
  { at: 3, post: { id: 'c', by: 'u2', text: 'edited here' } },
  { at: 4, post: { id: 'd', by: 'u2', text: 'private', channel: 'direct' } },
  { at: 20, remove: 'b' },
  { at: 20, remove: 'c' },
  { at: 20, remove: 'd' },
];

test('what is missing in a later archive is deleted where that is asked for, and heard of; what was written here stays', async () => {
  const story = storyOf(POSTS);
  const first = await importAt(story, 10);
  const [ann, ben] = [await signedIn(story, 'u1'), await signedIn(story, 'u2')];
  const serverId = first.serverId ?? '';
  const channelId = (await ann.call.channels.list({ serverId }))[0]?.id ?? '';
  const [third, second] = await ann.call.messages.list({ channelId });
  await ben.call.messages.edit({ messageId: third?.id ?? '', content: 'written here' });
  await ann.call.messages.reply({ messageId: second?.id ?? '', content: 'a reply from here' });
  await ann.call.messages.send({ channelId, content: 'also written here' });

  const kept = await importAt(story, 30);
  expect(kept).toMatchObject({ state: 'done', deleteMissing: false, deleted: 0 });
  const checked = await importAt(story, 30, { deleteMissing: true, checkOnly: true });
  expect(checked).toMatchObject({ state: 'done', deleted: 0 });
  expect(await saidIn(serverId)).toContain('goes');

  const later = await importAt(story, 30, { deleteMissing: true });
  expect(later).toMatchObject({ state: 'done', problem: null, deleteMissing: true, deleted: 2 });
  expect(await saidIn(serverId)).toEqual([
    'also written here',
    'gone > a reply from here',
    'stays',
    'written here',
  ]);
  const deletions = await world.services.db.execute<{ frame: string }>(
    sql`select frame from events where stream_id = ${channelId} and frame like '%message.deleted%'`,
  );
  expect([...deletions].map(({ frame }) => frame).join()).toContain(second?.id);
  expect(await importAt(story, 30, { deleteMissing: true })).toMatchObject({ state: 'done', deleted: 0 });
});

const acts = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: 30 }),
    kind: fc.constantFrom('post', 'post', 'reply', 'edit', 'remove', 'other channel'),
    who: fc.constantFrom('u1', 'u2', 'u3'),
    on: fc.nat(),
  }),
  { minLength: 10, maxLength: 60 },
);

test('with deletions, an earlier archive and then a later one are as the later one alone and what was written here', async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.integer({ min: 5, max: 25 }), async (given, time) => {
      const posts: string[] = ['a'];
      const story: Act[] = [{ at: 0, post: { id: 'a', by: 'u1', text: 'the first' } }];
      for (const [n, { at, kind, who, on }] of given.sort((a, b) => a.at - b.at).entries()) {
        const of = posts[on % posts.length] ?? 'a';
        if (kind === 'edit') story.push({ at, edit: { of, text: `edit ${n}` } });
        else if (kind === 'remove') story.push({ at, remove: of });
        else {
          posts.push(`m${n}`);
          const place = kind === 'reply' ? { root: 'a' } : { channel: kind === 'post' ? 'general' : 'other' };
          story.push({ at, post: { id: `m${n}`, by: who, text: `message ${n}`, ...place } });
        }
      }
      // Replies to what is gone are gone with it.
      const isGone = (at: number) =>
        story.some((act) => 'remove' in act && act.remove === 'a' && act.at <= at);
      const told = story.filter((act) => !('post' in act && act.post.root === 'a' && isGone(act.at)));
      const [twice, once] = [storyOf(told), storyOf(told)];
      const { serverId } = await importAt(twice, time);
      const owner = await signedIn(twice, 'u1');
      const [channel] = await owner.call.channels.list({ serverId: serverId ?? '' });
      await owner.call.messages.send({ channelId: channel?.id ?? '', content: 'written here' });
      const later = await importAt(twice, 30, { deleteMissing: true });
      const alone = await importAt(once, 30);
      expect([later.state, alone.state]).toEqual(['done', 'done']);
      expect(await saidIn(serverId)).toEqual([...(await saidIn(alone.serverId)), 'written here'].sort());
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

const rowsOf = (csv: string | null) =>
  (csv ?? '')
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'));

const tokenOf = (link = '') => new URL(link).searchParams.get('token') ?? '';

test('imported people get links as a list: once, until a newer one, for seven days, and nobody who can sign in', async () => {
  const story = storyOf([...POSTS, { at: 5, post: { id: 'z', by: 'u3', text: 'me too' } }]);
  const report = await importAt(story, 10);
  const ann = await signedIn(story, 'u1');
  const list = () => world.operator.call.admin.importLinks({ importId: report.id, by: 'list' });
  const first = await list();
  expect(first).toMatchObject({ people: 2, next: null });
  const [head, ...people] = rowsOf(first.csv);
  expect(head).toEqual(['name', 'username', 'email', 'link', 'valid until']);
  const names = await Promise.all(['u2', 'u3'].map(async (user) => (await accountOf(story, user)).username));
  expect(people.map(([, username]) => username).sort()).toEqual(names.sort());
  const second = rowsOf((await list()).csv).slice(1);
  const use = (link: string | undefined) =>
    world.anonymous.call.mail.resetPassword({ token: tokenOf(link), newPassword: PASSWORD });
  await refusedWith('LINK_NOT_VALID', use(people[0]?.[3]));
  expect(await use(second[0]?.[3])).toMatchObject({ ok: true, takenOver: false });
  await refusedWith('LINK_NOT_VALID', use(second[0]?.[3]));
  const username = second[0]?.[1] ?? '';
  expect(await world.anonymous.call.auth.login({ username, password: PASSWORD })).toMatchObject({
    user: { username },
  });
  const rows = await world.services.db.select().from(mailTokens).where(eq(mailTokens.purpose, 'invitation'));
  const text = JSON.stringify(rows);
  for (const [, , , link] of [...people, ...second]) expect(text).not.toContain(tokenOf(link));
  const days = rows.map(
    ({ createdAt, expiresAt }) => (expiresAt.getTime() - createdAt.getTime()) / 86_400_000,
  );
  expect(new Set(days)).toEqual(new Set([7]));
  const third = await list();
  expect(third.people).toBe(1);
  await world.services.db.update(mailTokens).set({ expiresAt: sql`created_at` });
  await refusedWith('LINK_NOT_VALID', use(rowsOf(third.csv)[1]?.[3]));
  const [act] = await world.operator.call.admin.auditLog({});
  expect(act).toMatchObject({ act: 'import.linksMade', details: { by: 'list', people: 1 } });
  await refusedWith(
    'INSTANCE_ADMIN_REQUIRED',
    ann.call.admin.importLinks({ importId: report.id, by: 'list' }),
  );
  const asNobody = world.anonymous.call.admin.importLinks({ importId: report.id, by: 'list' });
  await refusedWith('UNAUTHENTICATED', asNobody);
  await refusedWith(
    'IMPORT_NOT_FOUND',
    world.operator.call.admin.importLinks({ importId: ann.id, by: 'mail' }),
  );
});

test('imported people get links by mail, once an hour, and the link proves the address', async () => {
  const emails = { u1: 'moved-ann@example.org' };
  const story = storyOf(POSTS, { emails });
  const report = await importAt(story, 10);
  const mail = () => world.operator.call.admin.importLinks({ importId: report.id, by: 'mail' });
  expect(await mail()).toEqual({ people: 1, csv: null, next: null });
  expect(await mail()).toMatchObject({ people: 0 });
  const { id, username } = await accountOf(story, 'u1');
  const [waiting] = await world.services.db.select().from(mailOutbox).where(eq(mailOutbox.userId, id));
  if (!waiting) throw new Error('no mail waits');
  const compose = () =>
    world.services.db.transaction((tx) =>
      composeLetter(
        { tx, mail: waiting, now: world.clock.now(), pagesUrl: 'https://chat.example.org/api/mail' },
        async () => null,
      ),
    );
  const letter = await compose();
  const text = letter && 'text' in letter ? letter.text : '';
  const [link = ''] = /https:\S+/.exec(text) ?? [];
  expect(link).toContain('/api/mail/reset-password?token=');
  await world.services.db.delete(mailOutbox).where(eq(mailOutbox.id, waiting.id));
  expect(await mail()).toMatchObject({ people: 0 });
  await world.anonymous.call.mail.resetPassword({ token: tokenOf(link), newPassword: PASSWORD });
  await world.anonymous.call.auth.login({ username, password: PASSWORD });
  const [account] = await world.services.db.select().from(users).where(eq(users.id, id));
  expect(account?.verifiedEmail).toBe(emails.u1);
  expect(await compose()).toBeNull();
});

/** Deletes an account as its person does, with all that is left of it. */
async function deleteAccount(person: TestUser): Promise<void> {
  await world.operator.call.admin.deleteUser({ userId: person.id });
  await world.services.background.idle();
}

test('who has deleted their account here is not made again by a later archive, and what they wrote stays theirs', async () => {
  const story = storyOf([...POSTS, { at: 20, post: { id: 'x', by: 'u2', text: 'said there later' } }], {
    emails: { u2: 'moved-ben@example.org' },
  });
  const first = await importAt(story, 10);
  const { id } = await accountOf(story, 'u2');
  await deleteAccount(await signedIn(story, 'u2'));
  const [gone] = await world.services.db
    .select()
    .from(imported)
    .where(and(eq(imported.id, id), eq(imported.kind, 'user')));
  expect(gone?.sourceId).toMatch(/^deleted:[0-9a-f]{64}$/);
  const traces = await world.services.db.execute<{ n: number }>(sql`
    select count(*)::int as n from imported where id = ${id} and (kind <> 'user' or source_id = 'u2')`);
  expect([...traces][0]?.n).toBe(0);
  const checked = await importAt(story, 30, { checkOnly: true });
  expect(checked.foundAccounts.map(({ sourceId }) => sourceId)).toEqual(['u1']);
  for (const users of [0, 0]) expect(await importAt(story, 30)).toMatchObject({ state: 'done', users });
  const ann = await signedIn(story, 'u1');
  const [channel] = await ann.call.channels.list({ serverId: first.serverId ?? '' });
  const messages = await ann.call.messages.list({ channelId: channel?.id ?? '' });
  const [last] = messages;
  expect(last).toMatchObject({ content: 'said there later', user: { id, deleted: true } });
  const members = await ann.call.servers.members({ serverId: first.serverId ?? '' });
  expect(members.map(({ user }) => user.id)).toEqual([ann.id]);
  const again = await importAt(story, 31);
  expect(again).toMatchObject({ state: 'done', users: 0, messages: 0 });
});

test('what was written down of a server ends with it, and who its people are stays', async () => {
  const story = storyOf(POSTS);
  const first = await importAt(story, 10);
  const ann = await accountOf(story, 'u1');
  const kinds = async () => {
    const rows = await world.services.db.select().from(imported).where(eq(imported.importId, first.id));
    return [...new Set(rows.map(({ kind }) => kind))].sort();
  };
  await maintain(world.services);
  expect(await kinds()).toContain('message');
  await world.operator.call.admin.deleteServer({ serverId: first.serverId ?? '' });
  await maintain(world.services);
  expect(await kinds()).toEqual(['user']);
  const anew = await importAt(story, 10);
  expect(anew).toMatchObject({ state: 'done', updates: null, users: 0 });
  expect(anew.serverId).not.toBe(first.serverId);
  expect(anew.foundAccounts.map(({ userId }) => userId)).toContain(ann.id);
});

test('an admin who imports an archive whose owner is guessed owns the server; the operator does not', async () => {
  const admin = await world.person('importer');
  await world.operator.call.admin.updateUser({ userId: admin.id, admin: true });
  const story = storyOf(POSTS, { server: { ownerIsGuessed: true } });
  const by = { admin: { userId: admin.id, name: 'importer' } };
  const first = await importAt(story, 10, by);
  const serverId = first.serverId ?? '';
  const roles = async (id: string) => {
    const members = await admin.call.servers.members({ serverId: id });
    return members.map(({ user, role }) => [user.displayName, role]).sort();
  };
  const expected = [
    ['importer', 'owner'],
    ['u1', 'member'],
    ['u2', 'member'],
  ];
  expect(await roles(serverId)).toEqual(expected);
  expect(await admin.call.servers.get({ serverId })).toMatchObject({ ownerId: admin.id });
  expect(await importAt(story, 30)).toMatchObject({ state: 'done', serverId });
  expect(await roles(serverId)).toEqual(expected);
  const ofOperator = storyOf(POSTS, { server: { ownerIsGuessed: true } });
  const { serverId: other } = await importAt(ofOperator, 10);
  const ann = await signedIn(ofOperator, 'u1');
  expect(await ann.call.servers.get({ serverId: other ?? '' })).toMatchObject({ ownerId: ann.id });
});
