import { isPalaverError } from '../api/errors.js';
import { REPEATED_BY_CALLER } from '../api/idempotency.js';
import type { PalaverClient, PalaverOutputs } from '../client.js';
import type { AnyChannel } from '../service.js';
import * as resources from '../state/nouns.js';
import { readToEnd, reduceUnread } from '../state/unread.js';
import type { Holdings } from './holdings.js';
import { isPassing } from './is-passing.js';
import { Pace } from './pace.js';
import { type StoreState, stateOf } from './store-state.js';

/**
 * The least time between two marks of a channel whose messages are seen as they come, in milliseconds. Where others see how far one has
 * read, they wait for it.
 */
export function markEveryMs(channel: Pick<AnyChannel, 'isDm' | 'readReceipts'> | null | undefined): number {
  return channel?.isDm || channel?.readReceipts ? 2_000 : 10_000;
}

/**
 * Marks channels as read. The counts follow at once, before the service is asked. It needs no key: a position only moves
 * forward, so that a request may come twice or late.
 */
export class ReadMarks {
  readonly #holdings: Pick<Holdings, 'patch'>;
  readonly #state: () => StoreState;
  readonly #pace: Pace;

  constructor(client: PalaverClient, holdings: Pick<Holdings, 'patch'>, state: () => StoreState) {
    this.#holdings = holdings;
    this.#state = state;
    this.#pace = new Pace(
      async (channelId, messageId) => {
        const input = { channelId, messageId };
        this.#show(await client.api.readState.markRead.mutate(input, { context: REPEATED_BY_CALLER }));
      },
      (error) => !isPalaverError(error) || isPassing(error.data),
      (channelId) => markEveryMs(stateOf(this.#state(), resources.channel(channelId)).value?.channel),
    );
  }

  set(channelId: string, messageId: string): Promise<void> {
    // What is newer than the message is unread, and only the service can count it.
    const { value } = stateOf(this.#state(), resources.messagesOf(channelId));
    if (value?.hasNewer === false && value.items[0]?.id === messageId)
      this.#holdings.patch(resources.unread, (list) => readToEnd(list, channelId, messageId));
    return this.#pace.set(channelId, messageId);
  }

  sendNow(): Promise<void> {
    return this.#pace.hurry();
  }

  close(): void {
    this.#pace.close();
  }

  /** The event that follows says the same. */
  #show(read: PalaverOutputs['readState']['markRead']): void {
    const streamId = this.#state().userId ?? '';
    const event = {
      type: 'read.updated',
      data: { ...read, threadId: null, streamId, seq: Number.MAX_SAFE_INTEGER },
    } as const;
    this.#holdings.patch(resources.unread, (list) => {
      const change = reduceUnread(list, event);
      return change === null || change.stale ? list : change.state;
    });
  }
}
