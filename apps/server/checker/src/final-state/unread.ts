import { z } from 'zod';
import { readersIn, type Scenario } from '../clients/scenario.js';
import type { ShownUnread } from '../history/final-state.js';
import type { HttpClient } from '../system/http-client.js';

const TIMEOUT_MS = 30_000;

const UnreadResponse = z.object({
  data: z.object({
    unreadCount: z.int(),
    mentionCount: z.int(),
    firstUnreadMessageId: z.string().nullable(),
    capped: z.boolean(),
  }),
});

/** Reads what each reader has not read of the channels that they mark, from one node after the other. */
export async function readUnread(https: readonly HttpClient[], scenario: Scenario): Promise<ShownUnread[]> {
  const found: ShownUnread[] = [];
  for (const { user, channelIds } of readersIn(scenario)) {
    for (const channelId of channelIds) {
      const http = https[found.length % https.length];
      if (http === undefined) throw new Error('There is no node to read from');
      const path = `/api/channels/${channelId}/unread`;
      const outcome = await http.send({ method: 'GET', path, token: user.token, timeoutMs: TIMEOUT_MS });
      if (outcome.kind !== 'ok') throw new Error(`GET ${path}: ${JSON.stringify(outcome)}`);
      const { data } = UnreadResponse.parse(JSON.parse(outcome.body));
      found.push({ userId: user.id, channelId, ...data });
    }
  }
  return found;
}
