import type { ServerResponse } from 'node:http';
import { createTestDatabase, type TestDatabase } from '@palaver/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client, Json } from '../testing/client.js';
import { startTestService, startTestServiceOn, type TestService } from '../testing/test-service.js';
import { type Asked, HOOK_SECRET, startHook, type TestHook } from './before-send.fixture.js';

let hook: TestHook;
let database: TestDatabase;
let environment: Record<string, string>;
let service: TestService;
let alice: Client;
let bob: Client;
let bot: Client;
let outsider: Client;
let serverId: string;
let channelId: string;

beforeAll(async () => {
  hook = await startHook();
  database = await createTestDatabase();
  environment = {
    BEFORE_SEND_URL: hook.url,
    // The hook knows the one before alone, as in the middle of a rotation.
    BEFORE_SEND_SECRET: `whsec_${Buffer.alloc(32, 'next').toString('base64')}`,
    BEFORE_SEND_SECRET_PREVIOUS: HOOK_SECRET,
  };
  service = await startTestServiceOn(database, environment);
  [alice, bob, outsider] = [
    await service.person('alice'),
    await service.person('bob'),
    await service.person('oscar'),
  ];
  bot = await service.bot(alice, 'helper');
  const server = await alice.post('/api/servers', { name: 'Acme' });
  serverId = server.body.data.id;
  const invite = await alice.post(`/api/servers/${serverId}/invites`, {});
  await bob.post(`/api/invites/${invite.body.data.code}/accept`);
  await alice.post(`/api/servers/${serverId}/members`, { userId: bot.id });
});
let channels = 0;
beforeEach(async () => {
  const made = await alice.post(`/api/servers/${serverId}/channels`, { name: `channel-${channels++}` });
  channelId = made.body.data.id;
  hook.behave(() => ({ action: 'accept' }));
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await hook.stop();
});

const timeline = () => `/api/channels/${channelId}/messages`;
const send = (who: Client, content: string, headers: Record<string, string> = {}) =>
  who.post(timeline(), { content }, { headers });
const contents = async (who: Client): Promise<string[]> =>
  (await who.get(timeline())).body.data.map(({ content }: Json) => content);

/** What the hook is asked while `work` runs. */
async function askedBy(work: () => Promise<unknown>): Promise<readonly Asked[]> {
  const before = hook.asked.length;
  await work();
  return hook.asked.slice(before);
}

async function upload(who: Client, filename: string): Promise<Json> {
  const raw = new FormData();
  raw.append('file', new Blob(['notes'], { type: 'text/plain' }), filename);
  return (await who.post(`/api/channels/${channelId}/attachments`, undefined, { raw })).body.data[0];
}

describe('what the hook is asked', () => {
  test('a post, as it would be, with its author, thread and files', async () => {
    const root = (await send(alice, 'root')).body.data;
    const file = await upload(bob, 'plans.txt');
    const metadata = { order: 7 };
    const body = { content: 'a reply', threadId: root.id, attachmentIds: [file.id], metadata };
    const [question] = await askedBy(() => bob.post(timeline(), body));
    const {
      commonServerIds: _servers,
      timezone: _zone,
      ...user
    } = (await bob.get(`/api/users/${bob.id}`)).body.data;
    expect(question).toEqual({
      id: expect.stringMatching(/^msg_/),
      type: 'message.creating',
      timestamp: expect.any(String),
      data: {
        id: null,
        channelId,
        serverId,
        threadId: root.id,
        alsoInChannel: false,
        content: 'a reply',
        attachments: [{ id: file.id, filename: 'plans.txt', mimeType: 'text/plain', sizeBytes: 5 }],
        externalId: null,
        metadata,
        user,
      },
    });
  });

  test('a message of attachments alone, of a bot, in a direct message, and a reply by the path of its thread', async () => {
    const file = await upload(alice, 'a.txt');
    const dm = (await alice.post('/api/dms', { userIds: [bob.id] })).body.data;
    const root = (await send(alice, 'root')).body.data;
    const asked = await askedBy(async () => {
      await alice.post(timeline(), { attachmentIds: [file.id] });
      await send(bot, 'beep');
      await alice.post(`/api/channels/${dm.id}/messages`, { content: 'psst' });
      await alice.post(`/api/messages/${root.id}/thread`, { content: 'answer', alsoInChannel: true });
    });
    expect(asked.map(({ data }) => data)).toMatchObject([
      { content: '', attachments: [{ filename: 'a.txt' }] },
      { content: 'beep', user: { id: bot.id, bot: true } },
      { content: 'psst', serverId: null, channelId: dm.id },
      { content: 'answer', threadId: root.id, alsoInChannel: true },
    ]);
  });

  test('an edit of a content, with the metadata that come with it', async () => {
    const { id } = (await send(alice, 'before')).body.data;
    const edit = (changes: object) => alice.patch(`/api/messages/${id}`, changes);
    const asked = await askedBy(async () => {
      await edit({ content: 'after', metadata: { order: 8 } });
      await edit({ content: 'after' });
      await edit({ metadata: null });
    });
    expect(asked).toMatchObject([
      { type: 'message.editing', data: { id, content: 'after', serverId, metadata: { order: 8 } } },
    ]);
  });

  test('nothing of what the author may not post', async () => {
    const { id } = (await send(alice, 'mine')).body.data;
    const asked = await askedBy(async () => {
      expect((await send(outsider, 'x')).status).toBe(404);
      expect((await send(alice, ' ')).status).toBe(400);
      expect((await send(service.client(null), 'x')).status).toBe(401);
      expect((await alice.post(timeline(), { content: 'x', threadId: channelId })).status).toBe(404);
      expect((await alice.post(timeline(), { attachmentIds: [id] })).status).toBe(404);
      expect((await bob.patch(`/api/messages/${id}`, { content: 'x' })).status).toBe(403);
      expect((await alice.patch(`/api/messages/${id}`, { content: '' })).status).toBe(400);
      await alice.patch(`/api/servers/${serverId}/channels/${channelId}`, { archived: true });
      expect((await send(alice, 'late')).status).toBe(403);
    });
    expect(asked).toEqual([]);
  });
});

describe('a refusal', () => {
  const refuse = (reason?: unknown) => hook.behave(() => ({ action: 'refuse', reason }));

  test('reaches a program that speaks as to Slack, with its sentence', async () => {
    const { body } = await alice.post(`/api/channels/${channelId}/webhooks`, { name: 'Builds' });
    refuse('No links here.');
    const { pathname } = new URL(body.data.url);
    const answer = await service.client(null).post(pathname, { text: 'http://x.example' });
    expect([answer.status, answer.text]).toEqual([403, 'action_prohibited: No links here.']);
    expect(await contents(alice)).toEqual([]);
  });

  test('is the answer, with its reason, and leaves no trace', async () => {
    const file = await upload(bob, 'kept.txt');
    refuse('No links here.');
    const body = { content: 'http://x.example', attachmentIds: [file.id] };
    const answer = await bob.post(timeline(), body);
    expect([answer.status, answer.body]).toEqual([403, { error: 'No links here.', code: 'MESSAGE_REFUSED' }]);
    expect(await contents(alice)).toEqual([]);
    // Bob has not joined by it.
    const members = await alice.get(`/api/channels/${channelId}/members`);
    expect(members.body.data.map(({ id }: Json) => id)).toEqual([alice.id]);

    hook.behave(() => ({ action: 'accept' }));
    const posted = await bob.post(timeline(), body);
    expect(posted.body.data.attachments).toMatchObject([{ id: file.id }]);
  });

  test('without a reason that can be shown has the sentence of the service', async () => {
    refuse('two\nlines');
    const { body } = await send(alice, 'x');
    expect(body.error).toBe('The rules of this service do not allow this message.');
  });

  test('of an edit leaves the message as it is', async () => {
    const { id } = (await send(alice, 'good')).body.data;
    refuse();
    expect((await alice.patch(`/api/messages/${id}`, { content: 'bad' })).body.code).toBe('MESSAGE_REFUSED');
    expect(await contents(bob)).toEqual(['good']);
  });
});

describe('a change', () => {
  test('is what everybody gets, the author and the log included', async () => {
    hook.behave(() => ({ action: 'change', content: 'I like ****' }));
    const { body } = await bob.post(timeline(), { content: 'I like spam', nonce: 'n' });
    expect(body.data).toMatchObject({ content: 'I like ****', edited: false, nonce: 'n' });
    expect(await contents(alice)).toEqual(['I like ****']);

    hook.behave(() => ({ action: 'change', content: '****' }));
    const edited = await bob.patch(`/api/messages/${body.data.id}`, { content: 'spam' });
    expect(edited.body.data).toMatchObject({ content: '****', edited: true });
    expect(await contents(alice)).toEqual(['****']);
  });

  test('mentions whom its own text names', async () => {
    hook.behave(() => ({ action: 'change', content: 'for @alice' }));
    const { body } = await send(bob, 'for @bob');
    expect(body.data.mentions.userIds).toEqual([alice.id]);
  });

  test('of an edit to what is there already changes nothing', async () => {
    const { body } = await send(alice, 'same');
    hook.behave(() => ({ action: 'change', content: 'same' }));
    const edited = await alice.patch(`/api/messages/${body.data.id}`, { content: 'other' });
    expect(edited.body.data.edited).toBe(false);
  });

  test('is lost by no retry', async () => {
    hook.behave(() => ({ action: 'change', content: 'changed' }));
    const asked = await askedBy(async () => {
      const first = await send(alice, 'original', { 'Idempotency-Key': 'once' });
      hook.behave(() => ({ action: 'refuse' }));
      const second = await send(alice, 'original', { 'Idempotency-Key': 'once' });
      expect(second.headers.get('Idempotent-Replayed')).toBe('true');
      expect(second.body).toEqual(first.body);
      const edit = (content: string) =>
        alice.patch(
          `/api/messages/${first.body.data.id}`,
          { content },
          { headers: { 'Idempotency-Key': 'e' } },
        );
      hook.behave(() => ({ action: 'accept' }));
      const edited = await edit('edited');
      hook.behave(() => ({ action: 'refuse' }));
      expect((await edit('edited')).body).toEqual(edited.body);
    });
    expect(asked).toHaveLength(2);
  });
});

describe('retries', () => {
  test('of what was refused ask again, by the same id; other questions have other ids', async () => {
    hook.behave(() => ({ action: 'refuse' }));
    const ask = async (content: string, key?: string) => {
      const [question] = await askedBy(() => send(alice, content, key ? { 'Idempotency-Key': key } : {}));
      return question?.id;
    };
    const first = await ask('a', 'k1');
    expect(await ask('a', 'k1')).toBe(first);
    const others = [await ask('a', 'k2'), await ask('b', 'k1'), await ask('a'), await ask('a')];
    expect(new Set([first, ...others]).size).toBe(5);
  });

  test('at two nodes at the same time get the one message, also where the hook refuses one of them', async () => {
    const other = await startTestServiceOn(database, environment);
    try {
      const there = other.client(alice.token);
      await send(there, 'so that the other node has connections');
      let refuse = () => {};
      hook.behave(() => {
        hook.behave(() => ({ action: 'accept' }));
        return new Promise<object>((resolve) => {
          refuse = () => resolve({ action: 'refuse' });
        });
      });
      const tries = [alice, there].map((who) => send(who, 'once', { 'Idempotency-Key': 'twice' }));
      const first = await Promise.race(tries);
      refuse();
      const answers = await Promise.all(tries);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(answers.map(({ body }) => body)).toEqual([first.body, first.body]);
    } finally {
      await other.close();
    }
  });
});

test('the posts of an author in a channel keep their order, however the answers come', async () => {
  const numbers = Array.from({ length: 8 }, (_, n) => n);
  const answers: Array<(answer: object) => void> = [];
  hook.behave(
    () =>
      new Promise<object>((resolve) => {
        answers.push(resolve);
        if (answers.length < numbers.length) return;
        // The last question is answered first.
        for (const answer of answers.toReversed()) answer({ action: 'accept' });
      }),
  );
  const batch = Object.fromEntries(numbers.map((n) => [n, { channelId, content: `number ${n}` }]));
  const path = `/trpc/${numbers.map(() => 'messages.send').join(',')}?batch=1`;
  expect((await alice.send('POST', path, batch)).status).toBe(200);
  expect(await contents(alice)).toEqual(numbers.map((n) => `number ${n}`).toReversed());
});

/** How a hook fails, and under which reason that is counted. */
const FAILURES: ReadonlyArray<[name: string, reason: string, (asked: Asked, res: ServerResponse) => void]> = [
  ['no JSON', 'answer', (_asked, res) => res.end('yes')],
  ['nothing', 'answer', (_asked, res) => res.end()],
  ['more than 64 kB', 'answer', (_asked, res) => res.end(`{"action":"accept","x":"${'x'.repeat(66_000)}"}`)],
  ['a content that is too long', 'answer', (_asked, res) => res.end(changeTo('x'.repeat(4_001)))],
  ['a content that shows nothing', 'answer', (_asked, res) => res.end(changeTo('\u200b'))],
  ['a content that cannot be stored', 'answer', (_asked, res) => res.end(changeTo('a\0b'))],
  ['a status of 500', 'status', (_asked, res) => res.writeHead(500).end('{"action":"accept"}')],
  ['a redirect', 'status', (_asked, res) => res.writeHead(307, { Location: hook.url }).end()],
  ['no answer at all', 'timeout', () => {}],
  ['an answer that does not end', 'timeout', (_asked, res) => res.write('{"action":')],
  ['the end of the connection', 'connection', (_asked, res) => res.destroy()],
];

const changeTo = (content: string) => JSON.stringify({ action: 'change', content });

describe.each(['accept', 'refuse'] as const)('with BEFORE_SEND_ON_FAILURE=%s', (onFailure) => {
  let failing: TestService;
  let carol: Client;
  let path: string;
  const lines: string[] = [];
  beforeAll(async () => {
    const environment = {
      BEFORE_SEND_URL: hook.url,
      BEFORE_SEND_SECRET: HOOK_SECRET,
      BEFORE_SEND_ON_FAILURE: onFailure,
      METRICS_TOKEN: 'a-token-for-metrics',
    };
    failing = await startTestService(environment, (line) => lines.push(line));
    carol = await failing.person('carol');
    const server = (await carol.post('/api/servers', { name: 'Acme' })).body.data;
    const [channel] = (await carol.get(`/api/servers/${server.id}/channels`)).body.data;
    path = `/api/channels/${channel.id}/messages`;
  });
  afterAll(() => failing.close());

  const post = (content: string) => carol.post(path, { content });
  const isPosted = onFailure === 'accept';
  const expected = isPosted ? 201 : 503;

  async function metric(series: string): Promise<number> {
    const { text } = await failing.client(null).send('GET', '/metrics', undefined, {
      headers: { Authorization: 'Bearer a-token-for-metrics' },
    });
    const line = text.split('\n').find((one) => one.startsWith(series));
    return Number(line?.split(' ').at(-1));
  }

  test.each(FAILURES)('%s follows the rule', async (name, reason, fail) => {
    const series = `palaver_before_send_failures_total{reason="${reason}"}`;
    const before = await metric(series);
    hook.behave((asked, res) => {
      fail(asked, res);
      return undefined;
    });
    const asked = hook.asked.length;
    const answer = await post(`secret words: ${name}`);
    expect(answer.status).toBe(expected);
    if (!isPosted) expect(answer.body.code).toBe('MESSAGE_NOT_CHECKED');
    expect(await metric(series)).toBe(before + 1);
    // Where the connection ends the question is repeated once, by the same id.
    expect(new Set(hook.asked.slice(asked).map(({ id }) => id)).size).toBe(1);
    hook.behave(() => ({ action: 'accept' }));
    expect((await post('fine')).status).toBe(201);
  });

  test('a hook that is away is asked once a second, and again as before when it answers', async () => {
    await hook.stop();
    const logged = (sentence: string) => lines.filter((line) => line.includes(sentence)).length;
    for (let n = 0; n < 5; n++) expect((await post('into the void')).status).toBe(expected);
    expect(await metric('palaver_before_send_away')).toBe(1);
    const skipped = await metric('palaver_before_send_total{outcome="skipped"}');
    expect((await post('skipped')).status).toBe(expected);
    expect(await metric('palaver_before_send_total{outcome="skipped"}')).toBe(skipped + 1);
    expect(logged('The before-send hook does not answer')).toBe(1);

    await hook.start();
    hook.behave(() => ({ action: 'accept' }));
    const asked = hook.asked.length;
    await expect
      .poll(
        async () => {
          await post('is it back');
          return hook.asked.length;
        },
        { interval: 100 },
      )
      .toBe(asked + 1);
    expect(await metric('palaver_before_send_away')).toBe(0);
    expect(logged('The before-send hook answers again')).toBe(1);
  });

  test('nothing of a message is logged', () => {
    expect(lines.filter((line) => /secret words|into the void|whsec_/.test(line))).toEqual([]);
  });
});
