import { createTestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServiceOn, type TestService } from '../../src/testing/test-service.js';
import { Browser } from './browser.js';
import { type FakeGitHub, GITHUB_CLIENT, startFakeGitHub } from './fake-github.js';
import { BACK, codeVerifier, identityFile, startIdentityService } from './identity-service.js';
import { type RealProvider, startRealProvider } from './real-provider.js';

const CLIENT = { clientId: 'palaver', clientSecret: 'the-secret-of-the-tests' };

let real: RealProvider;
let github: FakeGitHub;
let service: TestService;

beforeAll(async () => {
  [real, github] = await Promise.all([startRealProvider(), startFakeGitHub()]);
  service = await startIdentityService({
    real: { issuer: real.issuer, ...CLIENT },
    wrong: { issuer: real.issuer, ...CLIENT, clientSecret: 'not the secret' },
    github: { preset: 'github', issuer: github.url, ...GITHUB_CLIENT, trustsEmail: true },
    stranger: { preset: 'github', issuer: github.url, ...GITHUB_CLIENT, clientSecret: 'not the secret' },
  });
  real.serve({
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
    redirect_uris: ['real', 'wrong'].map((name) => `${service.url}/api/auth/callback/${name}`),
  });
});
afterAll(() => Promise.all([service.close(), real.close(), github.close()]));

const browser = () => new Browser(service.client(null));

describe('a certified provider of OpenID Connect', () => {
  test('signs in, with the claims of its userinfo endpoint', async () => {
    const { status, body } = await browser().signIn('real');
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({
      username: 'alice',
      displayName: 'Alice Smith',
      email: 'alice@example.com',
    });
    expect((await browser().signIn('real')).body.data.user.id).toBe(body.data.user.id);
  });

  test('refuses a client with a wrong secret', async () => {
    const { status, body } = await browser().signIn('wrong');
    expect([status, body.code]).toEqual([403, 'PROVIDER_REFUSED']);
  });
});

// Who signs in is somebody of the tests before.
describe('GitHub', { shuffle: false }, () => {
  const noreply = {
    email: '1+octocat@users.noreply.github.com',
    primary: false,
    verified: true,
    visibility: null,
  };

  test('signs in by the id of the account, with its verified primary address', async () => {
    github.user = { id: 583231, login: 'octocat', name: 'The Octocat' };
    github.emails = [
      noreply,
      { email: 'octocat@example.com', primary: true, verified: true, visibility: 'public' },
    ];
    const { body } = await browser().signIn('github');
    expect(body.data.user).toMatchObject({
      username: 'octocat',
      displayName: 'The Octocat',
      email: 'octocat@example.com',
    });
    github.user = { id: 583231, login: 'renamed', name: null };
    expect((await browser().signIn('github')).body.data.user.id).toBe(body.data.user.id);
  });

  test('attack: neither an unverified nor a secondary address is taken', async () => {
    github.user = { id: 2, login: 'mallory', name: null };
    github.emails = [
      { email: 'victim@example.com', primary: true, verified: false, visibility: null },
      { ...noreply, email: 'other@example.com' },
    ];
    expect((await browser().signIn('github')).body.data.user.email).toBeNull();
  });

  test('attack: a login that somebody else had before is another person', async () => {
    github.user = { id: 3, login: 'octocat', name: null };
    github.emails = [];
    expect((await browser().signIn('github')).body.data.user.username).toBe('octocat-2');
  });

  test('attack: a state of another browser, a replayed state and a stolen code are refused', async () => {
    const [victim, attacker] = [browser(), browser()];
    const ended = [403, 'SIGN_IN_ENDED'];
    const outcome = async (who: Browser, path: string) => {
      const { status, body } = await who.call('GET', path);
      return [status, body.code];
    };
    const callback = await attacker.visit(await attacker.begin('github'));
    await victim.begin('github');
    expect(await outcome(victim, callback)).toEqual(ended);
    const stolen = new URLSearchParams(callback.split('?')[1]);
    stolen.set('state', new URL(await victim.begin('github')).searchParams.get('state') ?? '');
    expect(await outcome(victim, `/api/auth/callback/github?${stolen}`)).toEqual([403, 'PROVIDER_REFUSED']);
    expect(await outcome(attacker, callback)).toEqual([403, 'PROVIDER_REFUSED']);
    expect(await outcome(attacker, callback)).toEqual(ended);
  });

  test('an error that it answers with 200 is an error', async () => {
    const { status, body } = await browser().signIn('stranger');
    expect([status, body.code]).toEqual([403, 'PROVIDER_REFUSED']);
  });
});

test('a sign-in that begins at one node ends at another, and is exchanged at the first', async () => {
  const database = await createTestDatabase();
  const PUBLIC_URL = 'http://chat.example';
  const environment = {
    PUBLIC_URL,
    IDENTITY_FILE: await identityFile({ github: { preset: 'github', issuer: github.url, ...GITHUB_CLIENT } }),
  };
  const [one, two] = await Promise.all([
    startTestServiceOn(database, environment),
    startTestServiceOn(database, environment),
  ]);
  github.user = { id: 4, login: 'traveller', name: null };
  const atOne = new Browser(one.client(null));
  const callback = await atOne.visit(await atOne.begin('github', BACK), PUBLIC_URL);
  const back = await two.client(null).get(callback, { headers: { Cookie: atOne.cookies } });
  const code = new URL(back.headers.get('Location') ?? '').searchParams.get('code');
  const { body } = await one.client(null).post('/api/auth/exchange', { code, codeVerifier });
  expect(body.data.user.username).toBe('traveller');
  await Promise.all([one.close(), two.close()]);
  await database.drop();
});
