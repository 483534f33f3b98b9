import { buffer } from 'node:stream/consumers';
import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, receivedFile, storedNames } from '../files/received-file.fixture.js';
import { DEFAULT_LIMITS } from '../kernel/services/limits.js';
import type { User } from '../protocol/records/user.js';
import { refusedWith } from '../testing/expect.js';
import { seenUser } from '../testing/seen-user.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { setAvatar, setAvatarFrom } from './avatar.js';
import { AVATARS } from './avatar-file.js';
import { plain } from './avatar-images.fixture.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
const picture = { red: Buffer.alloc(0), blue: Buffer.alloc(0) };

beforeAll(async () => {
  world = await createWorld();
  picture.red = await plain(90, 60, 'red').png().toBuffer();
  picture.blue = await plain(90, 60, 'blue').png().toBuffer();
});
afterAll(() => world.close());
let n = 0;
beforeEach(async () => {
  [alice, bob] = await Promise.all([world.person(`alice-${++n}`), world.person(`bob-${n}`)]);
});

async function upload(person: TestUser, content: Buffer, mimeType = 'image/png'): Promise<User> {
  const file = await receivedFile(world, content, { mimeType });
  return setAvatar(await contextOf(world, person), file);
}

const nameOf = ({ avatarPath }: Pick<User, 'avatarPath'>): string => avatarPath?.split('/').at(-1) ?? 'none';
const streamOf = (...chunks: Buffer[]) => new Blob(chunks).stream();

describe('users.setAvatar', () => {
  test('answers exactly a User', async () => {
    const { avatarPath } = await upload(alice, picture.red);
    expect(await alice.call.users.removeAvatar()).toEqual(await seenUser(bob, alice.id));
    const user = await upload(alice, picture.red);
    expect(user).toEqual({ ...(await seenUser(bob, alice.id)), avatarPath });
  });

  test('answers the updated user, and everybody sees the same image', async () => {
    const me = await upload(alice, picture.red);
    expect(me).toMatchObject({
      id: alice.id,
      avatarPath: expect.stringMatching(/^\/api\/avatars\/[0-9a-f]{64}\.webp$/),
    });
    expect(await bob.call.users.get({ userId: alice.id })).toMatchObject({ avatarPath: me.avatarPath });
    const { key, sizeBytes } = await AVATARS.find(world.services, nameOf(me));
    const image = await buffer(world.services.files.read(key));
    expect(image).toHaveLength(sizeBytes);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 90, height: 60 });
  });

  test('the same image has the same path, and another path for another account', async () => {
    const before = await storedNames(world, 'avatars');
    const first = await upload(alice, picture.red);
    expect(await upload(alice, picture.red)).toEqual(first);
    expect((await upload(bob, picture.red)).avatarPath).not.toBe(first.avatarPath);
    expect(await storedNames(world, 'avatars')).toHaveLength(before.length + 2);
  });

  test('a new image replaces the file of the old one', async () => {
    const old = await upload(alice, picture.red);
    const me = await upload(alice, picture.blue);
    expect(await storedNames(world, 'avatars')).toContain(nameOf(me));
    expect(await storedNames(world, 'avatars')).not.toContain(nameOf(old));
    await refusedWith('AVATAR_NOT_FOUND', AVATARS.find(world.services, nameOf(old)));
  });

  test('of many uploads at once most are refused, others are not kept waiting, and one file is left', async () => {
    const before = await storedNames(world, 'avatars');
    const contents = Array.from({ length: 12 }, (_, n) => (n % 2 ? picture.red : picture.blue));
    const uploads = Promise.allSettled(contents.map((content) => upload(alice, content)));
    await expect(upload(bob, picture.red)).resolves.toMatchObject({ id: bob.id });
    const refused = (await uploads).filter(({ status }) => status === 'rejected');
    // One is decoded, one waits.
    expect(refused).toHaveLength(10);
    expect(refused).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ errorCode: 'BUSY' }),
    });
    const names = [nameOf(await alice.call.users.me()), nameOf(await bob.call.users.me())];
    expect(await storedNames(world, 'avatars')).toEqual([...before, ...names].sort());
  });

  test('bots have avatars too', async () => {
    const { bot, token } = await alice.call.bots.create({ username: 'helper' });
    const me = await upload(world.userWithToken(bot.id, token), picture.red);
    expect(me).toMatchObject({ id: bot.id, bot: true, avatarPath: expect.any(String) });
  });

  test('the bots of a person wait in the line of that person', async () => {
    const { bot, token } = await bob.call.bots.create({ username: 'assistant' });
    const people = [bob, bob, bob, world.userWithToken(bot.id, token)];
    const outcomes = await Promise.allSettled(people.map((person) => upload(person, picture.red)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  });

  test.each(['text/plain', 'application/octets', 'application/pdf', 'imagery/png', 'x-image/png'])(
    'a file sent as "%s" is refused, also when it contains an image',
    async (mimeType) => {
      await refusedWith('UNSUPPORTED_MEDIA_TYPE', upload(bob, picture.red, mimeType));
    },
  );

  test.each(['IMAGE/PNG', 'image/x-unheard-of', 'image/png; a=b', 'application/octet-stream', ''])(
    'what is sent as "%s" is judged by its content',
    async (mimeType) => {
      const text = upload(bob, Buffer.from('no picture'), mimeType);
      await expect(text).rejects.toThrow('cannot be decoded as an image');
    },
  );

  test('what only begins as an image is refused by the decoder', async () => {
    await refusedWith('IMAGE_UNREADABLE', upload(bob, Buffer.from('GIF89 not'), 'image/gif'));
  });

  test('exactly 5 MB is accepted, and a byte more is not', async () => {
    const exact = Buffer.concat([picture.red], DEFAULT_LIMITS.avatarBytes);
    await expect(upload(bob, exact)).resolves.toMatchObject({ id: bob.id });
    await refusedWith('FILE_TOO_LARGE', upload(bob, Buffer.concat([exact, Buffer.alloc(1)])));
  });

  test('the same as a stream of octets', async () => {
    const ctx = await contextOf(world, bob);
    const exact = Buffer.concat([picture.blue], DEFAULT_LIMITS.avatarBytes);
    await expect(setAvatarFrom(ctx, streamOf(exact))).resolves.toMatchObject({ id: bob.id });
    await refusedWith('FILE_TOO_LARGE', setAvatarFrom(ctx, streamOf(exact, Buffer.alloc(1))));
    await refusedWith('IMAGE_UNREADABLE', setAvatarFrom(ctx, streamOf()));
  });

  test('a refused image changes nothing', async () => {
    await upload(alice, picture.red);
    const before = await alice.call.users.me();
    await refusedWith('IMAGE_UNREADABLE', upload(alice, Buffer.from('no picture')));
    expect(await alice.call.users.me()).toEqual(before);
    await expect(AVATARS.find(world.services, nameOf(before))).resolves.toMatchObject({
      sizeBytes: expect.any(Number),
    });
  });

  test('a deleted account leaves no file', async () => {
    const carol = await world.person('carol');
    const ctx = await contextOf(world, carol);
    const before = await storedNames(world, 'avatars');
    await world.services.db
      .update(tables.users)
      .set({ deletedAt: new Date() })
      .where(eq(tables.users.id, carol.id));
    await refusedWith('USER_NOT_FOUND', setAvatar(ctx, await receivedFile(world, picture.red)));
    expect(await storedNames(world, 'avatars')).toEqual(before);
  });
});

describe('users.removeAvatar', () => {
  test('removes the image and its file; a second call changes nothing', async () => {
    const name = nameOf(await upload(alice, picture.red));
    expect(await alice.call.users.removeAvatar()).toMatchObject({ id: alice.id, avatarPath: null });
    expect(await alice.call.users.removeAvatar()).toMatchObject({ avatarPath: null });
    expect(await storedNames(world, 'avatars')).not.toContain(name);
  });

  test('needs a token', async () => {
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.users.removeAvatar());
  });
});

test.each([
  '',
  'x',
  '../attachments/x',
  '..%2f',
  'a'.repeat(64),
  `${'a'.repeat(64)}.png`,
  `${'A'.repeat(64)}.webp`,
])('there is no avatar "%s"', async (name) => {
  await refusedWith('AVATAR_NOT_FOUND', AVATARS.find(world.services, name));
});
