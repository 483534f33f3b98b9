import { uniqueName } from '@palaver/core/testing';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../testing/client.js';
import { type SharedService, sharedService } from '../testing/shared-service.js';

let service: SharedService;
let alice: Client;
let channelId: string;

beforeAll(async () => {
  service = await sharedService();
  alice = await service.person(uniqueName('alice'));
  const server = await alice.post('/api/servers', { name: 'Acme' });
  const channels = await alice.get(`/api/servers/${server.body.data.id}/channels`);
  channelId = channels.body.data[0].id;
});

/** Opens the subscription as tRPC's client does in a browser, and reads until it has received `part` or the stream ends. */
async function listen(connectionParams: object | null, part: string): Promise<string> {
  const query = new URLSearchParams({
    input: JSON.stringify({ channels: [channelId], since: { [channelId]: 0 } }),
  });
  if (connectionParams) query.set('connectionParams', JSON.stringify(connectionParams));
  const abort = new AbortController();
  const response = await fetch(`${service.url}/trpc/realtime.events?${query}`, {
    headers: { Accept: 'text/event-stream' },
    signal: abort.signal,
  });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(part)) break;
  }
  abort.abort();
  return text;
}

test('a browser subscribes with a ticket, which is good for one use', async () => {
  const { body } = await alice.post('/api/ws/ticket');
  const { ticket } = body.data;
  expect(await listen({ ticket }, 'member.joined')).toContain('member.joined');
  expect(await listen({ ticket }, 'member.joined')).toContain('UNAUTHENTICATED');
});

test.each([
  ['a token', () => ({ token: alice.token }), 'member.joined'],
  ['nothing', () => null, 'UNAUTHENTICATED'],
  ['no token', () => ({}), 'UNAUTHENTICATED'],
  ['a wrong token', () => ({ token: 'plv_wrong' }), 'UNAUTHENTICATED'],
  ['a wrong ticket', () => ({ ticket: 'plvt_wrong' }), 'UNAUTHENTICATED'],
])('with %s', async (_what, params, expected) => {
  expect(await listen(params(), expected)).toContain(expected);
});
