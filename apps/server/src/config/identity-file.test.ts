import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.js';

const folder = mkdtempSync(join(tmpdir(), 'palaver-identity-'));
const SECRET = 'the-secret-of-the-client';
const KEYCLOAK = { issuer: 'https://id.example.com/realms/main', clientId: 'palaver', clientSecret: SECRET };

function read(content: unknown, environment: Record<string, string> = {}) {
  const path = join(folder, 'identity.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return readConfig({ IDENTITY_FILE: path, ...environment }).identity;
}

function problemsOf(content: unknown): string {
  try {
    read(content);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return expect.unreachable('the file was accepted');
}

test('presets and REGISTRATION complete what the file leaves out', () => {
  writeFileSync(join(folder, 'github.secret'), `${SECRET}\n`);
  const identity = read(
    {
      providers: {
        keycloak: { ...KEYCLOAK, label: 'Example', trustsEmail: true, signUp: 'open' },
        google: { preset: 'google', clientId: 'g', clientSecret: SECRET },
        github: { preset: 'github', clientId: 'h', clientSecretFile: 'github.secret' },
      },
      redirects: ['https://app.example.com/signed-in'],
    },
    { REGISTRATION: 'invite' },
  );
  const scopes = ['openid', 'email', 'profile'];
  expect(identity.providers).toEqual([
    {
      ...KEYCLOAK,
      name: 'keycloak',
      label: 'Example',
      protocol: 'oidc',
      scopes,
      trustsEmail: true,
      signUp: 'open',
    },
    {
      name: 'google',
      label: 'Google',
      protocol: 'oidc',
      issuer: 'https://accounts.google.com',
      clientId: 'g',
      clientSecret: SECRET,
      scopes,
      trustsEmail: false,
      signUp: 'invite',
    },
    {
      name: 'github',
      label: 'GitHub',
      protocol: 'github',
      issuer: 'https://github.com',
      clientId: 'h',
      clientSecret: SECRET,
      scopes: ['read:user', 'user:email'],
      trustsEmail: false,
      signUp: 'invite',
    },
  ]);
  expect(identity.redirects.map(String)).toEqual(['https://app.example.com/signed-in']);
});

test('an empty file configures nothing', () => {
  expect(read({})).toEqual({ providers: [], redirects: [], tokenIssuers: [] });
});

describe('the start is refused by the name of the field', () => {
  const provider = (fields: object) => ({ providers: { one: { ...KEYCLOAK, ...fields } } });
  test.each<[string, unknown]>([
    ['providers.one.clientId', provider({ clientId: '' })],
    ['providers.one.clientId', { providers: { one: { issuer: 'https://a.example', clientSecret: SECRET } } }],
    ['providers.one.clientSecret', provider({ clientSecretFile: 'x' })],
    ['providers.one.clientSecret', provider({ clientSecret: undefined })],
    ['providers.one.clientSecret', provider({ clientSecret: 5 })],
    ['providers.one.clientSecretFile', provider({ clientSecret: undefined, clientSecretFile: 'none' })],
    ['providers.one.issuer', provider({ issuer: 'http://id.example.com' })],
    ['providers.one.issuer', provider({ issuer: 'https://a:b@id.example.com' })],
    ['providers.one.issuer', provider({ issuer: 'id.example.com' })],
    ['providers.one.issuer', provider({ issuer: undefined })],
    ['providers.one.issuer', provider({ preset: 'google' })],
    ['providers.one.preset', provider({ preset: 'facebook' })],
    ['providers.one.scopes', provider({ scopes: ['email'] })],
    ['providers.one.scopes.0', provider({ scopes: ['openid email'] })],
    ['providers.one.label', provider({ label: '' })],
    ['providers.one.trustsEmail', provider({ trustsEmail: 'yes' })],
    ['providers.one.signUp', provider({ signUp: 'everybody' })],
    ['providers.one', provider({ clientSecrt: SECRET })],
    ['providers.One', { providers: { One: KEYCLOAK } }],
    ['providers', { providers: [] }],
    ['redirects.0', { redirects: ['*'] }],
    ['redirects.1', { redirects: ['https://a.example', 'javascript:alert(1)'] }],
    ['redirects', { redirects: 'https://a.example' }],
    ['the file', { provider: {} }],
    ['the file', []],
    ['the file', `{"providers": {"one": {"clientSecret": "${SECRET}`],
  ])('%s', (field, content) => {
    const problems = problemsOf(content);
    expect(problems).toContain(`IDENTITY_FILE: ${field}`);
    expect(problems).not.toContain(SECRET);
  });
});

describe('issuers of tokens', () => {
  const pem = (publicKey: { export(options: object): string | Buffer }) =>
    String(publicKey.export({ type: 'spki', format: 'pem' }));
  const rsa = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey);
  const p256 = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey);
  const ed25519 = pem(generateKeyPairSync('ed25519').publicKey);
  const SHARED = `${SECRET} that nobody else knows`;
  const shop = { issuer: 'https://shop.example.com', audience: 'chat', secret: SHARED };
  const issuer = (fields: object) => ({ tokenIssuers: { shop: { ...shop, ...fields } } });
  const withKey = (publicKey: string, ...algorithms: string[]) =>
    issuer({ secret: undefined, publicKey, algorithms });
  const withUrl = (jwksUrl: unknown, fields: object = {}) =>
    issuer({ secret: undefined, jwksUrl, ...fields });

  const defaults = {
    issuer: shop.issuer,
    audience: 'chat',
    maxAgeSeconds: 300,
    defaultServers: [],
    requireJti: false,
  };
  const serverId = '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44';
  test.each<[string, unknown, object]>([
    ['a secret', issuer({}), { key: { secret: SHARED }, algorithms: ['HS256'] }],
    [
      'a secret and the one before',
      issuer({ previousSecret: `${SHARED}, before` }),
      { key: { secret: SHARED, previousSecret: `${SHARED}, before` }, algorithms: ['HS256'] },
    ],
    ['a larger hash', issuer({ algorithms: ['HS512'] }), { key: { secret: SHARED }, algorithms: ['HS512'] }],
    ['a key of RSA', withKey(rsa, 'PS256'), { key: { publicKey: rsa }, algorithms: ['PS256'] }],
    ['a key of P-256', withKey(p256, 'ES256'), { key: { publicKey: p256 }, algorithms: ['ES256'] }],
    ['a key of Ed25519', withKey(ed25519, 'EdDSA'), { key: { publicKey: ed25519 }, algorithms: ['EdDSA'] }],
    [
      'an address',
      withUrl('https://shop.example.com/jwks'),
      { key: { jwksUrl: 'https://shop.example.com/jwks' }, algorithms: ['RS256', 'ES256', 'EdDSA'] },
    ],
    [
      'an address on this machine',
      withUrl('http://127.0.0.1:4000/jwks'),
      { key: { jwksUrl: 'http://127.0.0.1:4000/jwks' }, algorithms: ['RS256', 'ES256', 'EdDSA'] },
    ],
    [
      'all fields',
      issuer({ maxAgeSeconds: 86_400, defaultServers: [serverId], requireJti: true }),
      {
        key: { secret: SHARED },
        algorithms: ['HS256'],
        maxAgeSeconds: 86_400,
        defaultServers: [serverId],
        requireJti: true,
      },
    ],
  ])('%s is read', (_name, content, expected) => {
    expect(read(content).tokenIssuers).toEqual([{ ...defaults, name: 'shop', ...expected }]);
  });

  test.each<[string, unknown]>([
    ['tokenIssuers.shop.issuer', issuer({ issuer: '' })],
    ['tokenIssuers.shop.issuer', issuer({ issuer: 'x'.repeat(513) })],
    ['tokenIssuers.shop.issuer', issuer({ issuer: undefined })],
    ['tokenIssuers.shop.audience', issuer({ audience: ['chat'] })],
    ['tokenIssuers.shop.audience', issuer({ audience: undefined })],
    ['tokenIssuers.shop.secret', issuer({ secret: 'x'.repeat(31) })],
    ['tokenIssuers.shop.secret', issuer({ secret: 'x'.repeat(4097) })],
    ['tokenIssuers.shop.previousSecret', issuer({ previousSecret: 'x'.repeat(31) })],
    [
      'tokenIssuers.shop.previousSecret',
      withUrl('https://shop.example.com/jwks', { previousSecret: SHARED }),
    ],
    ['tokenIssuers.shop.jwksUrl', issuer({ secret: undefined })],
    ['tokenIssuers.shop.jwksUrl', issuer({ jwksUrl: 'https://shop.example.com/jwks' })],
    ['tokenIssuers.shop.jwksUrl', withUrl('http://shop.example.com/jwks')],
    ['tokenIssuers.shop.jwksUrl', withUrl('http://localhost.example.com/jwks')],
    ['tokenIssuers.shop.jwksUrl', withUrl('http://localhost:x@shop.example.com/jwks')],
    ['tokenIssuers.shop.jwksUrl', withUrl('file:///etc/passwd')],
    ['tokenIssuers.shop.jwksUrl', withUrl(5)],
    ['tokenIssuers.shop.publicKey', withKey('a key', 'RS256')],
    [
      'tokenIssuers.shop.publicKey',
      withKey('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'RS256'),
    ],
    ['tokenIssuers.shop.publicKey', withKey(rsa, 'ES256')],
    ['tokenIssuers.shop.publicKey', withKey(p256, 'ES384')],
    ['tokenIssuers.shop.algorithms', withKey(rsa, 'RS256', 'PS256')],
    ['tokenIssuers.shop.algorithms', issuer({ secret: undefined, publicKey: rsa })],
    // Who knows the public key could sign with it as a secret.
    ['tokenIssuers.shop.algorithms', withKey(rsa, 'HS256')],
    ['tokenIssuers.shop.algorithms', withUrl('https://shop.example.com/jwks', { algorithms: ['HS256'] })],
    ['tokenIssuers.shop.algorithms', issuer({ algorithms: ['none'] })],
    ['tokenIssuers.shop.algorithms', issuer({ algorithms: ['RS256'] })],
    ['tokenIssuers.shop.algorithms', issuer({ algorithms: [] })],
    ['tokenIssuers.shop.maxAgeSeconds', issuer({ maxAgeSeconds: 9 })],
    ['tokenIssuers.shop.maxAgeSeconds', issuer({ maxAgeSeconds: 86_401 })],
    ['tokenIssuers.shop.maxAgeSeconds', issuer({ maxAgeSeconds: 60.5 })],
    ['tokenIssuers.shop.defaultServers', issuer({ defaultServers: Array(6).fill(serverId) })],
    ['tokenIssuers.shop.defaultServers.0', issuer({ defaultServers: ['Acme'] })],
    ['tokenIssuers.shop', issuer({ secrt: SHARED })],
    ['tokenIssuers.Shop', { tokenIssuers: { Shop: shop } }],
    ['tokenIssuers.a:b', { tokenIssuers: { 'a:b': shop } }],
    ['tokenIssuers', { tokenIssuers: { shop, other: shop } }],
    ['tokenIssuers', { tokenIssuers: [] }],
    [
      'tokenIssuers',
      {
        tokenIssuers: Object.fromEntries(
          Array.from({ length: 21 }, (_, n) => [
            `shop-${n}`,
            { ...shop, issuer: `https://${n}.example.com` },
          ]),
        ),
      },
    ],
  ])('%s is refused, and no secret is shown: %#', (field, content) => {
    const problems = problemsOf(content);
    expect(problems).toContain(`IDENTITY_FILE: ${field}: `);
    expect(problems).not.toContain(SHARED);
  });
});
