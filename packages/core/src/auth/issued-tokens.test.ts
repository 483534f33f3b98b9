import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenIssuer } from '../kernel/services/token-issuer.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, type World } from '../testing/world.js';

const SECRET = 'a secret of the shop, of 32 bytes or more';
const NEXT_SECRET = 'the next secret of the shop, as long';
const keys = await generateKeyPair('RS256', { extractable: true });
const publicKey = await exportSPKI(keys.publicKey);

let world: World;
let serverId: string;
let jwks: Server;
let published: object[] = [];
let fetches = 0;
beforeAll(async () => {
  jwks = createServer((_req, res) => {
    fetches++;
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: published }));
  });
  await new Promise<void>((resolve) => jwks.listen(0, '127.0.0.1', resolve));
  const { port } = jwks.address() as AddressInfo;
  const jwksUrl = `http://127.0.0.1:${port}/jwks`;
  const defaults = {
    audience: 'chat',
    maxAgeSeconds: 300,
    requireJti: false,
    defaultServers: [] as string[],
  };
  const tokenIssuers: TokenIssuer[] = [
    {
      ...defaults,
      name: 'shop',
      issuer: 'https://shop.example',
      key: { secret: SECRET },
      algorithms: ['HS256'],
    },
    {
      ...defaults,
      name: 'other',
      issuer: 'https://other.example',
      key: { secret: SECRET },
      algorithms: ['HS256'],
    },
    {
      ...defaults,
      requireJti: true,
      name: 'once',
      issuer: 'https://once.example',
      key: { secret: SECRET },
      algorithms: ['HS256'],
    },
    {
      ...defaults,
      name: 'rotated',
      issuer: 'https://rotated.example',
      key: { secret: NEXT_SECRET, previousSecret: SECRET },
      algorithms: ['HS256'],
    },
    { ...defaults, name: 'rsa', issuer: 'https://rsa.example', key: { publicKey }, algorithms: ['RS256'] },
    { ...defaults, name: 'jwks', issuer: 'https://jwks.example', key: { jwksUrl }, algorithms: ['RS256'] },
    {
      ...defaults,
      name: 'away',
      issuer: 'https://away.example',
      key: { jwksUrl: 'http://127.0.0.1:1/' },
      algorithms: ['RS256'],
    },
  ];
  world = await createWorld({ identity: { providers: [], redirects: [], tokenIssuers } });
  const owner = await world.person('owner');
  ({ id: serverId } = await createServerWith(owner));
  defaults.defaultServers.push(serverId);
});
afterAll(async () => {
  jwks.close();
  await world.close();
});

const seconds = () => Math.floor(world.clock.now().getTime() / 1000);
/** An undefined claim is left out. */
type Claims = { readonly [Name in keyof JWTPayload]: JWTPayload[Name] | undefined };
interface Signing {
  readonly claims?: Claims;
  readonly alg?: string;
  readonly key?: Parameters<SignJWT['sign']>[0];
  readonly kid?: string;
}
function sign({ claims = {}, alg = 'HS256', key = new TextEncoder().encode(SECRET), kid }: Signing = {}) {
  const now = seconds();
  const all = { iss: 'https://shop.example', aud: 'chat', sub: '4711', iat: now, exp: now + 60, ...claims };
  return new SignJWT(JSON.parse(JSON.stringify(all)))
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
    .sign(key);
}
const signIn = (token: string) => world.anonymous.call.auth.token({ token });
const signInAs = async (claims: Claims) => signIn(await sign({ claims }));

describe('a minted person', () => {
  test('gets an account from the claims, joins the servers of the issuer, and a session without a proof', async () => {
    const claims = {
      sub: 'ann',
      name: 'Ann Lee',
      preferred_username: 'ann.lee',
      email: 'ann@example.com',
      email_verified: true,
    };
    const { token, user } = await signInAs({ ...claims, metadata: { plan: 'gold' } });
    expect(user).toMatchObject({
      username: 'ann.lee',
      displayName: 'Ann Lee',
      email: 'ann@example.com',
      externalId: 'shop:ann',
      metadata: { plan: 'gold' },
    });
    const { call } = world.userWithToken(user.id, token);
    expect((await call.servers.list()).map(({ id }) => id)).toEqual([serverId]);
    await refusedWith('STEP_UP_REQUIRED', call.bots.create({ username: 'annbot' }));
    const again = await signInAs({ sub: 'ann', name: 'Ann Moe' });
    expect(again.user).toMatchObject({
      id: user.id,
      displayName: 'Ann Moe',
      email: 'ann@example.com',
      metadata: { plan: 'gold' },
    });
  });

  test('is one account, however many first tokens come at once', async () => {
    const tries = await Promise.all(Array.from({ length: 5 }, () => signInAs({ sub: 'many' })));
    expect(new Set(tries.map(({ user }) => user.id)).size).toBe(1);
  });

  test('gets a username of their own, however many with one name come for the first time at once', async () => {
    const claims = { preferred_username: 'crowd', email: 'crowd@example.com', email_verified: true };
    const tries = await Promise.all([1, 2, 3, 4, 5].map((n) => signInAs({ ...claims, sub: `crowd-${n}` })));
    expect(new Set(tries.map(({ user }) => user.username)).size).toBe(5);
    expect(tries.filter(({ user }) => user.email !== null)).toHaveLength(1);
  });

  test('of an issuer that demands a jti signs in with one alone, once', async () => {
    const claims = { sub: 'once', iss: 'https://once.example' };
    await refusedWith('TOKEN_REFUSED', signInAs(claims));
    expect((await signInAs({ ...claims, jti: 'first' })).user.externalId).toBe('once:once');
    await refusedWith('TOKEN_REFUSED', signInAs({ ...claims, jti: 'first' }));
  });

  test('of another issuer with the same sub is somebody else', async () => {
    const mine = await signInAs({ sub: 'same' });
    const other = await signInAs({ sub: 'same', iss: 'https://other.example' });
    expect(other.user.id).not.toBe(mine.user.id);
    expect(other.user.externalId).toBe('other:same');
  });

  test('gets another username where theirs is taken, and no address that another account has proven or nobody verified', async () => {
    const { id } = await world.person('taken');
    const address = { email: 'taken@example.com', verifiedEmail: 'taken@example.com' };
    await world.services.db.update(tables.users).set(address).where(eq(tables.users.id, id));
    const { user } = await signInAs({
      sub: 'late',
      preferred_username: 'Taken',
      email: 'taken@example.com',
      email_verified: true,
    });
    expect(user).toMatchObject({ email: null });
    expect(user.username).toMatch(/^Taken-\d+$/);
    const unverified = await signInAs({ sub: 'unverified', email: 'who@example.com' });
    expect(unverified.user.email).toBeNull();
    // Somebody else has given the address and never proven it.
    const squatter = await world.person('squatter');
    await squatter.call.users.updateMe({ email: 'mine@example.com' });
    const mine = await signInAs({ sub: 'mine', email: 'mine@example.com', email_verified: true });
    expect(mine.user.email).toBe('mine@example.com');
    await signInAs({ sub: 'mine', email: 'changed@example.com', email_verified: true });
    const own = world.userWithToken(mine.user.id, mine.token);
    expect(await own.call.users.securityEvents({ limit: 1 })).toMatchObject([
      { kind: 'email.changed', about: 'changed@example.com' },
    ]);
    expect(await squatter.call.users.me()).toMatchObject({ email: null, pendingEmail: null });
  });
});

describe('refused', () => {
  const HOUR = 3600;
  test.each<[string, () => Claims]>([
    ['a wrong audience', () => ({ aud: 'elsewhere' })],
    ['an issuer that is not configured', () => ({ iss: 'https://evil.example' })],
    ['an expired token', () => ({ iat: seconds() - 120, exp: seconds() - 60 })],
    ['a token that is not valid yet', () => ({ nbf: seconds() + 60 })],
    ['a token of the future', () => ({ iat: seconds() + 60, exp: seconds() + 120 })],
    ['a token that is valid for too long', () => ({ exp: seconds() + HOUR })],
    ['an old token that does not expire yet', () => ({ iat: seconds() - HOUR, exp: seconds() + 60 })],
    ['a token without iat', () => ({ iat: undefined })],
    ['a token without exp', () => ({ exp: undefined })],
    ['a token without sub', () => ({ sub: undefined })],
    ['an empty sub', () => ({ sub: '' })],
    ['a sub that is too long', () => ({ sub: 'x'.repeat(124) })],
    ['a sub with a control character', () => ({ sub: 'a\nb' })],
    ['a sub with a space', () => ({ sub: 'a b' })],
    ['a jti that is too long', () => ({ jti: 'x'.repeat(256) })],
    ['metadata that is too large', () => ({ metadata: { a: 'x'.repeat(5000) } })],
  ])('%s', async (_what, claims) => {
    await refusedWith('TOKEN_REFUSED', signInAs({ sub: 'refused', ...claims() }));
  });

  test('alg none', async () => {
    const [, payload] = (await sign()).split('.');
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    await refusedWith('TOKEN_REFUSED', signIn(`${header}.${payload}.`));
  });

  test('HS256 with the public key as the secret', async () => {
    const claims = { iss: 'https://rsa.example' };
    await refusedWith(
      'TOKEN_REFUSED',
      signIn(await sign({ claims, key: new TextEncoder().encode(publicKey) })),
    );
    await signIn(await sign({ claims, alg: 'RS256', key: keys.privateKey }));
  });

  test('a wrong signature, another algorithm of the same secret, and what is no token', async () => {
    await refusedWith(
      'TOKEN_REFUSED',
      signIn(await sign({ key: new TextEncoder().encode('another secret of 32 bytes or more') })),
    );
    await refusedWith('TOKEN_REFUSED', signIn(await sign({ alg: 'HS512' })));
    for (const text of ['x', 'a.b.c', '..', 'plv_token']) await refusedWith('TOKEN_REFUSED', signIn(text));
  });

  test('what neither of the two secrets of an issuer has signed', async () => {
    const claims = { iss: 'https://rotated.example', sub: 'ann' };
    const by = async (text: string) => signIn(await sign({ claims, key: new TextEncoder().encode(text) }));
    const users = [await by(SECRET), await by(NEXT_SECRET)].map(({ user }) => user.id);
    expect(new Set(users).size).toBe(1);
    await refusedWith('TOKEN_REFUSED', by(`${SECRET}!`));
  });

  test('a token that is too large', async () => {
    await refusedWith('INVALID_INPUT', signInAs({ padding: 'x'.repeat(8192) }));
    await refusedWith('INVALID_INPUT', signIn(''));
  });

  test('a jti that was used, also at the same time', async () => {
    const used = await world.services.db.$count(tables.usedTokens);
    const token = await sign({ claims: { sub: 'once', jti: 'j-1' } });
    const tries = await Promise.allSettled([signIn(token), signIn(token), signIn(token)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await refusedWith('TOKEN_REFUSED', signIn(token));
    // Another issuer counts its own.
    await signInAs({ sub: 'once', jti: 'j-1', iss: 'https://other.example' });
    expect(await world.services.db.$count(tables.usedTokens)).toBe(used + 2);
  });

  test('a token for an admin of the service, and for a deactivated person', async () => {
    const { user, token } = await signInAs({ sub: 'boss' });
    await world.operator.call.admin.updateUser({ userId: user.id, admin: true });
    await refusedWith('UNAUTHENTICATED', world.userWithToken(user.id, token).call.admin.users({}));
    await refusedWith('TOKEN_NOT_ALLOWED', signInAs({ sub: 'boss' }));
    const gone = await signInAs({ sub: 'gone' });
    await world.operator.call.admin.updateUser({ userId: gone.user.id, deactivated: true });
    await refusedWith('ACCOUNT_DEACTIVATED', signInAs({ sub: 'gone' }));
  });

  test('a token for a bot', async () => {
    const owner = await world.person('bot-owner');
    const { bot } = await owner.call.bots.create({ username: 'robot' });
    const db = world.services.db;
    await db.update(tables.users).set({ externalId: 'shop:robot' }).where(eq(tables.users.id, bot.id));
    await refusedWith('TOKEN_NOT_ALLOWED', signInAs({ sub: 'robot' }));
  });
});

describe('the keys of an address', () => {
  test('are read once, and again for a key that is not known, at most once in 30 seconds', async () => {
    const jwk = { ...(await exportJWK(keys.publicKey)), alg: 'RS256', kid: 'first' };
    published = [jwk];
    const claims = { iss: 'https://jwks.example', sub: 'kid' };
    const withKid = async (kid: string) =>
      signIn(await sign({ claims, alg: 'RS256', key: keys.privateKey, kid }));
    await withKid('first');
    await withKid('first');
    expect(fetches).toBe(1);
    for (let n = 0; n < 5; n++) await refusedWith('TOKEN_REFUSED', withKid('unknown'));
    expect(fetches).toBe(1);
  });

  test('of an issuer that is away give a clear error, and nobody else waits', async () => {
    const claims = { iss: 'https://away.example' };
    await refusedWith(
      'ISSUER_UNAVAILABLE',
      signIn(await sign({ claims, alg: 'RS256', key: keys.privateKey })),
    );
    await signInAs({ sub: 'others' });
  });
});
