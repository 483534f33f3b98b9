import type { Consumer, StreamBatch } from '../log/consumers/consumer.js';
import { indexMessages } from './index-messages.js';
import { INDEX_NAME } from './resolve.js';

/** The events of these types and no others change what is found. Their frames begin with the id of the message. */
const RELEVANT = /^\{"type":"message\.(?:created|updated|deleted)","data":\{"id":"([^"]+)"/;

/**
 * Keeps the index true: of each message that an event is about it reads the row as it is now, so that it does not
 * matter which of two events of a message comes first, or twice.
 */
export const searchIndexer: Consumer = {
  name: INDEX_NAME,
  kinds: ['channel'],
  // Without it posts came at half the rate while the index was written.
  share: 0.1,
  // A search waits for nothing: it hurries what it needs.
  everyMs: 1_000,
  postsMax: 500,
  consume: async (tx, _emit, batches) => {
    const ids = new Set(batches.flatMap(messageIds));
    if (ids.size > 0) await indexMessages(tx, [...ids]);
    return batches.map(() => null);
  },
};

function messageIds({ events, posts }: StreamBatch): string[] {
  if (posts.length > 0) return posts.map(({ messageId }) => messageId);
  return events.flatMap(({ frame }) => RELEVANT.exec(frame)?.[1] ?? []);
}
