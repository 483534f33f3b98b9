import type { ServerResponse } from 'node:http';
import { connectionUrl, createDatabase, type DatabaseHandle } from '@palaver/db';
import {
  createFaultProxy,
  createTestDatabase,
  type FaultProxy,
  type TestDatabase,
} from '@palaver/db/testing';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../src/testing/client.js';
import { startTestService, type TestService } from '../../src/testing/test-service.js';
import { Browser } from './browser.js';
import { CLIENT_ID, type FakeProvider, startFakeProvider } from './fake-provider.js';
import { BACK, codeVerifier, identityFile } from './identity-service.js';

const SECRET = 'a secret of the shop, of 32 bytes or more';
const FAULTS: Readonly<Record<string, (res: ServerResponse) => unknown>> = {
  'never answers': () => {},
  'never ends its answer': (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).write('{'),
  'answers too much': (res) => res.end(`{"padding": "${'x'.repeat(300_000)}"}`),
  'hangs up': (res) => res.destroy(),
};
/** Each path of a provider with each fault. */
const FAULTY = ['/.well-known/openid-configuration', '/token', '/jwks'].flatMap((path) =>
  Object.entries(FAULTS).map(([name, answer]) => ({ name: `${path} ${name}`, path, answer })),
);

let database: TestDatabase;
let direct: DatabaseHandle;
let proxy: FaultProxy;
let acme: FakeProvider;
let faulty: FakeProvider[];
let service: TestService;
let n = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  direct = createDatabase(database.connection, { max: 1 });
  proxy = await createFaultProxy(database.connection);
  acme = await startFakeProvider();
  faulty = await Promise.all(FAULTY.map(startFakeProvider));
  const of = ({ issuer, clientSecret }: FakeProvider) => ({ issuer, clientId: CLIENT_ID, clientSecret });
  const named = faulty.map((provider, index) => [`faulty-${index}`, of(provider)] as const);
  const shop = { issuer: 'https://shop.example', audience: 'chat', secret: SECRET };
  const providers = { acme: of(acme), ...Object.fromEntries(named) };
  const IDENTITY_FILE = await identityFile(providers, { shop });
  service = await startTestService({ DATABASE_URL: connectionUrl(proxy.connection), IDENTITY_FILE });
});
afterEach(() => {
  proxy.restore();
  acme.wrong = {};
});
afterAll(async () => {
  await service.close();
  await Promise.all([acme, ...faulty].map((provider) => provider.close()));
  await proxy.close();
  await direct.close();
  await database.drop();
});

const browser = () => new Browser(service.client(null));
function newPerson(provider = acme): string {
  const sub = `subject-${++n}`;
  provider.person = { sub, preferred_username: `person-${n}` };
  return `person-${n}`;
}
const refused = (answer: Answer) => [answer.status, answer.body.code];
const queryOf = (answer: Answer) => new URL(answer.headers.get('Location') ?? '').searchParams;
const exchange = (code: string | null) =>
  service.client(null).post('/api/auth/exchange', { code, codeVerifier });

/** How many accounts have the username, and how many sessions they have. */
async function stored(username: string): Promise<{ accounts: number; sessions: number }> {
  const [row] = await direct.sql<{ accounts: number; sessions: number }[]>`
    select count(distinct u.id)::int as accounts, count(s.id)::int as sessions
    from users u left join sessions s on s.user_id = u.id where u.username = ${username} or u.username like ${`${username}-%`}`;
  return row ?? { accounts: 0, sessions: 0 };
}

/** Loses the answer to the COMMIT of `attempt`, whose transaction has a statement that matches `within`. */
async function losing(within: RegExp, attempt: () => Promise<Answer>): Promise<Answer> {
  const lost = proxy.loseAnswer(/^COMMIT$/, within);
  const answer = await attempt();
  await lost;
  return answer;
}

function tokenOf(sub: string, jti?: string): Promise<string> {
  return new SignJWT({ preferred_username: sub, ...(jti !== undefined && { jti }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('https://shop.example')
    .setAudience('chat')
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(new TextEncoder().encode(SECRET));
}
const useToken = (token: string) => service.client(null).post('/api/auth/token', { token });

describe('an answer that is lost after COMMIT', () => {
  test('of a callback: the person begins again and has one account', async () => {
    const username = newPerson();
    const signIn = () => browser().signIn('acme', BACK);
    const lost = await losing(/insert into "exchange_codes"/, signIn);
    expect(queryOf(lost).get('error')).toBe('BUSY');
    expect(await stored(username)).toEqual({ accounts: 1, sessions: 0 });
    expect((await browser().signIn('acme')).body.data.user.username).toBe(username);
    expect(await stored(username)).toEqual({ accounts: 1, sessions: 1 });
  });

  test('of an exchange: the code is over, and the person begins again', async () => {
    const username = newPerson();
    const code = queryOf(await browser().signIn('acme', BACK)).get('code');
    const lost = await losing(/delete from "exchange_codes"/, () => exchange(code));
    expect(refused(lost)).toEqual([503, 'BUSY']);
    expect(refused(await exchange(code))).toEqual([403, 'EXCHANGE_CODE_INVALID']);
    expect((await browser().signIn('acme')).body.data.user.username).toBe(username);
    expect((await stored(username)).accounts).toBe(1);
  });

  test('of a token: one with a jti was used, a new one signs in to the one account', async () => {
    const sub = `lost-${++n}`;
    const token = await tokenOf(sub, sub);
    const lost = await losing(/insert into "used_tokens"/, () => useToken(token));
    expect(refused(lost)).toEqual([503, 'BUSY']);
    expect(refused(await useToken(token))).toEqual([401, 'TOKEN_REFUSED']);
    expect((await useToken(await tokenOf(sub, `${sub} again`))).body.data.user.externalId).toBe(
      `shop:${sub}`,
    );
    expect((await stored(sub)).accounts).toBe(1);
  });

  test('of the put of an external user: a repetition finds the account', async () => {
    const { token } = await service.asOperator('POST', '/api/admin/keys', {
      name: 'a',
      scopes: ['admin:write'],
    });
    const username = `put-${++n}`;
    const put = () => service.client(token).put(`/api/admin/external-users/${username}`, { username });
    expect(refused(await losing(/insert into "users"/, put))).toEqual([503, 'BUSY']);
    expect((await put()).body.data).toMatchObject({ created: false, user: { username } });
    expect((await stored(username)).accounts).toBe(1);
  });
});

describe('while the database is away', () => {
  test('a callback is refused before it uses anything up, and works when it is back', async () => {
    const username = newPerson();
    const person = browser();
    const callback = await person.visit(await person.begin('acme'));
    const asked = acme.tokenRequests;
    proxy.cut();
    expect(refused(await person.call('GET', callback))).toEqual([503, 'BUSY']);
    proxy.restore();
    expect(acme.tokenRequests).toBe(asked);
    expect((await person.call('GET', callback)).body.data.user.username).toBe(username);
  });

  test('from the answer of the provider on, the person comes back with an error and begins again', async () => {
    const username = newPerson();
    acme.wrong = { beforeToken: () => proxy.cut() };
    const back = await browser().signIn('acme', BACK);
    expect(queryOf(back).get('error')).toBe('BUSY');
    proxy.restore();
    acme.wrong = {};
    expect(await stored(username)).toEqual({ accounts: 0, sessions: 0 });
    expect((await browser().signIn('acme')).body.data.user.username).toBe(username);
  });

  test('an exchange and a token are refused, and the same code and token work when it is back', async () => {
    const username = newPerson();
    const code = queryOf(await browser().signIn('acme', BACK)).get('code');
    const token = await tokenOf(`away-${++n}`, `away-${n}`);
    proxy.cut();
    expect(refused(await exchange(code))).toEqual([503, 'BUSY']);
    expect(refused(await useToken(token))).toEqual([503, 'BUSY']);
    proxy.restore();
    expect((await exchange(code)).body.data.user.username).toBe(username);
    expect((await useToken(token)).body.data.user.externalId).toBe(`shop:away-${n}`);
  });

  test('one that hangs only delays them', async () => {
    const username = newPerson();
    const code = queryOf(await browser().signIn('acme', BACK)).get('code');
    proxy.pause();
    const answers = [exchange(code), tokenOf(`slow-${++n}`).then(useToken)];
    await new Promise(setImmediate);
    proxy.restore();
    const [exchanged, minted] = await Promise.all(answers);
    expect([exchanged?.status, minted?.status]).toEqual([200, 200]);
    expect((await stored(username)).sessions).toBe(1);
  });
});

test('a provider that fails at any of its addresses is a clear error, keeps nothing, and a retry works', async () => {
  const tries = FAULTY.map(async ({ name, path, answer }, index) => {
    const provider = faulty[index];
    if (provider === undefined) throw new Error('There is a provider for each fault');
    const username = newPerson(provider);
    provider.wrong = { at: { path, answer } };
    const person = browser();
    const start = await person.call('POST', '/api/auth/social', { provider: `faulty-${index}` });
    const failed =
      start.status === 200 ? await person.call('GET', await person.visit(start.body.data.url)) : start;
    expect([name, ...refused(failed)]).toEqual([name, 503, 'PROVIDER_UNAVAILABLE']);
    expect([name, await stored(username)]).toEqual([name, { accounts: 0, sessions: 0 }]);
    provider.wrong = {};
    const retried = await browser().signIn(`faulty-${index}`);
    expect([name, retried.status, await stored(username)]).toEqual([name, 200, { accounts: 1, sessions: 1 }]);
  });
  await Promise.all(tries);
});
