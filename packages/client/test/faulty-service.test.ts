import { type ConnectionState, createPalaverClient, type PalaverClientOptions } from '@palaver/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { begin, readUntil } from './support/reading.js';
import { type ScriptedService, startScriptedService } from './support/scripted-service.js';

let service: ScriptedService;
let states: ConnectionState[];
beforeEach(async () => {
  service = await startScriptedService();
  states = [];
});
afterEach(() => service.close());

const SHORT = { baseMs: 10, capMs: 1_000, random: () => 0.5 };

function subscribe(options: Partial<PalaverClientOptions> = {}) {
  const client = createPalaverClient({ url: service.url, WebSocket, backoff: SHORT, ...options });
  return client.events.subscribe({ channels: ['c'], onState: (state) => states.push(state) });
}

const event = (seq: number) => ({ type: 'message.deleted', data: { id: `m${seq}`, channelId: 'c', seq } });
const at = (seq: number) => (read: object) =>
  'data' in read && JSON.stringify(read.data).includes(`"m${seq}"`);
const waits = () => states.flatMap((state) => (state.status === 'waiting' ? state.retryInMs : []));

describe('a stream', () => {
  it('reconnects with its cursor when an event is missing', async () => {
    const stream = subscribe();
    const [events, first] = [stream[Symbol.asyncIterator](), await service.connection()];
    await first.confirm({ c: 4 });
    first.send(event(5), event(7));
    const second = await service.connection();
    expect(await second.confirm({ c: 7 })).toEqual({
      type: 'subscribe',
      data: { channelIds: ['c'], since: { c: 5 } },
    });
    second.send(event(6), event(7));
    const read = await readUntil(events, at(7));
    expect(read.filter(({ type }) => type === 'message.deleted')).toEqual([event(5), event(6), event(7)]);
    stream.close();
  });

  it('skips duplicates, and streams that it did not subscribe to', async () => {
    const stream = subscribe();
    const [events, peer] = [stream[Symbol.asyncIterator](), await service.connection()];
    await peer.confirm({ c: 4 });
    const other = { type: 'message.deleted', data: { id: 'm9', channelId: 'other', seq: 1 } };
    peer.send(event(4), other, event(5), event(5), event(6));
    const read = await readUntil(events, at(6));
    expect(read.filter(({ type }) => type === 'message.deleted')).toEqual([event(5), event(6)]);
    stream.close();
  });

  it('delivers events of unknown types, in order', async () => {
    const stream = subscribe();
    const [events, peer] = [stream[Symbol.asyncIterator](), await service.connection()];
    await peer.confirm({ c: 4 });
    const newer = { type: 'poll.opened', data: { id: 'm5', streamId: 'c', seq: 5 } };
    peer.send(newer, event(6));
    expect((await readUntil(events, at(6))).slice(1)).toEqual([newer, event(6)]);
    stream.close();
  });

  it('begins again after a stream was removed and added', async () => {
    const stream = subscribe();
    const peer = await service.connection();
    await peer.confirm({ c: 4 });
    const events = await begin(stream);
    peer.send(event(5), event(6));
    await readUntil(events, at(5));
    stream.remove(['c']);
    expect(await peer.received()).toEqual({ type: 'unsubscribe', data: { channelIds: ['c'] } });
    stream.add(['c'], { c: 2 });
    expect(await peer.received()).toEqual({
      type: 'subscribe',
      data: { channelIds: ['c'], since: { c: 2 } },
    });
    peer.send({ type: 'subscribed', data: { channels: [{ id: 'c', seq: 6 }], denied: [] } });
    peer.send(event(3), event(4));
    expect((await readUntil(events, at(4))).slice(1)).toEqual([event(3), event(4)]);
    expect(stream.cursors()).toEqual({ c: 4 });
    stream.close();
  });
});

describe('the wait before a new connection', () => {
  it('grows while connections bring nothing', async () => {
    const stream = subscribe();
    for (const code of [1011, 1000, 4408]) (await service.connection()).close(code);
    await service.connection();
    expect(waits()).toEqual([5, 10, 20]);
    stream.close();
  });

  it('is up to two seconds after a restart of the service, and longer only where failures ask for more', async () => {
    const stream = subscribe({ backoff: { baseMs: 500, capMs: 30_000, random: () => 0.1 } });
    for (const code of [1012, 1011, 1012, 1012]) (await service.connection()).close(code);
    await service.connection();
    expect(waits()).toEqual([200, 100, 200, 400]);
    stream.close();
  });

  it('starts again once an event has come', async () => {
    const stream = subscribe();
    for (const _ of [1, 2]) (await service.connection()).close(1011);
    const peer = await service.connection();
    await peer.confirm({ c: 4 });
    peer.send(event(5));
    await readUntil(stream[Symbol.asyncIterator](), at(5));
    peer.close(1011);
    (await service.connection()).close(1011);
    await service.connection();
    expect(waits()).toEqual([5, 10, 5, 10]);
    stream.close();
  });

  it('also follows a busy service, and a frame that is not JSON', async () => {
    const stream = subscribe();
    const busy = await service.connection();
    busy.send({ type: 'ready', data: { heartbeatIntervalMs: 30_000 } });
    await busy.received();
    busy.send({ type: 'error', data: { error: 'The service is busy.', code: 'BUSY' } });
    (await service.connection()).sendNonsense();
    await service.connection();
    expect(states.flatMap((state) => (state.status === 'waiting' ? state.reason : []))).toEqual([
      'The service is busy.',
      'the service sent something that is not a frame',
    ]);
    stream.close();
  });
});

describe('the WebSocket', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is the global one by default', async () => {
    vi.stubGlobal('WebSocket', WebSocket);
    const stream = createPalaverClient({ url: service.url }).events.subscribe({ channels: ['c'] });
    await (await service.connection()).confirm({ c: 4 });
    await begin(stream);
    stream.close();
  });

  it('must be passed where there is no global one', () => {
    vi.stubGlobal('WebSocket', undefined);
    const { events } = createPalaverClient({ url: service.url });
    expect(() => events.subscribe({ channels: ['c'] })).toThrow(TypeError);
  });
});
