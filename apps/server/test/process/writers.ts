import type { Client } from '../../src/testing/client.js';

/** Members who post one message after the other, and retry until each is acknowledged, as a client does. */
export interface Writers {
  /** The acknowledged contents. */
  readonly posted: readonly string[];
  /** Requests that failed and were sent again. */
  readonly retried: () => number;
  /** Rejects with the first request that was refused for good. */
  stop(): Promise<void>;
}

const PAUSE_MS = 50;

let rounds = 0;

/** Starts `count` writers. `clientOf` is asked for each attempt, since another node may have to take it. */
export function startWriters(
  count: number,
  channelId: string,
  clientOf: (writer: number) => Client,
): Writers {
  const round = rounds++;
  const posted: string[] = [];
  let retried = 0;
  let stopping = false;

  async function post(writer: number, content: string): Promise<void> {
    // It is posted once, also when the answer was lost.
    const headers = { 'Idempotency-Key': `key-of-${content.replaceAll(' ', '-')}` };
    for (;;) {
      const path = `/api/channels/${channelId}/messages`;
      const answer = await clientOf(writer)
        .send('POST', path, { content }, { headers })
        .catch(() => null);
      if (answer?.status === 201) {
        posted.push(content);
        return;
      }
      if (answer !== null && answer.status !== 429 && answer.status < 500) {
        throw new Error(`${content} was refused with ${answer.status}: ${answer.text}`);
      }
      retried++;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  const writing = Array.from({ length: count }, async (_, writer) => {
    for (let n = 0; !stopping; n++) await post(writer, `round ${round} writer ${writer} message ${n}`);
  });
  return {
    posted,
    retried: () => retried,
    stop: async () => {
      stopping = true;
      await Promise.all(writing);
    },
  };
}
