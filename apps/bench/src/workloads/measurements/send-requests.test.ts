import { expect, test } from 'vitest';
import { sendRequests } from './send-requests.js';

const fixture = { channelIds: ['a', 'b', 'c'], tokens: ['alice', 'bob'] };

test('covers every account and channel, and successive requests differ in channel', () => {
  const requests = sendRequests('REST', fixture, 2);

  expect(requests.map(({ path, headers }) => `${headers.authorization} ${path}`)).toEqual([
    'Bearer alice /api/channels/a/messages',
    'Bearer alice /api/channels/b/messages',
    'Bearer bob /api/channels/b/messages',
    'Bearer bob /api/channels/a/messages',
  ]);
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ content: 'm'.repeat(200) });
});

test('puts the channel of a native call into its input, unbatched', () => {
  const [request] = sendRequests('/trpc', fixture, 1);

  expect(request?.path).toBe('/trpc/messages.send');
  expect(JSON.parse(request?.body ?? '')).toEqual({ channelId: 'a', content: 'm'.repeat(200) });
});
