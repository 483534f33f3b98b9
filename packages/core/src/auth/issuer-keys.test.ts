import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tables } from '@palaver/db';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type World } from '../testing/world.js';

const [first, second] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
const jwkOf = async ({ publicKey }: typeof first, kid: string) => ({
  ...(await exportJWK(publicKey)),
  alg: 'RS256',
  kid,
});
const published = { first: await jwkOf(first, 'first'), second: await jwkOf(second, 'second') };
const answered = (keys: object[]) => (res: ServerResponse) => res.end(JSON.stringify({ keys }));

/** What is wrong with an address of keys. */
const FAULTS: Readonly<Record<string, (res: ServerResponse) => unknown>> = {
  'gives an error': (res) => res.writeHead(500).end(),
  'is not found': (res) => res.writeHead(404).end(),
  redirects: (res) => res.writeHead(302, { Location: '/working' }).end(),
  'is not JSON': (res) => res.end('<html>'),
  'gives no keys': (res) => res.end('{"keys": 1}'),
  'gives null': (res) => res.end('null'),
  'gives too much': (res) => res.end(JSON.stringify({ keys: [], padding: 'x'.repeat(300_000) })),
  'never answers': () => {},
  'never ends its answer': (res) => res.write('{"keys": ['),
  'hangs up': (res) => res.destroy(),
};

let world: World;
let server: Server;
/** The requests of each path, and what answers them. */
let fetches = 0;
let answer: (res: ServerResponse) => unknown;
const faulty = new Map(Object.entries(FAULTS));

beforeAll(async () => {
  server = createServer((req, res) => {
    const fault = faulty.get(decodeURIComponent(req.url ?? '').slice(1));
    if (fault !== undefined) return void fault(res);
    fetches++;
    answer(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const tokenIssuers = ['working', ...faulty.keys()].map((name) => ({
    name: name.replaceAll(' ', '-'),
    issuer: name,
    audience: 'chat',
    key: { jwksUrl: `http://127.0.0.1:${port}/${encodeURIComponent(name)}` },
    algorithms: ['RS256'],
    maxAgeSeconds: 300,
    defaultServers: [],
    requireJti: false,
  }));
  world = await createWorld({ identity: { providers: [], redirects: [], tokenIssuers } });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
});
beforeEach(() => {
  // What was read before is too old.
  world.clock.advance(600_000);
  fetches = 0;
  answer = answered([published.first]);
});

interface Token {
  readonly kid?: string;
  readonly key?: typeof first;
  readonly iss?: string;
  readonly jti?: string;
}
function signed({ kid = 'first', key = first, iss = 'working', jti }: Token = {}): Promise<string> {
  const now = Math.floor(world.clock.now().getTime() / 1000);
  const claims = { iss, aud: 'chat', sub: 'ann', iat: now, exp: now + 60, ...(jti && { jti }) };
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key.privateKey);
}
const use = (token: string) => world.anonymous.call.auth.token({ token });
const signIn = async (token?: Token) => use(await signed(token));

describe('the keys of an issuer', () => {
  test('a new one works once they are read again, and one that is taken back ends', async () => {
    await signIn();
    answer = answered([published.second]);
    const rotated = { kid: 'second', key: second };
    await refusedWith('TOKEN_REFUSED', signIn(rotated));
    world.clock.advance(30_000);
    await signIn(rotated);
    expect(fetches).toBe(2);
    await refusedWith('TOKEN_REFUSED', signIn());
    expect(fetches).toBe(2);
  });

  test('attack: tokens with random keys have them read at most once in 30 seconds', async () => {
    await signIn();
    const attack = () =>
      Promise.all(
        Array.from({ length: 50 }, () => refusedWith('TOKEN_REFUSED', signIn({ kid: randomUUID() }))),
      );
    await attack();
    world.clock.advance(29_999);
    await attack();
    expect(fetches).toBe(1);
    world.clock.advance(1);
    await attack();
    await attack();
    expect(fetches).toBe(2);
    await signIn();
  });

  test('attack: while the address fails, it is asked once a second, however many tokens come', async () => {
    answer = (res) => res.writeHead(503).end();
    const attack = () =>
      Promise.all(Array.from({ length: 20 }, () => refusedWith('ISSUER_UNAVAILABLE', signIn())));
    await attack();
    await attack();
    expect(fetches).toBe(1);
    answer = answered([published.first]);
    await attack();
    expect(fetches).toBe(1);
    world.clock.advance(1_000);
    await signIn();
  });

  test('a failure while an unknown one is looked for keeps the others in use', async () => {
    await signIn();
    world.clock.advance(30_000);
    answer = (res) => res.writeHead(503).end();
    await refusedWith('ISSUER_UNAVAILABLE', signIn({ kid: 'second', key: second }));
    await signIn();
    answer = answered([published.first, published.second]);
    world.clock.advance(30_000);
    await signIn({ kid: 'second', key: second });
  });
});

test('an address that fails in any way is a clear error, and a retry with the same token signs in', async () => {
  const tokens = await Promise.all([...faulty.keys()].map((iss) => signed({ iss, jti: 'once' })));
  await Promise.all(tokens.map((token) => refusedWith('ISSUER_UNAVAILABLE', use(token))));
  expect(await world.services.db.$count(tables.usedTokens)).toBe(0);
  faulty.clear();
  world.clock.advance(1_000);
  for (const token of tokens) await use(token);
});
