import { isTransient, tables } from '@palaver/db';
import {
  createFaultProxy,
  createTestDatabase,
  type FaultProxy,
  type TestDatabase,
} from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soleNode } from '../../kernel/services/nodes.js';
import { lockStream } from '../../log/append.js';
import { createLocalBus } from '../../log/bus.js';
import { channelStream } from '../../log/streams.js';
import type { PostDraft } from '../../procedures/post-queue.js';
import { createServerWith } from '../../testing/create-server.js';
import { PLAIN_DRAFT } from '../../testing/plain-draft.js';
import { createWorldOn, type TestUser, type World } from '../../testing/world.js';

// Two nodes that hear each other's hints, and post to the same channels.
let database: TestDatabase;
let proxy: FaultProxy;
/** Reaches the database through the proxy. */
let here: World;
let there: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channels = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createFaultProxy(database.connection);
  const [busHere, busThere] = [createLocalBus(), createLocalBus()];
  busHere.onHint((hint, isFromElsewhere) => isFromElsewhere || busThere.hear(hint));
  busThere.onHint((hint, isFromElsewhere) => isFromElsewhere || busHere.hear(hint));
  const throughProxy = { ...database, connection: proxy.connection };
  here = await createWorldOn(throughProxy, { bus: busHere, nodes: soleNode() });
  there = await createWorldOn(database, { bus: busThere, nodes: soleNode() });
  [alice, bob] = await Promise.all([here.person('alice'), here.person('bob')]);
  serverId = (await createServerWith(alice, bob)).id;
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await proxy.close();
  await database.drop();
});

/** A channel of both, to which the other node has just posted. */
async function sharedChannel(): Promise<string> {
  const name = `shared-${channels++}`;
  const { id: channelId } = await alice.call.channels.create({ serverId, name, isPrivate: true });
  await alice.call.channels.addMember({ serverId, channelId, userId: bob.id });
  await postAt(there, draft(channelId, 'from there'));
  return channelId;
}

const draft = (channelId: string, content: string, fields: Partial<PostDraft> = {}): PostDraft => ({
  ...PLAIN_DRAFT,
  channelId,
  userId: alice.id,
  content,
  ...fields,
});

const postAt = (node: World, post: PostDraft) => node.services.posts.post(post);

/** What the posts of a channel say, in the order of its log, which has no gap. */
async function contentsOf(channelId: string): Promise<string[]> {
  const log = await there.log({ id: channelId });
  expect(log.map(({ data }) => data.seq)).toEqual(log.map((_, index) => index + 1));
  return log.flatMap((event) => (event.type === 'message.created' ? event.data.content : []));
}

test('each node keeps its order in each channel, and every post is written once', async () => {
  const channelIds = await Promise.all([sharedChannel(), sharedChannel(), sharedChannel()]);
  await Promise.all(channelIds.map((channelId) => postAt(here, draft(channelId, 'from here'))));
  const sentBy = (node: World, name: string) =>
    Array.from({ length: 90 }, (_, n) => {
      const channelId = channelIds[n % channelIds.length] ?? '';
      return { channelId, content: `${name} ${n}`, outcome: postAt(node, draft(channelId, `${name} ${n}`)) };
    });
  const sent = { here: sentBy(here, 'here'), there: sentBy(there, 'there') };
  const outcomes = await Promise.all([...sent.here, ...sent.there].map(({ outcome }) => outcome));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['posted']));

  for (const channelId of channelIds) {
    const contents = await contentsOf(channelId);
    for (const [name, posts] of Object.entries(sent)) {
      const own = posts.filter((post) => post.channelId === channelId).map(({ content }) => content);
      expect(contents.filter((content) => content.startsWith(`${name} `))).toEqual(own);
    }
  }
});

test('one that is refused, one that cannot be written and one that nobody waits for keep nobody else of their batch from it', async () => {
  const channelId = await sharedChannel();
  const outsider = await here.person('outsider');
  const post = (content: string, fields: Partial<PostDraft> = {}) =>
    postAt(here, draft(channelId, content, fields)).then(
      ({ kind }) => kind,
      (error: { errorCode?: string }) => error.errorCode ?? 'failed',
    );
  const first = post('first');
  // They come while the first is under way.
  const batch = [
    post('second'),
    post('of an outsider', { userId: outsider.id }),
    post('x'.repeat(tables.CONTENT_CHARACTERS_MAX + 1)),
    post('third', { userId: bob.id }),
  ];
  void post('of somebody who has left');
  const last = post('last');
  expect(await Promise.all([first, ...batch, last])).toEqual([
    'posted',
    'posted',
    'CHANNEL_NOT_FOUND',
    'failed',
    'posted',
    'posted',
  ]);
  await expect.poll(() => contentsOf(channelId)).toHaveLength(6);
  expect((await contentsOf(channelId)).toSorted()).toEqual(
    ['first', 'from there', 'last', 'of somebody who has left', 'second', 'third'].toSorted(),
  );
});

test('a channel that somebody holds does not hold up the others, at either node', async () => {
  const [held, free] = await Promise.all([sharedChannel(), sharedChannel()]);
  const waiting = await there.services.db.transaction(async (tx) => {
    await lockStream(tx, channelStream(held));
    const late = [here, there].map((node) => postAt(node, draft(held, 'late')));
    for (const node of [here, there, here, there])
      expect(await postAt(node, draft(free, 'meanwhile'))).toMatchObject({ kind: 'posted' });
    expect(await contentsOf(held)).toEqual(['from there']);
    return [Promise.all(late)];
  });
  expect((await waiting[0])?.map(({ kind }) => kind)).toEqual(['posted', 'posted']);
  expect(await contentsOf(held)).toEqual(['from there', 'late', 'late']);
});

test('a message has the instant of the last one where that is later, in the answer, in the log and in the channel', async () => {
  const channelId = await sharedChannel();
  const { clock } = there;
  clock.advance(5_000);
  const late = await postAt(there, draft(channelId, 'by a clock that is ahead'));
  clock.advance(-5_000);
  const next = await postAt(here, draft(channelId, 'by the other'));
  if (late.kind !== 'posted' || next.kind !== 'posted') throw new Error('both are posted');
  expect(next.message.createdAt).toBe(late.message.createdAt);
  const [, , event] = await there.log({ id: channelId }).then((log) => log.slice(-3));
  expect(event).toMatchObject({ type: 'message.created', data: next.message });
  const read = await alice.call.messages.get({ messageId: next.message.id });
  expect(read).toMatchObject({ createdAt: late.message.createdAt, updatedAt: late.message.createdAt });
});

test('when the answer to the commit is lost, a retry with the key gets the message that was written', async () => {
  const channelId = await sharedChannel();
  const lost = proxy.loseAnswer(/^SELECT/, /insert into messages/);
  const { call } = alice.withKey('lost commit');
  await expect(call.messages.send({ channelId, content: 'once' })).rejects.toThrow();
  await lost;
  const message = await call.messages.send({ channelId, content: 'once' });
  expect(message).toMatchObject({ channelId, content: 'once' });
  expect(await contentsOf(channelId)).toEqual(['from there', 'once']);
});

test('while the database is away posts fail at once with nothing written, and go on when it is back', async () => {
  const channelId = await sharedChannel();
  proxy.cut();
  const failed = await postAt(here, draft(channelId, 'away')).catch((error: unknown) => error);
  expect(isTransient(failed)).toBe(true);
  proxy.restore();
  await expect
    .poll(() => postAt(here, draft(channelId, 'back')).then(({ kind }) => kind, String))
    .toBe('posted');
  expect(await contentsOf(channelId)).toEqual(['from there', 'back']);
});
