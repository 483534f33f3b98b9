import { createHmac } from 'node:crypto';
import { connect } from '@palaver/db';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../testing/client.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { HOOK_BODY_MAX } from './read-body.js';

const lines: string[] = [];
let service: TestService;
let sql: ReturnType<typeof connect>;
let owner: Client;
let anyone: Client;
let serverId: string;
let channelId: string;
let webhook: { id: string };
let secret: string;
let made = 0;

beforeAll(async () => {
  service = await startTestService({ FILE_MAX_MB: '1' }, (line) => lines.push(line));
  sql = connect({ url: service.databaseUrl }, { max: 1 });
  owner = await service.person('owner');
  anyone = service.client(null);
  serverId = (await owner.post('/api/servers', { name: 'Acme' })).body.data.id;
});
afterAll(async () => {
  await sql.end();
  await service.close();
});
beforeEach(async () => {
  const channel = await owner.post(`/api/servers/${serverId}/channels`, { name: `hooks-${++made}` });
  channelId = channel.body.data.id;
  await newWebhook();
});

async function newWebhook(fields: object = {}): Promise<void> {
  const { body } = await owner.post(`/api/channels/${channelId}/webhooks`, { name: 'Builds', ...fields });
  webhook = body.data.webhook;
  secret = body.data.url.split('/').at(-1);
}

const path = () => `/api/hooks/${webhook.id}/${secret}`;
const discordPath = () => `/api/webhooks/${webhook.id}/${secret}`;
const messages = async () => (await owner.get(`/api/channels/${channelId}/messages`)).body.data;
const contents = async () => (await messages()).map(({ content }: { content: string }) => content);
const form = (fields: Record<string, string>) => ({
  raw: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const githubHeaders = (event: string, delivery = 'd-1') => ({
  'x-github-event': event,
  'x-github-delivery': delivery,
});

describe("Slack's way", () => {
  test('takes JSON and a form, and answers ok', async () => {
    const json = await anyone.post(path(), { text: '*Hello*', username: 'CI' });
    expect([json.status, json.text]).toEqual([200, 'ok']);
    const posted = await anyone.post(path(), undefined, form({ payload: '{"text":"from a form"}' }));
    expect([posted.status, posted.text]).toEqual([200, 'ok']);
    expect(await contents()).toEqual(['from a form', '**Hello**']);
    expect((await messages())[1].webhook).toMatchObject({ id: webhook.id, username: 'CI' });
  });

  test.each([
    ['not json', {}, 400, 'invalid_payload'],
    ['[1]', {}, 400, 'invalid_payload'],
    ['{"text":""}', {}, 400, 'no_text'],
    ['{}', {}, 400, 'no_text'],
    ['[[['.repeat(100), {}, 400, 'invalid_payload'],
    ['x=1', { 'content-type': 'application/x-www-form-urlencoded' }, 400, 'invalid_payload'],
    ['{"text":"x"}', { 'content-encoding': 'gzip' }, 415, 'invalid_payload'],
  ])('%s with %j is answered %i %s', async (raw, headers, status, word) => {
    const answer = await anyone.post(path(), undefined, { raw, headers });
    expect([answer.status, answer.text]).toEqual([status, word]);
    expect(await contents()).toEqual([]);
  });

  test('a body up to the limit is taken, a larger one is refused', async () => {
    const padded = (size: number) => JSON.stringify({ text: 'big', pad: 'x'.repeat(size) });
    expect((await anyone.post(path(), undefined, { raw: padded(HOOK_BODY_MAX - 100) })).status).toBe(200);
    const refused = await anyone.post(path(), undefined, { raw: padded(HOOK_BODY_MAX) });
    expect([refused.status, refused.text]).toEqual([413, 'payload_too_large']);
  });

  test('a person of the service is mentioned by id', async () => {
    const { body } = await owner.get('/api/users/me');
    await anyone.post(path(), { text: `<@${body.data.id}> look` });
    const [message] = await messages();
    expect(message).toMatchObject({ content: '@owner look', mentions: { userIds: [body.data.id] } });
  });

  test('an archived channel, a wrong secret and a deleted webhook', async () => {
    const wrong = await anyone.post(`/api/hooks/${webhook.id}/plvw_wrong`, { text: 'x' });
    expect([wrong.status, wrong.text]).toEqual([404, 'no_service']);
    await owner.patch(`/api/servers/${serverId}/channels/${channelId}`, { archived: true });
    const archived = await anyone.post(path(), { text: 'x' });
    expect([archived.status, archived.text]).toEqual([410, 'channel_is_archived']);
    await owner.delete(`/api/webhooks/${webhook.id}`);
    expect((await anyone.post(path(), { text: 'x' })).text).toBe('no_service');
  });

  test('at the path that Discord has for it', async () => {
    const answer = await anyone.post(`${discordPath()}/slack`, { text: '*b*', content: 'no' });
    expect([answer.status, answer.text]).toEqual([200, 'ok']);
    expect(await contents()).toEqual(['**b**']);
  });
});

describe("Discord's way", () => {
  test('is known by the payload, or by the path', async () => {
    expect((await anyone.post(path(), { content: '**hi**' })).status).toBe(204);
    const answer = await anyone.post(`${discordPath()}?wait=true`, { content: 'waited', username: 'Bot' });
    expect(answer.status).toBe(200);
    const [message] = await messages();
    expect(answer.body).toMatchObject({
      id: message.id,
      channel_id: channelId,
      webhook_id: webhook.id,
      content: 'waited',
      author: { username: 'Bot', bot: true },
    });
    expect(await contents()).toEqual(['waited', '**hi**']);
  });

  test('comes with the version of its API as well', async () => {
    const versioned = service.url + discordPath().replace('/api/', '/api/v10/');
    const headers = { 'content-type': 'application/json' };
    const posted = await fetch(versioned, { method: 'POST', headers, body: '{"content":"versioned"}' });
    expect(posted.status).toBe(204);
    expect(await (await fetch(versioned)).json()).toMatchObject({ id: webhook.id });
    expect(await contents()).toEqual(['versioned']);
    expect((await fetch(`${service.url}/api/v10/servers`)).status).toBe(404);
  });

  test('answers errors as Discord does', async () => {
    const empty = await anyone.post(discordPath(), {});
    expect([empty.status, empty.body]).toEqual([
      400,
      { message: 'Cannot send an empty message', code: 50006 },
    ]);
    const unknown = await anyone.post(`/api/webhooks/${webhook.id}/no`, { content: 'x' });
    expect([unknown.status, unknown.body]).toEqual([404, { message: 'Unknown Webhook', code: 10015 }]);
    const broken = await anyone.post(discordPath(), undefined, { raw: '{' });
    expect([broken.status, broken.body.code]).toEqual([400, 50109]);
  });
});

describe("Discord's files", () => {
  /** As `discord.js` and `curl -F` write it. */
  const formOf = (
    payload: object | null,
    files: Record<string, string>,
    others: Record<string, string> = {},
  ) => {
    const form = new FormData();
    if (payload !== null) form.set('payload_json', JSON.stringify(payload));
    for (const [name, value] of Object.entries(others)) form.set(name, value);
    for (const [at, [name, text]] of Object.entries(files).entries())
      form.set(`files[${at}]`, new File([text], name, { type: 'text/plain' }));
    return form;
  };
  const send = async (
    form: FormData,
    { path: to = discordPath(), ...headers }: Record<string, string> = {},
  ) => {
    const answer = await fetch(`${service.url}${to}?wait=true`, { method: 'POST', body: form, headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const attachments = async () => {
    return sql`select filename, size_bytes, message_id from attachments where channel_id = ${channelId} order by position`;
  };

  test('come with a payload, and are those of the message', async () => {
    const { status, body } = await send(
      formOf({ content: 'the log', username: 'CI' }, { 'a.log': 'one', 'b.log': 'twoo' }),
    );
    expect(status).toBe(200);
    expect(body.attachments).toMatchObject([
      { filename: 'a.log', size: 3, content_type: 'text/plain' },
      { filename: 'b.log', size: 4 },
    ]);
    const [message] = await messages();
    expect(message).toMatchObject({
      content: 'the log',
      webhook: { username: 'CI' },
      attachments: [
        { filename: 'a.log', sizeBytes: 3 },
        { filename: 'b.log', sizeBytes: 4 },
      ],
    });
    const file = await owner.get(`/api/attachments/${message.attachments[0].id}`);
    expect(file.text).toBe('one');
  });

  test('come alone, with plain fields, and at the path of the service', async () => {
    expect((await send(formOf(null, { 'only.txt': 'x' }), { path: path() })).status).toBe(200);
    expect((await send(formOf(null, {}, { content: 'a field' }))).status).toBe(200);
    expect(await contents()).toEqual(['a field', '']);
  });

  test('are answered 200 with the message also where nobody waits, as sendFile of senders expects', async () => {
    const body = formOf(null, { 'only.txt': 'x' });
    const answer = await fetch(`${service.url}${discordPath()}`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ attachments: [{ filename: 'only.txt' }] });
    const without = await fetch(`${service.url}${discordPath()}`, {
      method: 'POST',
      body: formOf(null, {}, { content: 'a field' }),
    });
    expect(without.status).toBe(204);
  });

  test('of a repetition are stored once', async () => {
    const key = { 'Idempotency-Key': 'files-1' };
    await send(formOf({ content: 'once' }, { 'a.log': 'one' }), key);
    const again = await send(formOf({ content: 'once' }, { 'a.log': 'one' }), key);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    const other = await send(formOf({ content: 'once' }, { 'a.log': 'two' }), key);
    expect(other.status).toBe(409);
    expect(await contents()).toEqual(['once']);
    expect(await attachments()).toMatchObject([{ filename: 'a.log' }]);
  });

  describe('in an edit', () => {
    const edit = async (id: string, body: FormData | object, headers: Record<string, string> = {}) => {
      const isForm = body instanceof FormData;
      const answer = await fetch(`${service.url}${discordPath()}/messages/${id}`, {
        method: 'PATCH',
        body: isForm ? body : JSON.stringify(body),
        headers: isForm ? headers : { ...headers, 'Content-Type': 'application/json' },
      });
      return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
    };
    const posted = async (content = 'the log') =>
      (await send(formOf({ content }, { 'a.log': 'one', 'b.log': 'two' }))).body;
    const names = (message: { attachments: Array<{ filename: string }> }) =>
      message.attachments.map(({ filename }) => filename);

    test('are added, and leave the text, its mentions and the other files', async () => {
      const { id } = await posted();
      const edited = await edit(id, formOf(null, { 'c.log': 'three' }));
      expect(edited.body).toMatchObject({
        id,
        content: 'the log',
        edited_timestamp: expect.any(String),
        attachments: [{ filename: 'a.log' }, { filename: 'b.log' }, { filename: 'c.log', size: 5 }],
      });
      const [message] = await messages();
      expect(names(message)).toEqual(['a.log', 'b.log', 'c.log']);
      expect((await owner.get(`/api/attachments/${message.attachments[2].id}`)).text).toBe('three');
    });

    test('replace those that `attachments` does not name', async () => {
      const { id, attachments: before } = await posted();
      const kept = [{ id: before[1].id }, { id: 0, filename: 'c.log' }];
      const edited = await edit(id, formOf({ content: 'new', attachments: kept }, { 'c.log': 'three' }));
      expect([edited.body.content, names(edited.body)]).toEqual(['new', ['b.log', 'c.log']]);
      expect((await owner.get(`/api/attachments/${before[0].id}`)).status).toBe(404);
      expect(await attachments()).toMatchObject([{ filename: 'b.log' }, { filename: 'c.log' }]);
      const none = await edit(id, { attachments: [] });
      expect([none.body.content, names(none.body)]).toEqual(['new', []]);
      expect(await attachments()).toEqual([]);
    });

    test('are heard of by an event with the files of then', async () => {
      const { id } = await posted();
      await edit(id, { attachments: [] });
      const frames = await sql`
        select frame::json->>'type' as type, json_array_length(frame::json->'data'->'attachments') as files from events
        where stream_id = ${channelId} and frame::json->'data'->>'id' = ${id} order by seq`;
      expect(frames).toMatchObject([
        { type: 'message.created', files: 0 },
        { type: 'message.updated', files: 0 },
      ]);
    });

    test('are added once by a repetition', async () => {
      const { id } = await posted();
      const key = { 'Idempotency-Key': 'edit-1' };
      await edit(id, formOf(null, { 'c.log': 'three' }), key);
      const again = await edit(id, formOf(null, { 'c.log': 'three' }), key);
      expect(again.headers.get('Idempotent-Replayed')).toBe('true');
      expect(names(again.body)).toEqual(['a.log', 'b.log', 'c.log']);
      expect((await edit(id, formOf(null, { 'c.log': 'other' }), key)).status).toBe(409);
      expect(await attachments()).toHaveLength(3);
    });

    test('and their message are deleted once by a repetition', async () => {
      const { id } = await posted();
      const remove = (headers = {}) =>
        anyone.send(
          'DELETE',
          `${path()}/messages/${id}`.replace('/api/hooks/', '/api/webhooks/'),
          undefined,
          { headers },
        );
      const key = { 'Idempotency-Key': 'delete-1' };
      expect((await remove(key)).status).toBe(204);
      const again = await remove(key);
      expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([204, 'true']);
      expect((await remove()).status).toBe(404);
    });

    test('that are taken away under a legal hold are found with the text before it', async () => {
      const { id, attachments: before } = await posted('as it was');
      await sql`update users set admin = true where id = ${owner.id}`;
      const hold = (await owner.post('/api/admin/holds', { channelId, reason: 'Case 7' })).body.data;
      await edit(id, { attachments: [{ id: before[1].id }] });
      await edit(id, { content: 'as it is', attachments: [] });
      const held = (await owner.get(`/api/admin/holds/${hold.id}/messages`)).body.data;
      expect(held).toMatchObject([
        { content: 'as it was', isDeleted: false, files: [{ filename: 'b.log' }] },
        { content: 'as it was', isDeleted: false, files: [{ filename: 'a.log' }] },
      ]);
      const [{ files }] = held;
      expect((await owner.get(`/api/admin/holds/${hold.id}/files/${files[0].id}`)).text).toBe('two');
      await owner.delete(`/api/admin/holds/${hold.id}`);
    });

    test('that are refused change nothing', async () => {
      const { id } = await posted('');
      const { attachments: others } = await posted();
      for (const other of [others[0].id, 'nonsense', 7, '', null]) {
        const refused = await edit(id, formOf({ attachments: [{ id: other }] }, { 'c.log': 'x' }));
        expect([refused.status, refused.body.code]).toEqual([400, 50035]);
      }
      expect((await edit(id, { attachments: [] })).body).toMatchObject({ code: 50006 });
      const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.txt`, 'x']));
      expect((await edit(id, formOf(null, many))).body).toMatchObject({ code: 30015 });
      const large = formOf(null, { 'large.bin': 'x'.repeat(2 * 1024 * 1024) });
      expect((await edit(id, large)).body).toMatchObject({ code: 40005 });
      expect((await edit('nonsense', formOf(null, { 'c.log': 'x' }))).status).toBe(404);
      await owner.patch(`/api/servers/${serverId}/channels/${channelId}`, { archived: true });
      expect((await edit(id, formOf(null, { 'c.log': 'x' }))).status).toBe(403);
      expect(await attachments()).toHaveLength(4);
      expect(names((await messages()).find((one: { id: string }) => one.id === id))).toEqual([
        'a.log',
        'b.log',
      ]);
    });
  });

  test('that are refused leave nothing', async () => {
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.txt`, 'x']));
    expect((await send(formOf({ content: 'x' }, many))).body).toMatchObject({ code: 30015 });
    const broken = new FormData();
    broken.set('payload_json', '{');
    expect((await send(broken)).body).toMatchObject({ code: 50109 });
    expect((await send(formOf({}, {}))).body).toMatchObject({ code: 50006 });
    const large = { 'large.bin': 'x'.repeat(2 * 1024 * 1024) };
    expect((await send(formOf({ content: 'x' }, large))).body).toMatchObject({ code: 40005 });
    const wrong = `/api/webhooks/${webhook.id}/no`;
    expect((await send(formOf({ content: 'x' }, { 'a.txt': 'x' }), { path: wrong })).status).toBe(404);
    await owner.patch(`/api/servers/${serverId}/channels/${channelId}`, { archived: true });
    expect((await send(formOf({ content: 'x' }, { 'a.txt': 'x' }))).status).toBe(403);
    expect(await attachments()).toEqual([]);
  });
});

describe('what else Discord has', () => {
  const wait = async (payload: object) => (await anyone.post(`${discordPath()}?wait=true`, payload)).body;

  test('the webhook as an object', async () => {
    const { status, body } = await anyone.get(discordPath());
    expect([status, body]).toEqual([
      200,
      {
        id: webhook.id,
        type: 1,
        name: 'Builds',
        avatar: null,
        channel_id: channelId,
        guild_id: serverId,
        application_id: null,
        token: secret,
      },
    ]);
    expect((await anyone.get(`/api/webhooks/${webhook.id}/no`)).body).toMatchObject({ code: 10015 });
  });

  test('edits and deletes what the webhook has posted', async () => {
    const { id } = await wait({ content: 'red', username: 'CI' });
    const at = `${discordPath()}/messages/${id}`;
    const edited = await anyone.patch(at, { content: '**green**' });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({ id, content: '**green**', edited_timestamp: expect.any(String) });
    expect(await messages()).toMatchObject([
      { content: '**green**', edited: true, webhook: { username: 'CI' } },
    ]);
    expect((await anyone.patch(at, { content: '' })).body).toMatchObject({ code: 50006 });
    expect((await anyone.delete(at)).status).toBe(204);
    expect(await messages()).toEqual([]);
    for (const again of [await anyone.delete(at), await anyone.patch(at, { content: 'x' })])
      expect([again.status, again.body]).toEqual([404, { message: 'Unknown Message', code: 10008 }]);
  });

  test('reaches nothing of anybody else', async () => {
    const own = (await owner.post(`/api/channels/${channelId}/messages`, { content: 'of a person' })).body
      .data.id;
    const first = discordPath();
    const { id: ofFirst } = await wait({ content: 'of the first' });
    await newWebhook();
    for (const id of [own, ofFirst, 'nonsense', '01890000-0000-7000-8000-000000000000']) {
      expect((await anyone.patch(`${discordPath()}/messages/${id}`, { content: 'x' })).status).toBe(404);
      expect((await anyone.delete(`${discordPath()}/messages/${id}`)).status).toBe(404);
    }
    expect((await anyone.delete(`/api/webhooks/${webhook.id}/no/messages/${ofFirst}`)).body).toMatchObject({
      code: 10015,
    });
    expect(await contents()).toEqual(['of the first', 'of a person']);
    await owner.patch(`/api/servers/${serverId}/channels/${channelId}`, { archived: true });
    expect((await anyone.patch(`${first}/messages/${ofFirst}`, { content: 'x' })).status).toBe(403);
    expect((await anyone.delete(`${first}/messages/${ofFirst}`)).status).toBe(204);
  });
});

describe("GitHub's way", () => {
  const ping = { zen: 'Keep it logically awesome.', repository: { full_name: 'acme/app' } };

  test('an event is posted once, however often it is delivered', async () => {
    const deliver = () => anyone.post(path(), ping, { headers: githubHeaders('ping') });
    expect((await deliver()).text).toBe('ok');
    const again = await deliver();
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await contents()).toEqual(['[acme/app] The webhook works. Keep it logically awesome.']);
  });

  test('comes as a form as well, and at the path that Discord has for it', async () => {
    const payload = form({ payload: JSON.stringify(ping) });
    const headers = { ...payload.headers, ...githubHeaders('ping') };
    expect((await anyone.post(`${discordPath()}/github`, undefined, { ...payload, headers })).text).toBe(
      'ok',
    );
  });

  test('an event that nobody hears of is answered 204', async () => {
    const answer = await anyone.post(path(), {}, { headers: githubHeaders('watch') });
    expect(answer.status).toBe(204);
    expect(await contents()).toEqual([]);
  });

  test('with a secret, only what is signed with it is taken', async () => {
    await newWebhook({ githubSecret: 'known to both' });
    const raw = JSON.stringify(ping);
    const sign = (key: string) => `sha256=${createHmac('sha256', key).update(raw).digest('hex')}`;
    const deliver = (headers: Record<string, string>) =>
      anyone.post(path(), undefined, { raw, headers: { ...githubHeaders('ping'), ...headers } });
    for (const headers of [
      {},
      { 'x-hub-signature-256': 'sha256=00' },
      { 'x-hub-signature-256': sign('another') },
    ]) {
      const refused = await deliver(headers as Record<string, string>);
      expect([refused.status, refused.body.code]).toEqual([403, 'WEBHOOK_SIGNATURE_INVALID']);
    }
    expect((await deliver({ 'x-hub-signature-256': sign('known to both') })).text).toBe('ok');
  });
});

test('each webhook has a bucket of its own, and says when it is empty', async () => {
  const first = path();
  const answers = await Promise.all(
    Array.from({ length: 45 }, () => service.client(null).post(first, { text: 'x' })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, text } of refused) {
    expect([headers.get('Retry-After'), text]).toEqual(['1', 'rate_limited']);
  }
  const asDiscord = await Promise.all(
    Array.from({ length: 45 }, () => service.client(null).post(discordPath(), { content: 'x' })),
  );
  const limited = asDiscord.find(({ status }) => status === 429);
  expect(limited?.headers.get('Retry-After')).toBe('1');
  expect(limited?.body).toEqual({ message: 'You are being rate limited.', retry_after: 1, global: false });
  await newWebhook();
  expect((await service.client(null).post(path(), { text: 'another' })).status).toBe(200);
});

test('an Idempotency-Key counts', async () => {
  const post = (text: string) => anyone.post(path(), { text }, { headers: { 'Idempotency-Key': 'once' } });
  await post('once');
  expect((await post('once')).headers.get('Idempotent-Replayed')).toBe('true');
  const reused = await post('twice');
  expect([reused.status, reused.text]).toEqual([409, 'idempotency_key_reused']);
  expect(await contents()).toEqual(['once']);
});

test('no line of the log has the secret of a path, whatever is wrong with the request', async () => {
  const paths = [
    path(),
    `${path()}/`,
    `${path()}/more`,
    `/api/hooks//${webhook.id}/${secret}`,
    `/api/Hooks/${secret}`,
    `/hooks/${webhook.id}/${secret}`,
    discordPath(),
    `${discordPath()}/slack`,
    `${discordPath()}/slak`,
    `${discordPath()}/messages/1`,
    discordPath().replace('/api/', '/api/v10/'),
    `/api%2Fhooks%2F${webhook.id}%2F${secret}`,
  ];
  // Each request has an address of its own: what one address causes beyond 20 lines in a second is counted, and not written.
  let address = 0;
  for (const one of paths)
    for (const method of ['POST', 'GET', 'PATCH', 'DELETE'])
      await fetch(service.url + one, {
        method,
        headers: { 'X-Forwarded-For': `203.0.113.${++address}` },
        ...(method === 'POST' ? { body: '{"text":""}' } : {}),
      });
  const logged = lines.join('\n');
  expect(logged).toContain(`/api/hooks/${webhook.id}/{secret}`);
  expect(logged).not.toContain(secret);
});
