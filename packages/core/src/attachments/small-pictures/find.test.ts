import { PassThrough } from 'node:stream';
import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, receivedFile, storedNames } from '../../files/received-file.fixture.js';
import type { FileStore } from '../../kernel/services/file-store.js';
import { createServerWith } from '../../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../../testing/world.js';
import { uploadAttachments } from '../upload.js';
import { findSmallPicture } from './find.js';
import { noisyPhoto } from './pictures.fixture.js';

let world: World;
let alice: TestUser;
let channelId: string;
let photo: Buffer;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  const server = await createServerWith(alice);
  channelId = (await alice.call.channels.create({ serverId: server.id, name: 'photos' })).id;
  photo = await noisyPhoto(600, 450);
});
afterAll(() => world.close());

async function upload() {
  const [attachment] = await uploadAttachments(await contextOf(world, alice), channelId, [
    await receivedFile(world, photo, { filename: 'a.jpg', mimeType: 'image/jpeg' }),
  ]);
  if (!attachment) throw new Error('an upload answers each of its files');
  return attachment;
}

/** The services of the world, with another way to write files. */
const writing = (write: FileStore['write']) => ({
  ...world.services,
  files: { ...world.services.files, write },
});
const madeOf = async (id: string) =>
  (await storedNames(world, 'small-pictures')).filter((name) => name.startsWith(id));

test('is made once for all who ask at the same time, and read after that', async () => {
  const picture = await upload();
  const written: string[] = [];
  const services = writing(async (key, content) => {
    written.push(key);
    await world.services.files.write(key, content);
  });
  const ask = () => findSmallPicture(services, picture, 480);
  const [first, ...others] = await Promise.all([ask(), ask(), ask()]);
  expect(first).toEqual({ key: `small-pictures/${picture.id}-480.webp`, sizeBytes: expect.any(Number) });
  expect([...others, await ask()]).toEqual([first, first, first]);
  expect(written).toEqual([first?.key]);
});

test('is not made while the disk is full, and is once it is not', async () => {
  const picture = await upload();
  const { quotas } = world.services.settings;
  const full = { ...world.services.settings, quotas: { ...quotas, freeBytesKept: Number.MAX_SAFE_INTEGER } };
  expect(await findSmallPicture({ ...world.services, settings: full }, picture, 480)).toBeNull();
  expect(await madeOf(picture.id)).toEqual([]);
  const failing = writing(() => Promise.reject(new Error('no space left on the device')));
  expect(await findSmallPicture(failing, picture, 480)).toBeNull();
  expect(await findSmallPicture(world.services, picture, 480)).not.toBeNull();
});

test('is not waited for where too many are being made', async () => {
  const picture = await upload();
  const reading: PassThrough[] = [];
  let isReleased = false;
  const read = () => {
    const stream = new PassThrough();
    reading.push(stream);
    return isReleased ? stream.destroy(new Error('the disk is gone')) : stream;
  };
  const services = { ...world.services, files: { ...world.services.files, read } };
  const ask = () => findSmallPicture(services, { ...picture, id: newId() }, 480);
  const first = Array.from({ length: 34 }, ask);
  await expect.poll(() => reading.length).toBe(2);
  const anyOther = Promise.race([ask(), ...first.map((made) => made.then(() => 'one before it'))]);
  expect(await anyOther).toBeNull();
  isReleased = true;
  for (const stream of reading) stream.destroy(new Error('the disk is gone'));
  expect(new Set(await Promise.all(first))).toEqual(new Set([null]));
});

test('is not left behind by a picture that is removed meanwhile', async () => {
  const { attachments } = tables;
  const picture = await upload();
  const services = writing(async (key, content) => {
    await world.services.db.delete(attachments).where(eq(attachments.id, picture.id));
    await world.services.files.write(key, content);
  });
  expect(await findSmallPicture(services, picture, 480)).toBeNull();
  expect(await madeOf(picture.id)).toEqual([]);
});
