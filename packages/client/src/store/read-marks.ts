import type { PalaverClient, PalaverOutputs } from '../client.js';
import * as resources from '../state/nouns.js';
import { reduceUnread } from '../state/unread.js';
import type { Holdings } from './holdings.js';

/** Marks channels as read. The counts follow at once, before the event of it comes. */
export class ReadMarks {
  readonly #client: PalaverClient;
  readonly #holdings: Pick<Holdings, 'patch'>;
  readonly #userId: () => string;
  /** By channel on whose request the service works, the message of the request that follows. */
  readonly #next = new Map<string, string | null>();

  constructor(client: PalaverClient, holdings: Pick<Holdings, 'patch'>, userId: () => string) {
    this.#client = client;
    this.#holdings = holdings;
    this.#userId = userId;
  }

  /** While one request for a channel is on its way, only the last of those that follow is made. */
  async set(channelId: string, messageId: string): Promise<void> {
    if (this.#next.has(channelId)) {
      this.#next.set(channelId, messageId);
      return;
    }
    this.#next.set(channelId, null);
    try {
      for (let next: string | null = messageId; next !== null; next = this.#next.get(channelId) ?? null) {
        this.#next.set(channelId, null);
        this.#show(await this.#client.api.readState.markRead.mutate({ channelId, messageId: next }));
      }
    } finally {
      this.#next.delete(channelId);
    }
  }

  /** The event that follows says the same. */
  #show(read: PalaverOutputs['readState']['markRead']): void {
    const event = {
      type: 'read.updated',
      data: { ...read, threadId: null, streamId: this.#userId(), seq: Number.MAX_SAFE_INTEGER },
    } as const;
    this.#holdings.patch(resources.unread, (list) => {
      const change = reduceUnread(list, event);
      return change === null || change.stale ? list : change.state;
    });
  }
}
