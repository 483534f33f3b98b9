import { connect, forbidFileRemoval, mayRemoveFiles } from '@palaver/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeUnclaimedAttachments } from '../attachments/purge.js';
import { attachmentKey } from '../attachments/record.js';
import { uploadAttachments } from '../attachments/upload.js';
import { contextOf, receivedFile, storedNames } from '../files/received-file.fixture.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { removeAvatar, setAvatar } from '../users/avatar.js';
import { plain } from '../users/avatar-images.fixture.js';
import { createSweep } from './sweep.js';

let world: World;
let alice: TestUser;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.person('alice');
  const server = await createServerWith(alice);
  channelId = (await alice.call.channels.create({ serverId: server.id, name: 'plans' })).id;
});
afterAll(() => world.close());

async function upload(): Promise<string> {
  const [attachment] = await uploadAttachments(await contextOf(world, alice), channelId, [
    await receivedFile(world, 'words', { filename: 'a.txt', mimeType: 'text/plain' }),
  ]);
  return attachment?.id ?? '';
}

async function beginBackup() {
  const session = connect(world.connection, { max: 1 });
  expect(await forbidFileRemoval(session)).toBe(true);
  return session;
}

/** Stores a file in each of the ways by which it can be removed later, and removes it in that way. */
async function removeInEachWay(): Promise<void> {
  const carried = await upload();
  const message = await alice.call.messages.send({ channelId, content: 'look', attachmentIds: [carried] });
  await alice.call.messages.delete({ messageId: message.id });
  await setAvatar(
    await contextOf(world, alice),
    await receivedFile(world, await plain(9, 9).png().toBuffer()),
  );
  await removeAvatar(await contextOf(world, alice));
  await upload();
  await purgeUnclaimedAttachments(world.services, new Date(world.clock.now().getTime() + 1));
}

/** A sweep that takes every file for old enough. */
function sweepLater(): Promise<void> {
  const now = () => new Date(Date.now() + 2 * 3600 * 1000);
  return createSweep({ ...world.services, clock: { ...world.clock, now } })();
}

const stored = async () => [
  ...(await storedNames(world, 'attachments')),
  ...(await storedNames(world, 'avatars')),
];

test('no stored file is removed while a backup runs, and all of them go when it has ended', async () => {
  const backup = await beginBackup();
  await removeInEachWay();
  await sweepLater();
  expect(await stored()).toHaveLength(3);

  await backup.end();
  await purgeUnclaimedAttachments(world.services, new Date(world.clock.now().getTime() + 1));
  await sweepLater();
  expect(await stored()).toEqual([]);
});

test('a backup that was killed holds nothing up', async () => {
  const backup = await beginBackup();
  const [backend] = await backup<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const { $client } = world.services.db;
  await $client`select pg_terminate_backend(${backend?.pid ?? 0}, 5000)`;
  await removeInEachWay();
  expect(await stored()).toEqual([]);
  await backup.end();
});

test('a backup begins after the removals that are under way, and no others begin while it waits', async () => {
  const id = await upload();
  const session = connect(world.connection, { max: 1 });
  let begun = Promise.resolve(false);
  await world.services.db.transaction(async (tx) => {
    expect(await mayRemoveFiles(tx)).toBe(true);
    begun = forbidFileRemoval(session);
    await expect.poll(() => mayRemoveFiles(world.services.db)).toBe(false);
    await world.services.files.remove(attachmentKey(id));
  });
  expect(await begun).toBe(true);
  await session.end();
});

test('two backups do not run at once', async () => {
  const first = await beginBackup();
  const second = connect(world.connection, { max: 1 });
  expect(await forbidFileRemoval(second, 10)).toBe(false);
  await first.end();
  expect(await forbidFileRemoval(second)).toBe(true);
  await second.end();
});
