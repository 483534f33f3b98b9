import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, receivedFile, storedNames } from '../files/received-file.fixture.js';
import { serverStream } from '../log/streams.js';
import { createSweep } from '../maintenance/sweep.js';
import type { Server } from '../protocol/records/server.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { plain } from '../users/avatar-images.fixture.js';
import { setIcon } from './icon.js';
import { ICONS } from './icon-file.js';

let world: World;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let serverId: string;
const picture = { red: Buffer.alloc(0), blue: Buffer.alloc(0) };

beforeAll(async () => {
  world = await createWorld();
  picture.red = await plain(600, 400, 'red').png().toBuffer();
  picture.blue = await plain(90, 60, 'blue').png().toBuffer();
});
afterAll(() => world.close());
let n = 0;
beforeEach(async () => {
  n++;
  alice = await world.person(`alice-${n}`);
  bob = await world.person(`bob-${n}`);
  carol = await world.person(`carol-${n}`);
  serverId = (await createServerWith(alice, bob)).id;
});

async function upload(who: TestUser, content: Buffer, { id = serverId, key = '' } = {}): Promise<Server> {
  const file = await receivedFile(world, content, { mimeType: 'image/png' });
  return setIcon(await contextOf(world, who, key || null), id, file);
}

const remove = (who: TestUser) => who.call.servers.removeIcon({ serverId });
const nameOf = ({ iconPath }: Pick<Server, 'iconPath'>) => iconPath?.split('/').at(-1) ?? 'none';
const eventsOf = async () =>
  (await world.log(serverStream(serverId))).filter(({ type }) => type === 'server.updated');

describe('servers.setIcon', () => {
  test('everybody sees the image, members are told, and the audit log names the change', async () => {
    const server = await upload(alice, picture.red);
    expect(server.iconPath).toMatch(/^\/api\/icons\/[0-9a-f]{64}\.webp$/);
    expect(await bob.call.servers.get({ serverId })).toEqual(server);
    expect(await eventsOf()).toMatchObject([{ data: server }]);
    const { key } = await ICONS.find(world.services, nameOf(server));
    const chunks = await world.services.files.read(key).toArray();
    expect(await sharp(Buffer.concat(chunks)).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 341,
    });
    const [act] = await alice.call.servers.auditLog({ serverId });
    expect(act).toMatchObject({
      act: 'server.updated',
      targetId: serverId,
      details: { changed: 'iconPath' },
    });
    const { code } = await alice.call.servers.createInvite({ serverId });
    expect(await carol.call.servers.getInvite({ code })).toMatchObject({
      server: { iconPath: server.iconPath },
    });
  });

  test('the same image again changes nothing, and has another path in another server', async () => {
    const first = await upload(alice, picture.red);
    expect(await upload(alice, picture.red)).toEqual(first);
    expect(await eventsOf()).toHaveLength(1);
    const other = await createServerWith(alice);
    expect((await upload(alice, picture.red, { id: other.id })).iconPath).not.toBe(first.iconPath);
  });

  test('a new image replaces the file of the old one', async () => {
    const old = await upload(alice, picture.red);
    const names = [nameOf(old), nameOf(await upload(alice, picture.blue))];
    const stored = await storedNames(world, 'icons');
    expect(names.map((name) => stored.includes(name))).toEqual([false, true]);
    await refusedWith('ICON_NOT_FOUND', ICONS.find(world.services, nameOf(old)));
  });

  test('a repetition gets the first answer, and its key is for this image and server alone', async () => {
    const keyed = { key: `icon-${n}` };
    const first = await upload(alice, picture.red, keyed);
    await upload(alice, picture.blue);
    expect(await upload(alice, picture.red, keyed)).toEqual(first);
    expect(await alice.call.servers.get({ serverId })).not.toEqual(first);
    await refusedWith('IDEMPOTENCY_KEY_REUSED', upload(alice, picture.blue, keyed));
  });

  test('who may not change the server is refused, and no file is left', async () => {
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'moderator' });
    const before = await storedNames(world, 'icons');
    await refusedWith('ADMIN_REQUIRED', upload(bob, picture.red));
    await refusedWith('SERVER_NOT_FOUND', upload(carol, picture.red));
    await refusedWith('SERVER_NOT_FOUND', upload(alice, picture.red, { id: 'nothing' }));
    expect(await storedNames(world, 'icons')).toEqual(before);
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' });
    await expect(upload(bob, picture.red)).resolves.toMatchObject({ id: serverId });
    await bob.call.servers.leave({ serverId });
    await refusedWith('SERVER_NOT_FOUND', upload(bob, picture.blue));
  });

  test('what is no image is refused and changes nothing', async () => {
    const before = await upload(alice, picture.red);
    await refusedWith('IMAGE_UNREADABLE', upload(alice, Buffer.from('no picture')));
    expect(await alice.call.servers.get({ serverId })).toEqual(before);
  });

  test('of a deleted server the file stays while the row is stored, and goes after it', async () => {
    const name = nameOf(await upload(alice, picture.blue));
    await alice.call.servers.delete({ serverId });
    await refusedWith('SERVER_NOT_FOUND', upload(alice, picture.blue));
    const later = { ...world.clock, now: () => new Date(Date.now() + 2 * 3600 * 1000) };
    const sweep = createSweep({ ...world.services, clock: later });
    await sweep();
    expect(await storedNames(world, 'icons')).toContain(name);
    await world.services.db
      .update(tables.servers)
      .set({ iconPath: null })
      .where(eq(tables.servers.id, serverId));
    await sweep();
    expect(await storedNames(world, 'icons')).not.toContain(name);
  });
});

describe('servers.removeIcon', () => {
  test('removes the image and its file; a second call changes nothing', async () => {
    const name = nameOf(await upload(alice, picture.red));
    expect(await remove(alice)).toMatchObject({ iconPath: null });
    expect(await remove(alice)).toMatchObject({ iconPath: null });
    expect(await eventsOf()).toMatchObject([{}, { data: { iconPath: null } }]);
    expect(await storedNames(world, 'icons')).not.toContain(name);
  });

  test('is for admins and the owner', async () => {
    const before = await upload(alice, picture.red);
    await refusedWith('ADMIN_REQUIRED', remove(bob));
    await refusedWith('SERVER_NOT_FOUND', remove(carol));
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.servers.removeIcon({ serverId }));
    expect(await alice.call.servers.get({ serverId })).toEqual(before);
  });
});
