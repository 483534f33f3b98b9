import { randomUUID } from 'node:crypto';
import type { Client } from './client.js';
import { postMessage } from './message-operations.js';
import type { User } from './scenario.js';

/** Together some 8 MB: more than the socket buffers of the operating system hold. */
const CONCURRENCY = 7;
const MESSAGES_EACH = 100;
/** Just under the maximum of characters, of three bytes each. */
const FILLER = '漢'.repeat(3_900);

/** Posts messages of maximum length to a channel as fast as the service takes them. Ends early when stopped. */
export async function flood(user: User, channelId: string, client: Client, stop: AbortSignal): Promise<void> {
  const write = async () => {
    for (let n = 0; n < MESSAGES_EACH && !stop.aborted; n++) {
      const content = `${user.name} ${randomUUID()} ${FILLER}`;
      await client.invoke(postMessage(user, channelId, content, randomUUID()));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, write));
}
