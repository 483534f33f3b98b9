import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachmentKey } from '../attachments/record.js';
import { uploadAttachments } from '../attachments/upload.js';
import { contextOf, receivedFile, storedNames } from '../files/received-file.fixture.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { setAvatar } from '../users/avatar.js';
import { AVATARS } from '../users/avatar-file.js';
import { plain } from '../users/avatar-images.fixture.js';
import { createSweep } from './sweep.js';

const HOUR_MS = 3600 * 1000;

let world: World;
let alice: TestUser;
let channelId: string;
const warnings: object[] = [];
let sweep: () => Promise<void>;

beforeAll(async () => {
  world = await createWorld();
  const log = { ...world.services.log, warn: (fields: object) => void warnings.push(fields) };
  sweep = createSweep({ ...world.services, log });
  alice = await world.person('alice');
  const server = await createServerWith(alice);
  channelId = (await alice.call.channels.create({ serverId: server.id, name: 'plans' })).id;
});
afterAll(() => world.close());

/** Sets when a stored file was stored, by the clock of the world. */
async function store(key: string, hoursAgo: number, content?: string): Promise<void> {
  const path = join(dirname(dirname(world.services.files.temporaryPath())), key);
  await mkdir(dirname(path), { recursive: true });
  if (content !== undefined) await writeFile(path, content);
  const time = new Date(world.clock.now().getTime() - hoursAgo * HOUR_MS);
  await utimes(path, time, time);
}

async function upload(): Promise<string> {
  const [attachment] = await uploadAttachments(await contextOf(world, alice), channelId, [
    await receivedFile(world, 'words', { filename: 'a.txt', mimeType: 'text/plain' }),
  ]);
  return attachment?.id ?? '';
}

// What one leaves, the next one finds.
describe('a sweep', { shuffle: false }, () => {
  test('files that no row names go after an hour, and no others', async () => {
    const named = await upload();
    await store(attachmentKey(named), 5);
    const avatar = await setAvatar(
      await contextOf(world, alice),
      await receivedFile(world, await plain(9, 9).png().toBuffer()),
    );
    const avatarName = avatar.avatarPath?.split('/').at(-1) ?? '';
    await store(AVATARS.key(avatarName), 5);
    const fresh = newId();
    await store(attachmentKey(fresh), 0.5, 'under way');
    await store(attachmentKey(newId()), 1.5, 'lost');
    await store('attachments/notes-of-the-operator', 1.5, 'not ours');
    for (const of of [named, newId()]) await store(`small-pictures/${of}-480.webp`, 1.5, 'made of it');
    await store('small-pictures/notes-480.webp', 1.5, 'not ours');
    for (const folder of ['avatars', 'icons']) await store(`${folder}/${'a'.repeat(64)}.webp`, 1.5, 'lost');

    await sweep();

    const kept = [named, fresh, 'notes-of-the-operator'].sort();
    expect(await storedNames(world, 'attachments')).toEqual(kept);
    expect(await storedNames(world, 'avatars')).toEqual([avatarName]);
    expect(await storedNames(world, 'icons')).toEqual([]);
    expect(await storedNames(world, 'small-pictures')).toEqual([`${named}-480.webp`, 'notes-480.webp']);
    expect(warnings).toEqual([]);
  });

  test('a round does a bounded part, and the next ones the rest', async () => {
    for (let n = 0; n < 5_200; n += 1) await store(attachmentKey(newId()), 2, '');
    const before = (await storedNames(world, 'attachments')).length;
    await sweep();
    const between = (await storedNames(world, 'attachments')).length;
    expect(before - between).toBeGreaterThanOrEqual(4_990);
    expect(between).toBeGreaterThan(100);
    await sweep();
    await sweep();
    expect(await storedNames(world, 'attachments')).toHaveLength(before - 5_200);
  });

  test('rows without a file are reported, and nothing is removed', async () => {
    const lost = await upload();
    await world.services.files.remove(attachmentKey(lost));
    const { avatarPath } = await alice.call.users.me();
    await world.services.files.remove(AVATARS.key(avatarPath ?? ''));
    await sweep();
    expect(warnings).toEqual([
      { folder: 'attachments', missing: 1, examples: [lost] },
      { folder: 'avatars', missing: 1, examples: [avatarPath?.split('/').at(-1)] },
    ]);
  });
});
