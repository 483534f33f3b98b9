import { text } from 'node:stream/consumers';
import { createDatabase, type DatabaseHandle } from '@palaver/db';
import { createFaultProxy, type FaultProxy } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, receivedFile, storedNames } from '../files/received-file.fixture.js';
import { createServices, type RunningServices } from '../services.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { setAvatar } from '../users/avatar.js';
import { plain } from '../users/avatar-images.fixture.js';
import { accessAttachment } from './access.js';
import { attachmentKey } from './record.js';
import { uploadAttachments } from './upload.js';

let world: World;
let proxy: FaultProxy;
let database: DatabaseHandle;
/** The same service, with a proxy before its database that can lose the answer to a COMMIT. */
let services: RunningServices;
let alice: TestUser;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  proxy = await createFaultProxy(world.connection);
  database = createDatabase(proxy.connection, { max: 3 });
  services = createServices({ ...world.services, db: database.db });
  // The COMMIT that is lost shall be that of the request.
  await Promise.all(services.consumers.map((consumer) => consumer.stop()));
  alice = await world.person('alice');
  const server = await createServerWith(alice);
  channelId = (await alice.call.channels.create({ serverId: server.id, name: 'plans' })).id;
});
afterAll(async () => {
  await services.close();
  await database.close();
  await proxy.close();
  await world.close();
});

test('an upload whose COMMIT was not answered keeps its file, and its retry answers it', async () => {
  const attempt = async () =>
    uploadAttachments(await contextOf({ services }, alice, 'photo'), channelId, [
      await receivedFile(world, 'holiday', { filename: 'a.txt', mimeType: 'text/plain' }),
    ]);
  const first = attempt();
  const lost = proxy.loseAnswer(/^COMMIT$/, /insert into "attachments"/);
  await expect(first).rejects.toThrow();
  await lost;

  const [attachment] = await attempt();
  const id = attachment?.id ?? '';
  await expect(accessAttachment(await contextOf(world, alice), id)).resolves.toMatchObject({ id });
  expect(await text(services.files.read(attachmentKey(id)))).toBe('holiday');
  expect(await storedNames(world, 'attachments')).toEqual([id]);
});

test('an avatar whose COMMIT was not answered keeps its file', async () => {
  const picture = await plain(9, 9).png().toBuffer();
  const first = setAvatar(await contextOf({ services }, alice), await receivedFile(world, picture));
  const lost = proxy.loseAnswer(/^COMMIT$/, /update "users"/);
  await expect(first).rejects.toThrow();
  await lost;
  const { avatarPath } = await alice.call.users.me();
  expect(await storedNames(world, 'avatars')).toEqual([avatarPath?.split('/').at(-1)]);
});
