import type { PreparedRequest } from '../../load/common/prepared-request.js';
import type { Fixture } from '../../targets/chat-service.js';
import { CONTENT } from '../../targets/message-text.js';

/** The status of the response to a send, for each API of Palaver. */
export const sendStatus = { REST: 201, '/trpc': 200 } as const;
export type Api = keyof typeof sendStatus;

/** Sends of every account to the first `channels` channels. Successive requests differ in author and channel. */
export function sendRequests(api: Api, { channelIds, tokens }: Fixture, channels: number): PreparedRequest[] {
  return tokens.flatMap((token, n) =>
    channelIds.slice(0, channels).map((_, c) => {
      const channelId = channelIds[(n + c) % channels] ?? '';
      return api === 'REST' ? restRequest(channelId, token) : trpcRequest(channelId, token);
    }),
  );
}

function restRequest(channelId: string, token: string): PreparedRequest {
  return post(`/api/channels/${channelId}/messages`, token, { content: CONTENT });
}

/** The request of a tRPC client's `httpLink`. */
function trpcRequest(channelId: string, token: string): PreparedRequest {
  return post('/trpc/messages.send', token, { channelId, content: CONTENT });
}

function post(path: string, token: string, body: object): PreparedRequest {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}
