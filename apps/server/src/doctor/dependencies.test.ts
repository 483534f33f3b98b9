import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IdentitySettings, NO_IDENTITY, type ProviderSettings, type TokenIssuer } from '@palaver/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.js';
import { freePort } from '../testing/listen.js';
import { isRedisInstalled, startRedis } from '../testing/redis-server.js';
import type { Check } from './check.js';
import { checkDependencies } from './dependencies.js';

let server: Server;
let origin: string;
/** What the server answers, by path; 404 for any other one. */
const answers = new Map<string, string>();

beforeAll(async () => {
  server = createServer((req, res) => {
    const answer = answers.get(req.url ?? '');
    res.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server has an address of this form.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function answer(path: string, text: string | null): void {
  answers.clear();
  if (text !== null) answers.set(path, text);
}

async function found(
  name: string,
  identity: Partial<IdentitySettings>,
  redisUrl: string | null = null,
): Promise<Check | undefined> {
  const config = { ...readConfig({}), redisUrl, identity: { ...NO_IDENTITY, ...identity } };
  return (await checkDependencies(config)).find((check) => check.name === name);
}

test.skipIf(!isRedisInstalled())('a Redis that runs answers, and one that has gone does not', async () => {
  const redis = await startRedis();
  const { host } = new URL(redis.url);
  expect(await found('Redis', {}, redis.url)).toEqual({
    name: 'Redis',
    status: 'ok',
    found: `${host} answers`,
  });
  await redis.kill();
  expect(await found('Redis', {}, redis.url)).toMatchObject({ status: 'fail' });
  await redis.close();
});

test('a Redis that does not answer is named without its password', async () => {
  const port = await freePort();
  const check = await found('Redis', {}, `redis://:a-password@127.0.0.1:${port}`);
  expect(check).toMatchObject({ status: 'fail', advice: expect.stringContaining('REDIS_URL') });
  expect(check?.found).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port}: `));
  expect(JSON.stringify(check)).not.toContain('a-password');
});

function providerOf(issuer: string): ProviderSettings {
  const client = { clientId: 'palaver', clientSecret: 'a-client-secret', scopes: ['openid'] };
  const about = {
    name: 'acme',
    label: 'Acme',
    protocol: 'oidc',
    trustsEmail: false,
    signUp: 'open',
  } as const;
  return { ...about, ...client, issuer };
}

function issuerOf(jwksUrl: string): TokenIssuer {
  const rules = { algorithms: ['ES256'], maxAgeSeconds: 60, requireJti: false, defaultServers: [] };
  return { name: 'shop', issuer: 'https://shop.example', audience: 'palaver', key: { jwksUrl }, ...rules };
}

const WHAT_PROVIDERS_SAY: ReadonlyArray<[string, (issuer: string) => string | null, RegExp]> = [
  ['nothing', () => null, /^fail .* answers 404$/],
  ['another issuer', () => '{"issuer":"https://other.example"}', /^fail .* does not say that it is/],
  ['no JSON', () => '<html>', /^fail .* does not say that it is/],
  ['its own address', (issuer) => JSON.stringify({ issuer }), /^ok .* answers$/],
];

test.each(WHAT_PROVIDERS_SAY)('a provider that says %s', async (_what, says, expected) => {
  answer('/.well-known/openid-configuration', says(origin));
  const check = await found('Provider acme', { providers: [providerOf(origin)] });
  expect(`${check?.status} ${check?.found}`).toMatch(expected);
  expect(JSON.stringify(check)).not.toContain('a-client-secret');
});

const WHAT_ISSUERS_SAY: ReadonlyArray<[string, string | null, RegExp]> = [
  ['nothing', null, /^fail .* answers 404$/],
  ['no keys', '{"keys":[]}', /^fail .* has no keys$/],
  ['a key', '{"keys":[{"kty":"EC"}]}', /^ok .* answers$/],
];

test.each(WHAT_ISSUERS_SAY)('an issuer that says %s', async (_what, says, expected) => {
  answer('/keys', says);
  const check = await found('Issuer shop', { tokenIssuers: [issuerOf(`${origin}/keys`)] });
  expect(`${check?.status} ${check?.found}`).toMatch(expected);
});

test('an issuer that cannot be reached is named, and nothing is looked at that is not configured', async () => {
  const port = await freePort();
  const check = await found('Issuer shop', { tokenIssuers: [issuerOf(`http://127.0.0.1:${port}/keys`)] });
  expect(check).toMatchObject({ status: 'fail', advice: expect.stringContaining('IDENTITY_FILE') });
  expect((await checkDependencies(readConfig({}))).map(({ name }) => name)).toEqual(['Mail']);
});
