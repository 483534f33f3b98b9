import { newId } from '@palaver/db';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverStream } from '../log/streams.js';
import { WEBHOOK_EVENTS } from '../protocol/records/outgoing-webhook.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { measureQueue } from './lanes.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let number = 0;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob } = roles);
});
afterAll(() => world.close());
beforeEach(async () => {
  serverId = await roles.newServer();
});

type Fields = Partial<Parameters<TestUser['call']['outgoingWebhooks']['create']>[0]>;

const URL = 'https://receiver.invalid/hooks';
const create = (fields: Fields = {}, who = alice) =>
  who.call.outgoingWebhooks.create({ serverId, url: URL, eventTypes: ['message.created'], ...fields });
const pathOf = ({ webhook }: Awaited<ReturnType<typeof create>>) => ({
  serverId,
  outgoingWebhookId: webhook.id,
});
const newChannel = async (isPrivate: boolean, who = alice) =>
  (await who.call.channels.create({ serverId, name: `channel-${++number}`, isPrivate })).id;
const makeAdmin = (who: TestUser) =>
  alice.call.servers.updateMember({ serverId, userId: who.id, role: 'admin' });

describe('an outgoing webhook', () => {
  test('is made, read, changed and deleted by admins, and nobody hears of it in the stream of the server', async () => {
    const before = (await world.log(serverStream(serverId))).length;
    const made = await create({
      description: 'The wiki',
      eventTypes: ['message.created', 'message.created'],
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.webhook).toEqual({
      id: expect.any(String),
      serverId,
      userId: alice.id,
      url: URL,
      description: 'The wiki',
      eventTypes: ['message.created'],
      channelIds: null,
      enabled: true,
      disabledReason: null,
      failingSince: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const path = pathOf(made);
    const other = await create();
    expect(await alice.call.outgoingWebhooks.list({ serverId })).toEqual([other.webhook, made.webhook]);
    expect(await alice.call.outgoingWebhooks.get(path)).toEqual(made.webhook);
    world.clock.advance(1_000);
    const changed = await alice.call.outgoingWebhooks.update({ ...path, enabled: false, description: '' });
    expect(changed).toMatchObject({ enabled: false, description: '', disabledReason: null });
    expect(changed.updatedAt > made.webhook.updatedAt).toBe(true);
    expect(await alice.call.outgoingWebhooks.update({ ...path, enabled: false })).toEqual(changed);
    await refusedWith('OUTGOING_WEBHOOK_DISABLED', alice.call.outgoingWebhooks.ping(path));
    await refusedWith('OUTGOING_WEBHOOK_DISABLED', alice.call.outgoingWebhooks.replay(path));
    await alice.call.outgoingWebhooks.delete(path);
    await refusedWith('OUTGOING_WEBHOOK_NOT_FOUND', alice.call.outgoingWebhooks.get(path));
    await refusedWith('OUTGOING_WEBHOOK_NOT_FOUND', alice.call.outgoingWebhooks.delete(path));
    expect(await alice.call.outgoingWebhooks.list({ serverId })).toEqual([other.webhook]);
    expect(await world.log(serverStream(serverId))).toHaveLength(before);
    const acts = await alice.call.servers.auditLog({ serverId });
    const mine = acts.filter(({ targetId }) => targetId === path.outgoingWebhookId);
    expect(mine.map(({ act, targetName, details }) => [act, targetName, details])).toEqual([
      ['outgoingWebhook.deleted', 'receiver.invalid', {}],
      ['outgoingWebhook.updated', 'receiver.invalid', { changed: 'description, enabled' }],
      ['outgoingWebhook.created', 'receiver.invalid', {}],
    ]);
  });

  test('is nobody else’s matter', async () => {
    const path = pathOf(await create());
    const { id: deliveryId } = await alice.call.outgoingWebhooks.ping(path);
    const calls = ({ call }: TestUser) => [
      () => create({}, { call } as TestUser),
      () => call.outgoingWebhooks.list({ serverId }),
      () => call.outgoingWebhooks.get(path),
      () => call.outgoingWebhooks.update({ ...path, enabled: false }),
      () => call.outgoingWebhooks.delete(path),
      () => call.outgoingWebhooks.rotateSecret(path),
      () => call.outgoingWebhooks.ping(path),
      () => call.outgoingWebhooks.deliveries(path),
      () => call.outgoingWebhooks.replayDelivery({ ...path, deliveryId }),
      () => call.outgoingWebhooks.replay(path),
    ];
    const { carol, dave, robot } = roles;
    await refusedForAll('ADMIN_REQUIRED', calls(bob));
    await refusedForAll('ADMIN_REQUIRED', calls(robot));
    await refusedForAll('SERVER_NOT_FOUND', calls(dave));
    await refusedForAll('SERVER_NOT_FOUND', calls(carol));
    await refusedForAll('UNAUTHENTICATED', calls(world.anonymous));
    expect(await alice.call.outgoingWebhooks.get(path)).toMatchObject({ enabled: true });
    // A webhook and a delivery of another server are not found, by an admin of both.
    const elsewhere = await roles.newServer();
    const wrong = { ...path, serverId: elsewhere };
    await refusedWith('OUTGOING_WEBHOOK_NOT_FOUND', alice.call.outgoingWebhooks.get(wrong));
    await refusedWith('OUTGOING_WEBHOOK_NOT_FOUND', alice.call.outgoingWebhooks.rotateSecret(wrong));
    const other = pathOf(await create());
    await refusedWith(
      'DELIVERY_NOT_FOUND',
      alice.call.outgoingWebhooks.replayDelivery({ ...other, deliveryId }),
    );
    await refusedWith(
      'DELIVERY_NOT_FOUND',
      alice.call.outgoingWebhooks.replayDelivery({ ...path, deliveryId: newId() }),
    );
  });

  test('gets another secret, which is sealed in the database and repeated to the same session alone', async () => {
    const made = await create();
    const path = pathOf(made);
    const first = await alice.withKey('rotate').call.outgoingWebhooks.rotateSecret(path);
    expect(first.secret).not.toBe(made.secret);
    expect(await alice.withKey('rotate').call.outgoingWebhooks.rotateSecret(path)).toEqual(first);
    const [stored] = await world.services.db
      .$client`select * from outgoing_webhooks where id = ${made.webhook.id}`;
    const [kept] = await world.services.db.$client`select answer from idempotency_keys where key = 'rotate'`;
    for (const text of [JSON.stringify(stored), JSON.stringify(kept)]) {
      expect(text).not.toContain(first.secret.slice(6));
      expect(text).not.toContain(made.secret.slice(6));
    }
  });
});

async function refusedForAll(
  code: Parameters<typeof refusedWith>[0],
  calls: ReadonlyArray<() => Promise<unknown>>,
): Promise<void> {
  for (const call of calls) await refusedWith(code, call());
}

describe('the channels of a webhook', () => {
  test('are those of its server that who sets them may read', async () => {
    await makeAdmin(bob);
    const [open, mine, his] = [await newChannel(false), await newChannel(true), await newChannel(true, bob)];
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    const [elsewhere] = await alice.call.channels.list({ serverId: await roles.newServer() });
    for (const channelId of [his, dm.id, elsewhere?.id ?? '', newId(), 'none'])
      await refusedWith('CHANNEL_NOT_FOUND', create({ channelIds: [open, channelId] }));
    const made = await create({ channelIds: [open, mine, open] });
    expect(made.webhook.channelIds).toEqual([open, mine]);
    const path = pathOf(made);
    // Another admin does not learn of the private one, and takes the webhook over only without it.
    expect((await bob.call.outgoingWebhooks.get(path)).channelIds).toEqual([open]);
    expect((await bob.call.outgoingWebhooks.list({ serverId }))[0]?.channelIds).toEqual([open]);
    const turned = { url: 'https://bob.invalid/', eventTypes: ['message.created' as const] };
    await refusedWith('CHANNEL_NOT_FOUND', bob.call.outgoingWebhooks.update({ ...path, ...turned }));
    await refusedWith('CHANNEL_NOT_FOUND', bob.call.outgoingWebhooks.update({ ...path, enabled: false }));
    const taken = await bob.call.outgoingWebhooks.update({ ...path, ...turned, channelIds: [open, his] });
    expect(taken).toMatchObject({ userId: bob.id, channelIds: [open, his] });
    expect((await alice.call.outgoingWebhooks.get(path)).channelIds).toEqual([open]);
    const all = await bob.call.outgoingWebhooks.update({ ...path, channelIds: null });
    expect(all.channelIds).toBeNull();
  });
});

describe('bad input', () => {
  const refusedUrls = [
    '',
    'receiver',
    'ftp://receiver.invalid/',
    'javascript:alert(1)',
    'https://user:password@receiver.invalid/',
    'https://user@receiver.invalid/',
    'https://receiver.invalid/#part',
    'https://receiver.invalid:25/',
    'https://receiver.invalid:1023/',
    'https://receiver.invalid:70000/',
    'https://',
    `https://receiver.invalid/${'x'.repeat(2_000)}`,
  ];

  test.each(refusedUrls)('the URL %.60s is refused, for a new webhook and a change', async (url) => {
    await refusedWith('INVALID_INPUT', create({ url }));
    const path = pathOf(await create());
    await refusedWith('INVALID_INPUT', alice.call.outgoingWebhooks.update({ ...path, url }));
  });

  test.each([
    'https://receiver.invalid',
    'https://receiver.invalid:1024/?token=x',
    'https://[2606:4700::1111]:8443/',
    `https://receiver.invalid/${'x'.repeat(1_975)}`,
  ])('the URL %.60s is taken', async (url) => {
    expect((await create({ url })).webhook.url).toBe(url);
  });

  test('lists and texts are at most as long as they may be', async () => {
    const ids = Array.from({ length: 101 }, () => newId());
    await refusedWith('INVALID_INPUT', create({ channelIds: ids }));
    await refusedWith('INVALID_INPUT', create({ channelIds: [] }));
    await refusedWith('INVALID_INPUT', create({ eventTypes: [] }));
    await refusedWith('INVALID_INPUT', create({ description: 'x'.repeat(201) }));
    const most = await create({ description: 'x'.repeat(200), eventTypes: [...WEBHOOK_EVENTS] });
    expect(most.webhook.eventTypes).toEqual(WEBHOOK_EVENTS);
    const unknown = ['user.updated'] as unknown as ['message.created'];
    await refusedWith('INVALID_INPUT', create({ eventTypes: unknown }));
    await refusedWith(
      'INVALID_INPUT',
      alice.call.outgoingWebhooks.deliveries({ ...pathOf(most), before: 'x' }),
    );
  });
});

test('what waits is measured: how much it is, and how late', async () => {
  // Events that the other tests have caused become deliveries when the consumer of the log comes to them.
  await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
  const before = await measureQueue(world.services.db, world.clock.now());
  await alice.call.outgoingWebhooks.ping(pathOf(await create()));
  const late = new Date(world.clock.now().getTime() + 60_000);
  const { waiting, lateSeconds } = await measureQueue(world.services.db, late);
  expect(waiting).toBe(before.waiting + 1);
  expect(lateSeconds).toBeGreaterThanOrEqual(60);
});

test('deliveries are listed in pages, newest first', async () => {
  const path = pathOf(await create());
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift((await alice.call.outgoingWebhooks.ping(path)).id);
  const page = async (fields: object) =>
    (await alice.call.outgoingWebhooks.deliveries({ ...path, ...fields })).map(({ id }) => id);
  expect(await page({})).toEqual(ids);
  expect(await page({ limit: 2 })).toEqual(ids.slice(0, 2));
  expect(await page({ limit: 2, before: ids[1] })).toEqual(ids.slice(2, 4));
  expect(await page({ limit: 2, after: ids[4] })).toEqual(ids.slice(2, 4));
  expect(await page({ failed: true })).toEqual([]);
});
