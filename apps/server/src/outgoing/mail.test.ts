import { totpCode } from '@palaver/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../testing/client.js';
import { type MailingService, SITE, startMailingService } from '../testing/mailing-service.js';
import { PASSWORD } from '../testing/test-service.js';
import { decodedMail } from './smtp-server.fixture.js';

const NEW_PASSWORD = 'a new and long password';

let mailing: MailingService;
let smtp: MailingService['smtp'];
let service: MailingService['service'];
let sql: MailingService['sql'];
let lines: MailingService['lines'];
let people = 0;

beforeAll(async () => {
  mailing = await startMailingService();
  ({ smtp, service, sql, lines } = mailing);
});
afterAll(() => mailing.close());
beforeEach(() => smtp.refuse(null));

interface Person {
  readonly call: Client;
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

/** Somebody who waits for the confirmation of their address: one mail is on its way. */
async function newcomer(email?: string): Promise<Person> {
  const username = `person-${people++}`;
  const given = { username, password: PASSWORD, email: email ?? `${username}@example.org` };
  const { body } = await service.client(null).post('/api/auth/register', given);
  return { call: service.client(body.data.token), id: body.data.user.id, username, email: given.email };
}

/** Somebody who has confirmed their address. */
async function person(): Promise<Person> {
  const username = `person-${people++}`;
  const email = `${username}@example.org`;
  const { body } = await service.client(null).post('/api/auth/register', { username, password: PASSWORD });
  await sql`update users set email = ${email}, verified_email = ${email} where id = ${body.data.user.id}`;
  return { call: service.client(body.data.token), id: body.data.user.id, username, email };
}

const anonymous = () => service.client(null);
const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));

/** Waits for this many mails to an address, and returns the last as text. */
async function mailTo(email: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(email).length).toBe(count);
  return decodedMail(mailsTo(email).at(-1)?.raw ?? '');
}

/** Waits for a mail to an address with this subject. */
function mailed(email: string, subject: string) {
  return expect
    .poll(() => mailsTo(email.toLowerCase()).find(({ raw }) => raw.includes(`Subject: ${subject}`)))
    .toBeDefined()
    .then(
      () =>
        mailsTo(email.toLowerCase()).find(({ raw }) => raw.includes(`Subject: ${subject}`)) ??
        expect.unreachable(),
    );
}

function tokenIn(mail: string, page: string): string {
  const [, token = ''] = new RegExp(`${SITE}/api/mail/${page}\\?token=([\\w-]+)`).exec(mail) ?? [];
  expect(token).toMatch(/^plvm_[\w-]{43}$/);
  return token;
}

const requestReset = (email: string) => anonymous().post('/api/auth/password-reset', { email });
const confirm = (token: string, newPassword = NEW_PASSWORD) =>
  anonymous().post('/api/auth/password-reset/confirm', { token, newPassword });
const verify = (call: Client, token: string) => call.post('/api/auth/verify-email', { token });
const meOf = async ({ call }: Person) => (await call.get('/api/users/me')).body.data;
const signIn = (username: string, password: string) =>
  anonymous().post('/api/auth/login', { username, password });

async function resetToken({ email }: Person): Promise<string> {
  const resets = () => mailsTo(email).filter(({ raw }) => raw.includes('Subject: Set a new password'));
  const before = resets().length;
  await requestReset(email);
  await expect.poll(() => resets().length).toBe(before + 1);
  return tokenIn(decodedMail(resets().at(-1)?.raw ?? ''), 'reset-password');
}

/** Lets what waits for its next try go now. Asking for a mail to nobody wakes the sender. */
async function tryAgainNow(): Promise<void> {
  await sql`update mail_outbox set next_try_at = now() - interval '1 minute'`;
  await requestReset('nobody@example.org');
}

describe('a new address', () => {
  test('counts once the link of the mail to it was followed, in a session of its account and once', async () => {
    const [alice, bob] = [await newcomer(), await person()];
    expect(await meOf(alice)).toMatchObject({ email: null, pendingEmail: alice.email });
    const mail = await mailTo(alice.email);
    expect(mail).toContain('Subject: Confirm your e-mail address');
    expect(mail).toContain('From: Acme Chat <chat@example.com>');
    const token = tokenIn(mail, 'verify-email');
    expect((await verify(alice.call, `${token.slice(0, -1)}_`)).body.code).toBe('LINK_NOT_VALID');
    expect((await verify(anonymous(), token)).status).toBe(401);
    expect((await verify(bob.call, token)).body.code).toBe('LINK_OF_ANOTHER_ACCOUNT');
    expect((await meOf(alice)).email).toBeNull();
    expect((await verify(alice.call, token)).status).toBe(200);
    expect(await meOf(alice)).toMatchObject({ email: alice.email, pendingEmail: null });
    expect((await verify(alice.call, token)).body.code).toBe('LINK_NOT_VALID');
    expect((await alice.call.post('/api/users/me/email/verify')).status).toBe(200);
    const [waiting] = await sql`select count(*)::int from mail_outbox where user_id = ${alice.id}`;
    expect(waiting?.count).toBe(0);
  });

  test('leaves the old one until then, and the old one hears of both steps', async () => {
    const alice = await person();
    const email = `other-${alice.email}`;
    const { body } = await alice.call.patch('/api/users/me', { email, currentPassword: PASSWORD });
    expect(body.data).toMatchObject({ email: alice.email, pendingEmail: email });
    const token = tokenIn(await mailTo(email), 'verify-email');
    await requestReset('nobody@example.org');
    expect(await mailTo(alice.email)).toContain('Subject: Your e-mail address is to be changed');
    expect((await verify(alice.call, token)).status).toBe(200);
    await requestReset('nobody@example.org');
    expect(await mailTo(alice.email, 2)).toContain('Subject: Your e-mail address was changed');
    expect(await meOf(alice)).toMatchObject({ email, pendingEmail: null });
    const { body: history } = await alice.call.get('/api/users/me/security-events');
    expect(history.data).toMatchObject([
      { kind: 'email.changed', about: email },
      { kind: 'email.requested', about: email },
    ]);
  });

  test('ends the link to the one before, and is taken back by giving the one that counts', async () => {
    const alice = await newcomer();
    const token = tokenIn(await mailTo(alice.email), 'verify-email');
    const email = `other-${alice.email}`;
    await alice.call.patch('/api/users/me', { email, currentPassword: PASSWORD });
    expect((await verify(alice.call, token)).body.code).toBe('LINK_NOT_VALID');
    const second = tokenIn(await mailTo(email), 'verify-email');
    await alice.call.patch('/api/users/me', { email: null, currentPassword: PASSWORD });
    expect(await meOf(alice)).toMatchObject({ email: null, pendingEmail: null });
    expect((await verify(alice.call, second)).body.code).toBe('LINK_NOT_VALID');
  });

  test('is asked for by three mails an hour, and given five times an hour', async () => {
    const nameless = await person();
    await sql`update users set email = null, verified_email = null where id = ${nameless.id}`;
    expect((await nameless.call.post('/api/users/me/email/verify')).body.code).toBe('NO_EMAIL');
    const alice = await newcomer();
    for (let n = 2; n <= 3; n++) {
      expect((await alice.call.post('/api/users/me/email/verify')).status).toBe(200);
      await mailTo(alice.email, n);
    }
    expect((await alice.call.post('/api/users/me/email/verify')).body.code).toBe('TOO_MANY_MAILS');
    for (let n = 2; n <= 5; n++) {
      const email = `x${n}-${alice.email}`;
      const { status } = await alice.call.patch('/api/users/me', { email, currentPassword: PASSWORD });
      expect(status).toBe(200);
    }
    const email = `x6-${alice.email}`;
    const { body } = await alice.call.patch('/api/users/me', { email, currentPassword: PASSWORD });
    expect(body.code).toBe('TOO_MANY_ADDRESSES');
  });

  test('of somebody who has proven it is answered like any other, and told to them alone', async () => {
    const alice = await person();
    const [mallory, other] = [await newcomer(alice.email.toUpperCase()), await newcomer()];
    expect(Object.keys(await meOf(mallory))).toEqual(Object.keys(await meOf(other)));
    expect(await meOf(mallory)).toMatchObject({ email: null, pendingEmail: alice.email.toUpperCase() });
    const eve = await person();
    const changed = await eve.call.patch('/api/users/me', { email: alice.email, currentPassword: PASSWORD });
    expect(changed.body.data).toMatchObject({ email: eve.email, pendingEmail: alice.email });
    const mail = decodedMail((await mailed(alice.email, 'You already have an account')).raw);
    expect(mail).toContain(`Hello ${alice.username},`);
    expect(mail).not.toContain('verify-email');
    expect((await confirm(tokenIn(mail, 'reset-password'))).status).toBe(200);
    expect((await signIn(alice.username, NEW_PASSWORD)).status).toBe(200);
    expect((await signIn(mallory.username, PASSWORD)).status).toBe(200);
  });

  test('that others wait for is taken from all of them by who proves it first', async () => {
    const squatters: Person[] = [];
    const address = `wanted-${people}@example.org`;
    for (let n = 0; n < 6; n++) squatters.push(await newcomer(address));
    const waiting = async () =>
      (await Promise.all(squatters.map(meOf))).filter(({ pendingEmail }) => pendingEmail === address).length;
    expect(await waiting()).toBe(5);
    await expect
      .poll(async () => (await sql`select from mail_outbox where address = ${address}`).length)
      .toBe(0);
    expect(mailsTo(address)).toHaveLength(3);
    await sql`update mail_tokens set created_at = created_at - interval '2 hours' where address = ${address}`;
    const [last] = squatters.slice(-1);
    if (last === undefined) return expect.unreachable();
    const sent = mailsTo(address).length;
    await last.call.post('/api/users/me/email/verify');
    const token = tokenIn(await mailTo(address, sent + 1), 'verify-email');
    expect((await verify(last.call, token)).status).toBe(200);
    expect(await waiting()).toBe(0);
    expect(await meOf(last)).toMatchObject({ email: address, pendingEmail: null });
  });
});

describe('pre-hijacking:', () => {
  test('who resets the password by mail gets the account that a stranger made with their address, alone', async () => {
    const address = `victim-${people}@example.org`;
    const mallory = await newcomer(address);
    await mailTo(address);
    const { secret } = (await mallory.call.post('/api/auth/second-factor/totp')).body.data;
    const code = totpCode(secret, Date.now());
    const { body } = await mallory.call.post('/api/auth/second-factor/totp/confirm', { code });
    expect(body.data.recoveryCodes).toHaveLength(10);
    const bot = (await mallory.call.post('/api/bots', { username: `bot-${people}` })).body.data;
    const token = await resetToken({ ...mallory, email: address });
    const reset = await confirm(token);
    const remaining = { providers: [], totp: false, passkeys: 0, botTokens: 0, apiKeys: 0 };
    expect(reset.body.data).toEqual({ ok: true, takenOver: true, remaining });
    expect((await mallory.call.get('/api/users/me')).status).toBe(401);
    expect((await service.client(bot.token).get('/api/users/me')).status).toBe(401);
    expect((await signIn(mallory.username, PASSWORD)).status).toBe(401);
    const victim = await anonymous().post('/api/auth/login', { email: address, password: NEW_PASSWORD });
    expect(victim.body.data.user).toMatchObject({ id: mallory.id, email: address, pendingEmail: null });
  });

  test('a new address that is mistyped leads its owner nowhere while the old one counts', async () => {
    const alice = await person();
    const email = `mistyped-${people}@example.org`;
    await alice.call.patch('/api/users/me', { email, currentPassword: PASSWORD });
    await mailTo(email);
    await requestReset(email);
    await resetToken(alice);
    expect(mailsTo(email).filter(({ raw }) => raw.includes('Set a new password'))).toEqual([]);
    const login = await anonymous().post('/api/auth/login', { email, password: PASSWORD });
    expect(login.body.code).toBe('WRONG_CREDENTIALS');
  });

  test('of a proven address the reset ends the sessions, and lists what stays', async () => {
    const alice = await person();
    await alice.call.post('/api/bots', { username: `bot-${people}` });
    const { body } = await confirm(await resetToken(alice));
    const remaining = { providers: [], totp: false, passkeys: 0, botTokens: 1, apiKeys: 0 };
    expect(body.data).toEqual({ ok: true, takenOver: false, remaining });
    const again = await signIn(alice.username, NEW_PASSWORD);
    const call = service.client(again.body.data.token);
    expect((await call.get('/api/auth/other-access')).body.data).toEqual(remaining);
    expect((await call.post('/api/auth/end-other-access')).status).toBe(200);
    expect((await call.get('/api/auth/other-access')).body.data).toEqual({ ...remaining, botTokens: 0 });
  });
});

describe('a password reset', () => {
  test('sets the password, ends all sessions, and tells the person', async () => {
    const alice = await person();
    const token = await resetToken(alice);
    expect((await confirm(token, 'password')).body.issues).toMatchObject([{ path: 'newPassword' }]);
    expect((await confirm(token)).status).toBe(200);
    expect((await alice.call.get('/api/users/me')).status).toBe(401);
    expect((await signIn(alice.username, PASSWORD)).status).toBe(401);
    expect((await signIn(alice.username, NEW_PASSWORD)).status).toBe(200);
    expect(await mailTo(alice.email, 2)).toContain('Subject: Your password was changed');
    expect((await confirm(token, `${NEW_PASSWORD} 2`)).body.code).toBe('LINK_NOT_VALID');
    expect((await signIn(alice.username, NEW_PASSWORD)).status).toBe(200);
  });

  test('answers the same for an address that nobody has, and mails nothing', async () => {
    const alice = await person();
    const [known, unknown] = [await requestReset(alice.email), await requestReset('nobody@example.org')];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await mailTo(alice.email);
    expect(mailsTo('nobody@example.org')).toEqual([]);
  });

  test('goes to the account without regard to case, and to no bot and no deactivated account', async () => {
    const [alice, bob] = [await person(), await person()];
    await sql`update users set deactivated_at = now() where id = ${bob.id}`;
    await requestReset(bob.email);
    await requestReset(alice.email.toUpperCase());
    await expect.poll(() => smtp.received.some(({ raw }) => raw.includes(alice.username))).toBe(true);
    expect(mailsTo(bob.email)).toEqual([]);
  });

  test('is over when the password or the address is changed meanwhile', async () => {
    const [alice, bob] = [await person(), await person()];
    const [first, second] = [await resetToken(alice), await resetToken(bob)];
    await alice.call.post('/api/auth/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    await sql`update users set email = ${`x-${bob.email}`} where id = ${bob.id}`;
    for (const token of [first, second]) {
      expect((await confirm(token, 'yet another password')).body.code).toBe('LINK_NOT_VALID');
    }
  });

  test('works once, also when it is used many times at once', async () => {
    const alice = await person();
    const token = await resetToken(alice);
    const passwords = Array.from({ length: 5 }, (_, n) => `${NEW_PASSWORD} ${n}`);
    const answers = await Promise.all(passwords.map((password) => confirm(token, password)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'set' : body.code));
    expect(codes.sort()).toEqual([...Array(4).fill('LINK_NOT_VALID'), 'set']);
  });

  test('takes no link of another purpose', async () => {
    const alice = await newcomer();
    const token = tokenIn(await mailTo(alice.email), 'verify-email');
    expect((await confirm(token)).body.code).toBe('LINK_NOT_VALID');
    expect((await verify(alice.call, await resetToken(alice))).body.code).toBe('LINK_NOT_VALID');
  });

  test('is mailed three times an hour', async () => {
    const alice = await person();
    for (let n = 0; n < 3; n++) await resetToken(alice);
    await requestReset(alice.email);
    const [row] = await sql`select count(*)::int from mail_outbox`;
    await expect
      .poll(async () => (await sql`select count(*)::int from mail_outbox`)[0]?.count)
      .toBe(Math.min(row?.count, 0));
    expect(mailsTo(alice.email)).toHaveLength(3);
  });

  test('has links of PUBLIC_URL, whatever the request says about the host', async () => {
    const alice = await person();
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
    };
    await anonymous().post('/api/auth/password-reset', { email: alice.email }, { headers });
    const mail = await mailTo(alice.email);
    expect(mail).not.toContain('evil.example');
    tokenIn(mail, 'reset-password');
  });
});

test('a sign-in on a new device is mailed', async () => {
  const alice = await person();
  const headers = { 'User-Agent': 'Firefox/140 <b>' };
  const body = { username: alice.username, password: PASSWORD };
  expect((await anonymous().post('/api/auth/login', body, { headers })).status).toBe(200);
  await requestReset('nobody@example.org');
  const mail = await mailTo(alice.email);
  expect(mail).toContain('Subject: New sign-in to your account');
  expect(mail).toContain('Device: Firefox/140 b');
  expect(mail).toMatch(/Network: [\d.]+/);
  expect(mail).not.toContain('List-Unsubscribe');
});

describe('what people write about themselves', () => {
  test.each([
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org, b@example.org',
    '"a b"@example.org',
    ' a@b.org',
  ])('is no header: %j is no address', async (email) => {
    expect((await requestReset(email)).status).toBe(400);
  });

  test('stands in no header and, in HTML, as text', async () => {
    const alice = await person();
    const displayName = '"><img src=x>Bcc: eve';
    await alice.call.patch('/api/users/me', { displayName });
    await resetToken(alice);
    const [mail] = mailsTo(alice.email);
    expect(mail?.raw).not.toContain('<img');
    expect(mail?.raw.split('\r\n\r\n')[0]).not.toContain('eve');
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated$/m);
  });
});

describe('a server that fails', () => {
  const logged = (sentence: string) => lines.filter((line) => line.includes(sentence)).length;
  const waiting = async () => (await sql`select count(*)::int from mail_outbox`)[0]?.count;
  // What an earlier test has caused is sent, so that the failure meets the mail of the test.
  beforeEach(() => expect.poll(waiting).toBe(0));

  test.each([
    [
      'refuses the recipient for now',
      () => smtp.refuse({ at: 'rcpt', status: 451 }),
      () => smtp.refuse(null),
    ],
    ['refuses the mail for now', () => smtp.refuse({ at: 'data', status: 452 }), () => smtp.refuse(null)],
    ['is away', () => smtp.stop(), () => smtp.start()],
    ['breaks in the middle of a mail', () => smtp.breakNext(1, 'before it is kept'), () => {}],
  ])('%s: the mail is sent later', async (_name, fail, mend) => {
    const alice = await person();
    const before = mailsTo(alice.email).length;
    const retries = logged('A mail could not be sent and will be tried again');
    await fail();
    await requestReset(alice.email);
    await expect.poll(() => logged('will be tried again')).toBe(retries + 1);
    smtp.refuse(null);
    await mend();
    const kept = mailsTo(alice.email).length;
    await tryAgainNow();
    const mail = await mailTo(alice.email, kept + 1);
    expect(kept).toBeGreaterThanOrEqual(before);
    expect((await confirm(tokenIn(mail, 'reset-password'))).status).toBe(200);
  });

  test('breaks after it has kept the mail: it comes twice, with one Message-ID, and one of its links works', async () => {
    const alice = await person();
    smtp.breakNext(1, 'after it is kept');
    const retries = logged('will be tried again');
    await requestReset(alice.email);
    await expect.poll(() => logged('will be tried again')).toBe(retries + 1);
    await tryAgainNow();
    await mailTo(alice.email, 2);
    const mails = mailsTo(alice.email).map(({ raw }) => decodedMail(raw));
    const ids = mails.map((mail) => /^Message-ID: (<.+>)\r$/im.exec(mail)?.[1]);
    expect(ids[0]).toMatch(/^<[\w-]+@example\.com>$/);
    expect(ids[1]).toBe(ids[0]);
    const [first = '', second = ''] = mails.map((mail) => tokenIn(mail, 'reset-password'));
    expect((await confirm(first)).status).toBe(200);
    expect((await confirm(second)).body.code).toBe('LINK_NOT_VALID');
  });

  test('refuses for good: the mail is given up', async () => {
    const alice = await person();
    smtp.refuse({ at: 'rcpt', status: 550 });
    const given = logged('A mail was given up');
    await requestReset(alice.email);
    await expect.poll(() => logged('A mail was given up')).toBe(given + 1);
    await expect.poll(waiting).toBe(0);
    expect(mailsTo(alice.email)).toEqual([]);
  });

  test('an old mail is given up', async () => {
    const alice = await person();
    smtp.refuse({ at: 'rcpt', status: 451 });
    const retries = logged('will be tried again');
    await requestReset(alice.email);
    await expect.poll(() => logged('will be tried again')).toBe(retries + 1);
    await sql`update mail_outbox set created_at = created_at - interval '31 minutes'`;
    await tryAgainNow();
    await expect.poll(waiting).toBe(0);
    expect(mailsTo(alice.email)).toEqual([]);
  });
});

describe('the pages', () => {
  const submit = (page: string, form: Record<string, string>) =>
    anonymous().send('POST', `/api/mail/${page}`, undefined, {
      raw: new URLSearchParams(form).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });

  test('do nothing when they are opened, run nothing and load nothing', async () => {
    const alice = await person();
    const token = await resetToken(alice);
    const page = await anonymous().send('GET', `/api/mail/reset-password?token=${token}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(token);
    expect(page.text).not.toMatch(/<script|https?:|src=/);
    expect(page.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect((await confirm(token)).status).toBe(200);
  });

  test('set a password, and lead to the web client to confirm an address', async () => {
    const alice = await person();
    await alice.call.post('/api/bots', { username: `bot-${people}` });
    const opened = await anonymous().send('GET', '/api/mail/verify-email?token=plvm_a%26b');
    expect([opened.status, opened.headers.get('Location')]).toEqual([302, '/verify-email?token=plvm_a%26b']);
    const token = await resetToken(alice);
    const weak = await submit('reset-password', { token, newPassword: 'password' });
    expect([weak.status, weak.text]).toEqual([
      400,
      expect.stringContaining('one of the most common passwords'),
    ]);
    const done = await submit('reset-password', { token, newPassword: NEW_PASSWORD });
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('tokens of bots: 1')]);
    expect((await signIn(alice.username, NEW_PASSWORD)).status).toBe(200);
    const again = await submit('reset-password', { token, newPassword: NEW_PASSWORD });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('ask for a new one')]);
  });

  test('show what is in their address as text, and refuse what is too large', async () => {
    const attack = encodeURIComponent('"><script>alert(1)</script>');
    const { text } = await anonymous().send('GET', `/api/mail/reset-password?token=${attack}`);
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<script>');
    const large = await submit('reset-password', { token: 'x'.repeat(9_000) });
    expect(large.status).toBe(413);
  });
});

test('no line of the log has an address, a token or a password', () => {
  expect(lines.filter((line) => /@example\.org|plvm_|a new and long/.test(line))).toEqual([]);
});
