import { expect, test } from 'vitest';
import { sendRequests } from './send-requests.js';

const seats = { channelIds: ['a', 'b', 'c'], tokens: ['alice', 'bob'] };

test('everybody posts in every channel that takes part, and neighbours post in different ones', () => {
  const requests = sendRequests('REST', seats, 2);

  expect(requests.map(({ path, headers }) => `${headers.authorization} ${path}`)).toEqual([
    'Bearer alice /api/channels/a/messages',
    'Bearer alice /api/channels/b/messages',
    'Bearer bob /api/channels/b/messages',
    'Bearer bob /api/channels/a/messages',
  ]);
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ content: 'm'.repeat(200) });
});

test('a native call carries its channel in its input, unbatched', () => {
  const [request] = sendRequests('/trpc', seats, 1);

  expect(request?.path).toBe('/trpc/messages.send');
  expect(JSON.parse(request?.body ?? '')).toEqual({ channelId: 'a', content: 'm'.repeat(200) });
});
