import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, filePart, MULTIPART, PNG } from './multipart-body.fixture.js';
import { type FileService, jsonOf, type Person, startFileService } from './test-support.js';

let service: FileService;
let alice: Person;
let eve: Person;
let path: string;

beforeAll(async () => {
  service = await startFileService();
  [alice, eve] = await Promise.all([service.person('alice'), service.person('eve')]);
  const { id } = await alice.call.servers.create({ name: 'Acme' });
  path = `/api/servers/${id}/emoji`;
});
afterAll(() => service.close());

type Answer = { data: { id: string; name: string; imagePath: string }; code?: string };

function upload(query: string, body = bodyOf(filePart(PNG)), { token }: Person = alice, key = '') {
  return fetch(`${service.url}${path}${query}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': MULTIPART,
      ...(key === '' ? {} : { 'Idempotency-Key': key }),
    },
    body,
  });
}

const outcome = async (response: Response) => [
  response.status,
  (await jsonOf<{ code?: string }>(response)).code ?? 'done',
];

test('an emoji is uploaded, and its image is public and never changes', async () => {
  const response = await upload('?name=party');
  expect(response.status).toBe(201);
  const { data } = await jsonOf<Answer>(response);
  expect(data).toMatchObject({ name: 'party', imagePath: `/api/emoji/${data.id}.webp` });
  const image = await fetch(service.url + data.imagePath);
  expect(Object.fromEntries(image.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    etag: `"${data.id}.webp"`,
  });
  const again = await fetch(service.url + data.imagePath, {
    headers: { 'If-None-Match': image.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});

test('a repetition with the key gets the first answer', async () => {
  const send = () => upload('?name=once', undefined, alice, 'emoji-once');
  const [first, second] = [await send(), await send()];
  expect([first, second].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true']);
  expect(await second.json()).toEqual(await first.json());
});

test('what is wrong is refused before and after the bytes, and leaves nothing behind', async () => {
  for (const query of ['', '?name=', '?name=No', '?name=a', '?name=ab&name=cd', `?name=${'a'.repeat(33)}`])
    expect(await outcome(await upload(query))).toEqual([400, 'INVALID_INPUT']);
  expect(await outcome(await upload('?name=gone', undefined, eve))).toEqual([404, 'SERVER_NOT_FOUND']);
  const nothing = bodyOf();
  expect(await outcome(await upload('?name=empty', nothing))).toEqual([400, 'FILE_MISSING']);
  const two = bodyOf(filePart(PNG), filePart(PNG));
  expect(await outcome(await upload('?name=two', two))).toEqual([400, 'TOO_MANY_FILES']);
  const text = bodyOf(filePart('words', { type: 'text/plain' }));
  expect(await outcome(await upload('?name=text', text))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  const large = bodyOf(filePart(Buffer.concat([PNG], 5 * 1024 * 1024 + 1)));
  expect(await outcome(await upload('?name=large', large))).toEqual([413, 'FILE_TOO_LARGE']);
  expect(await service.stored('arriving')).toEqual([]);
});
