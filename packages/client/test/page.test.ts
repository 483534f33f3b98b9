import { isPalaverError } from '@palaver/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FaultProxy } from './support/fault-proxy.js';
import { begin, contentsOf, hasContent, readUntil } from './support/reading.js';
import { openRoom, type Room } from './support/room.js';

// How the client uses what a browser tells a page. Waits without a sign are longer than any test.
const NEVER = { baseMs: 3_600_000, capMs: 3_600_000, random: () => 0.999 };

let room: Room;
let proxy: FaultProxy;
let page: EventTarget;
let document: EventTarget & { visibilityState: string };
beforeEach(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
  page = new EventTarget();
  document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', document);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await proxy.close();
  await room.close();
});

const happens = (type: string) => page.dispatchEvent(new Event(type));
const isShown = () => document.dispatchEvent(new Event('visibilitychange'));
const send = (content: string) =>
  room.alice.palaver.api.messages.send.mutate({ channelId: room.channelId, content });

describe.each([
  ['the network is back', () => happens('online')],
  ['the page is shown again', isShown],
])('when %s', (_name, sign) => {
  it('a stream that waits connects at once', async () => {
    let waiting = () => {};
    const waits = new Promise<void>((resolve) => {
      waiting = resolve;
    });
    const stream = room.bob.client({ url: proxy.url, backoff: NEVER }).events.subscribe({
      channels: [room.channelId],
      onState: ({ status }) => status === 'waiting' && waiting(),
    });
    const events = await begin(stream);
    await send('before');
    await readUntil(events, hasContent('before'));
    proxy.cut();
    await waits;
    await send('meanwhile');
    sign();
    expect(contentsOf(await readUntil(events, hasContent('meanwhile')))).toEqual(['meanwhile']);
  });

  it('a call that waits is repeated at once, and takes effect once', async () => {
    let failed = () => {};
    const waits = new Promise<void>((resolve) => {
      failed = resolve;
    });
    const send: typeof fetch = (input, init) => fetch(input, init).finally(failed);
    const { api } = room.bob.client({ url: proxy.url, backoff: NEVER, fetch: send });
    proxy.cutAnswerTo('messages.send');
    const sent = api.messages.send.mutate({ channelId: room.channelId, content: 'once' });
    await waits;
    // The wait begins once the client has seen that there is no answer.
    await new Promise((resolve) => setImmediate(resolve));
    sign();
    await sent;
    expect(await room.alice.palaver.api.messages.list.query({ channelId: room.channelId })).toHaveLength(1);
  });
});

it('a connection that the network took along is replaced when it is back', async () => {
  // Node goes on using the frozen connections of earlier requests, which a browser closes.
  const palaver = room.bob.client({ url: proxy.url, connectTimeoutMs: 2_000 });
  const stream = palaver.events.subscribe({ channels: [room.channelId] });
  const events = await begin(stream);
  await send('before');
  await readUntil(events, hasContent('before'));
  proxy.freeze();
  await send('meanwhile');
  happens('online');
  expect(contentsOf(await readUntil(events, hasContent('meanwhile')))).toEqual(['meanwhile']);
});

it('a call that the network took along is repeated when it is back', async () => {
  let reached = () => {};
  const sent = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let requests = 0;
  const send: typeof fetch = (input, init) => {
    if (requests++ > 0) return fetch(input, init);
    reached();
    // No answer ever comes.
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', reject));
  };
  const { api } = room.bob.client({ fetch: send, requestTimeoutMs: 3_600_000 });
  const me = api.users.me.query();
  await sent;
  happens('online');
  expect((await me).id).toBe(room.bob.id);
});

it('a call that waits is repeated as soon as a stream is live', async () => {
  const palaver = room.bob.client({ url: proxy.url, backoff: NEVER });
  proxy.cutAnswerTo('users.me');
  const me = palaver.api.users.me.query();
  await expect.poll(() => proxy.connections).toBe(1);
  const repeat = setInterval(() => palaver.events.subscribe({ channels: [room.channelId] }), 100);
  expect((await me.finally(() => clearInterval(repeat))).id).toBe(room.bob.id);
});

it('nothing listens to the page once the client is closed', async () => {
  const [add, remove] = [vi.fn(), vi.fn()];
  vi.stubGlobal('addEventListener', add);
  vi.stubGlobal('removeEventListener', remove);
  const palaver = room.bob.client({});
  const stream = palaver.events.subscribe({ channels: [room.channelId] });
  await begin(stream);
  expect(add.mock.calls.map(([type]) => type)).toEqual(expect.arrayContaining(['online', 'offline']));
  palaver.close();
  // Clients of tests before may still take theirs back.
  const left = () =>
    add.mock.calls.filter(
      ([type, listener]) => !remove.mock.calls.some((call) => call[0] === type && call[1] === listener),
    );
  await expect.poll(left).toEqual([]);
});

describe('an app is told that it is signed out', () => {
  it('once, by a call that is refused', async () => {
    const onSignedOut = vi.fn();
    const { api } = room.bob.client({ onSignedOut });
    await api.users.me.query();
    await room.bob.client({}).api.auth.logout.mutate();
    const errors = await Promise.all([1, 2].map(() => api.users.me.query().catch((error: unknown) => error)));
    expect(errors.every((error) => isPalaverError(error, 'UNAUTHENTICATED'))).toBe(true);
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('by a stream whose session ends, and again for the next token', async () => {
    const onSignedOut = vi.fn();
    const tokens = [room.bob.token, (await room.register('carol')).token];
    const palaver = room.bob.client({ onSignedOut, token: () => tokens[0] ?? null });
    await begin(palaver.events.subscribe({ channels: [room.bob.id] }));
    await room.bob.client({}).api.auth.logout.mutate();
    await expect.poll(() => onSignedOut.mock.calls.length).toBe(1);
    tokens.shift();
    await palaver.api.users.me.query();
    await palaver.api.auth.logout.mutate();
    await palaver.api.users.me.query().catch(() => {});
    expect(onSignedOut).toHaveBeenCalledTimes(2);
  });

  it('not by a wrong password, nor without a token', async () => {
    const onSignedOut = vi.fn();
    const { api } = room.bob.client({ onSignedOut });
    await expect(api.auth.login.mutate({ username: room.bob.username, password: 'wrong' })).rejects.toThrow();
    await expect(room.bob.client({ onSignedOut, token: null }).api.users.me.query()).rejects.toThrow();
    expect(onSignedOut).not.toHaveBeenCalled();
  });
});

describe('when there is no answer', () => {
  const failing = () => Promise.reject(new TypeError('Failed to fetch'));
  const call = (options: object) =>
    room.bob.client({ fetch: failing, maxRetries: 1, ...options }).api.users.me.query();

  it('a page of another origin is told of CORS_ORIGINS once', async () => {
    vi.stubGlobal('location', { origin: 'https://chat.example' });
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await expect(call({})).rejects.toThrow('Failed to fetch');
    expect(warn.mock.calls).toEqual([[expect.stringContaining('CORS_ORIGINS=https://chat.example')]]);
  });

  it.each([
    ['of the same origin', () => vi.stubGlobal('location', { origin: room.url })],
    ['outside of a browser', () => {}],
    [
      'without a network',
      () => {
        vi.stubGlobal('location', { origin: 'https://chat.example' });
        vi.stubGlobal('navigator', { onLine: false });
      },
    ],
  ])('a program %s is not', async (_name, prepare) => {
    prepare();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await expect(call({})).rejects.toThrow('Failed to fetch');
    expect(warn).not.toHaveBeenCalled();
  });
});
