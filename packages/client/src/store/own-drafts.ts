import type { PalaverClient } from '../client.js';
import type { PalaverEvent } from '../events/frames.js';
import type { Draft } from '../service.js';
import { withDraft } from '../state/drafts.js';
import * as resources from '../state/nouns.js';
import type { Holdings } from './holdings.js';

export type DraftToPut = Parameters<PalaverClient['api']['drafts']['put']['mutate']>[0];

/**
 * Puts drafts. Their events have no text, so that the list would be read again after each; the answer has it, and the events that
 * come before the answer are held back.
 */
export class OwnDrafts {
  readonly #client: PalaverClient;
  readonly #holdings: Pick<Holdings, 'patch'>;
  /** By place of a draft that is on its way, the versions that events have told of. */
  readonly #heard = new Map<string, string[]>();

  constructor(client: PalaverClient, holdings: Pick<Holdings, 'patch'>) {
    this.#client = client;
    this.#holdings = holdings;
  }

  /** One at a time for each place. */
  async put(input: DraftToPut): Promise<Draft> {
    const heard: string[] = [];
    this.#heard.set(placeOf(input), heard);
    let put: Draft | null = null;
    try {
      put = await this.#client.api.drafts.put.mutate(input);
      return put;
    } finally {
      this.#heard.delete(placeOf(input));
      const isKnown = put !== null && heard.every((version) => version <= (put?.updatedAt ?? ''));
      // Another device has written since, or nobody knows what was written.
      if (put !== null || heard.length > 0)
        this.#holdings.patch(resources.drafts, (drafts) => (isKnown && put ? withDraft(drafts, put) : null));
    }
  }

  /** An event as the views hear it: one that is held back only moves them on in their stream. */
  passed(event: PalaverEvent): PalaverEvent {
    const heard = event.type === 'draft.updated' && this.#heard.get(placeOf(event.data));
    if (!heard) return event;
    heard.push(event.data.updatedAt);
    return { type: 'draft.deleted', data: { ...event.data, channelId: '' } };
  }
}

function placeOf({ channelId, threadId }: Pick<DraftToPut, 'channelId' | 'threadId'>): string {
  return `${channelId} ${threadId ?? ''}`;
}
