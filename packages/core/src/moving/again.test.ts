import { stat } from 'node:fs/promises';
import { tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Hub } from '../realtime/hub.js';
import { openFeed, type TestFeed } from '../realtime/test-support.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { type Act, archiveAt, type Story } from './again.fixture.js';
import { beginImport } from './import/actions.js';
import { archiveOf, exportTo, importFrom, linesIn, operatorContext, signInAs } from './moving.fixture.js';
import { comparable } from './server.fixture.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let stories = 0;
const storyOf = (acts: readonly Act[]): Story => ({ source: `again:${++stories}`, acts });

const importAt = async (story: Story, time: number) =>
  importFrom(world, await archiveOf(world, archiveAt(story, time)));

/** What a server is, without the ids and the names that differ in another copy of it. */
async function contentsOf(serverId: string | null) {
  const lines = await linesIn(await exportTo(world, serverId ?? ''));
  return comparable(lines.filter(({ type }) => type !== 'header')).map((line) => {
    if (line.type === 'user') return { ...line, data: { ...line.data, username: '' } };
    // Who comes to a channel of a server that is used comes to it then.
    return line.type === 'channelMember' ? { ...line, data: { ...line.data, joinedAt: '' } } : line;
  });
}

const BASIC: readonly Act[] = [
  { at: 1, post: { id: 'a', by: 'u1', text: 'first' } },
  { at: 2, post: { id: 'b', by: 'u2', text: 'second' } },
  { at: 3, react: { on: 'a', by: 'u2', emoji: '👍' } },
  { at: 4, post: { id: 'c', by: 'u2', text: 'third' } },
];

async function signedIn(story: Story, user: string): Promise<TestUser> {
  const { imported, imports, users } = tables;
  const [row] = await world.services.db
    .select({ username: users.username })
    .from(imported)
    .innerJoin(imports, eq(imports.id, imported.importId))
    .innerJoin(users, eq(users.id, imported.id))
    .where(and(eq(imports.source, story.source), eq(imported.kind, 'user'), eq(imported.sourceId, user)));
  return signInAs(world, row?.username ?? '');
}

async function channelIn(user: TestUser, serverId: string | null): Promise<string> {
  const channels = await user.call.channels.list({ serverId: serverId ?? '' });
  return channels.find(({ name }) => name === 'general')?.id ?? '';
}

const shown = async (user: TestUser, channelId: string) =>
  (await user.call.messages.list({ channelId })).map(({ content }) => content).reverse();

test('the same archive again changes nothing, and makes no second server', async () => {
  const story = storyOf(BASIC);
  const first = await importAt(story, 10);
  const before = await contentsOf(first.serverId);
  const heads = () => world.services.db.select().from(tables.streamHeads);
  const headsBefore = await heads();
  const again = await importAt(story, 10);
  expect(again).toMatchObject({ state: 'done', serverId: first.serverId, users: 0, messages: 0 });
  expect(await contentsOf(first.serverId)).toEqual(before);
  expect(await heads()).toEqual(headsBefore);
});

test('two long archives that are sent at once are checked one after the other', async () => {
  const acts = Array.from({ length: 5_100 }, (_, n) => ({
    at: 1,
    post: { id: `m${n}`, by: 'u1', text: 'x' },
  }));
  const lines = archiveAt({ source: 'two:at-once', acts }, 2);
  const begun: string[] = [];
  for (const checkOnly of [true, true]) {
    const path = await archiveOf(world, lines);
    const { size } = await stat(path);
    const given = { path, sizeBytes: size, checkOnly, deleteMissing: false };
    begun.push((await beginImport(operatorContext(world), given)).id);
  }
  await world.services.imports.idle();
  for (const importId of begun)
    expect(await world.operator.call.admin.import({ importId })).toMatchObject({
      state: 'done',
      problem: null,
    });
});

test('an import that recorded nothing is refused a second time, by a check as well', async () => {
  const story = storyOf(BASIC);
  const first = await importAt(story, 10);
  const { imports } = tables;
  const set = (change: Partial<typeof imports.$inferInsert>) =>
    world.services.db.update(imports).set(change).where(eq(imports.id, first.id));
  await set({ repeatable: false });
  const again = await importAt(story, 10);
  expect(again).toMatchObject({ state: 'failed', updates: null, serverId: null });
  expect(again.problem).toContain('did not record');
  const checked = await importFrom(world, await archiveOf(world, archiveAt(story, 10)), { checkOnly: true });
  expect(checked).toMatchObject({ state: 'failed', problem: again.problem });
});

test('a later archive adds what is new, and what was done here meanwhile stays', async () => {
  const later: readonly Act[] = [
    { at: 20, edit: { of: 'a', text: 'first, corrected there' } },
    { at: 20, edit: { of: 'b', text: 'second, corrected there' } },
    { at: 20, unreact: { on: 'a', by: 'u2', emoji: '👍' } },
    { at: 20, react: { on: 'a', by: 'u1', emoji: '🎉' } },
    { at: 20, post: { id: 'd', by: 'u3', text: 'from somebody new' } },
    { at: 20, post: { id: 'e', by: 'u2', text: 'a reply', root: 'a' } },
    { at: 20, post: { id: 'f', by: 'u2', text: 'a reply to what is gone here', root: 'c' } },
    { at: 20, post: { id: 'g', by: 'u2', text: 'in a new channel', channel: 'later' } },
    { at: 20, post: { id: 'h', by: 'u2', text: 'to you', channel: 'direct' } },
  ];
  const story = storyOf([
    ...BASIC,
    { at: 2, post: { id: 'p', by: 'u2', text: 'psst', channel: 'direct' } },
    ...later,
  ]);
  const first = await importAt(story, 10);
  const [ann, ben] = [await signedIn(story, 'u1'), await signedIn(story, 'u2')];
  const channelId = await channelIn(ann, first.serverId);
  const [third, second, oldest] = await ann.call.messages.list({ channelId });
  await ben.call.messages.edit({ messageId: second?.id ?? '', content: 'second, as changed here' });
  await ben.call.messages.delete({ messageId: third?.id ?? '' });
  await ann.call.messages.send({ channelId, content: 'written here' });
  const again = await importAt(story, 30);
  expect(again).toMatchObject({ state: 'done', problem: null, serverId: first.serverId, users: 1 });
  expect(await shown(ann, channelId)).toEqual([
    'first, corrected there',
    'second, as changed here',
    'written here',
    'from somebody new',
  ]);
  const root = await ann.call.messages.get({ messageId: oldest?.id ?? '' });
  expect(root).toMatchObject({ replyCount: 1, edited: true });
  expect(root.reactions.map(({ emoji, count }) => [emoji, count])).toEqual([['🎉', 1]]);
  const channels = await ben.call.channels.list({ serverId: first.serverId ?? '' });
  const added = channels.find(({ name }) => name === 'later');
  expect(await shown(ben, added?.id ?? '')).toEqual(['in a new channel']);
  const [dm] = await ben.call.dms.list();
  expect(await shown(ben, dm?.id ?? '')).toEqual(['psst', 'to you']);
  const cleo = await signedIn(story, 'u3');
  expect((await cleo.call.servers.list()).map(({ id }) => id)).toEqual([first.serverId]);
  const found = await ann.call.search.inServer({ serverId: first.serverId ?? '', q: 'corrected' });
  expect(found.map(({ message }) => message.content)).toEqual(['first, corrected there']);
  // Once more nothing changes.
  const before = await contentsOf(first.serverId);
  await importAt(story, 30);
  expect(await contentsOf(first.serverId)).toEqual(before);
});

test('who has left here stays out, a reaction that was taken back is not there again, nor what was deleted', async () => {
  const story = storyOf([
    ...BASIC,
    { at: 20, post: { id: 'x', by: 'u1', text: 'in what is gone', channel: 'more' } },
    { at: 5, post: { id: 'y', by: 'u1', text: 'soon gone', channel: 'more' } },
  ]);
  const first = await importAt(story, 10);
  const serverId = first.serverId ?? '';
  const [ann, ben] = [await signedIn(story, 'u1'), await signedIn(story, 'u2')];
  const channelId = await channelIn(ann, serverId);
  const oldest = (await ann.call.messages.list({ channelId })).at(-1);
  await ben.call.messages.unreact({ messageId: oldest?.id ?? '', emoji: '👍' });
  const more = (await ann.call.channels.list({ serverId })).find(({ name }) => name === 'more');
  await ann.call.channels.delete({ serverId, channelId: more?.id ?? '' });
  await ben.call.servers.leave({ serverId });
  const again = await importAt(story, 30);
  expect(again).toMatchObject({ state: 'done', problem: null, messages: 0 });
  expect((await ann.call.messages.get({ messageId: oldest?.id ?? '' })).reactions).toEqual([]);
  expect((await ann.call.servers.members({ serverId })).map(({ user }) => user.id)).toEqual([ann.id]);
  expect((await ann.call.channels.list({ serverId })).map(({ name }) => name)).toEqual(['general']);
});

test('nobody is notified of what is added, nothing of it is unread, and what was posted here is heard of', async () => {
  const story = storyOf([...BASIC, { at: 20, post: { id: 'z', by: 'u2', text: 'hello', mentions: ['u1'] } }]);
  const first = await importAt(story, 10);
  const serverId = first.serverId ?? '';
  const [ann, ben] = [await signedIn(story, 'u1'), await signedIn(story, 'u2')];
  const channelId = await channelIn(ann, serverId);
  const { username } = await ann.call.users.me();
  const here = await ben.call.messages.send({ channelId, content: `@${username} written here` });
  await importAt(story, 30);
  // Behind it in the stream, so all before has been taken.
  const last = await ben.call.messages.send({ channelId, content: `@${username} at last` });
  const told = async () => (await ann.call.notifications.list()).map(({ messageId }) => messageId);
  await expect.poll(told, { timeout: 20_000 }).toContain(last.id);
  expect(await told()).toEqual([last.id, here.id]);
  const [unread] = await ann.call.readState.getForServer({ serverId });
  // What was written here is unread still, and so is what came after it.
  expect(unread).toMatchObject({ channelId, mentionCount: 3 });
  const [ofBen] = await ben.call.readState.getForServer({ serverId });
  expect(ofBen).toMatchObject({ unreadCount: 0, mentionCount: 0 });
});

const subscribedAt = ({ received }: TestFeed): number =>
  received.flatMap((frame) => (frame.type === 'subscribed' ? frame.data.channels : []))[0]?.seq ?? 0;

test('who has a channel open is to read it again', async () => {
  const story = storyOf([...BASIC, { at: 20, edit: { of: 'a', text: 'corrected there' } }]);
  const first = await importAt(story, 10);
  const ann = await signedIn(story, 'u1');
  const channelId = await channelIn(ann, first.serverId);
  await ann.call.messages.send({ channelId, content: 'written here' });
  const hub = new Hub(world.services, { tickMs: 50 });
  const feed = await openFeed(world, hub, ann);
  await feed.subscribe([channelId]);
  const since = subscribedAt(feed);
  await importAt(story, 30);
  // The connection ends, as for every hole, and its client comes back with its cursor.
  await feed.untilEnded();
  const again = await openFeed(world, hub, ann);
  await again.subscribe([channelId], { [channelId]: since });
  await again.until({ type: 'resync' });
  expect(await shown(ann, channelId)).toEqual(['corrected there', 'second', 'third', 'written here']);
  again.close();
  hub.close();
});

const acts = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: 30 }),
    kind: fc.constantFrom('post', 'post', 'reply', 'edit', 'react', 'unreact', 'late channel'),
    who: fc.constantFrom('u1', 'u2', 'u3'),
    on: fc.nat(),
  }),
  { minLength: 5, maxLength: 40 },
);

test('an earlier archive and then a later one are as the later one alone, and twice as once', async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.integer({ min: 1, max: 29 }), async (given, time) => {
      const told = given.sort((a, b) => a.at - b.at);
      const posts: string[] = ['a'];
      const story: Act[] = [{ at: 0, post: { id: 'a', by: 'u1', text: 'the first' } }];
      for (const [n, { at, kind, who, on }] of told.entries()) {
        const of = posts[on % posts.length] ?? 'a';
        const emoji = ['👍', '🎉', 'wave'][on % 3] ?? '👍';
        if (kind === 'edit') story.push({ at, edit: { of, text: `edit ${n}` } });
        else if (kind === 'react') story.push({ at, react: { on: of, by: who, emoji } });
        else if (kind === 'unreact') story.push({ at, unreact: { on: of, by: who, emoji } });
        else {
          posts.push(`m${n}`);
          const channel = kind === 'late channel' ? 'other' : 'general';
          const root = kind === 'reply' ? 'a' : undefined;
          story.push({
            at,
            post: { id: `m${n}`, by: who, text: `message ${n}`, channel, ...(root ? { root } : {}) },
          });
        }
      }
      const [twice, once] = [storyOf(story), storyOf(story)];
      const earlier = await importAt(twice, time);
      const later = await importAt(twice, 30);
      const alone = await importAt(once, 30);
      expect([earlier, later, alone].map(({ state, problem }) => [state, problem])).toEqual(
        Array.from({ length: 3 }, () => ['done', null]),
      );
      const expected = await contentsOf(alone.serverId);
      expect(sorted(await contentsOf(later.serverId))).toEqual(sorted(expected));
      await importAt(twice, 30);
      expect(sorted(await contentsOf(later.serverId))).toEqual(sorted(expected));
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test('more than is written at once into a server that is used is added whole', async () => {
  const many = Array.from({ length: 100 }, (_, n): Act => {
    const post = { id: `n${n}`, by: 'u2', text: `new ${n}`, ...(n % 3 === 0 ? { root: 'a' } : {}) };
    return { at: n < 50 ? 1 : 20, post };
  });
  const edits = many.slice(0, 50).map((_, n): Act => ({ at: 20, edit: { of: `n${n}`, text: `edit ${n}` } }));
  const reactions = many.map((_, n): Act => ({ at: 21, react: { on: `n${n}`, by: 'u1', emoji: '👍' } }));
  const acts = [...BASIC, ...many, ...edits, ...reactions];
  const [later, alone] = [storyOf(acts), storyOf(acts)];
  await importAt(later, 10);
  const { serverId } = await importAt(later, 30);
  const expected = await contentsOf((await importAt(alone, 30)).serverId);
  expect(sorted(await contentsOf(serverId))).toEqual(sorted(expected));
  expect(await importAt(later, 30)).toMatchObject({ state: 'done', messages: 0 });
  expect(sorted(await contentsOf(serverId))).toEqual(sorted(expected));
});

/** Ids are numbered by their first places, so that only the texts of lines can be compared where later ones are in another order. */
const sorted = (lines: ReadonlyArray<{ readonly type: string; readonly data: object }>) =>
  lines.map((line) => JSON.stringify(line)).sort();
