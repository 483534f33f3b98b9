import { createPalaverClient, isPalaverError, type PalaverApi } from '@palaver/client';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { takesKey } from '../src/api/idempotency.js';
import { FaultProxy } from './support/fault-proxy.js';
import { procedureNames, procedures } from './support/procedures.js';
import { openRoom, type Room } from './support/room.js';

let room: Room;
let proxy: FaultProxy;
beforeAll(async () => {
  room = await openRoom();
  proxy = await FaultProxy.to(room.url);
});
afterAll(async () => {
  await proxy.close();
  await room.close();
});

/** The error with which a call rejects. */
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('The call was expected to fail.');
    },
    (error: unknown) => error,
  );

/** A `fetch` that gives the scripted answers first, and then those of the service. */
function scripted(...answers: Array<() => Response>) {
  const requests: Headers[] = [];
  const send: typeof fetch = async (input, init) => {
    requests.push(new Headers(init?.headers));
    const answer = answers.shift();
    return answer ? answer() : fetch(input, init);
  };
  return { send, requests };
}

test('the client sends a key with exactly the procedures that the service keeps keys for', () => {
  const keyed = procedures().filter(({ type, name }) => takesKey({ type, path: name }));
  expect(keyed.map(({ name }) => name)).toEqual(procedureNames(({ idempotent }) => idempotent));
});

describe('calls', () => {
  it('resolve with bare values', async () => {
    const { api } = room.alice.palaver;
    const message = await api.messages.send.mutate({ channelId: room.channelId, content: 'bare' });
    expect(message).toMatchObject({ content: 'bare', userId: room.alice.id });
    expect(await api.messages.get.query({ messageId: message.id })).toEqual(message);
  });

  it('share one request when they are made at the same time', async () => {
    const { send, requests } = scripted();
    const { api } = room.bob.client({ fetch: send });
    const [server, me] = await Promise.all([
      api.servers.get.query({ serverId: room.serverId }),
      api.users.me.query(),
    ]);
    expect([server.name, me.id, requests.length]).toEqual(['Rosebud', room.bob.id, 1]);
  });

  it('upload a file', async () => {
    const dot =
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
    const me = await room.alice.palaver.api.users.setAvatar.mutate(new Blob([dot]));
    expect(me.avatarPath).toMatch(/^\//);
  });

  it('use the token that is current when they are made', async () => {
    let token: string | null = null;
    const { api } = room.alice.client({ token: async () => token });
    expect(isPalaverError(await failureOf(api.users.me.query()), 'UNAUTHENTICATED')).toBe(true);
    token = room.bob.token;
    expect((await api.users.me.query()).id).toBe(room.bob.id);
  });
});

describe('a snapshot', () => {
  it('is an answer with the positions of its streams', async () => {
    const { channelId } = room;
    const { api, snapshot } = room.alice.client({
      fetch: scripted(() => new Response('', { status: 503 })).send,
    });
    const before = await snapshot((each) => each.messages.list.query({ channelId }));
    const sent = await api.messages.send.mutate({ channelId, content: 'next' });
    const after = await snapshot((each) => each.messages.list.query({ channelId }));
    expect(after.state).toEqual([sent, ...before.state]);
    expect(after.cursors).toEqual({ [channelId]: (before.cursors[channelId] ?? Number.NaN) + 1 });
  });

  it('shares its request with those of the same instant, and each has its own positions and error', async () => {
    const { channelId, serverId } = room;
    const requested: string[] = [];
    const { snapshot } = room.alice.client({
      fetch: (input, init) => {
        requested.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
    });
    const page = snapshot((each) => each.messages.list.query({ channelId }));
    const server = snapshot((each) => each.servers.get.query({ serverId }));
    const refused = failureOf(snapshot((each) => each.channels.get.query({ serverId, channelId: serverId })));
    expect(Object.keys((await page).cursors)).toEqual([channelId]);
    expect(Object.keys((await server).cursors)).toEqual([serverId]);
    expect(isPalaverError(await refused, 'CHANNEL_NOT_FOUND')).toBe(true);
    expect(requested).toEqual(['/trpc/messages.list,servers.get,channels.get']);
  });

  it('is read alone from a node of an earlier release, which has no positions in the answer of a batch', async () => {
    const { channelId, serverId } = room;
    const requested: string[] = [];
    const { snapshot } = room.alice.client({
      fetch: async (input, init) => {
        const { pathname, searchParams } = new URL(String(input));
        requested.push(pathname);
        const answer = await fetch(input, init);
        if (!searchParams.has('batch')) return answer;
        const body = JSON.stringify(await answer.json(), (key, value) =>
          key === 'streamSeq' ? undefined : value,
        );
        return new Response(body, { status: answer.status });
      },
    });
    const page = snapshot((each) => each.messages.list.query({ channelId }));
    const server = snapshot((each) => each.servers.get.query({ serverId }));
    expect(await page).toEqual(
      await room.alice.palaver.snapshot((each) => each.messages.list.query({ channelId })),
    );
    expect(Object.keys((await server).cursors)).toEqual([serverId]);
    const shared = '/trpc/messages.list,servers.get';
    expect(requested.sort()).toEqual(['/trpc/messages.list', shared, '/trpc/servers.get']);
  });

  it.each<[string, (api: PalaverApi) => Promise<unknown>]>([
    ['a query without positions', (api) => api.users.get.query({ userId: room.bob.id })],
    ['two queries', (api) => Promise.all([api.users.me.query(), api.users.me.query()])],
    ['no query', async () => null],
  ])('is refused for %s', async (_, read) => {
    expect(await failureOf(room.alice.palaver.snapshot(read))).toBeInstanceOf(TypeError);
  });
});

describe('errors', () => {
  it('have a code and the invalid fields', async () => {
    const { api } = room.alice.palaver;
    const error = await failureOf(api.channels.create.mutate({ serverId: room.serverId, name: 'x' }));
    expect(isPalaverError(error, 'INVALID_INPUT') && error.data.issues).toMatchObject([{ path: 'name' }]);
    expect(isPalaverError(error, 'CHANNEL_NAME_TAKEN')).toBe(false);
  });

  it('are no PalaverError when there was no answer', async () => {
    const nowhere = createPalaverClient({ url: 'http://127.0.0.1:9', maxRetries: 0 });
    const error = await failureOf(nowhere.api.users.me.query());
    expect(error).toBeInstanceOf(Error);
    expect(isPalaverError(error)).toBe(false);
  });
});

describe('a call that fails', () => {
  const busy = () => Response.json([{}], { status: 503 });
  const cut = () => {
    throw new TypeError('fetch failed');
  };
  const create = (content: string) => ({ channelId: room.channelId, content });

  it('is retried with the same key when it creates something', async () => {
    const { send, requests } = scripted(busy, cut);
    const { api } = room.alice.client({ fetch: send });
    await api.messages.send.mutate(create('three attempts'));
    const keys = requests.map((headers) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0]]);
  });

  it.each(['in the middle of it', 'before it'])(
    'leaves one message when its answer is cut %s',
    async (where) => {
      const { api } = room.alice.client({ url: proxy.url });
      proxy.cutAnswerTo('messages.send', where === 'before it' ? 0 : 600);
      const { id } = await api.messages.send.mutate(create(where));
      const stored = await api.messages.list.query({ channelId: room.channelId });
      expect(stored.filter(({ content }) => content === where).map((message) => message.id)).toEqual([id]);
    },
  );

  it('uses the nonce as its key, so that an app can repeat it', async () => {
    const { api } = room.alice.palaver;
    const input = { ...create('kept'), nonce: 'stored-by-the-app' };
    const first = await api.messages.send.mutate(input);
    expect(await api.messages.send.mutate(input)).toEqual(first);
    const other = api.messages.send.mutate({ ...input, content: 'changed' });
    expect(isPalaverError(await failureOf(other), 'IDEMPOTENCY_KEY_REUSED')).toBe(true);
  });

  it('uses the key of its context', async () => {
    const { send, requests } = scripted();
    const { api } = room.alice.client({ fetch: send });
    const input = { serverId: room.serverId, name: 'keyed' };
    const context = { idempotencyKey: 'chosen' };
    const first = await api.channels.create.mutate(input, { context });
    expect(await api.channels.create.mutate(input, { context })).toEqual(first);
    expect(requests.map((headers) => headers.get('Idempotency-Key'))).toEqual(['chosen', 'chosen']);
  });

  it('is retried when it only reads', async () => {
    const { send, requests } = scripted(busy, cut, busy);
    await room.alice.client({ fetch: send }).api.users.me.query();
    expect(requests.length).toBe(4);
  });

  it('is not retried when it could take effect twice', async () => {
    for (const answer of [busy, cut]) {
      const { send, requests } = scripted(answer);
      await failureOf(room.alice.client({ fetch: send }).api.auth.logout.mutate());
      expect(requests.length).toBe(1);
    }
  });

  it('is retried at most maxRetries times', async () => {
    const { send, requests } = scripted(busy, busy, busy, busy);
    await failureOf(room.alice.client({ fetch: send, maxRetries: 2 }).api.users.me.query());
    expect(requests.length).toBe(3);
  });

  it.each([
    ['BUSY', 503, 2],
    ['FORBIDDEN', 403, 1],
    ['INSUFFICIENT_STORAGE', 507, 1],
  ])('of a batch answered with %s beside others: requests', async (errorCode, httpStatus, expected) => {
    const [me, refused] = [
      { result: { data: { id: 'me' } } },
      { error: { message: 'no', code: -32_000, data: { errorCode, httpStatus } } },
    ];
    const { send, requests } = scripted(() => Response.json([me, refused], { status: 207 }));
    const { api } = room.alice.client({ fetch: send });
    const answers = [api.users.me.query(), api.servers.get.query({ serverId: room.serverId })] as const;
    const [first, second] = await Promise.allSettled(answers);
    expect(first).toMatchObject({ value: { id: 'me' } });
    expect(second).toMatchObject(
      expected === 2 ? { value: { id: room.serverId } } : { reason: { data: { errorCode } } },
    );
    expect(requests.length).toBe(expected);
  });

  it('is not sent again while another call finds out whether there is an answer', async () => {
    let isAway = true;
    let sent = 0;
    const send: typeof fetch = (input, init) => {
      sent++;
      return isAway ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init);
    };
    const backoff = { baseMs: 20, capMs: 200, random: () => 0.9 };
    const { api, snapshot } = room.alice.client({ fetch: send, backoff, maxRetries: 4 });
    const post = () => api.messages.send.mutate(create('once for all'));
    const errors = await Promise.all(Array.from({ length: 20 }, () => failureOf(post())));
    expect(new Set(errors.map(String))).toEqual(new Set(['TRPCClientError: fetch failed']));
    // Each call once, and four further attempts for all of them. Every call by itself would be 100.
    expect(sent).toBeGreaterThan(20);
    expect(sent).toBeLessThanOrEqual(24);

    // A read that comes meanwhile begins with a wait, too. Its answer is for all.
    const list = () => snapshot((read) => read.messages.list.query({ channelId: room.channelId }));
    sent = 0;
    isAway = false;
    await list();
    expect(sent).toBe(1);
    // Reads at the same time share a request.
    await Promise.all([list(), list(), post()]);
    expect(sent).toBe(3);
  });

  it('does not let others wait for an attempt that was aborted', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    let sent = 0;
    const send: typeof fetch = (input, init) => {
      sent++;
      if (sent === 1) return Promise.reject(new TypeError('fetch failed'));
      if (sent > 2) return fetch(input, init);
      queueMicrotask(() => controller.abort());
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    };
    const { api } = room.alice.client({ fetch: send, requestTimeoutMs: 60_000 });
    await failureOf(api.users.me.query(undefined, { signal }));
    await api.users.me.query();
    expect(sent).toBe(3);
  });

  it('takes at most requestTimeoutMs for an attempt', async () => {
    const silent: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const { api } = room.alice.client({ fetch: silent, requestTimeoutMs: 10, maxRetries: 1 });
    expect(await failureOf(api.users.me.query())).toMatchObject({ message: 'No answer within 10 ms' });
  });

  it('is aborted by its signal and by closing the client, also while it waits', async () => {
    const controller = new AbortController();
    const longWait = { backoff: { baseMs: 60_000, capMs: 60_000, random: () => 0.9 } };
    const refuse = () => {
      const { send } = scripted(() => {
        queueMicrotask(() => setImmediate(() => controller.abort()));
        return busy();
      });
      return { ...longWait, fetch: send };
    };
    const { signal } = controller;
    await failureOf(room.alice.client(refuse()).api.users.me.query(undefined, { signal }));

    const closed = room.alice.client({ ...longWait, fetch: scripted(busy).send });
    const call = failureOf(closed.api.users.me.query());
    setImmediate(() => closed.close());
    expect(await call).toMatchObject({ message: 'The client is closed' });
  });
});

describe('429', () => {
  it('makes any call wait for its Retry-After', async () => {
    const limited = () => Response.json([{}], { status: 429, headers: { 'Retry-After': '0.1' } });
    const { send, requests } = scripted(limited);
    const { api } = room.alice.client({ fetch: send, backoff: { random: () => 0 } });
    const before = performance.now();
    await api.users.updateMe.mutate({ status: 'away' });
    expect(performance.now() - before).toBeGreaterThan(95);
    expect(requests.length).toBe(2);
  });

  it('of the service itself delays seventy concurrent calls, and all succeed', async () => {
    const fromOneAddress: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('X-Forwarded-For', '192.0.2.1');
      return fetch(input, { ...init, headers });
    };
    const { api } = room.alice.client({ fetch: fromOneAddress, backoff: { baseMs: 250, capMs: 2000 } });
    const names = await Promise.all(Array.from({ length: 70 }, () => api.users.me.query()));
    expect(new Set(names.map(({ id }) => id))).toEqual(new Set([room.alice.id]));
  });
});
