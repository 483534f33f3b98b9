import { tables } from '@palaver/db';
import { sum } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contextOf, receivedFile, storedNames } from '../files/received-file.fixture.js';
import { openWebhook } from '../incoming-webhooks/access.js';
import { postFilesByWebhook } from '../incoming-webhooks/store-files.js';
import type { Quotas } from '../kernel/services/quotas.js';
import { createServices, type RunningServices } from '../services.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { runUpload } from '../users/upload.js';
import { purgeAttachmentsOfDeletedChannels, purgeUnclaimedAttachments } from './purge.js';
import { findStoredBytes } from './stored-bytes.js';
import { uploadAttachments } from './upload.js';

const KB = 1000;
const MB = 1024 * 1024;

let world: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  world = await createWorld({ quotas: { storedBytesPerPerson: 100 * KB, storedBytes: 160 * KB } });
  [alice, bob] = await Promise.all([world.person('alice'), world.person('bob')]);
  serverId = (await createServerWith(alice, bob)).id;
  channelId = (await alice.call.channels.create({ serverId, name: 'plans' })).id;
});
afterAll(() => world.close());

/** Nothing is stored at the beginning of a test, and every test counts exactly. */
beforeEach(async () => {
  await purgeUnclaimedAttachments(world.services, new Date(world.clock.now().getTime() + 1));
  expect(await stored(alice)).toEqual({ person: 0, all: 0 });
});

const stored = async (person: TestUser) => {
  const found = await findStoredBytes(world.services.db, person.id);
  const [row] = await world.services.db
    .select({ all: sum(tables.attachments.sizeBytes) })
    .from(tables.attachments);
  expect(found.all).toBe(Number(row?.all ?? 0));
  return found;
};

async function upload(person: TestUser, kilobytes: number, to = channelId, key: string | null = null) {
  const file = await receivedFile(world, Buffer.alloc(kilobytes * KB), { filename: 'a.bin', mimeType: '' });
  return uploadAttachments(await contextOf(world, person, key), to, [file]);
}
const idOf = (answer: Awaited<ReturnType<typeof upload>>) => answer[0]?.id ?? '';

test('the quota of a person is filled to the byte, and not passed', async () => {
  await upload(alice, 60);
  await upload(alice, 40);
  await refusedWith('STORAGE_QUOTA_EXCEEDED', upload(alice, 1));
  expect(await stored(alice)).toEqual({ person: 100 * KB, all: 100 * KB });
});

test('the quota of all holds for everybody', async () => {
  await upload(alice, 100);
  await refusedWith('STORAGE_FULL', upload(bob, 61));
  await upload(bob, 60);
  expect(await stored(bob)).toEqual({ person: 60 * KB, all: 160 * KB });
});

test('the webhooks of a server share one quota, deleted ones too', async () => {
  const post = { content: '', username: null, emoji: null, mentions: [] };
  const send = async (kilobytes: number) => {
    const { webhook, url } = await alice.call.incomingWebhooks.create({ channelId, name: 'CI' });
    const opened = await openWebhook(world.services.db, webhook.id, url.split('/').at(-1) ?? '');
    const file = await receivedFile(world, Buffer.alloc(kilobytes * KB), { filename: 'a.bin', mimeType: '' });
    const ctx = await contextOf(world, alice);
    const sent = postFilesByWebhook(ctx, opened, { post, key: null, digest: '' }, [file]);
    return sent.finally(() => alice.call.incomingWebhooks.delete({ webhookId: webhook.id }));
  };
  const sent = [await send(60), await send(40)];
  await refusedWith('STORAGE_QUOTA_EXCEEDED', send(1));
  expect(await stored(alice)).toEqual({ person: 0, all: 100 * KB });
  for (const message of sent) await alice.call.messages.delete({ messageId: message?.id ?? '' });
});

test('ten uploads at the same time do not pass the quota, and what is refused leaves no file', async () => {
  const before = await storedNames(world, 'attachments');
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => upload(alice, 30)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await stored(alice)).toEqual({ person: 90 * KB, all: 90 * KB });
  expect(await storedNames(world, 'attachments')).toHaveLength(before.length + 3);
});

test('what is deleted is free again: with its message, unclaimed, and with its channel', async () => {
  const { id } = await alice.call.channels.create({ serverId, name: 'short-lived' });
  const message = await alice.call.messages.send({
    channelId,
    attachmentIds: [idOf(await upload(alice, 50))],
  });
  const inChannel = idOf(await upload(alice, 30, id));
  await alice.call.messages.send({ channelId: id, attachmentIds: [inChannel] });
  await upload(alice, 20);
  expect(await stored(alice)).toEqual({ person: 100 * KB, all: 100 * KB });

  await alice.call.messages.delete({ messageId: message.id });
  expect(await stored(alice)).toEqual({ person: 50 * KB, all: 50 * KB });
  await purgeUnclaimedAttachments(world.services, new Date(world.clock.now().getTime() + 1));
  expect(await stored(alice)).toEqual({ person: 30 * KB, all: 30 * KB });
  await alice.call.channels.delete({ serverId, channelId: id });
  await purgeAttachmentsOfDeletedChannels(world.services);
  expect(await stored(alice)).toEqual({ person: 0, all: 0 });
});

test('a retry with the same key counts once', async () => {
  for (let n = 0; n < 3; n += 1) await upload(alice, 50, channelId, 'once');
  expect(await stored(alice)).toEqual({ person: 50 * KB, all: 50 * KB });
});

test('the files of a bot count for its owner', async () => {
  const { bot, token } = await alice.call.bots.create({ username: 'helper' });
  await alice.call.servers.addMember({ serverId, userId: bot.id });
  await upload(world.userWithToken(bot.id, token), 70);
  await refusedWith('STORAGE_QUOTA_EXCEEDED', upload(alice, 31));
  expect(await stored(alice)).toEqual({ person: 70 * KB, all: 70 * KB });
});

/** The service with other quotas. */
function withQuotas(quotas: Partial<Quotas>): RunningServices {
  const settings = { ...world.services.settings, quotas: { ...world.services.settings.quotas, ...quotas } };
  return createServices({ ...world.services, settings });
}

/** Reserves bytes in four uploads of a person at once; returns how many of each outcome there were. */
async function reserveFourTimes(services: RunningServices, kind: 'attachment' | 'avatar', bytes: number) {
  const ctx = await contextOf({ services }, alice);
  let waiting = 0;
  let release = () => {};
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () =>
      runUpload(ctx, kind, async (upload) => {
        const outcome = await upload.reserve(bytes).then(
          () => 'reserved',
          (error) => String(error.errorCode),
        );
        waiting += 1;
        if (waiting === 4) release();
        await all;
        return outcome;
      }),
    ),
  );
  return outcomes.sort();
}

test('uploads under way reserve what they write, also before anything is stored', async () => {
  const services = withQuotas({ storedBytesPerPerson: 50 * MB, storedBytes: 100 * MB });
  const outcomes = await reserveFourTimes(services, 'attachment', 20 * MB);
  expect(outcomes).toEqual(['STORAGE_QUOTA_EXCEEDED', 'STORAGE_QUOTA_EXCEEDED', 'reserved', 'reserved']);
  const full = withQuotas({ storedBytesPerPerson: 100 * MB, storedBytes: 50 * MB });
  expect(await reserveFourTimes(full, 'attachment', 20 * MB)).toContain('STORAGE_FULL');
  await services.close();
  await full.close();
});

test('no upload begins that would leave less of the disk free than is kept, an avatar included', async () => {
  const free = await world.services.files.freeBytes();
  const services = withQuotas({ freeBytesKept: free * 2, storedBytesPerPerson: 50 * MB });
  const ctx = await contextOf({ services }, alice);
  for (const kind of ['attachment', 'avatar'] as const) {
    await refusedWith(
      'DISK_FULL',
      runUpload(ctx, kind, (upload) => upload.reserve(1)),
    );
  }
  await services.close();
});

test('four uploads of a person are under way at once, sixteen wait, and more are refused', async () => {
  const ctx = await contextOf(world, alice);
  let underWay = 0;
  let most = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 25 }, () =>
      runUpload(ctx, 'attachment', async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise(setImmediate);
        underWay -= 1;
      }),
    ),
  );
  expect(most).toBe(4);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
});
