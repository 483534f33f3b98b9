import { buffer } from 'node:stream/consumers';
import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, receivedFile, storedNames } from '../files/received-file.fixture.js';
import { serverStream } from '../log/streams.js';
import { createSweep } from '../maintenance/sweep.js';
import { createEmoji as newEmoji } from '../testing/create-emoji.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { plain } from '../users/avatar-images.fixture.js';
import { findEmojiImage } from './image-file.js';
import { createEmoji, requireEmojiName } from './upload.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let serverId: string;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = await roles.newServer();
});

const DENIALS = [
  ['an outsider', () => roles.carol, 'SERVER_NOT_FOUND'],
  ['a plain member', () => roles.bob, 'MODERATOR_REQUIRED'],
  ['an ex-member', () => roles.dave, 'SERVER_NOT_FOUND'],
  ['a bot', () => roles.robot, 'MODERATOR_REQUIRED'],
] as const;

const emojiEvents = async () =>
  (await world.log(serverStream(serverId))).filter(({ type }) => type.startsWith('emoji.'));
const make = (name: string, who = alice) => newEmoji(world, who, { serverId, name });
const list = (who = bob) => who.call.emoji.list({ serverId });

async function upload(who: TestUser, name: string, image: Buffer, key: string | null = null) {
  return createEmoji(await contextOf(world, who, key), { serverId, name }, await receivedFile(world, image));
}

describe('an upload', () => {
  test('is a WebP of 128 × 128 that every member lists, and is published', async () => {
    const emoji = await upload(alice, 'party_parrot', await plain(300, 300).png().toBuffer());
    expect(emoji).toEqual({
      id: expect.any(String),
      serverId,
      name: 'party_parrot',
      imagePath: `/api/emoji/${emoji.id}.webp`,
      animated: false,
      createdBy: alice.id,
      createdAt: world.clock.now().toISOString(),
    });
    expect(await list()).toEqual([emoji]);
    expect(await emojiEvents()).toMatchObject([{ type: 'emoji.created', data: emoji }]);
    const { key } = await findEmojiImage(world.services, `${emoji.id}.webp`);
    const image = sharp(await buffer(world.services.files.read(key)));
    expect(await image.metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 });
  });

  test('with a key is stored once', async () => {
    const picture = await plain(9, 9).png().toBuffer();
    const before = await storedNames(world, 'emoji');
    const first = await upload(alice, 'once', picture, 'emoji-once');
    expect(await upload(alice, 'once', picture, 'emoji-once')).toEqual(first);
    await refusedWith('IDEMPOTENCY_KEY_REUSED', upload(alice, 'twice', picture, 'emoji-once'));
    expect(await storedNames(world, 'emoji')).toHaveLength(before.length + 1);
    expect(await emojiEvents()).toHaveLength(1);
  });

  test('that is refused leaves no file and no event', async () => {
    await make('taken');
    const before = await storedNames(world, 'emoji');
    await refusedWith('EMOJI_NAME_TAKEN', make('taken'));
    await refusedWith('IMAGE_UNREADABLE', upload(alice, 'broken', Buffer.from('no picture')));
    for (const [, who, code] of DENIALS) await refusedWith(code, make('party', who()));
    for (const [, who, code] of DENIALS) await refusedWith(code, upload(who(), 'party', Buffer.alloc(0)));
    expect(await storedNames(world, 'emoji')).toEqual(before);
    expect(await emojiEvents()).toHaveLength(1);
  });

  test('is for moderators, also of a name that another server has, and not in a time-out', async () => {
    await make('party');
    const other = await bob.call.servers.create({ name: 'Other' });
    await newEmoji(world, bob, { serverId: other.id, name: 'party' });
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'moderator' });
    await make('by_bob', bob);
    const until = new Date(Date.now() + 3600_000).toISOString();
    await alice.call.servers.timeOut({ serverId, userId: bob.id, until });
    await refusedWith('TIMED_OUT', make('late', bob));
    expect((await list()).map(({ name }) => name)).toEqual(['by_bob', 'party']);
  });

  test('of one name by two at once is one', async () => {
    const outcomes = await Promise.allSettled([make('race'), make('race'), make('race')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await list()).toHaveLength(1);
  });
});

test.each([
  ['ab', true],
  ['a'.repeat(32), true],
  ['_0', true],
  ['a', false],
  ['a'.repeat(33), false],
  ['Party', false],
  ['a-b', false],
  ['ab\n', false],
  ['é1', false],
  ['', false],
  [undefined, false],
  [['ab', 'cd'], false],
])('the name %j', (name, accepted) => {
  if (accepted) expect(requireEmojiName(name)).toBe(name);
  else expect(() => requireEmojiName(name)).toThrow(expect.objectContaining({ errorCode: 'INVALID_INPUT' }));
});

describe('emoji.update', () => {
  test('renames and publishes; the same name again does nothing', async () => {
    const emoji = await make('before');
    const request = { serverId, emojiId: emoji.id, name: 'after' };
    const renamed = await alice.call.emoji.update(request);
    expect(renamed).toEqual({ ...emoji, name: 'after' });
    expect(await alice.call.emoji.update(request)).toEqual(renamed);
    expect(await list()).toEqual([renamed]);
    expect((await emojiEvents()).map(({ type }) => type)).toEqual(['emoji.created', 'emoji.updated']);
    expect(await alice.call.servers.auditLog({ serverId })).toMatchObject([
      { act: 'emoji.renamed', targetId: emoji.id, targetName: 'before', details: { name: 'after' } },
      { act: 'emoji.created', targetId: emoji.id, targetName: 'before' },
    ]);
  });

  test('is refused', async () => {
    const [{ id: emojiId }] = [await make('mine'), await make('taken')];
    const request = { serverId, emojiId, name: 'renamed' };
    for (const [, who, code] of DENIALS) await refusedWith(code, who().call.emoji.update(request));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.emoji.update(request));
    await refusedWith('EMOJI_NAME_TAKEN', alice.call.emoji.update({ ...request, name: 'taken' }));
    const elsewhere = await alice.call.servers.create({ name: 'Other' });
    for (const wrong of [{ serverId: elsewhere.id }, { emojiId: serverId }, { emojiId: 'nonsense' }]) {
      await refusedWith('EMOJI_NOT_FOUND', alice.call.emoji.update({ ...request, ...wrong }));
    }
    for (const name of ['x', 'No', 'a'.repeat(33)]) {
      await refusedWith('INVALID_INPUT', alice.call.emoji.update({ ...request, name }));
    }
  });
});

describe('emoji.delete', () => {
  test('removes the emoji and its image, and frees the name', async () => {
    const emoji = await make('gone');
    const file = `${emoji.id}.webp`;
    await alice.call.emoji.delete({ serverId, emojiId: emoji.id });
    expect(await list()).toEqual([]);
    await refusedWith('EMOJI_NOT_FOUND', findEmojiImage(world.services, file));
    expect(await storedNames(world, 'emoji')).not.toContain(file);
    expect((await emojiEvents()).at(-1)).toMatchObject({
      type: 'emoji.deleted',
      data: { id: emoji.id, serverId },
    });
    await refusedWith('EMOJI_NOT_FOUND', alice.call.emoji.delete({ serverId, emojiId: emoji.id }));
    expect((await make('gone')).id).not.toBe(emoji.id);
  });

  test('is refused', async () => {
    const { id: emojiId } = await make('mine');
    for (const [, who, code] of DENIALS) {
      await refusedWith(code, who().call.emoji.delete({ serverId, emojiId }));
    }
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.emoji.delete({ serverId, emojiId }));
    expect(await list()).toHaveLength(1);
  });
});

test('the list is for members alone', async () => {
  await make('party');
  expect(await list(roles.robot)).toHaveLength(1);
  for (const who of [roles.carol, roles.dave]) await refusedWith('SERVER_NOT_FOUND', list(who));
  await refusedWith('UNAUTHENTICATED', world.anonymous.call.emoji.list({ serverId }));
});

test('the sweep removes the image of a row that is gone with its server, and keeps the others', async () => {
  const [kept, lost] = [await make('kept'), await make('lost')];
  await world.services.db.delete(tables.serverEmoji).where(eq(tables.serverEmoji.id, lost.id));
  const passed = 2 * 3600_000 + Date.now() - world.clock.now().getTime();
  world.clock.advance(passed);
  await createSweep(world.services)();
  const names = await storedNames(world, 'emoji');
  expect(names).toContain(`${kept.id}.webp`);
  expect(names).not.toContain(`${lost.id}.webp`);
  world.clock.advance(-passed);
});

test.each(['', 'x', '..%2fx', '../attachments/x.webp', `${'a'.repeat(36)}.webp`])(
  'there is no image "%s"',
  async (name) => {
    await refusedWith('EMOJI_NOT_FOUND', findEmojiImage(world.services, name));
  },
);
