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

async function person(): Promise<Person> {
  const username = `person-${people++}`;
  const email = `${username}@example.org`;
  const { body } = await service
    .client(null)
    .post('/api/auth/register', { username, password: PASSWORD, email });
  return { call: service.client(body.data.token), id: body.data.user.id, username, email };
}

const anonymous = () => service.client(null);
const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));

/** Waits for this many mails to an address, and returns the last as text. */
async function mailTo(email: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(email).length).toBe(count);
  return decodedMail(mailsTo(email).at(-1)?.raw ?? '');
}

function tokenIn(mail: string, page: string): string {
  const [, token = ''] = new RegExp(`${SITE}/api/mail/${page}\\?token=([\\w-]+)`).exec(mail) ?? [];
  expect(token).toMatch(/^plvm_[\w-]{43}$/);
  return token;
}

const requestReset = (email: string) => anonymous().post('/api/auth/password-reset', { email });
const confirm = (token: string, newPassword = NEW_PASSWORD) =>
  anonymous().post('/api/auth/password-reset/confirm', { token, newPassword });
const verify = (token: string) => anonymous().post('/api/auth/verify-email', { token });
const signIn = (username: string, password: string) =>
  anonymous().post('/api/auth/login', { username, password });

async function resetToken({ email }: Person): Promise<string> {
  const before = mailsTo(email).length;
  await requestReset(email);
  return tokenIn(await mailTo(email, before + 1), 'reset-password');
}

/** Lets what waits for its next try go now. Asking for a mail to nobody wakes the sender. */
async function tryAgainNow(): Promise<void> {
  await sql`update mail_outbox set next_try_at = now() - interval '1 minute'`;
  await requestReset('nobody@example.org');
}

describe('the verification of an address', () => {
  const isVerified = async ({ id }: Person) => {
    const [row] =
      await sql`select lower(verified_email) = lower(email) as verified from users where id = ${id}`;
    return row?.verified;
  };

  test('takes the link of the mail, once; a verified address gets no further mail', async () => {
    const alice = await person();
    await alice.call.post('/api/users/me/email/verify');
    const mail = await mailTo(alice.email);
    expect(mail).toContain('Subject: Confirm your e-mail address');
    expect(mail).toContain('From: Acme Chat <chat@example.com>');
    const token = tokenIn(mail, 'verify-email');
    expect((await verify(`${token.slice(0, -1)}_`)).body.code).toBe('LINK_NOT_VALID');
    expect(await isVerified(alice)).toBeNull();
    expect((await verify(token)).status).toBe(200);
    expect(await isVerified(alice)).toBe(true);
    expect((await verify(token)).body.code).toBe('LINK_NOT_VALID');
    expect((await alice.call.post('/api/users/me/email/verify')).status).toBe(200);
    const [waiting] = await sql`select count(*)::int from mail_outbox where user_id = ${alice.id}`;
    expect(waiting?.count).toBe(0);
  });

  test('is of the address that the mail went to: a changed one is unverified, and the link is over', async () => {
    const alice = await person();
    await alice.call.post('/api/users/me/email/verify');
    const token = tokenIn(await mailTo(alice.email), 'verify-email');
    const email = `other-${alice.email}`;
    await alice.call.patch('/api/users/me', { email, currentPassword: PASSWORD });
    expect((await verify(token)).body.code).toBe('LINK_NOT_VALID');
    await alice.call.post('/api/users/me/email/verify');
    expect((await verify(tokenIn(await mailTo(email), 'verify-email'))).status).toBe(200);
  });

  test('needs an address, and sends three mails an hour', async () => {
    const { body } = await anonymous().post('/api/auth/register', {
      username: 'no-address',
      password: PASSWORD,
    });
    const nameless = service.client(body.data.token);
    expect((await nameless.post('/api/users/me/email/verify')).body.code).toBe('NO_EMAIL');
    const alice = await person();
    for (let n = 1; n <= 3; n++) {
      expect((await alice.call.post('/api/users/me/email/verify')).status).toBe(200);
      await mailTo(alice.email, n);
    }
    expect((await alice.call.post('/api/users/me/email/verify')).body.code).toBe('TOO_MANY_MAILS');
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
    await bob.call.patch('/api/users/me', { email: `x-${bob.email}`, currentPassword: PASSWORD });
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
    const alice = await person();
    await alice.call.post('/api/users/me/email/verify');
    const token = tokenIn(await mailTo(alice.email), 'verify-email');
    expect((await confirm(token)).body.code).toBe('LINK_NOT_VALID');
    expect((await verify(await resetToken(alice))).body.code).toBe('LINK_NOT_VALID');
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

test('a sign-in on a new device is mailed to the verified address', async () => {
  const alice = await person();
  await sql`update users set verified_email = email where id = ${alice.id}`;
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

  test('set a password and confirm an address', async () => {
    const alice = await person();
    await alice.call.post('/api/users/me/email/verify');
    const done = await submit('verify-email', { token: tokenIn(await mailTo(alice.email), 'verify-email') });
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Your address is confirmed.')]);

    await requestReset(alice.email);
    const token = tokenIn(await mailTo(alice.email, 2), 'reset-password');
    const weak = await submit('reset-password', { token, newPassword: 'password' });
    expect([weak.status, weak.text]).toEqual([
      400,
      expect.stringContaining('one of the most common passwords'),
    ]);
    expect((await submit('reset-password', { token, newPassword: NEW_PASSWORD })).status).toBe(200);
    expect((await signIn(alice.username, NEW_PASSWORD)).status).toBe(200);
    const again = await submit('reset-password', { token, newPassword: NEW_PASSWORD });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('ask for a new one')]);
  });

  test('show what is in their address as text, and refuse what is too large', async () => {
    const attack = encodeURIComponent('"><script>alert(1)</script>');
    const { text } = await anonymous().send('GET', `/api/mail/verify-email?token=${attack}`);
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<script>');
    const large = await submit('verify-email', { token: 'x'.repeat(9_000) });
    expect(large.status).toBe(413);
  });
});

test('no line of the log has an address, a token or a password', () => {
  expect(lines.filter((line) => /@example\.org|plvm_|a new and long/.test(line))).toEqual([]);
});
