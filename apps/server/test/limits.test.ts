import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, Json } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';

/** A service with limits of its own: larger and smaller than those of docs/reference.md, section 8. */
let service: TestService;
let alice: Client;
let channel: string;

beforeAll(async () => {
  service = await startTestService({
    MESSAGE_MAX_CHARACTERS: '40000',
    MESSAGE_MAX_FILES: '2',
    MESSAGE_MAX_REACTIONS: '1',
    FILE_MAX_MB: '0.01',
    AVATAR_MAX_MB: '0.02',
    UNCLAIMED_UPLOAD_HOURS: '48',
    RATE_PER_MINUTE: '1',
    RATE_BURST: '7',
    RATE_AUTH_PER_MINUTE: '1',
    RATE_AUTH_BURST: '2',
  });
  alice = await service.person('alice');
  const { body: server } = await alice.post('/api/servers', { name: 'Acme' });
  const { body: channels } = await alice.get(`/api/servers/${server.data.id}/channels`);
  channel = `/api/channels/${channels.data[0].id}`;
});
afterAll(() => service.close());

const JSON_BODY = { headers: { 'Content-Type': 'application/json' } };

function files(...sizes: number[]): { raw: FormData } {
  const raw = new FormData();
  for (const size of sizes) raw.append('file', new Blob(['x'.repeat(size)]), 'a.txt');
  return { raw };
}

describe('a limit that the operator has set', () => {
  test('holds for the characters of a message, however they are escaped', async () => {
    const raw = `{"content":"${'\\ud83d\\ude00'.repeat(40_000)}"}`;
    const sent = await alice.post(`${channel}/messages`, undefined, { ...JSON_BODY, raw });
    expect(sent.status).toBe(201);
    expect(sent.body.data.content).toBe('😀'.repeat(40_000));
  });

  test('is named when a message, an edit or a native call goes past it', async () => {
    const content = 'x'.repeat(40_001);
    const { body } = await alice.post(`${channel}/messages`, { content: 'short' });
    const past = [
      await alice.post(`${channel}/messages`, { content }),
      await alice.post(`/api/messages/${body.data.id}/thread`, { content }),
      await alice.patch(`/api/messages/${body.data.id}`, { content }),
    ];
    const issue = { path: 'content', message: 'must have at most 40000 characters' };
    expect(past.map((answer) => [answer.status, answer.body.issues])).toEqual(past.map(() => [400, [issue]]));
    const native = { channelId: body.data.channelId, content };
    expect((await alice.native('messages.send', 'mutation', native)).body.error.data.issues).toEqual([issue]);
  });

  test('holds for the size and the number of files', async () => {
    const upload = (...sizes: number[]) => alice.post(`${channel}/attachments`, undefined, files(...sizes));
    const [first, second] = [await upload(10_485, 10_485), await upload(1)];
    expect([first.status, second.status]).toEqual([201, 201]);
    const large = await upload(10_487);
    expect([large.status, large.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(large.body.error).toContain('0.01 MB (10,486 bytes)');
    const many = await upload(1, 1, 1);
    expect([many.status, many.body.code]).toEqual([400, 'TOO_MANY_FILES']);
    expect(many.body.error).toContain('At most 2 files');
    const attachmentIds = [...first.body.data, ...second.body.data].map(({ id }: Json) => id);
    const refused = await alice.post(`${channel}/messages`, { attachmentIds });
    expect(refused.body.issues).toEqual([{ path: 'attachmentIds', message: 'must have at most 2 items' }]);
  });

  test('holds for avatars', async () => {
    const answer = await alice.post('/api/users/me/avatar', undefined, files(20_973));
    expect([answer.status, answer.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    expect(answer.body.error).toContain('0.02 MB (20,972 bytes)');
  });

  test('holds for the reactions of a message', async () => {
    const { body } = await alice.post(`${channel}/messages`, { content: 'react' });
    const react = (emoji: string) => alice.put(`/api/messages/${body.data.id}/reactions/${emoji}`);
    expect((await react('👍')).status).toBe(200);
    const refused = await react('👎');
    expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_REACTIONS']);
    expect(refused.body.error).toContain('at most 1 different');
  });

  test('holds for the rates', async () => {
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    const read: number[] = [];
    for (let n = 0; n < 8; n++) read.push((await alice.get('/api/servers', from('198.51.100.1'))).status);
    expect(read).toEqual([...Array(7).fill(200), 429]);
    const login: number[] = [];
    for (let n = 0; n < 3; n++) {
      login.push((await alice.post('/api/auth/login', {}, from('198.51.100.2'))).status);
    }
    expect(login).toEqual([400, 400, 429]);
  });

  test('is in the document', () => {
    const text = JSON.stringify(service.document);
    expect(text).not.toContain('x-limit');
    const { paths = {}, components: { schemas = {} } = {} } = service.document;
    for (const name of ['MessagesSendRequest', 'MessagesReplyRequest']) {
      const schema = JSON.stringify(schemas[name]);
      expect(schema).toContain('"maxLength":40000');
      expect(schema).toContain('"maxItems":2');
    }
    const upload = JSON.stringify(paths['/api/channels/{channelID}/attachments']?.post);
    expect(upload).toContain('Up to 2 files of 0.01 MB (10,486 bytes)');
    expect(upload).toContain('after 48 hours');
  });
});
