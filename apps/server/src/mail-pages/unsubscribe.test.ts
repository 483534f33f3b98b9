import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodedMail } from '../outgoing/smtp-server.fixture.js';
import type { Client } from '../testing/client.js';
import { type MailingService, SITE, startMailingService } from '../testing/mailing-service.js';
import { until } from '../testing/until.js';

const PREFERENCES = '/api/users/me/mail-preferences';

let mailing: MailingService;
let smtp: MailingService['smtp'];
let service: MailingService['service'];
let sql: MailingService['sql'];
let lines: MailingService['lines'];
let bob: Client;
let token: string;

beforeAll(async () => {
  mailing = await startMailingService();
  ({ smtp, service, sql, lines } = mailing);
  bob = await service.person('bob');
  await mailDigest(bob);
});
afterAll(() => mailing.close());
beforeEach(async () => {
  await bob.put(PREFERENCES, { digest: '15m' });
});

/** Lets somebody write to bob, two hours ago, and takes the token from the header of the digest. */
async function mailDigest(who: Client): Promise<void> {
  await sql`update users set email = 'bob@example.org', verified_email = 'bob@example.org' where username = 'bob'`;
  const alice = await service.person('alice');
  const { body: me } = await who.get('/api/users/me');
  const { body: dm } = await alice.post('/api/dms', { userIds: [me.data.id] });
  await alice.post(`/api/channels/${dm.data.id}/messages`, { content: 'hello' });
  const isDue = async () => (await sql`select 1 from mail_digests where due_at is not null`).length === 1;
  await until(isDue);
  await sql`update channel_members set joined_at = joined_at - interval '1 day'`;
  await sql`update notifications set created_at = created_at - interval '2 hours'`;
  await sql`update mail_digests set due_at = now() - interval '1 hour'`;
  await until(() => smtp.received.length === 1);
  [, token = ''] = /^List-Unsubscribe: <\S+\?token=([\w-]+)>\r$/m.exec(rawMail()) ?? [];
}

const rawMail = () => smtp.received[0]?.raw ?? '';
const digestOf = async (who: Client) => (await who.get(PREFERENCES)).body.data.digest;
const post = (path: string, raw: string, type = 'application/x-www-form-urlencoded') =>
  service.client(null).send('POST', path, undefined, { raw, headers: { 'Content-Type': type } });
const oneClick = (link: string) => post(link, 'List-Unsubscribe=One-Click');

test('a digest has the headers of RFC 8058, with a link of PUBLIC_URL', () => {
  const [head = ''] = rawMail().split('\r\n\r\n');
  expect(head).toContain(`List-Unsubscribe: <${SITE}/api/mail/unsubscribe?token=${token}>\r\n`);
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  expect(decodedMail(rawMail())).toContain(`href="${SITE}/api/mail/unsubscribe?token=${token}"`);
});

describe('the link of a digest', () => {
  test('does nothing when it is opened, however it is; its button ends the digests', async () => {
    const path = `/api/mail/unsubscribe?token=${token}`;
    const page = await service.client(null).send('GET', path);
    await service.client(null).send('HEAD', path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('>Unsubscribe</button>')]);
    expect(page.text).not.toMatch(/<script|https?:|src=/);
    expect(await digestOf(bob)).toBe('15m');
    const done = await post('/api/mail/unsubscribe', `token=${token}`);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('no more of these mails')]);
    expect(await digestOf(bob)).toBe('off');
  });

  test('ends them by one click, without a sign-in, and works again', async () => {
    for (let click = 0; click < 3; click++) {
      expect((await oneClick(`/api/mail/unsubscribe?token=${token}`)).status).toBe(200);
      expect(await digestOf(bob)).toBe('off');
    }
    await bob.put(PREFERENCES, { digest: null });
    expect(await digestOf(bob)).toBe('off');
    await bob.put(PREFERENCES, { digest: '1h' });
    expect((await service.client(null).post('/api/mail-preferences/unsubscribe', { token })).status).toBe(
      200,
    );
    expect(await digestOf(bob)).toBe('off');
  });

  test('takes one click as multipart, too', async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const path = `/api/mail/unsubscribe?token=${token}`;
    expect((await post(path, body, 'multipart/form-data; boundary=x')).status).toBe(200);
    expect(await digestOf(bob)).toBe('off');
  });

  test('takes as many clicks from one address as there are people', async () => {
    const clicks = Array.from({ length: 30 }, () => oneClick(`/api/mail/unsubscribe?token=${token}`));
    const statuses = (await Promise.all(clicks)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('works for who has another address, or is deactivated', async () => {
    await sql`update users set deactivated_at = now(), email = null where username = 'bob'`;
    expect((await oneClick(`/api/mail/unsubscribe?token=${token}`)).status).toBe(200);
    await sql`update users set deactivated_at = null, email = 'bob@example.org' where username = 'bob'`;
    expect(await digestOf(bob)).toBe('off');
  });
});

describe('a token', () => {
  test.each([
    ['that is guessed', () => 'guessed'],
    ['that is a person’s id', () => Buffer.from(bob.id).toString('base64url')],
    [
      'with a changed character',
      () => `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`,
    ],
    ['that is cut', () => token.slice(0, -2)],
    ['that is empty', () => ''],
    ['that is too long', () => 'x'.repeat(513)],
    ['of another kind', () => 'plvm_'.padEnd(48, 'x')],
  ])('%s ends nothing', async (_name, made) => {
    expect((await oneClick(`/api/mail/unsubscribe?token=${encodeURIComponent(made())}`)).status).toBe(400);
    expect(
      (await service.client(null).post('/api/mail-preferences/unsubscribe', { token: made() })).status,
    ).toBe(400);
    expect(await digestOf(bob)).toBe('15m');
  });

  test('that is given twice, or in a form that is too large, ends nothing', async () => {
    expect((await oneClick(`/api/mail/unsubscribe?token=${token}&token=${token}`)).status).toBe(400);
    expect((await post(`/api/mail/unsubscribe?token=${token}`, 'x'.repeat(9_000))).status).toBe(413);
    expect(await digestOf(bob)).toBe('15m');
  });
});

test.each([
  [{ digest: '2h' }],
  [{ digest: 15 }],
  [{ digest: '' }],
  [{ digest: ['off'] }],
  [{ updatedAt: null, digest: true }],
])('preferences refuse %j', async (input) => {
  expect((await bob.put(PREFERENCES, input)).body.code).toBe('INVALID_INPUT');
  expect(await digestOf(bob)).toBe('15m');
});

test('the page of a message does nothing, and shows nothing of its address', async () => {
  const page = await service.client(null).send('GET', '/api/mail/message?channelId=<b>&messageId=1');
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/<b>|<form/);
});

test('no line of the log has the token or an address', () => {
  expect(lines.filter((line) => line.includes(token) || line.includes('@example.org'))).toEqual([]);
});
