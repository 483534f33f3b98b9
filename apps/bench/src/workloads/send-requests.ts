import type { Seats } from '../contestants/chat-service.js';
import type { PreparedRequest } from '../load/job.js';

/** 200 bytes. */
export const CONTENT = 'm'.repeat(200);

/** The two faces of the product, and what a message that was sent is answered with. */
export const sendStatus = { REST: 201, '/trpc': 200 } as const;
export type Face = keyof typeof sendStatus;

/** 200-byte messages of everybody to the first `channels` channels; neighbours differ in author and channel. */
export function sendRequests(face: Face, { channelIds, tokens }: Seats, channels: number): PreparedRequest[] {
  return tokens.flatMap((token, n) =>
    channelIds.slice(0, channels).map((_, c) => {
      const channelId = channelIds[(n + c) % channels] ?? '';
      return face === 'REST' ? restRequest(channelId, token) : trpcRequest(channelId, token);
    }),
  );
}

function restRequest(channelId: string, token: string): PreparedRequest {
  return post(`/api/channels/${channelId}/messages`, token, { content: CONTENT });
}

/** As a tRPC client's `httpLink` sends it. */
function trpcRequest(channelId: string, token: string): PreparedRequest {
  return post('/trpc/messages.send', token, { channelId, content: CONTENT });
}

function post(path: string, token: string, body: object): PreparedRequest {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return { method: 'POST', path, headers, body: JSON.stringify(body) };
}
