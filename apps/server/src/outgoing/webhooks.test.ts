import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRounds } from '@palaver/core';
import {
  createServerWith,
  createWorld,
  createWorlds,
  type TestUser,
  type World,
} from '@palaver/core/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accept, isSignedWith, type Received, startReceiver, type TestReceiver } from './receiver.fixture.js';
import { createWebhookSender, type RunningWebhookSender } from './webhook-sender.js';
import { LOOPBACK } from './webhooks.fixture.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

let receiver: TestReceiver;
let sender: RunningWebhookSender;
let world: World;
let alice: TestUser;
let bob: TestUser;
let serverId: string;
let channelId: string;
let n = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  sender = createWebhookSender(LOOPBACK, 2_000);
  world = await createWorld({ webhookSender: sender });
  alice = await world.person('alice');
  bob = await world.person('bob');
});
afterAll(async () => {
  await world.close();
  await sender.close();
  await receiver.stop();
});
let made: Array<{ serverId: string; outgoingWebhookId: string }> = [];
afterEach(async () => {
  // What still waits in one test is no matter of the next.
  for (const at of made) await alice.call.outgoingWebhooks.delete(at).catch(() => {});
  made = [];
});
beforeEach(async () => {
  receiver.behave(accept);
  ({ id: serverId } = await createServerWith(alice, bob));
  channelId = await newChannel();
});

const newChannel = async (isPrivate = false) =>
  (await alice.call.channels.create({ serverId, name: `channel-${++n}`, isPrivate })).id;

type Create = Parameters<TestUser['call']['outgoingWebhooks']['create']>[0];

/** Subscribes at a path of its own. */
async function subscribe(given: Partial<Create> = {}, who = alice) {
  // Of the same instant are what was before and what is after.
  world.clock.advance(1);
  const path = `/hook-${++n}/`;
  const input: Create = {
    serverId,
    url: `${receiver.url}${path}`,
    eventTypes: ['message.created'],
    ...given,
  };
  const { webhook, secret } = await who.call.outgoingWebhooks.create(input);
  const at = { serverId, outgoingWebhookId: webhook.id };
  made.push(at);
  return { path, secret, webhook, at };
}

const say = (content: string, where = channelId, who = alice) =>
  who.call.messages.send({ channelId: where, content });

/** Lets what was written be queued, time pass, and what is due be sent. */
async function pass(milliseconds = 0, at = world): Promise<void> {
  await Promise.all(at.services.consumers.map((consumer) => consumer.idle()));
  at.clock.advance(milliseconds);
  await at.services.webhooks.idle();
}

/** The node that is sending, and the other: either may have queued the events and taken them first. */
function sendingAndOther(worlds: readonly World[]): [World, World] {
  const isSending = ({ services }: World) => (services.webhooks.measure()?.underWay ?? 0) > 0;
  const [sending] = worlds.filter(isSending);
  const [other] = worlds.filter((one) => !isSending(one));
  if (!sending || !other) throw new Error('one of two nodes sends');
  return [sending, other];
}

const cleanUp = () => createRounds(world.services)();
const contents = (path: string) => receiver.at(path).map(({ data }) => data.content);
const deliveriesOf = (at: { serverId: string; outgoingWebhookId: string }) =>
  alice.call.outgoingWebhooks.deliveries(at);

describe('a delivery', () => {
  test('has the event as the log has it, signed, under the id of the delivery', async () => {
    const { path, secret, at } = await subscribe();
    const message = await say('hello');
    await pass();
    const [got, ...more] = receiver.at(path);
    expect(more).toEqual([]);
    expect(JSON.parse(got?.body ?? '')).toEqual({
      type: 'message.created',
      timestamp: message.createdAt,
      serverId,
      data: expect.objectContaining({ id: message.id, content: 'hello', channelId, seq: 2 }),
    });
    expect(isSignedWith(secret, got as Received)).toBe(true);
    expect(got?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Palaver' });
    expect(await deliveriesOf(at)).toEqual([
      {
        id: got?.id,
        eventType: 'message.created',
        channelId,
        state: 'delivered',
        attempts: 1,
        status: 204,
        error: null,
        durationMs: expect.any(Number),
        createdAt: expect.any(String),
        triedAt: expect.any(String),
      },
    ]);
    await pass(HOUR_MS);
    expect(receiver.at(path)).toHaveLength(1);
  });

  test('of each channel comes in order; one that fails holds back its channel alone', async () => {
    const { path } = await subscribe();
    const other = await newChannel();
    receiver.behave((received, res) => {
      res.writeHead(received.data.channelId === channelId ? 500 : 200).end();
    });
    for (let i = 1; i <= 5; i++) {
      await say(`a${i}`);
      await say(`b${i}`, other);
    }
    await pass();
    expect(contents(path).filter((content) => content.startsWith('a'))).toEqual(['a1']);
    expect(contents(path).filter((content) => content.startsWith('b'))).toEqual([
      'b1',
      'b2',
      'b3',
      'b4',
      'b5',
    ]);
    const [first] = receiver.at(path).filter(({ data }) => data.content === 'a1');
    receiver.behave(accept);
    await pass(6 * SECOND_MS);
    const ofA = receiver.at(path).filter(({ data }) => data.content.startsWith('a'));
    expect(ofA.map(({ data }) => data.content)).toEqual(['a1', 'a1', 'a2', 'a3', 'a4', 'a5']);
    expect(ofA[1]?.id).toBe(first?.id);
    expect(new Set(receiver.at(path).map(({ id }) => id)).size).toBe(10);
  });
});

describe('deliveries that are read ahead', () => {
  const post = async (count: number) => {
    for (let i = 0; i < count; i++) await say(`${i}`);
    return Array.from({ length: count }, (_, i) => `${i}`);
  };

  test('come once and in order; where one fails, those before it have come and those after it wait', async () => {
    const { path, at } = await subscribe();
    let failures = 0;
    receiver.behave(({ data }, res) => {
      const fails = data.content === '14' && failures++ === 0;
      res.writeHead(fails ? 500 : 204).end();
    });
    const posted = await post(70);
    await pass();
    expect(contents(path)).toEqual(posted.slice(0, 15));
    const states = (await deliveriesOf(at)).map(({ state }) => state);
    expect(states.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 'waiting'));
    expect((await alice.call.outgoingWebhooks.get(at)).failingSince).not.toBeNull();
    await pass(6 * SECOND_MS);
    expect(contents(path)).toEqual([...posted.slice(0, 15), ...posted.slice(14)]);
    expect(new Set(receiver.at(path).map(({ id }) => id)).size).toBe(70);
    expect((await alice.call.outgoingWebhooks.get(at)).failingSince).toBeNull();
  });

  test('come again under the same ids where the node dies before it has written that they came', async () => {
    const { worlds, close } = await createWorlds(2, { webhookSender: sender });
    const who = await worlds[0]?.person('wanda');
    if (!who) throw new Error('there are two worlds');
    const server = await createServerWith(who);
    const [channel] = await who.call.channels.list({ serverId: server.id });
    const path = `/ahead-${++n}/`;
    const url = `${receiver.url}${path}`;
    await who.call.outgoingWebhooks.create({ serverId: server.id, url, eventTypes: ['message.created'] });
    const posted = Array.from({ length: 10 }, (_, i) => `${i}`);
    for (const content of posted) await say(content, channel?.id ?? '', who);
    // The first is read alone, and four after it together.
    receiver.behave(({ data }, res) => {
      if (data.content !== '3') accept({} as Received, res);
    });
    for (const { services } of worlds) await Promise.all(services.consumers.map((one) => one.idle()));
    for (const { services } of worlds) services.webhooks.wake();
    await receiver.until(path, 4);
    const [dying, other] = sendingAndOther(worlds);
    await dying.services.close();
    receiver.behave(accept);
    // The call may be given up and written down in this moment; the other node looks by itself once a second.
    other.clock.advance(21 * SECOND_MS);
    await expect.poll(() => contents(path)).toContain('9');
    const got = receiver.at(path);
    const known = new Set<string>();
    const fresh = got.filter(({ id }) => !known.has(id) && known.add(id));
    expect(fresh.map(({ data }) => data.content)).toEqual(posted);
    // Those from the first that was not written down on came again, in order as well.
    const again = got.slice(4).map(({ data }) => data.content);
    expect(again).toEqual(posted.slice(-again.length));
    expect(again.length).toBeGreaterThanOrEqual(7);
    await close();
  });

  test('are sent as they are then, where the receiver is slow', async () => {
    const { path } = await subscribe();
    const posted = [await say('0'), await say('1'), await say('2'), await say('3')];
    let held: ServerResponse | undefined;
    receiver.behave((received, res) => {
      if (received.data.content === '1') held = res;
      else accept(received, res);
    });
    await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
    world.services.webhooks.wake();
    await receiver.until(path, 2);
    await alice.call.messages.delete({ messageId: posted[3]?.id ?? '' });
    // Longer than what was read may be old.
    world.clock.advance(150);
    held?.writeHead(204).end();
    await receiver.until(path, 4);
    await world.services.webhooks.idle();
    expect(contents(path)).toEqual(['0', '1', '2', '']);
  });
});

describe('retries', () => {
  test('come later each time, as late as the receiver asks, and stop after 72 hours', async () => {
    const { path, at } = await subscribe();
    const healthy = await newChannel();
    receiver.behave(({ data }, res) => {
      res.writeHead(data.channelId === channelId ? 503 : 204).end();
    });
    await say('never taken');
    await say('next');
    await pass();
    expect(contents(path)).toEqual(['never taken']);
    await pass(3 * SECOND_MS);
    expect(contents(path)).toHaveLength(1);
    await pass(3 * SECOND_MS);
    expect(contents(path)).toHaveLength(2);
    receiver.behave(({ data }, res) => {
      const isFailing = data.channelId === channelId;
      res.writeHead(isFailing ? 429 : 204, isFailing ? { 'Retry-After': '7200' } : {}).end();
    });
    await pass(12 * SECOND_MS);
    expect(contents(path)).toHaveLength(3);
    await pass(HOUR_MS);
    expect(contents(path)).toHaveLength(3);
    await pass(HOUR_MS);
    expect(contents(path)).toHaveLength(4);
    for (let day = 0; day < 3; day++) {
      await pass(24 * HOUR_MS);
      // The webhook is not one that only fails.
      await say(`day ${day}`, healthy);
      await pass(3 * HOUR_MS);
    }
    const [next, given] = (await deliveriesOf(at)).filter((one) => one.channelId === channelId);
    expect(given).toMatchObject({ state: 'failed', status: 429, error: 'status' });
    expect(next).toMatchObject({ status: 429, error: 'status' });
    expect(contents(path)).toContain('next');
    expect(contents(path).filter((content) => content.startsWith('day'))).toHaveLength(3);
  });

  test('a webhook that only fails for 72 hours is disabled: an event, a line of the audit log, and a mail', async () => {
    const { db } = world.services;
    await db.$client`update users set email = 'a@example.org', verified_email = 'a@example.org' where id = ${alice.id}`;
    const { path, at } = await subscribe();
    receiver.behave((_received, res) => void res.writeHead(500).end());
    await say('kept');
    await pass();
    expect((await alice.call.outgoingWebhooks.get(at)).failingSince).not.toBeNull();
    for (let hours = 0; hours <= 72; hours += 4) await pass(4 * HOUR_MS);
    const disabled = await alice.call.outgoingWebhooks.get(at);
    expect(disabled).toMatchObject({ enabled: false, disabledReason: 'failing' });
    const count = receiver.at(path).length;
    await say('while disabled');
    await pass(5 * HOUR_MS);
    expect(receiver.at(path)).toHaveLength(count);
    const told = (await world.log({ id: alice.id })).at(-1);
    expect(told).toMatchObject({
      type: 'outgoing_webhook.disabled',
      data: { serverId, outgoingWebhookId: at.outgoingWebhookId, reason: 'failing' },
    });
    const [line] = await alice.call.servers.auditLog({ serverId });
    expect(line).toMatchObject({
      act: 'outgoingWebhook.disabled',
      actorId: null,
      actorName: 'the service',
      targetName: '127.0.0.1',
      details: { reason: 'failing' },
    });
    const mails = await db.$client`select kind, details from mail_outbox where user_id = ${alice.id}`;
    expect(mails).toEqual([{ kind: 'webhook-disabled', details: { host: '127.0.0.1', reason: 'failing' } }]);

    // What was given up can be sent again; what came while it was disabled is not sent.
    receiver.behave(accept);
    const enabled = await alice.call.outgoingWebhooks.update({ ...at, enabled: true });
    expect(enabled).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
    await alice.call.outgoingWebhooks.replay(at);
    await pass();
    expect(contents(path).slice(count)).toEqual(['kept']);
    expect(new Set(receiver.at(path).map(({ id }) => id)).size).toBe(1);
  });

  test('410 disables it at once', async () => {
    const { path, at } = await subscribe();
    receiver.behave((_received, res) => void res.writeHead(410).end());
    await say('x');
    await say('y');
    await pass();
    expect(await alice.call.outgoingWebhooks.get(at)).toMatchObject({
      enabled: false,
      disabledReason: 'gone',
    });
    await pass(24 * HOUR_MS);
    expect(contents(path)).toEqual(['x']);
    receiver.behave(accept);
    await alice.call.outgoingWebhooks.update({ ...at, url: `${receiver.url}${path}new`, enabled: true });
    await pass();
    expect(contents(`${path}new`)).toEqual(['y']);
  });

  test('survive the node: one that dies while it sends leaves the delivery to another, under the same id', async () => {
    const { worlds, close } = await createWorlds(2, { webhookSender: sender });
    const who = await worlds[0]?.person('walter');
    if (!who) throw new Error('there are two worlds');
    const server = await createServerWith(who);
    const [channel] = await who.call.channels.list({ serverId: server.id });
    const path = `/node-${++n}/`;
    await who.call.outgoingWebhooks.create({
      serverId: server.id,
      url: `${receiver.url}${path}`,
      eventTypes: ['message.created'],
    });
    // What a node has taken and never ended.
    for (const content of ['one', 'two']) await say(content, channel?.id ?? '', who);
    receiver.behave(() => {});
    for (const { services } of worlds) await Promise.all(services.consumers.map((one) => one.idle()));
    for (const { services } of worlds) services.webhooks.wake();
    await receiver.until(path, 1);
    const [dying, other] = sendingAndOther(worlds);
    await dying.services.close();
    receiver.behave(accept);
    await pass(0, other);
    expect(receiver.at(path)).toHaveLength(1);
    // The other node looks by itself once a second.
    other.clock.advance(21 * SECOND_MS);
    const got = await receiver.until(path, 3);
    expect(got.map(({ data }) => data.content)).toEqual(['one', 'one', 'two']);
    expect(new Set(got.slice(0, 2).map(({ id }) => id)).size).toBe(1);
    await close();
  });
});

test('two nodes send each event once', async () => {
  const { worlds, close } = await createWorlds(2, { webhookSender: sender });
  const [first, second] = worlds;
  if (!first || !second) throw new Error('there are two');
  const who = await first.person('nora');
  const server = await createServerWith(who);
  const path = `/nodes-${++n}/`;
  const url = `${receiver.url}${path}`;
  await who.call.outgoingWebhooks.create({ serverId: server.id, url, eventTypes: ['message.created'] });
  const there = second.userWithToken(who.id, who.token);
  const channels = [];
  for (let i = 0; i < 4; i++)
    channels.push((await who.call.channels.create({ serverId: server.id, name: `c${i}` })).id);
  const posted = Array.from({ length: 40 }, (_, i) => `${i % 4}-${i}`);
  for (const [i, content] of posted.entries()) await say(content, channels[i % 4], i % 3 === 0 ? there : who);
  await Promise.all(worlds.map((world) => pass(0, world)));
  await Promise.all(worlds.map((world) => pass(0, world)));
  const got = await receiver.until(path, posted.length);
  expect(got.map(({ data }) => data.content).sort()).toEqual([...posted].sort());
  for (const channel of channels.keys()) {
    const ofChannel = (contents: readonly string[]) =>
      contents.filter((one) => one.startsWith(`${channel}-`));
    expect(ofChannel(got.map(({ data }) => data.content))).toEqual(ofChannel(posted));
  }
  await close();
});

describe('what is sent', () => {
  test('is what the log has when it is sent: no text leaves after its deletion', async () => {
    const { path } = await subscribe({
      eventTypes: ['message.created', 'message.updated', 'message.deleted'],
    });
    receiver.behave((_received, res) => void res.writeHead(500).end());
    const deleted = await say('deleted secret');
    const edited = await say('before the edit');
    await pass();
    await alice.call.messages.delete({ messageId: deleted.id });
    await alice.call.messages.edit({ messageId: edited.id, content: 'after the edit' });
    receiver.behave(accept);
    const sentBefore = receiver.at(path).length;
    await pass(7 * SECOND_MS);
    const got = receiver.at(path).slice(sentBefore);
    expect(got.map(({ type, data }) => [type, data.content ?? null, data.superseded ?? false])).toEqual([
      ['message.created', '', true],
      ['message.created', '', true],
      ['message.deleted', null, false],
      ['message.updated', 'after the edit', false],
    ]);
    expect(got.map(({ body }) => body).join()).not.toMatch(/secret|before/);
  });

  test('is of public channels, or of named ones, and never of a direct message', async () => {
    const [secret, other] = [await newChannel(true), await newChannel()];
    const all = await subscribe();
    const some = await subscribe({ channelIds: [secret, channelId] });
    const { id: dm } = await alice.call.dms.create({ userIds: [bob.id] });
    for (const [content, where] of [
      ['open', channelId],
      ['other', other],
      ['secret', secret],
      ['direct', dm],
    ] as const)
      await say(content, where);
    await pass();
    expect(contents(all.path).toSorted()).toEqual(['open', 'other']);
    expect(contents(some.path).toSorted()).toEqual(['open', 'secret']);
  });

  test('of the server are the events that were asked for, those about a channel of the named ones alone', async () => {
    const eventTypes = ['channel.updated', 'channel.deleted', 'group.created', 'member.joined'] as const;
    const all = await subscribe({ eventTypes: [...eventTypes] });
    const some = await subscribe({ eventTypes: [...eventTypes], channelIds: [channelId] });
    const other = await newChannel();
    for (const id of [channelId, other])
      await alice.call.channels.update({ serverId, channelId: id, topic: 'Plans' });
    await alice.call.groups.create({ serverId, name: 'Work' });
    await bob.call.channels.join({ serverId, channelId: other });
    await alice.call.servers.update({ serverId, name: 'Other' });
    await pass();
    const got = (path: string) =>
      receiver.at(path).map(({ type, data }) => `${type} ${data.id ?? data.channelId}`);
    const group = receiver.at(all.path).find(({ type }) => type === 'group.created')?.data.id;
    expect(got(some.path)).toEqual([`channel.updated ${channelId}`, `group.created ${group}`]);
    expect(got(all.path)).toEqual([
      `channel.updated ${channelId}`,
      `channel.updated ${other}`,
      `group.created ${group}`,
      `member.joined ${other}`,
    ]);
  });

  test('of a channel that was deleted before they were sent are its deletion alone', async () => {
    const { path } = await subscribe({ eventTypes: ['channel.updated', 'channel.deleted'] });
    const other = await newChannel();
    receiver.behave((_received, res) => void res.writeHead(500).end());
    await alice.call.channels.update({ serverId, channelId: other, topic: 'Plans' });
    await pass();
    await alice.call.channels.delete({ serverId, channelId: other });
    receiver.behave(accept);
    const before = receiver.at(path).length;
    await pass(7 * SECOND_MS);
    const got = receiver.at(path).slice(before);
    expect(got.map(({ type, data }) => [type, data.id ?? data.channelId])).toEqual([
      ['channel.deleted', other],
    ]);
  });

  test('is nothing of a channel that was hidden before it was sent', async () => {
    const { path, at } = await subscribe();
    const secret = await newChannel(true);
    const named = await subscribe({ channelIds: [secret] });
    receiver.behave((_received, res) => void res.writeHead(500).end());
    for (const where of [channelId, secret]) {
      await say('first', where);
      await say('second', where);
    }
    await pass();
    receiver.behave(accept);
    await alice.call.channels.update({ serverId, channelId, isPrivate: true });
    await alice.call.channels.leave({ serverId, channelId: secret });
    const [before, beforeNamed] = [receiver.at(path).length, receiver.at(named.path).length];
    await pass(7 * SECOND_MS);
    expect(receiver.at(path)).toHaveLength(before);
    expect(receiver.at(named.path)).toHaveLength(beforeNamed);
    const states = (await deliveriesOf(at)).map(({ state, error }) => [state, error]);
    expect(states).toEqual([
      ['dropped', 'hidden'],
      ['dropped', 'hidden'],
    ]);
  });

  test('is nothing for who is no admin any more', async () => {
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'admin' });
    const { path, at } = await subscribe({}, bob);
    await alice.call.servers.updateMember({ serverId, userId: bob.id, role: 'member' });
    await say('x');
    await pass();
    expect(receiver.at(path)).toEqual([]);
    expect(await alice.call.outgoingWebhooks.get(at)).toMatchObject({ disabledReason: 'unauthorized' });
    expect((await world.log({ id: bob.id })).at(-1)).toMatchObject({ type: 'outgoing_webhook.disabled' });
    // Another admin takes it over.
    await alice.call.outgoingWebhooks.update({ ...at, enabled: true });
    await pass();
    expect(contents(path)).toEqual(['x']);
  });
});

describe('secrets', () => {
  test('the one before signs as well, for 24 hours', async () => {
    const { path, secret, at } = await subscribe();
    const rotated = await alice.call.outgoingWebhooks.rotateSecret(at);
    await say('both');
    await pass();
    await pass(24 * HOUR_MS);
    await say('new alone');
    await pass();
    const signed = receiver
      .at(path)
      .map((call) => [secret, rotated.secret].map((one) => isSignedWith(one, call)));
    expect(signed).toEqual([
      [true, true],
      [false, true],
    ]);
  });
});

describe('a replay', () => {
  test('sends one delivery, those that were given up, or all after a position, under the same ids', async () => {
    const { path, at } = await subscribe();
    for (const content of ['a', 'b', 'c']) await say(content);
    await pass();
    const ids = receiver.at(path).map(({ id }) => id);
    const again = async (replay: () => Promise<unknown>) => {
      const before = receiver.at(path).length;
      await replay();
      await pass();
      return receiver.at(path).slice(before);
    };
    const one = await again(() =>
      alice.call.outgoingWebhooks.replayDelivery({ ...at, deliveryId: ids[1] ?? '' }),
    );
    expect(one.map(({ id, data }) => [id, data.content])).toEqual([[ids[1], 'b']]);
    expect(await again(() => alice.call.outgoingWebhooks.replay(at))).toEqual([]);
    await alice.call.outgoingWebhooks.ping(at);
    await pass();
    const [first] = ids;
    const later = await again(() =>
      alice.call.outgoingWebhooks.replay({ ...at, after: first, failed: false }),
    );
    expect(later.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids.slice(1));
    expect(later.map(({ type }) => type).toSorted()).toEqual([
      'message.created',
      'message.created',
      'webhook.ping',
    ]);
    const answers = await alice.call.outgoingWebhooks.replay({ ...at, failed: false });
    expect(answers).toMatchObject({ replayed: 4 });
    await pass();
    // Account, not content: what was deleted meanwhile is sent without it.
    const [message] = await alice.call.messages.list({ channelId });
    await alice.call.messages.delete({ messageId: message?.id ?? '' });
    const gone = await again(() =>
      alice.call.outgoingWebhooks.replayDelivery({ ...at, deliveryId: ids[2] ?? '' }),
    );
    expect(gone.map(({ data }) => data.content)).toEqual(['']);
  });
});

test('a webhook for which too many deliveries wait is disabled', async () => {
  const { at } = await subscribe();
  for (let from = 1; from < 50_000; from += 5_000)
    await world.services.db.$client`
      insert into outgoing_webhook_deliveries (id, webhook_id, stream_id, seq, event_type, created_at, queued_at)
      select gen_random_uuid(), ${at.outgoingWebhookId}, ${serverId}, number, 'message.created', now(), now()
      from generate_series(${from}::int, ${from + 4_999}::int) number`;
  const refused = alice.call.outgoingWebhooks.ping(at);
  await expect(refused).rejects.toMatchObject({ errorCode: 'TOO_MANY_WAITING_DELIVERIES' });
  await say('one more');
  await pass();
  expect(await alice.call.outgoingWebhooks.get(at)).toMatchObject({
    enabled: false,
    disabledReason: 'backlog',
  });
});

test('a receiver that does not answer keeps no other waiting', async () => {
  const patient = createWebhookSender(LOOPBACK, 600_000);
  const node = await createWorld({ webhookSender: patient });
  const owner = await node.person('owner');
  const { id: serverId } = await createServerWith(owner);
  const [channel] = await owner.call.channels.list({ serverId });
  const [silent, good] = ['/silent/', '/good/'];
  for (const path of [silent, good]) {
    const eventTypes = ['message.created' as const];
    await owner.call.outgoingWebhooks.create({ serverId, url: `${receiver.url}${path}`, eventTypes });
  }
  const held: ServerResponse[] = [];
  receiver.behave((received, res) => {
    if (received.path === silent) held.push(res);
    else accept(received, res);
  });
  for (let i = 0; i < 10; i++)
    await owner.call.messages.send({ channelId: channel?.id ?? '', content: `${i}` });
  await Promise.all(node.services.consumers.map((consumer) => consumer.idle()));
  node.services.webhooks.wake();
  await receiver.until(good, 10);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  expect(held.filter(({ destroyed }) => destroyed)).toEqual([]);
  for (const res of held) res.destroy();
  await node.close();
  await patient.close();
});

test('an answer that does not end is read no longer than the call may take', async () => {
  const brief = createWebhookSender(LOOPBACK, 100);
  const answering = new Promise<ServerResponse>((resolve) => {
    receiver.behave((_received, res) => {
      res.writeHead(200).write('and so on');
      resolve(res);
    });
  });
  const call = {
    id: 'one',
    url: `${receiver.url}/endless/`,
    body: '{}',
    keys: [randomBytes(32)],
    at: new Date(),
  };
  expect(await brief.send(call)).toMatchObject({ status: 200, failure: null });
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  await once(await answering, 'close');
  await brief.close();
});

test('a hostile receiver leaves its error, and is not followed', async () => {
  const hostile: Array<[string, (res: ServerResponse) => void]> = [
    ['silent', () => {}],
    ['reset', (res) => res.destroy()],
    ['redirect', (res) => void res.writeHead(307, { Location: `${receiver.url}/redirected/` }).end()],
    [
      'endless body',
      (res) => {
        res.writeHead(500);
        const pour = () => {
          while (!res.destroyed && res.write('x'.repeat(65_536)));
        };
        res.on('drain', pour);
        pour();
      },
    ],
    [
      'endless headers',
      (res) => {
        res.socket?.write('HTTP/1.1 200 OK\r\n');
        const pour = () => {
          while (!res.destroyed && res.socket?.write(`X-${'x'.repeat(1_000)}: y\r\n`));
        };
        res.socket?.on('drain', pour);
        pour();
      },
    ],
  ];
  const made = new Map<string, Awaited<ReturnType<typeof subscribe>>>();
  for (const [name] of hostile) made.set(name, await subscribe());
  const good = await subscribe();
  receiver.behave(({ path }, res) => {
    const behaviour = hostile.find(([name]) => path === made.get(name)?.path)?.[1];
    if (behaviour) behaviour(res);
    else accept({} as Received, res);
  });
  for (let i = 0; i < 10; i++) await say(`${i}`);
  await Promise.all(world.services.consumers.map((consumer) => consumer.idle()));
  await world.services.webhooks.idle();
  expect(receiver.at(good.path)).toHaveLength(10);
  const errors: Record<string, unknown> = {};
  for (const [name, { at }] of made) {
    const tried = (await deliveriesOf(at)).filter(({ attempts }) => attempts > 0);
    errors[name] = tried.map(({ attempts, status, error }) => [attempts, status, error]);
  }
  expect(errors).toEqual({
    silent: [[1, null, 'timeout']],
    reset: [[1, null, 'connection']],
    redirect: [[1, 307, 'status']],
    'endless body': [[1, 500, 'status']],
    'endless headers': [[1, null, 'connection']],
  });
  expect(receiver.at('/redirected/')).toEqual([]);
});

test('a webhook and a server that are deleted leave nothing', async () => {
  const { at, path } = await subscribe();
  await say('x');
  await alice.call.outgoingWebhooks.delete(at);
  await pass();
  expect(receiver.at(path)).toEqual([]);
  const owner = await world.person(`owner-${++n}`);
  const { id } = await createServerWith(owner);
  const [channel] = await owner.call.channels.list({ serverId: id });
  const other = await subscribe({ serverId: id }, owner);
  await say('y', channel?.id ?? '', owner);
  await owner.call.servers.delete({ serverId: id });
  await pass();
  expect(receiver.at(other.path)).toEqual([]);
  await cleanUp();
  const left = await world.services.db.$client`
    select (select count(*)::int from outgoing_webhooks where server_id = ${id} or id = ${at.outgoingWebhookId}) as webhooks,
      (select count(*)::int from outgoing_webhook_deliveries
        where webhook_id not in (select id from outgoing_webhooks)) as lost`;
  expect(left).toEqual([{ webhooks: 0, lost: 0 }]);
});

test('deliveries are kept for seven days', async () => {
  const { at } = await subscribe();
  await say('old');
  await pass();
  world.clock.advance(6 * 24 * HOUR_MS);
  await cleanUp();
  expect(await deliveriesOf(at)).toHaveLength(1);
  world.clock.advance(25 * HOUR_MS);
  await cleanUp();
  expect(await deliveriesOf(at)).toEqual([]);
});
