import { createDatabase } from '@palaver/db';
import { createFaultProxy } from '@palaver/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Verdict } from '../kernel/services/before-send.js';
import type { Resources } from '../procedures/services.js';
import { createServices } from '../services.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';
import { inAnHour, makeDue } from './world.fixture.js';

/** It sends nothing: each test has a sender of its own. */
let world: World;
let alice: TestUser;
let channelId: string;

beforeAll(async () => {
  world = await createWorld();
  await world.services.scheduled.stop();
  alice = await world.person('alice');
  const { id: serverId } = await createServerWith(alice);
  channelId = (await alice.call.channels.create({ serverId, name: 'plans' })).id;
});
afterAll(() => world.close());

const contents = async () => (await alice.call.messages.list({ channelId })).map(({ content }) => content);
const listed = () => alice.call.scheduledMessages.list();

/** A message that is due. */
async function dueMessage(content: string): Promise<string> {
  const { id } = await alice.call.scheduledMessages.create({ channelId, content, sendAt: inAnHour() });
  await makeDue(world.services.db, id);
  return id;
}

/** Sends what is due with other resources. */
async function sendWith(resources: Partial<Resources>, until?: Promise<unknown>): Promise<void> {
  const services = createServices({ ...world.services, ...resources });
  try {
    await until;
    await services.scheduled.idle();
  } finally {
    await services.close();
  }
}

test('a send whose COMMIT was not answered is done once, and what another node committed is not repeated', async () => {
  await dueMessage('answer lost');
  const proxy = await createFaultProxy(world.connection);
  const database = createDatabase(proxy.connection, { max: 3 });
  try {
    const lost = proxy.loseAnswer(/^COMMIT$/, /delete from scheduled_messages/);
    await sendWith({ db: database.db }, lost);
    await sendWith({});
    expect((await contents()).filter((content) => content === 'answer lost')).toHaveLength(1);
    expect(await listed()).toEqual([]);
  } finally {
    await database.close();
    await proxy.close();
  }
});

test('a send whose connection is lost before its COMMIT has done nothing, and is done by the next sender', async () => {
  const id = await dueMessage('cut off');
  const proxy = await createFaultProxy(world.connection);
  const database = createDatabase(proxy.connection, { max: 3 });
  const services = createServices({ ...world.services, db: database.db });
  try {
    await proxy.loseAnswer(/^DELETE/, /delete from scheduled_messages/);
    await services.scheduled.stop();
    expect(await listed()).toMatchObject([{ id, failure: null }]);
    expect(await contents()).not.toContain('cut off');
    await sendWith({});
    expect((await contents()).filter((content) => content === 'cut off')).toHaveLength(1);
  } finally {
    await services.close();
    await database.close();
    await proxy.close();
  }
});

function hook(verdict: Verdict): Partial<Resources> {
  const counts = { accepted: 0, changed: 0, refused: 0, failed: 0, skipped: 0 };
  const failures = { timeout: 0, connection: 0, status: 0, answer: 0 };
  const measure = () => ({ outcomes: counts, failures, seconds: 0, isAway: false });
  return { beforeSend: { ask: async () => verdict, measure } };
}

test("the operator's hook is asked when a message is sent: it may change it", async () => {
  await dueMessage('as it was written');
  await sendWith(hook({ action: 'change', content: 'as the hook wants it' }));
  expect(await contents()).toContain('as the hook wants it');
  expect(await contents()).not.toContain('as it was written');
});

test('what the hook refuses is kept with its reason', async () => {
  const id = await dueMessage('refused');
  await sendWith(hook({ action: 'refuse', reason: 'Not here.' }));
  const failure = { code: 'MESSAGE_REFUSED', error: 'Not here.' };
  expect(await listed()).toMatchObject([{ id, failure }]);
  await alice.call.scheduledMessages.delete({ scheduledMessageId: id });
});

test('what the hook has not checked is no failure: it is late, and sent when the hook answers', async () => {
  const id = await dueMessage('checked later');
  await sendWith(hook({ action: 'unchecked' }));
  expect(await listed()).toMatchObject([{ id, failure: null }]);
  await sendWith(hook({ action: 'accept' }));
  expect(await contents()).toContain('checked later');
});

test('how late the oldest message is can be measured', async () => {
  await dueMessage('late');
  const services = createServices({ ...world.services, ...hook({ action: 'unchecked' }) });
  await services.scheduled.idle();
  expect(services.scheduled.measure()).toMatchObject({ sent: 0, failed: 0 });
  expect(services.scheduled.measure().lateSeconds).toBeGreaterThan(59);
  await services.close();
  const other = createServices(world.services);
  await other.scheduled.idle();
  expect(other.scheduled.measure()).toEqual({ lateSeconds: 0, sent: 1, failed: 0 });
  await other.close();
});
