import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

const SITE = 'https://chat.example';
/** It is no module of the page. */
const WORKER = new URL('../../service-worker/service-worker.ts', import.meta.url).href;

type Fetched = (event: object) => void;
const kept = new Map<string, Response>();
let network: () => Promise<Response> = async () => new Response('of the network');
let asked = 0;
let onFetch: Fetched = () => {};

beforeAll(async () => {
  vi.stubGlobal('BUILD', { begin: '/assets/begin.js', files: [] });
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('caches', { match: async (key: string | { url: string }) => kept.get(pathOf(key))?.clone() });
  vi.stubGlobal('fetch', () => {
    asked++;
    return network();
  });
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: Fetched) => {
      if (type === 'fetch') onFetch = listener;
    },
  });
  await import(WORKER);
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  kept.clear();
  asked = 0;
  network = async () => new Response('of the network');
});

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

const pathOf = (key: string | { url: string }) => (typeof key === 'string' ? key : new URL(key.url).pathname);

interface Asked {
  readonly method?: string;
  readonly mode?: string;
  readonly preloaded?: Response;
}

/** What the worker answers; null where it leaves a request to the browser. */
async function answerTo(
  url: string,
  { method = 'GET', mode = 'cors', preloaded }: Asked = {},
): Promise<string | null> {
  const answers: Promise<Response>[] = [];
  onFetch({
    request: { url: new URL(url, SITE).href, method, mode },
    preloadResponse: Promise.resolve(preloaded),
    respondWith: (answer: Promise<Response>) => answers.push(answer),
  });
  const [answer] = answers;
  return answer === undefined ? null : (await answer).text();
}

describe('a request is left to the browser', () => {
  test.each<[string, string, Asked]>([
    ['of the API', '/api/users/me', {}],
    ['of the API itself', '/api', {}],
    ['of the native API', '/trpc/users.me', {}],
    ['for a page of the API', '/api/docs', { mode: 'navigate' }],
    ['of another site', 'https://evil.example/assets/a.js', {}],
    ['for a page of another site', 'https://evil.example/', { mode: 'navigate' }],
    ['of another port', 'https://chat.example:8443/assets/a.js', {}],
    ['that writes', '/assets/a.js', { method: 'POST' }],
    ['of a form', '/', { method: 'POST', mode: 'navigate' }],
    ['for another file', '/robots.txt', {}],
  ])('%s', async (_name, url, how) => {
    for (const path of ['/', '/icon.svg', '/assets/a.js', '/robots.txt'])
      kept.set(path, new Response('kept'));
    expect(await answerTo(url, how)).toBeNull();
    expect(asked).toBe(0);
  });
});

describe('a file of a build', () => {
  test('is what was kept, without the network', async () => {
    kept.set('/assets/a.js', new Response('kept'));
    expect(await answerTo('/assets/a.js')).toBe('kept');
    expect(asked).toBe(0);
  });

  test('is asked for where it was not kept', async () => {
    expect(await answerTo('/assets/b.js')).toBe('of the network');
  });
});

describe('a page', () => {
  const open = (path = '/servers/s1/channels/c1', asked: Asked = {}) =>
    answerTo(path, { mode: 'navigate', ...asked });

  test.each(['/', '/inbox', '/apiary', '/trpcs', '/invites/abc'])(
    'of %s is the service’s while it answers',
    async (path) => {
      kept.set('/', new Response('kept'));
      expect(await open(path)).toBe('of the network');
    },
  );

  test('is the answer that the browser has asked for meanwhile, and is not asked for again', async () => {
    kept.set('/', new Response('kept'));
    expect(await open('/', { preloaded: new Response('preloaded') })).toBe('preloaded');
    expect(asked).toBe(0);
  });

  test.each([
    [500, 'kept'],
    [502, 'kept'],
    [503, 'kept'],
    [404, 'answer'],
    [200, 'answer'],
  ])('with the status %i is the %s', async (status, expected) => {
    kept.set('/', new Response('kept'));
    network = async () => new Response('answer', { status });
    expect(await open()).toBe(expected);
  });

  test('is what was kept without a connection, and the failure where nothing was', async () => {
    network = unreachable;
    await expect(open()).rejects.toThrow('Failed to fetch');
    kept.set('/', new Response('kept'));
    expect(await open()).toBe('kept');
  });

  test('is what was kept where the service does not answer for four seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    kept.set('/', new Response('kept'));
    network = () => new Promise(() => {});
    const seen: string[] = [];
    const opened = open().then((text) => seen.push(String(text)));
    await vi.advanceTimersByTimeAsync(3_999);
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await opened;
    expect(seen).toEqual(['kept']);
  });
});

test('the icon is the newest that there is', async () => {
  kept.set('/icon.svg', new Response('kept'));
  expect(await answerTo('/icon.svg')).toBe('of the network');
  network = unreachable;
  expect(await answerTo('/icon.svg')).toBe('kept');
});
