import { createServer } from 'node:net';
import {
  createServerWith,
  createWorld,
  createWorlds,
  type TestUser,
  type World,
} from '@palaver/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from './smtp.js';
import { decodedMail, startSmtpServer, type TestSmtpServer } from './smtp-server.fixture.js';

const HOUR_MS = 3_600_000;
const FROM = { name: 'Acme Chat', address: 'chat@example.com' };
/** In milliseconds. */
const SHORT = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300, dnsTimeout: 300 };

let smtp: TestSmtpServer;
let world: World;
let alice: TestUser;
let n = 0;

const mailerTo = (port: number, replaced: Parameters<typeof createSmtpMailer>[1] = {}) =>
  createSmtpMailer({ server: new URL(`smtp://127.0.0.1:${port}`), from: FROM, pagesUrl: null }, replaced);

beforeAll(async () => {
  smtp = await startSmtpServer();
  world = await createWorld({ mailer: mailerTo(smtp.port) });
  alice = await world.person('alice');
});
afterAll(async () => {
  await world.close();
  await smtp.stop();
});
beforeEach(() => smtp.refuse(null));

/** Somebody with a verified address, in a channel with alice. */
interface Reader extends TestUser {
  readonly name: string;
  readonly email: string;
  readonly channelId: string;
}

async function reader(at: World = world, author = alice): Promise<Reader> {
  const name = `reader-${++n}`;
  const email = `${name}@example.org`;
  const who = await at.person(name);
  await at.services.db
    .$client`update users set email = ${email}, verified_email = ${email} where id = ${who.id}`;
  const { id: serverId } = await createServerWith(author, who);
  const { id: channelId } = await author.call.channels.create({ serverId, name: 'talk' });
  await who.call.channels.join({ serverId, channelId });
  return { ...who, name, email, channelId };
}

const say = ({ name, channelId }: Reader, text = 'hello', author = alice) =>
  author.call.messages.send({ channelId, content: `@${name} ${text}` });

/** Lets the engine, and then time and the outbox, go on. */
async function pass(milliseconds: number, nodes: readonly World[] = [world]): Promise<void> {
  for (const { services } of nodes) await Promise.all(services.consumers.map((consumer) => consumer.idle()));
  for (const { clock } of nodes) clock.advance(milliseconds);
  await Promise.all(nodes.map(({ services }) => services.outbox.idle()));
}

const mailsTo = ({ email }: Reader) =>
  smtp.received.filter(({ to }) => to.includes(email)).map(({ raw }) => decodedMail(raw));
const waitingFor = ({ id }: TestUser, at = world) =>
  at.services.db.$client`select kind, attempts from mail_outbox where user_id = ${id}`;

describe('a digest', () => {
  test('says who wrote, where, and how the text begins, as it is when it is sent', async () => {
    const bob = await reader();
    await alice.call.users.updateMe({ displayName: '<b>Alice' });
    await say(bob, `${'long '.repeat(100)}`);
    const { id: edited } = await say(bob, 'before');
    const { id: deleted } = await say(bob, 'gone');
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    const { id: direct } = await alice.call.messages.send({
      channelId: dm.id,
      content: '<script>alert(1)</script>',
    });
    await alice.call.messages.edit({ messageId: edited, content: `@${bob.name} after` });
    await alice.call.messages.delete({ messageId: deleted });
    await pass(HOUR_MS);
    const [mail = '', ...more] = mailsTo(bob);
    expect(more).toEqual([]);
    expect(mail).toContain('Subject: You have 3 unread messages\r\n');
    const [head = '', text = '', html = ''] = mail.split(/Content-Type: text\/(?:plain|html)/);
    expect(text).toMatch(/<b>Alice in #talk, [^\r\n]+:\r\n@reader-\d+ long long/);
    expect(text).toContain('long…\r\n');
    expect(text).toContain(`@${bob.name} after\r\n`);
    expect(mail).not.toMatch(/before|gone/);
    expect(text).toContain('<b>Alice in a direct message:\r\n<script>alert(1)</script>\r\n');
    expect(text).toContain(`/api/mail/message?channelId=${dm.id}&messageId=${direct}\r\n`);
    expect(html).toContain('&lt;b&gt;Alice in a direct message:');
    expect(html).not.toMatch(/<script|<b>Alice/);
    expect(head).not.toContain('Alice');
    expect(head).toMatch(
      /^List-Unsubscribe: <http:\/\/127\.0\.0\.1:3000\/api\/mail\/unsubscribe\?token=[\w-]{80,}>\r$/m,
    );
    await pass(100 * HOUR_MS);
    expect(mailsTo(bob)).toHaveLength(1);
  });

  test('shows twenty messages, and counts the others', async () => {
    const bob = await reader();
    for (let message = 1; message <= 23; message++) await say(bob, `message ${message}.`);
    await pass(HOUR_MS);
    const [mail = ''] = mailsTo(bob);
    expect(mail).toContain('Subject: You have 23 unread messages');
    expect(mail).toContain('message 20.');
    expect(mail).not.toContain('message 21.');
    expect(mail).toContain('and 3 more.');
  });

  test('has nothing of what was read while it waited, and is not sent when all was', async () => {
    const [bob, carol] = [await reader(), await reader()];
    smtp.refuse({ at: 'rcpt', status: 451 });
    await say(bob, 'first');
    const { id: second } = await say(bob, 'second');
    await say(carol);
    await pass(HOUR_MS);
    const item = (await bob.call.notifications.list({})).find(({ messageId }) => messageId === second);
    await bob.call.notifications.read({ notificationId: item?.id ?? '' });
    await carol.call.notifications.readAll();
    smtp.refuse(null);
    await pass(HOUR_MS);
    expect(mailsTo(bob)).toEqual([expect.stringContaining('You have 1 unread message\r\n')]);
    expect(mailsTo(bob)[0]).not.toContain('second');
    expect(mailsTo(carol)).toEqual([]);
    expect(await waitingFor(carol)).toEqual([]);
  });

  test.each<[string, (who: Reader) => Promise<unknown>]>([
    ['turned them off', (who) => who.call.mailPreferences.set({ digest: 'off' })],
    [
      'got another address',
      ({ id }) => world.services.db.$client`update users set email = 'x-' || email where id = ${id}`,
    ],
    [
      'was deactivated',
      ({ id }) => world.services.db.$client`update users set deactivated_at = now() where id = ${id}`,
    ],
  ])('is not sent to who %s while it waited', async (_name, act) => {
    const bob = await reader();
    smtp.refuse({ at: 'rcpt', status: 451 });
    await say(bob);
    await pass(HOUR_MS);
    expect(await waitingFor(bob)).toHaveLength(1);
    await act(bob);
    smtp.refuse(null);
    await pass(HOUR_MS);
    expect(mailsTo(bob)).toEqual([]);
    expect(await waitingFor(bob)).toEqual([]);
  });

  test('that has waited into the quiet hours is sent at their end', async () => {
    const bob = await reader();
    smtp.refuse({ at: 'rcpt', status: 451 });
    await say(bob);
    await pass(HOUR_MS);
    const now = world.clock.now().getTime();
    const time = (at: number) => new Date(at).toISOString().slice(11, 16);
    const [server] = await bob.call.servers.list({});
    await bob.call.notificationPreferences.setForServer({
      serverId: server?.id ?? '',
      quietStart: time(now),
      quietEnd: time(now + 9 * HOUR_MS),
      timezone: 'UTC',
    });
    smtp.refuse(null);
    await pass(HOUR_MS);
    await pass(7 * HOUR_MS);
    expect(mailsTo(bob)).toEqual([]);
    expect(await waitingFor(bob)).toHaveLength(1);
    await pass(HOUR_MS);
    expect(mailsTo(bob)).toHaveLength(1);
  });

  test('that the server refuses for good is given up, and not tried with the next one', async () => {
    const bob = await reader();
    const { mails } = world.services;
    const before = { sent: mails?.sent.digest ?? 0, failed: mails?.failed.digest ?? 0 };
    smtp.refuse({ at: 'rcpt', status: 550 });
    await say(bob, 'first');
    await pass(HOUR_MS);
    expect(await waitingFor(bob)).toEqual([]);
    smtp.refuse(null);
    await say(bob, 'second');
    await pass(HOUR_MS);
    expect(mailsTo(bob)).toEqual([expect.not.stringContaining('first')]);
    expect(mails).toMatchObject({
      sent: { digest: before.sent + 1 },
      failed: { digest: before.failed + 1 },
    });
  });
});

test('two nodes send one mail', async () => {
  const { worlds, close } = await createWorlds(2, { mailer: mailerTo(smtp.port) });
  const [node] = worlds;
  if (!node) throw new Error('there are two');
  const author = await node.person('author');
  const readers = [await reader(node, author), await reader(node, author), await reader(node, author)];
  for (const who of readers) await say(who, 'hello', author);
  await pass(HOUR_MS, worlds);
  await pass(HOUR_MS, worlds);
  expect(readers.map((who) => mailsTo(who).length)).toEqual([1, 1, 1]);
  await close();
});

test('a server that says nothing keeps a digest for its next try, and the service waits for it no longer than a timeout', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const node = await createWorld({ mailer: mailerTo(port, SHORT) });
  const author = await node.person('author');
  const bob = await reader(node, author);
  await say(bob, 'hello', author);
  await pass(HOUR_MS, [node]);
  expect(await waitingFor(bob, node)).toMatchObject([{ kind: 'digest', attempts: 1 }]);
  await pass(HOUR_MS, [node]);
  expect(await waitingFor(bob, node)).toMatchObject([{ attempts: 2 }]);
  await node.close();
  await new Promise((resolve) => silent.close(resolve));
});

test('a digest goes over TLS where the server offers it, and to no server whose certificate is not valid', async () => {
  const server = await startSmtpServer({ offersTls: true });
  const refusing = mailerTo(server.port);
  const trusting = mailerTo(server.port, { tls: { rejectUnauthorized: false } });
  let mailer = refusing;
  const node = await createWorld({ mailer: { send: (mail) => mailer.send(mail) } });
  const author = await node.person('author');
  const bob = await reader(node, author);
  await say(bob, 'hello', author);
  await pass(HOUR_MS, [node]);
  expect(server.received).toEqual([]);
  expect(await waitingFor(bob, node)).toMatchObject([{ attempts: 1 }]);
  mailer = trusting;
  await pass(HOUR_MS, [node]);
  expect(server.received).toMatchObject([{ isSecure: true, to: [bob.email] }]);
  await node.close();
  await server.stop();
});
