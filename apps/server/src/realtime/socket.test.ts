import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type SocketServer, startSocketServer } from './test-support.js';

let server: SocketServer;
let alice: Person;
let bob: Person;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  server = await startSocketServer();
  [alice, bob] = await Promise.all([server.person('alice'), server.person('bob')]);
  serverId = (await alice.call.servers.create({ name: 'Acme' })).id;
  const { code } = await alice.call.servers.createInvite({ serverId });
  await bob.call.servers.acceptInvite({ code });
  channelId = (await alice.call.channels.create({ serverId, name: 'talk' })).id;
});
afterAll(() => server.close());

const say = (person: Person, content: string) => person.call.messages.send({ channelId, content });

describe('a client', () => {
  test('subscribes, receives messages, unsubscribes, and resumes with a cursor', async () => {
    const first = await server.ready(bob);
    await first.subscribe([channelId, 'unknown']);
    const message = await say(alice, 'one');
    await first.untilMessage('one');
    const [, subscribed, created] = first.frames;
    const seq = subscribed?.type === 'subscribed' ? (subscribed.data.channels[0]?.seq ?? 0) : 0;
    expect(subscribed).toEqual({
      type: 'subscribed',
      data: { channels: [{ id: channelId, seq }], denied: ['unknown'] },
    });
    expect(created).toEqual({ type: 'message.created', data: { ...message, seq: seq + 1 } });

    first.send('unsubscribe', { channelIds: [channelId] });
    first.send('ping');
    await first.until({ type: 'pong' });
    await say(alice, 'two');
    const second = await server.ready(bob);
    await second.subscribe([channelId], { [channelId]: seq + 1 });
    await say(alice, 'three');
    await second.untilMessage('three');
    expect(second.messages()).toEqual(['two', 'three']);
    expect(first.messages()).toEqual(['one']);
  });

  test('may omit the data of a ping', async () => {
    const client = await server.ready(bob);
    client.ws.send('{"type":"ping"}');
    await client.until({ type: 'pong', data: {} });
  });

  test('that is typing is shown to the other subscribers, at a limited rate', async () => {
    const [alices, bobs] = [await server.ready(alice), await server.ready(bob)];
    await Promise.all([alices.subscribe([channelId]), bobs.subscribe([channelId])]);
    for (let round = 0; round < 3; round++) alices.send('typing', { channelId });
    alices.send('typing', { channelId: serverId });
    await alices.until({ type: 'error' });
    await say(alice, 'typed');
    await Promise.all([alices.untilMessage('typed'), bobs.untilMessage('typed')]);
    const typing = { type: 'typing.started', data: { channelId, userId: alice.id } };
    expect(bobs.frames.filter(({ type }) => type === 'typing.started')).toEqual([typing]);
    expect(alices.frames.filter(({ type }) => type === 'typing.started')).toEqual([]);
    expect(alices.codes()).toEqual(['CHANNEL_NOT_FOUND']);
  });

  test('that is away is shown as idle', async () => {
    const carol = await server.person('carol');
    const { code } = await alice.call.servers.createInvite({ serverId });
    await carol.call.servers.acceptInvite({ code });
    const [alices, carols] = [await server.ready(alice), await server.ready(carol)];
    carols.send('idle', { idle: true });
    await Promise.all([alices.subscribe([serverId]), carols.subscribe([serverId])]);
    const shown = (idle: boolean) => ({
      type: 'presence.updated' as const,
      data: { userId: carol.id, online: true, idle },
    });
    await alices.until(shown(true));
    carols.send('idle', { idle: 'no' });
    await carols.until({ type: 'error' });
    expect(carols.codes()).toEqual(['INVALID_INPUT']);
    carols.send('idle', { idle: false });
    await alices.until(shown(false));
  });
});

describe('an invalid frame is answered with an error, and the socket stays open', () => {
  test.each([
    ['not JSON', '{', 'MALFORMED_REQUEST'],
    ['60 kB of brackets', '['.repeat(60_000), 'MALFORMED_REQUEST'],
    ['60 kB of closed brackets', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'INVALID_INPUT'],
    ['null', 'null', 'INVALID_INPUT'],
    ['an unknown type', '{"type":"shout","data":{}}', 'INVALID_INPUT'],
    ['a type that only the service sends', '{"type":"ready","data":{}}', 'INVALID_INPUT'],
    ['a prototype', '{"__proto__":{"type":"ping"},"data":{}}', 'INVALID_INPUT'],
    ['a type that is a property of every object', '{"type":"constructor","data":{}}', 'INVALID_INPUT'],
    ['no data', '{"type":"subscribe"}', 'INVALID_INPUT'],
    ['ids that are not strings', '{"type":"subscribe","data":{"channelIds":[1]}}', 'INVALID_INPUT'],
    ['a string for a list', '{"type":"subscribe","data":{"channelIds":"x"}}', 'INVALID_INPUT'],
    [
      '10,000 ids',
      JSON.stringify({ type: 'subscribe', data: { channelIds: Array(10_000).fill('x') } }),
      'INVALID_INPUT',
    ],
    ['a negative cursor', '{"type":"subscribe","data":{"channelIds":[],"since":{"x":-1}}}', 'INVALID_INPUT'],
    [
      'a fractional cursor',
      '{"type":"subscribe","data":{"channelIds":[],"since":{"x":0.5}}}',
      'INVALID_INPUT',
    ],
    [
      'a cursor that is a string',
      '{"type":"subscribe","data":{"channelIds":[],"since":{"x":"7"}}}',
      'INVALID_INPUT',
    ],
    [
      'a cursor larger than any safe integer',
      '{"type":"subscribe","data":{"channelIds":[],"since":{"x":1e300}}}',
      'INVALID_INPUT',
    ],
  ])('%s', async (_name, text, code) => {
    const client = await server.ready(bob);
    client.ws.send(text);
    client.send('ping');
    await client.until({ type: 'pong' });
    expect(client.codes()).toEqual([code]);
    const [error] = client.frames.filter(({ type }) => type === 'error');
    expect(JSON.stringify(error).length).toBeLessThan(500);
  });

  test('the error names the type of the frame that it answers', async () => {
    const client = await server.ready(bob);
    const sent = [
      ['{"type":"subscribe","data":{"channelIds":1}}', 'subscribe'],
      [`{"type":"typing","data":{"channelId":"${bob.id}"}}`, 'typing'],
      ['{"type":"shout","data":{}}', 'shout'],
      ['{', null],
      ['null', null],
      ['[1]', null],
      ['{"type":7}', null],
      [`{"type":"${'x'.repeat(1000)}"}`, null],
    ] as const;
    const types = () => client.frames.flatMap((frame) => (frame.type === 'error' ? [frame.data.type] : []));
    for (const [index, [text]] of sent.entries()) {
      client.ws.send(text);
      await expect.poll(() => types().length).toBe(index + 1);
    }
    expect(types()).toEqual(sent.map(([, type]) => type));
  });

  test('a cursor ahead of its stream', async () => {
    const client = await server.ready(bob);
    client.send('subscribe', { channelIds: [channelId], since: { [channelId]: 9_999_999 } });
    await client.until({ type: 'resync' });
    expect(client.codes()).toEqual([]);
  });

  test('cursors for `__proto__` and for streams that are not subscribed to', async () => {
    const client = await server.ready(bob);
    client.ws.send(
      `{"type":"subscribe","data":{"channelIds":["__proto__","${channelId}"],"since":{"__proto__":1,"x":2}}}`,
    );
    await client.until({ type: 'subscribed' });
    expect(client.frames.at(-1)).toMatchObject({
      data: { channels: [{ id: channelId }], denied: ['__proto__'] },
    });
  });

  test('a frame of exactly 64 KiB', async () => {
    const client = await server.ready(bob);
    const frame = JSON.stringify({ type: 'subscribe', data: { channelIds: [channelId] } });
    client.ws.send(frame + ' '.repeat(64 * 1024 - frame.length));
    await client.until({ type: 'subscribed' });
  });

  test('three times 1,000 unknown ids', async () => {
    const client = await server.ready(bob);
    const channelIds = Array.from(
      { length: 1000 },
      (_, index) => `01890a5d-ac96-774b-bcce-${String(index).padStart(12, '0')}`,
    );
    for (let round = 0; round < 3; round++) client.send('subscribe', { channelIds });
    await expect.poll(() => client.frames.filter(({ type }) => type === 'subscribed').length).toBe(3);
  });
});
