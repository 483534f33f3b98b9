import { randomBytes } from 'node:crypto';
import { totpCode } from '@palaver/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../src/testing/client.js';
import { PASSWORD, type TestService } from '../../src/testing/test-service.js';
import { Browser } from './browser.js';
import { CLIENT_ID, type FakeProvider, startFakeProvider } from './fake-provider.js';
import { BACK, codeChallenge, codeVerifier, REDIRECT, startIdentityService } from './identity-service.js';

let acme: FakeProvider;
let other: FakeProvider;
let service: TestService;
const lines: string[] = [];
let n = 0;

beforeAll(async () => {
  [acme, other] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  const of = ({ issuer, clientSecret }: FakeProvider) => ({ issuer, clientId: CLIENT_ID, clientSecret });
  service = await startIdentityService(
    {
      acme: { ...of(acme), label: 'Acme', trustsEmail: true },
      other: of(other),
      partner: { ...of(other), trustsEmail: true },
      closed: { ...of(acme), signUp: 'closed' },
      invite: { ...of(acme), signUp: 'invite' },
      away: { issuer: 'http://127.0.0.1:9', clientId: CLIENT_ID, clientSecret: 'x' },
    },
    (line) => lines.push(line),
  );
});
afterAll(() => Promise.all([service.close(), acme.close(), other.close()]));
afterEach(() => {
  acme.wrong = {};
  other.wrong = {};
});

const browser = (token: string | null = null) => new Browser(service.client(token));

/** A person at the provider whom nobody has seen before. */
function newPerson(fields: Record<string, unknown> = {}) {
  const sub = `subject-${++n}`;
  const person = { sub, preferred_username: `person-${n}`, name: `Person ${n}`, ...fields };
  acme.person = person;
  return person;
}

const addressOf = (answer: Answer) =>
  new URL(answer.headers.get('Location') ?? expect.unreachable(answer.text));
const refused = (answer: Answer) => [answer.status, answer.body.code];

async function signedInClient(answer: Answer): Promise<Client> {
  expect(answer.status).toBe(200);
  return service.client(answer.body.data.token, answer.body.data.user.id);
}

/** A state, to be used by whoever tries. */
const stateOf = (url: string) => new URL(url).searchParams.get('state') ?? '';

describe('a sign-in', () => {
  test('makes an account at the first time and finds it at the second', async () => {
    newPerson({ preferred_username: 'Zoë@example.com', email: 'zoe@example.com', email_verified: true });
    const first = await browser().signIn('acme');
    expect(first.body.data.user).toMatchObject({ username: 'Zoe', email: 'zoe@example.com' });
    expect(first.body.data.token).toMatch(/^plv_/);
    const second = await browser().signIn('acme');
    expect(second.body.data.user).toEqual(first.body.data.user);
    const client = await signedInClient(second);
    const { body } = await client.get('/api/auth/identities');
    expect(body.data).toMatchObject([{ provider: 'acme', label: 'Acme' }]);
    expect((await client.get('/api/users/me')).body.data).toEqual(first.body.data.user);
  });

  test('makes the username free', async () => {
    newPerson({ preferred_username: 'same' });
    await browser().signIn('acme');
    newPerson({ preferred_username: 'SAME' });
    expect((await browser().signIn('acme')).body.data.user.username).toBe('SAME-2');
  });

  test('with redirectTo ends in a code that one client exchanges once', async () => {
    newPerson();
    const back = await browser().signIn('acme', { redirectTo: `${REDIRECT}?theme=dark`, codeChallenge });
    expect(back.status).toBe(302);
    const address = addressOf(back);
    expect(address.searchParams.get('theme')).toBe('dark');
    const code = address.searchParams.get('code') ?? '';
    const exchange = (body: object) => service.client(null).post('/api/auth/exchange', body);
    const invalid = [403, 'EXCHANGE_CODE_INVALID'];
    expect(refused(await exchange({ code }))).toEqual(invalid);
    expect(refused(await exchange({ code, codeVerifier: 'x'.repeat(43) }))).toEqual(invalid);
    const answers = await Promise.all([1, 2, 3].map(() => exchange({ code, codeVerifier })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(refused(await exchange({ code, codeVerifier }))).toEqual(invalid);
  });

  test('ends in no code after five tries', async () => {
    newPerson();
    const back = await browser().signIn('acme', BACK);
    const code = addressOf(back).searchParams.get('code') ?? '';
    const exchange = (verifier: string) =>
      service.client(null).post('/api/auth/exchange', { code, codeVerifier: verifier });
    for (let tries = 0; tries < 5; tries++) expect((await exchange('w'.repeat(43))).status).toBe(403);
    expect((await exchange(codeVerifier)).status).toBe(403);
  });

  test('of an account with a second factor ends with it alone', async () => {
    newPerson();
    const client = await signedInClient(await browser().signIn('acme'));
    const { secret } = (await client.post('/api/auth/second-factor/totp')).body.data;
    const now = Date.now();
    await client.post('/api/auth/second-factor/totp/confirm', { code: totpCode(secret, now) });
    expect(refused(await browser().signIn('acme'))).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    const back = await browser().signIn('acme', BACK);
    const code = addressOf(back).searchParams.get('code') ?? '';
    const exchange = (secondFactor?: object) =>
      service.client(null).post('/api/auth/exchange', { code, codeVerifier, secondFactor });
    expect(refused(await exchange())).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    expect(refused(await exchange({ totp: '000000' }))).toEqual([403, 'WRONG_SECOND_FACTOR']);
    // The code of the set-up is used; the next one counts already.
    const { status } = await exchange({ totp: totpCode(secret, now + 30_000) });
    expect(status).toBe(200);
  });

  test('begins by a navigation of the browser, where a page of another site cannot set the cookie', async () => {
    newPerson();
    const person = browser();
    const query = new URLSearchParams(BACK);
    const start = await person.call('GET', `/api/auth/social/acme?${query}`);
    expect(start.status).toBe(302);
    const back = await person.call('GET', await person.visit(addressOf(start).href));
    expect(addressOf(back).searchParams.has('code')).toBe(true);
  });

  test('is of the cookie: HttpOnly, SameSite=Lax and, over https, Secure with the prefix of the host', async () => {
    const start = await service.client(null).post('/api/auth/social', { provider: 'acme' });
    expect(start.headers.get('Set-Cookie')).toMatch(
      /^palaver-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { issuer, clientSecret } = acme;
    const secure = await startIdentityService({ acme: { issuer, clientId: CLIENT_ID, clientSecret } }, null, {
      PUBLIC_URL: 'https://chat.example',
    });
    const answer = await secure.client(null).post('/api/auth/social', { provider: 'acme' });
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^__Host-palaver-sign-in=.*; Path=\/; HttpOnly; Secure; /,
    );
    await secure.close();
  });

  test('is of a session whose method is the provider, and needs no password', async () => {
    newPerson();
    const client = await signedInClient(await browser().signIn('acme'));
    expect((await client.get('/api/auth/sessions')).status).toBe(200);
    const me = (await client.get('/api/users/me')).body.data;
    const login = await service
      .client(null)
      .post('/api/auth/login', { username: me.username, password: PASSWORD });
    expect(refused(login)).toEqual([401, 'WRONG_CREDENTIALS']);
  });

  test('of an account that is deactivated is refused', async () => {
    newPerson();
    const { user } = (await browser().signIn('acme')).body.data;
    await service.asOperator('PATCH', `/api/admin/users/${user.id}`, { deactivated: true });
    expect(refused(await browser().signIn('acme'))).toEqual([403, 'ACCOUNT_DEACTIVATED']);
  });

  test('lists the providers', async () => {
    const { body } = await service.client(null).get('/api/auth/providers');
    expect(body.data[0]).toEqual({ name: 'acme', label: 'Acme' });
    expect(JSON.stringify(body)).not.toContain(acme.clientSecret);
  });
});

describe('sign-up', () => {
  test('is refused where it is closed, and the person who has an account signs in', async () => {
    newPerson();
    expect(refused(await browser().signIn('closed'))).toEqual([403, 'REGISTRATION_CLOSED']);
    const back = await browser().signIn('closed', BACK);
    expect(addressOf(back).href).toBe(`${REDIRECT}?error=REGISTRATION_CLOSED`);
  });

  test('by invitation takes the invite that the sign-in began with, and joins its server', async () => {
    const owner = await service.person(`owner-${++n}`);
    const { id } = (await owner.post('/api/servers', { name: 'Acme' })).body.data;
    const { code } = (await owner.post(`/api/servers/${id}/invites`, {})).body.data;
    newPerson();
    expect(refused(await browser().signIn('invite'))).toEqual([403, 'INVITE_REQUIRED']);
    expect(refused(await browser().signIn('invite', { inviteCode: 'none' }))).toEqual([
      404,
      'INVITE_NOT_FOUND',
    ]);
    const client = await signedInClient(await browser().signIn('invite', { inviteCode: code }));
    expect((await client.get('/api/servers')).body.data).toMatchObject([{ id }]);
    expect((await browser().signIn('invite')).status).toBe(200);
  });

  test('of one person from many browsers at once makes one account', async () => {
    newPerson();
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser().signIn('acme')));
    expect(new Set(answers.map(({ body }) => body.data.user.id)).size).toBe(1);
  });
});

describe('an address that an account has', () => {
  const email = (name: string) => `${name}-${n}@example.com`;

  test('signs in to it where both sides have verified it and the provider is trusted', async () => {
    const address = email('trusted');
    newPerson({ email: address, email_verified: true });
    const first = await browser().signIn('acme');
    other.person = { sub: `other-${n}`, email: address.toUpperCase(), email_verified: true };
    expect(refused(await browser().signIn('other'))).toEqual([409, 'EMAIL_NEEDS_LINK']);
    expect((await browser().signIn('partner')).body.data.user).toEqual(first.body.data.user);
    const client = await signedInClient(first);
    expect((await client.get('/api/auth/identities')).body.data).toHaveLength(2);
  });

  test('attack: an unverified e-mail signs in to nobody', async () => {
    const address = email('victim');
    newPerson({ email: address, email_verified: true });
    expect((await browser().signIn('acme')).status).toBe(200);
    for (const email_verified of [false, undefined, 'false', 1]) {
      newPerson({ email: address, email_verified });
      expect(refused(await browser().signIn('acme'))).toEqual([409, 'EMAIL_NEEDS_LINK']);
    }
  });

  test('attack: an unverified e-mail does not tell who has an account where the person may not sign up', async () => {
    const address = email('hidden');
    newPerson({ email: address, email_verified: true });
    expect((await browser().signIn('acme')).status).toBe(200);
    newPerson({ email: address, email_verified: false });
    expect(refused(await browser().signIn('closed'))).toEqual([403, 'REGISTRATION_CLOSED']);
    expect(refused(await browser().signIn('invite'))).toEqual([403, 'INVITE_REQUIRED']);
  });

  test('attack: an account that somebody made with the address of another person is theirs alone from then on', async () => {
    const address = email('squatter');
    const username = `squatter-${++n}`;
    const registered = await service
      .client(null)
      .post('/api/auth/register', { username, password: PASSWORD, email: address });
    const squatter = service.client(registered.body.data.token);
    const { secret } = (await squatter.post('/api/auth/second-factor/totp')).body.data;
    await squatter.post('/api/auth/second-factor/totp/confirm', { code: totpCode(secret, Date.now()) });
    const bot = (await squatter.post('/api/bots', { username: `bot-${n}` })).body.data;
    other.person = { sub: `squatter-${n}`, email: address, email_verified: false };
    await browser(registered.body.data.token).signIn('other');

    newPerson({ email: address, email_verified: true });
    const victim = await signedInClient(await browser().signIn('acme'));
    expect((await victim.get('/api/users/me')).body.data).toMatchObject({ username, email: address });
    expect((await victim.get('/api/auth/identities')).body.data).toMatchObject([{ provider: 'acme' }]);
    const { body } = await victim.get('/api/auth/other-access');
    expect(body.data).toEqual({ providers: ['acme'], totp: false, passkeys: 0, botTokens: 0, apiKeys: 0 });
    const { body: history } = await victim.get('/api/users/me/security-events');
    expect(history.data.map(({ kind }: { kind: string }) => kind)).toContain('account.takenOver');
    for (const token of [registered.body.data.token, bot.token])
      expect((await service.client(token).get('/api/users/me')).status).toBe(401);
    expect(
      refused(await service.client(null).post('/api/auth/login', { username, password: PASSWORD })),
    ).toEqual([401, 'WRONG_CREDENTIALS']);
    // What the squatter had linked leads nowhere now.
    expect(refused(await browser().signIn('other'))).toEqual([409, 'EMAIL_NEEDS_LINK']);
  });

  test('an unverified address that is free is not kept', async () => {
    newPerson({ email: email('free'), email_verified: false });
    expect((await browser().signIn('acme')).body.data.user.email).toBeNull();
  });
});

describe('a link', () => {
  test('adds a provider to the account of the session, and unlinking takes it away', async () => {
    const alice = await service.person(`alice-${++n}`);
    newPerson();
    const linked = await browser(alice.token).signIn('acme', BACK);
    expect(addressOf(linked).href).toBe(`${REDIRECT}?linked=acme`);
    expect((await browser().signIn('acme')).body.data.user.id).toBe(alice.id);
    expect((await browser(alice.token).signIn('acme')).body.data).toBeNull();
    expect((await alice.delete('/api/auth/identities/acme')).status).toBe(200);
    expect(refused(await alice.delete('/api/auth/identities/acme'))).toEqual([404, 'IDENTITY_NOT_FOUND']);
    expect((await browser().signIn('acme')).body.data.user.id).not.toBe(alice.id);
  });

  test('is refused for an identity of somebody else, and for a second one at the provider', async () => {
    const [alice, bob] = [await service.person(`alice-${++n}`), await service.person(`bob-${n}`)];
    newPerson();
    await browser(alice.token).signIn('acme');
    expect(refused(await browser(bob.token).signIn('acme'))).toEqual([409, 'IDENTITY_TAKEN']);
    newPerson();
    expect(refused(await browser(alice.token).signIn('acme'))).toEqual([409, 'PROVIDER_ALREADY_LINKED']);
  });

  test('is refused when the session that began has ended', async () => {
    const alice = await service.person(`alice-${++n}`);
    newPerson();
    const person = browser(alice.token);
    const callback = await person.visit(await person.begin('acme'));
    await alice.post('/api/auth/logout');
    expect(refused(await person.call('GET', callback))).toEqual([403, 'SIGN_IN_ENDED']);
    expect(refused(await person.call('POST', '/api/auth/social', { provider: 'acme' }))).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
  });

  test('does not leave an account without a way to sign in', async () => {
    newPerson();
    const client = await signedInClient(await browser().signIn('acme'));
    expect(refused(await client.delete('/api/auth/identities/acme'))).toEqual([409, 'LAST_SIGN_IN']);
    await client.post('/api/auth/password', { newPassword: PASSWORD });
    expect((await client.delete('/api/auth/identities/acme')).status).toBe(200);
  });

  test('is refused to bots', async () => {
    const owner = await service.person(`owner-${++n}`);
    const bot = await service.bot(owner, `bot-${n}`);
    expect(refused(await bot.post('/api/auth/social', { provider: 'acme' }))).toEqual([403, 'PEOPLE_ONLY']);
  });
});

describe('attack:', () => {
  const ended = [403, 'SIGN_IN_ENDED'];
  const notConfirmed = [403, 'PROVIDER_REFUSED'];

  test('login CSRF: without a challenge no code leaves the service, and a code without its verifier opens nothing', async () => {
    newPerson();
    const start = await browser().call('POST', '/api/auth/social', {
      provider: 'acme',
      redirectTo: REDIRECT,
    });
    expect([start.status, start.body.issues]).toEqual([
      400,
      [{ path: 'codeChallenge', message: expect.any(String) }],
    ]);
    const query = new URLSearchParams({ redirectTo: REDIRECT });
    expect((await browser().call('GET', `/api/auth/social/acme?${query}`)).status).toBe(400);
    const code = addressOf(await browser().signIn('acme', BACK)).searchParams.get('code') ?? '';
    const stolen = await service.client(null).post('/api/auth/exchange', { code });
    expect(refused(stolen)).toEqual([403, 'EXCHANGE_CODE_INVALID']);
  });

  test('a state that is replayed, as by a reload of the page, does nothing a second time', async () => {
    newPerson();
    const person = browser();
    const callback = await person.visit(await person.begin('acme'));
    expect((await person.call('GET', callback)).status).toBe(200);
    const asked = acme.tokenRequests;
    expect(refused(await person.call('GET', callback))).toEqual(ended);
    expect(acme.tokenRequests).toBe(asked);
  });

  test('a state of another browser is refused, and still works in its own', async () => {
    newPerson();
    const [victim, attacker] = [browser(), browser()];
    await victim.begin('acme');
    const callback = await attacker.visit(await attacker.begin('acme'));
    expect(refused(await victim.call('GET', callback))).toEqual(ended);
    expect(refused(await browser().call('GET', callback))).toEqual(ended);
    expect((await attacker.call('GET', callback)).status).toBe(200);
  });

  test('a state that the service has not given is refused', async () => {
    const person = browser();
    await person.begin('acme');
    for (const state of ['', 'x', randomBytes(32).toString('base64url'), '\0']) {
      const query = new URLSearchParams({ code: 'x', state });
      expect(refused(await person.call('GET', `/api/auth/callback/acme?${query}`))).toEqual(ended);
    }
    expect(refused(await person.call('GET', '/api/auth/callback/acme'))).toEqual(ended);
  });

  test('a code of the provider that is replayed under another state is refused', async () => {
    newPerson();
    const person = browser();
    const callback = await person.visit(await person.begin('acme'));
    const code = new URLSearchParams(callback.split('?')[1]).get('code') ?? '';
    await person.call('GET', callback);
    const query = new URLSearchParams({ code, state: stateOf(await person.begin('acme')), iss: acme.issuer });
    expect(refused(await person.call('GET', `/api/auth/callback/acme?${query}`))).toEqual(notConfirmed);
  });

  test('a code of the provider that was issued to another sign-in is refused by PKCE', async () => {
    newPerson();
    const [victim, attacker] = [browser(), browser()];
    const stolen = await victim.visit(await victim.begin('acme'));
    const code = new URLSearchParams(stolen.split('?')[1]).get('code') ?? '';
    const query = new URLSearchParams({
      code,
      state: stateOf(await attacker.begin('acme')),
      iss: acme.issuer,
    });
    expect(refused(await attacker.call('GET', `/api/auth/callback/acme?${query}`))).toEqual(notConfirmed);
  });

  test.each([
    ['wrong nonce', () => ({ claims: { nonce: 'another' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['wrong audience', () => ({ claims: { aud: 'another-client' } })],
    ['wrong issuer in the token', () => ({ claims: { iss: 'https://evil.example' } })],
    ['wrong issuer in the answer', () => ({ iss: 'https://evil.example' })],
    ['expired token', () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 3600 } })],
    ['token of the future', () => ({ claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } })],
    ['alg: none', () => ({ signature: 'none' as const })],
    ['signature of another key', () => ({ signature: 'other' as const })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['empty subject', () => ({ claims: { sub: '' } })],
    ['subject of 256 characters', () => ({ claims: { sub: 'x'.repeat(256) } })],
  ])('%s', async (_name, wrong) => {
    newPerson();
    acme.wrong = wrong();
    expect(refused(await browser().signIn('acme'))).toEqual(notConfirmed);
    const back = await browser().signIn('acme', BACK);
    expect(addressOf(back).href).toBe(`${REDIRECT}?error=PROVIDER_REFUSED`);
    acme.wrong = {};
    expect((await browser().signIn('acme')).status).toBe(200);
  });

  test('mix-up: what one provider answers is refused at the callback of another', async () => {
    newPerson();
    const person = browser();
    const callback = await person.visit(await person.begin('acme'));
    expect(refused(await person.call('GET', callback.replace('/acme', '/other')))).toEqual(ended);
    // The attacker's provider has the state of a sign-in with the honest one, and its own issuer.
    const state = stateOf(await person.begin('acme'));
    const query = new URLSearchParams({ code: 'of-the-honest-one', state, iss: other.issuer });
    const asked = [acme.tokenRequests, other.tokenRequests];
    expect(refused(await person.call('GET', `/api/auth/callback/acme?${query}`))).toEqual(notConfirmed);
    expect([acme.tokenRequests, other.tokenRequests]).toEqual(asked);
  });

  test.each([
    'https://evil.example/',
    'https://app.example.evil.example/signed-in',
    'https://app.example@evil.example/signed-in',
    'https://app.example/signed-in/../admin',
    'https:\\\\app.example\\signed-in',
    '//app.example/signed-in',
    'javascript:alert(1)',
  ])('open redirect to %s', async (redirectTo) => {
    const start = await service.client(null).post('/api/auth/social', { provider: 'acme', redirectTo });
    expect(refused(start)).toEqual([400, 'INVALID_INPUT']);
    const query = new URLSearchParams({ redirectTo });
    const navigated = await service.client(null).get(`/api/auth/social/acme?${query}`);
    expect(refused(navigated)).toEqual([400, 'INVALID_INPUT']);
    expect(navigated.headers.get('Location')).toBeNull();
  });

  test('a redirect to another page of this service than that of its own web client', async () => {
    const begin = (path: string) =>
      service
        .client(null)
        .post('/api/auth/social', { provider: 'acme', codeChallenge, redirectTo: `${service.url}${path}` });
    expect((await begin('/signed-in')).status).toBe(200);
    for (const path of ['/', '/signed-in-not', '/signed-in/../settings', '/api/auth/logout'])
      expect(refused(await begin(path))).toEqual([400, 'INVALID_INPUT']);
  });

  test('a person who refuses at the provider comes back with an error', async () => {
    const person = browser();
    const state = stateOf(await person.begin('acme', BACK));
    const query = new URLSearchParams({ error: 'access_denied', state, iss: acme.issuer });
    const back = await person.call('GET', `/api/auth/callback/acme?${query}`);
    expect(addressOf(back).href).toBe(`${REDIRECT}?error=PROVIDER_REFUSED`);
  });
});

describe('a provider', () => {
  test('that is unknown, away or fails gives an error of its own, and others go on', async () => {
    const start = (provider: string) => service.client(null).post('/api/auth/social', { provider });
    expect(refused(await start('nobody'))).toEqual([404, 'PROVIDER_NOT_CONFIGURED']);
    expect(refused(await start('away'))).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    newPerson();
    acme.wrong = { tokenStatus: 502 };
    expect(refused(await browser().signIn('acme'))).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    acme.wrong = { tokenStatus: 0 };
    const slow = browser().signIn('acme', BACK);
    other.person = { sub: `meanwhile-${++n}` };
    expect((await browser().signIn('other')).status).toBe(200);
    expect(addressOf(await slow).href).toBe(`${REDIRECT}?error=PROVIDER_UNAVAILABLE`);
  });

  test('leaves neither a secret nor a person in the log', async () => {
    newPerson({ email: 'canary-person@example.com', email_verified: true });
    const back = await browser().signIn('acme', BACK);
    acme.wrong = { claims: { nonce: 'another' } };
    await browser().signIn('acme');
    const log = lines.join('\n');
    expect(log).toContain('a sign-in with a provider failed');
    const code = addressOf(back).searchParams.get('code') ?? '';
    for (const secret of [acme.clientSecret, code, 'canary-person']) expect(log).not.toContain(secret);
  });
});
